"""`gplsa keywords`: keywords of one side for documents of another."""

from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gplsa.cli.arguments import add_sides
from gplsa.cli.output import note, note_left_out, print_list, say, say_table
from gplsa.cli.values import count, share
from gplsa.names import KEYWORD_FORMATS, RULES

if TYPE_CHECKING:
    from gplsa.answers.documents import Document as Answered
    from gplsa.answers.documents import KeywordsAsked
    from gplsa.model.public import Model

NAMED = 5  # documents in a sentence
MOST_PASSED = 12  # names, and numbers, of a document


def arguments(parser: Any) -> None:
    add_sides(parser)
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="files, folders, ZIPs, tables")
    add("--limit", "--top", type=count, default=15, metavar="N", help="keywords at most (15)")
    add("--telling", type=share, metavar="0…1", help="0 the surest words … 1 the most specific")
    add(
        "--format",
        choices=KEYWORD_FORMATS,
        default="text",
        help="csv: a table with a row for each keyword, its probability and what speaks for it",
    )
    add("--rule", choices=RULES, help="how keywords are chosen (default: gist, the lexicon)")


def run(options: Namespace) -> None:
    from gplsa.answers.documents import KeywordsAsked, keywords_rows
    from gplsa.cli.documents import batches
    from gplsa.corpus.corpus import TEXT
    from gplsa.model.public import Model

    asked = KeywordsAsked(
        from_=options.source or "", to=options.target or "", documents=[], limit=options.limit,
        telling=options.telling, rule=options.rule,
        evidence=options.json or options.format == "csv",
    )  # fmt: skip
    asked.options()  # bad ones are told before a model is read
    model = Model.load(options.model)
    asked.from_, asked.to = model.direction(options.source, options.target).sides
    refused: list[str] = []
    others: defaultdict[str, list[str]] = defaultdict(list)
    unsure: list[str] = []
    kind = model.corpus.kind(asked.from_)
    found = _each(model, batches(model, options.files, asked.from_, refused), asked, others, unsure)
    if options.json:
        print_list(asked.head(model), found, refused)
    else:
        if options.format == "csv":
            say_table(keywords_rows(model, asked.from_, found))
        else:
            for answered in found:
                _say_keywords(answered, with_unknown=kind == TEXT)
        note_left_out(refused)
    told = {f"that look like {language}, whose keywords would be chance": ids
            for language, ids in others.items()}  # fmt: skip
    low = "of low confidence, or mostly of unknown words, whose keywords may be chance"
    for what, ids in (told | {low: unsure}).items():
        if ids:
            named = ", ".join(ids[:NAMED]) + (", …" if len(ids) > NAMED else "")
            note(f"documents {what}: {len(ids):,} ({named})")


def _say_keywords(answered: "Answered", with_unknown: bool) -> None:
    unknown = f", {answered.unknown_share:.0%} of the words unknown" if with_unknown else ""
    say(f"{answered.id}  (confidence {answered.confidence:.2f}{unknown})")
    words = (f"{keyword.word} {keyword.probability:.2f}" for keyword in answered.keywords)
    say("  " + (", ".join(words) or "no keywords"))
    passed = answered.names, answered.numbers
    if shown := [word for words in passed for word in words[:MOST_PASSED]]:
        left = sum(len(words[MOST_PASSED:]) for words in passed)
        say("  as in the text: " + ", ".join(shown) + (f" and {left:,} more" if left else ""))


def _each(
    model: "Model",
    parts: Iterator[tuple[list[str], list[Any]]],
    asked: "KeywordsAsked",
    others: dict[str, list[str]],
    unsure: list[str],
) -> "Iterator[Answered]":
    """What is answered of one document after the other; `others` gets the ids of those that look
    like another language, `unsure` those of which little is known."""
    from gplsa.model.asked import other_language
    from gplsa.model.summary import MOSTLY_UNKNOWN, sureness_of

    for ids, items in parts:
        for name, answered, item in zip(ids, asked.of(model, ids, items), items, strict=True):
            if other := other_language(model, asked.from_, item, answered.unknown_share):
                others[other].append(name)
            elif answered.keywords and (
                sureness_of(answered.confidence) == "low" or answered.unknown_share > MOSTLY_UNKNOWN
            ):
                unsure.append(name)
            yield answered

"""`gplsa keywords`: keywords of one side for documents of another."""

import tempfile
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from gplsa.cli.arguments import add_sides
from gplsa.cli.output import note, print_file, say
from gplsa.cli.values import count, number
from gplsa.names import RULES

if TYPE_CHECKING:
    from gplsa.answers.documents import Document as Answered
    from gplsa.answers.documents import KeywordsAsked
    from gplsa.model.public import Model
    from gplsa.reading import Document

BATCH = 128


def arguments(parser: Any) -> None:
    add_sides(parser)
    parser.add_argument("files", nargs="+", metavar="FILE", help="files, folders, ZIPs, tables")
    parser.add_argument(
        *("--limit", "--top"), type=count, default=15, metavar="N", help="keywords at most (15)"
    )
    parser.add_argument(
        "--telling", type=number, metavar="0…1", help="0 the surest words … 1 the most specific"
    )
    parser.add_argument(
        "--rule", choices=RULES, help="how keywords are chosen (default: gist, the lexicon)"
    )


def run(options: Namespace) -> None:
    from gplsa.answers.documents import KeywordsAsked
    from gplsa.answers.written import json_of, json_with_list
    from gplsa.corpus.corpus import TEXT
    from gplsa.model.asked import way_of
    from gplsa.model.public import Model
    from gplsa.reading import uploads_of
    from gplsa.reading.sandboxed import iter_documents

    asked = KeywordsAsked(
        from_=options.source or "", to=options.target or "", documents=[], limit=options.limit,
        telling=options.telling, rule=options.rule, evidence=options.json,
    )  # fmt: skip
    asked.options()  # bad ones are told before a model is read
    model = Model.load(options.model)
    asked.from_, asked.to = way_of(model, options.source, options.target)
    refused: list[str] = []
    others: Counter[str] = Counter()
    kind = model.corpus.kind(asked.from_)
    documents = iter_documents(
        uploads_of(options.files),
        kind=kind,
        language=model.corpus.languages.get(asked.from_, ""),
        refused=refused,
    )
    found = _each(model, documents, asked, others)
    if options.json:
        # On the disk first: a failure half-way must leave nothing half-written on the output.
        with tempfile.TemporaryFile("w+", encoding="utf-8") as draft:
            draft.writelines(json_with_list(asked.head(model), map(json_of, found), refused))
            draft.seek(0)
            print_file(draft)
    else:
        for answered in found:
            _say_keywords(answered, with_unknown=kind == TEXT)
        for sentence in refused:
            note(f"left out: {sentence}")
    for language, n in others.items():
        note(f"documents that look like {language}, whose keywords would be chance: {n:,}")


def _say_keywords(answered: "Answered", with_unknown: bool) -> None:
    unknown = f", {answered.unknown_share:.0%} of the words unknown" if with_unknown else ""
    say(f"{answered.id}  (confidence {answered.confidence:.2f}{unknown})")
    say("  " + (", ".join(keyword.word for keyword in answered.keywords) or "no keywords"))
    if passed := [*answered.names, *answered.numbers]:
        say("  as in the text: " + ", ".join(passed))


def _each(
    model: "Model", documents: "Iterator[Document]", asked: "KeywordsAsked", others: Counter[str]
) -> "Iterator[Answered]":
    """What is told of one document after the other, `BATCH` of them in memory; `others` counts the
    languages of those that look like another side's."""
    from gplsa.model.asked import other_language

    while batch := list(islice(documents, BATCH)):
        ids, items = zip(*((document.id, document.item) for document in batch), strict=True)
        for answered, item in zip(asked.of(model, ids, items), items, strict=True):
            if other := other_language(model, asked.from_, item, answered.unknown_share):
                others[other] += 1
            yield answered

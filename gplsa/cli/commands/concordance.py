"""`gplsa concordance`: what stands for a word on the other side, and the lines that show it."""

from argparse import Namespace
from typing import Any

from gplsa.cli.arguments import MODEL_OR_PAIRS, add_sides
from gplsa.cli.output import print_json, say
from gplsa.cli.values import count
from gplsa.names import LINE_SORTS

CONTEXT, BESIDE = 50, 200
"""Characters shown on either side of the word, and of the line beside it, at most about so many."""
NOTHING = "Nothing stands for it: it is in too few lines, too common, or said in ever new ways."


def arguments(parser: Any) -> None:
    parser.description = (
        "A word in any of its forms, or a phrase as it stands: what stands for it on the other "
        "side, and the aligned lines that show it."
    )
    add_sides(parser, MODEL_OR_PAIRS)
    add = parser.add_argument
    add("word", metavar="WORD", help="a word, or a phrase in quotation marks")
    add("--partner", type=str, default="", metavar="WORD", help="only lines that hold it, too")
    add("--limit", type=count, default=20, metavar="N", help="lines at most (default: 20)")
    parser.old["--lines"] = "--limit"
    add("--sort", choices=LINE_SORTS, default="corpus", help="order of the lines (default: corpus)")


def run(options: Namespace) -> None:
    from gplsa.answers.terms import Concordance
    from gplsa.cli.pairs import model_or_words

    model = model_or_words(options.model)
    found = model.concordance(
        options.word, options.source, options.target, partner=options.partner, limit=options.limit
    )
    if options.json:
        print_json(Concordance.of(model, found, options.sort))
        return
    pairs = f"{found.pairs:,}" if found.all_known else f"at least {found.pairs:,}"
    say(f"{options.word}: in {pairs} of {model.n_documents:,} pairs")
    unit = "lines" if model.has_texts else "pairs"
    for partner in found.partners:
        how = "; doubtful" * partner.doubtful + "; by its spelling" * partner.spelled
        say(f"  {partner.word}  (in {partner.lines:,} of {partner.of:,} {unit}{how})")
    if not found.partners:
        other = f" Try: {', '.join(found.known)}" if found.known and not found.pairs else ""
        say(f"  {NOTHING}{other}")
    for line in found.sorted_lines(options.sort):
        before, match, after = line.kwic(CONTEXT)
        say(model.corpus.ids[line.row])
        say(f"  {before}[{match}]{after}")
        _, (beside, places) = line.passages(BESIDE)
        for start, end in sorted(places, reverse=True):
            beside = f"{beside[:start]}[{beside[start:end]}]{beside[end:]}"
        say(f"  {beside}")

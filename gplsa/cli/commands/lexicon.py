"""`gplsa lexicon`: the words and phrases of two sides that stand for each other, in a file."""

from argparse import Namespace
from typing import Any

from gplsa.cli.arguments import MODEL_OR_PAIRS, add_out, add_sides, given
from gplsa.cli.output import progress_line, tell
from gplsa.cli.values import count
from gplsa.names import TERM_FORMATS


def arguments(parser: Any) -> None:
    add_sides(parser, MODEL_OR_PAIRS)
    add = parser.add_argument
    add(
        "--format",
        choices=TERM_FORMATS,
        help="a table (csv), or TBX-Basic (default: csv, and tbx where FILE ends in .tbx)",
    )
    add("--min-pairs", type=count, metavar="N", help="pairs that must show an entry (default: 3)")
    add_out(parser)


def run(options: Namespace) -> None:
    from gplsa.cli.pairs import model_or_words
    from gplsa.cli.place import LEXICON, lexicon_format, place_and_direction, write_text
    from gplsa.model.terms.exports import Terms, lexicon_csv, lexicon_tbx
    from gplsa.model.terms.lexicon import lexicon

    kind = options.format or lexicon_format(options.out)
    place, direction = place_and_direction(LEXICON[kind], options, model_or_words)
    entries = lexicon(direction, **given(min_pairs=options.min_pairs), progress=progress_line())
    write = lexicon_tbx if kind == "tbx" else lexicon_csv
    # Spreadsheets need a byte-order mark to see that a table is UTF-8; XML says so itself.
    encoding = "utf-8" if kind == "tbx" else "utf-8-sig"
    write_text(place, write(Terms.of(direction), entries), encoding)
    facts = {"file": options.out, "entries": len(entries)}
    doubtful = sum(entry.doubtful for entry in entries)
    told = f"{len(entries):,} entries, {doubtful:,} of them doubtful"
    left_out = f"{told}: not in the file" if kind == "tbx" and doubtful else told
    tell(options, facts | {"doubtful": doubtful}, left_out, f"Written to {options.out}")

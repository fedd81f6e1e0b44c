"""`gplsa misaligned`: the pairs whose sides do not seem to belong together, as a table."""

from argparse import Namespace
from typing import Any

from gplsa.cli.arguments import add_out, add_sides
from gplsa.cli.output import progress_line, tell


def arguments(parser: Any) -> None:
    parser.description = "Write a table of the pairs whose sides do not seem to belong together."
    add_sides(parser)
    add_out(parser)


def run(options: Namespace) -> None:
    from gplsa.cli.place import MISALIGNED, place_and_direction, write_text
    from gplsa.model.pair_fits import fit_of
    from gplsa.model.terms.exports import misaligned_csv

    place, direction = place_and_direction(MISALIGNED, options)
    direction.of_texts()
    model = direction.model
    rows = list(misaligned_csv(model, fit_of(direction, progress_line())))
    write_text(place, rows, "utf-8-sig")
    facts = {"file": options.out, "pairs": len(rows) - 1, "documents": model.n_documents}
    found_pairs = f"{len(rows) - 1:,} of {model.n_documents:,} pairs"
    tell(options, facts, found_pairs, f"Written to {options.out}")

"""`gplsa lines`: the aligned lines of a corpus as a translation memory."""

from argparse import Namespace
from typing import Any

from gplsa.cli.arguments import MODEL_OR_PAIRS, add_out, add_sides
from gplsa.cli.output import progress_line, tell


def arguments(parser: Any) -> None:
    add_sides(parser, MODEL_OR_PAIRS)
    add_out(parser)


def run(options: Namespace) -> None:
    from gplsa.cli.pairs import model_or_words
    from gplsa.cli.place import LINES, place_and_direction, write_text
    from gplsa.model.terms.aligned import align_pairs
    from gplsa.model.terms.exports import Terms, lines_tmx

    place, direction = place_and_direction(LINES, options, model_or_words)
    direction.of_texts()
    found = align_pairs(direction, direction.complete, progress_line()).lines
    write_text(place, lines_tmx(Terms.of(direction), found), "utf-8")
    facts = {"file": options.out, "lines": len(found)}
    tell(options, facts, f"{len(found):,} aligned lines", f"Written to {options.out}")

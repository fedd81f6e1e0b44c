"""`gplsa lines`: the aligned lines of a corpus as a translation memory."""

from argparse import Namespace
from typing import Any

from gplsa.cli.arguments import add_out, add_sides
from gplsa.cli.output import progress_line, tell


def arguments(parser: Any) -> None:
    add_sides(parser)
    add_out(parser)


def run(options: Namespace) -> None:
    import numpy as np

    from gplsa.cli.place import LINES, place_and_way, write_text
    from gplsa.model.terms.aligned import align_pairs, text_sides
    from gplsa.model.terms.exports import Terms, lines_tmx

    place, model, source, target = place_and_way(LINES, options)
    text_sides(model, source, target)
    corpus = model.corpus
    rows = np.flatnonzero(corpus.has(source) & corpus.has(target))
    found = align_pairs(model, source, target, rows, progress_line()).lines
    write_text(place, lines_tmx(Terms.of(model, source, target), found, corpus.ids), "utf-8")
    facts = {"file": options.out, "lines": len(found)}
    tell(options, facts, f"{len(found):,} aligned lines", f"Written to {options.out}")

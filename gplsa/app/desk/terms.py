"""The bilingual lexicon and the aligned lines of the model on the desk, made as a job."""

from dataclasses import dataclass

import numpy as np

from gplsa.app.desk.work import model_of
from gplsa.app.desk.workshop import Desk, Workshop
from gplsa.app.library.library import MODEL
from gplsa.message import Message
from gplsa.model.terms.aligned import AlignedLine, align_pairs
from gplsa.model.terms.lexicon import Entry, lexicon
from gplsa.model.verdict import Direction
from gplsa.progress import Progress
from gplsa.wording import count

LEXICON, LINES = "lexicon", "lines"
OVERHEAD = 200  # bytes of an entry or a line beside its texts


@dataclass(frozen=True)
class MadeLexicon:
    """The entries between two sides of one model, each shown by at least so many pairs."""

    model: str
    sides: Direction
    min_pairs: int
    entries: list[Entry]


@dataclass(frozen=True)
class MadeLines:
    """The aligned lines of two sides of one model."""

    model: str
    sides: Direction
    lines: list[AlignedLine]


def make_lexicon(
    shop: Workshop, desk: Desk, sides: Direction, min_pairs: int, progress: Progress | None
) -> str:
    """Find all words and phrases of two sides that stand for each other."""
    model_id, model = desk.model or "", model_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(MODEL, model_id)):
        entries = lexicon(model, *sides, min_pairs=min_pairs, progress=progress)
        made = MadeLexicon(model_id, sides, min_pairs, entries)
        _put(shop, desk, LEXICON, made, [entry.example for entry in entries])
    if len(entries) == 1:
        return Message("The lexicon has 1 entry.")
    return Message("The lexicon has {n_entries:,} entries.", n_entries=len(entries))


def make_lines(shop: Workshop, desk: Desk, sides: Direction, progress: Progress | None) -> str:
    """Align the lines of all pairs."""
    model_id, model = desk.model or "", model_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(MODEL, model_id)):
        has = [model.corpus.has(side) for side in sides]
        lines = align_pairs(model, *sides, np.flatnonzero(has[0] & has[1]), progress).lines
        _put(shop, desk, LINES, MadeLines(model_id, sides, lines), lines)
    return Message("{lines} aligned.", lines=count(len(lines), "line"))


def made_lexicon(shop: Workshop, desk: Desk, sides: Direction) -> MadeLexicon | None:
    """The lexicon made last, where it is of this model and these sides."""
    found: MadeLexicon | None = shop.store.get(desk.results.get(LEXICON))
    fits = found is not None and (found.model, found.sides) == (desk.model, sides)
    return found if fits else None


def made_lines(shop: Workshop, desk: Desk, sides: Direction) -> MadeLines | None:
    """The lines aligned last, where they are of this model and these sides."""
    found: MadeLines | None = shop.store.get(desk.results.get(LINES))
    fits = found is not None and (found.model, found.sides) == (desk.model, sides)
    return found if fits else None


def _put(shop: Workshop, desk: Desk, kind: str, made: object, texts: list[AlignedLine]) -> None:
    shop.store.drop(desk.results.get(kind))
    size = sum(OVERHEAD + 2 * (len(line.source) + len(line.target)) for line in texts)
    desk.results[kind] = shop.store.put(kind, made, size)

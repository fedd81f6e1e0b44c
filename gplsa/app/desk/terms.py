"""The bilingual lexicon and the aligned lines of the model on the desk, made as a job."""

import numpy as np

from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import MadeLexicon
from gplsa.message import Message
from gplsa.model.terms.aligned import align_pairs
from gplsa.model.terms.lexicon import lexicon
from gplsa.model.verdict import Direction
from gplsa.progress import Progress
from gplsa.wording import count


def make_lexicon(desk: Desk, sides: Direction, min_pairs: int, progress: Progress | None) -> str:
    """Find all words and phrases of two sides that stand for each other."""
    state, model = desk.model_at_hand()
    entries = lexicon(model, *sides, min_pairs=min_pairs, progress=progress)
    state.lexicons[sides] = MadeLexicon(min_pairs, entries)
    if len(entries) == 1:
        return Message("The lexicon has 1 entry.")
    return Message("The lexicon has {n_entries:,} entries.", n_entries=len(entries))


def make_lines(desk: Desk, sides: Direction, progress: Progress | None) -> str:
    """Align the lines of all pairs."""
    state, model = desk.model_at_hand()
    has = [model.corpus.has(side) for side in sides]
    lines = align_pairs(model, *sides, np.flatnonzero(has[0] & has[1]), progress).lines
    state.lines[sides] = lines
    return Message("{lines} aligned.", lines=count(len(lines), "line"))

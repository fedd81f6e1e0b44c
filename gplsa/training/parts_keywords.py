"""Lexicons of all documents of a corpus in chunks, and which of a sample they must not see."""

from itertools import permutations
from pathlib import Path

import numpy as np

from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.types import BoolArray
from gplsa.keywords import Taught
from gplsa.model.verdict import Direction
from gplsa.progress import Progress
from gplsa.training.counted import Counted
from gplsa.training.fitting import Topics
from gplsa.training.parts_lexicon import Work, lexicons_of_chunks
from gplsa.training.parts_topics import PartsTask

MOST_FOR_CALIBRATION, SHARE_FOR_CALIBRATION = 4000, 0.1
"""Pairs of the sample that lexicons do not learn from and are calibrated on: so many, and no larger
a share of the corpus."""


def calibration_mask(
    counted: Counted, held_out: BoolArray, n_documents: int, rng: np.random.Generator
) -> BoolArray:
    """Which documents of the sample no lexicon learns from, as a mask: half of it at most.

    None where the sample has all `n_documents`: then it teaches the lexicons, as in memory.
    """
    for_calibration = np.zeros(len(held_out), dtype=bool)
    if len(held_out) < n_documents:
        rows = np.flatnonzero(counted.complete & ~held_out)
        most = min(MOST_FOR_CALIBRATION, int(SHARE_FOR_CALIBRATION * n_documents), len(rows) // 2)
        for_calibration[rng.choice(rows, most, replace=False)] = True
    return for_calibration


def lexicon_folder(task: PartsTask) -> Path:
    """Where units are kept while lexicons are learned."""
    return task.folder.with_name(f"{task.folder.name}-lexicon")


def taught_by_all(
    task: PartsTask, topics: Topics, progress: Progress | None
) -> dict[Direction, Taught]:
    """The lexicon of every direction, of all documents neither held out nor kept apart."""
    sample = task.sample
    unseen = sample.held_out | sample.for_calibration
    lines = {m: side.lines for m, side in sample.counted.of(~unseen).sides.items()}
    profiles = {
        way: topics.of(way).profiles(sample.counted.complete)
        for way in permutations(topics.topic_word, 2)
    }
    store = FolderStore(lexicon_folder(task))
    work = Work.of(task.corpus, sample.rows[unseen].tolist(), store)
    lexicons = lexicons_of_chunks(work, lines, profiles, task.runner, progress)
    return {way: Taught(lexicon, sample.for_calibration) for way, lexicon in lexicons.items()}

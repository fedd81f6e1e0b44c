"""A corpus in chunks on the disk as the source of a training: topics and lexicons of all documents,
all else from a sample."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.out_of_core.runner import Runner, Threads
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.parallel import thread_count
from gplsa.core.types import BoolArray, FloatArray
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.errors import InputError
from gplsa.keywords import Taught
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Direction
from gplsa.model.whole import WholeCorpus
from gplsa.models._chunks import ChunkPlan
from gplsa.names import ALWAYS
from gplsa.progress import Progress
from gplsa.training.counted import Counted, Side
from gplsa.training.fitting import Topics
from gplsa.training.parts_lexicon import Work, lexicons_of_chunks
from gplsa.training.parts_topics import PartsTask, Sample, alone, fit_topics, parts_plan
from gplsa.training.source import Drawn, Times

SAMPLE = 10_000
"""Documents that a model holds of a corpus in chunks."""


@dataclass(frozen=True)
class OutOfCore:
    """Topics and the lexicons of every direction are fitted over all parts; what is judged by
    single documents, calibration and check, and phrases are learned from a seeded sample.

    runner  what visits the parts: threads of this computer by default; the model does not depend
            on it
    sample  documents that the model holds
    Pairs that are held out are drawn from the sample; neither the fit of the topics nor
    a lexicon sees them.  A training that was broken off goes on after its last whole pass over the
    parts when it is called again with the same corpus and settings; while another one of those runs
    it waits.  All pairs count alike.  Headings are learned from the sample.
    """

    corpus: ChunkedCorpus
    runner: Runner | None = None
    plan: ChunkPlan | None = None
    sample: int = SAMPLE

    times = Times(drawn=0.02, phrases=0.04, weighed=0.04, topics=0.62)

    @property
    def name(self) -> str:
        return self.corpus.name

    @property
    def whole(self) -> WholeCorpus:
        corpus = self.corpus
        return WholeCorpus(corpus.name, corpus.digest, len(corpus), corpus.n_chunks)

    def settled(self, settings: TrainSettings) -> TrainSettings:
        """With the words of the corpus, which were counted when it was built.

        Raises InputError where its pairs must be weighed.
        """
        if settings.weigh_pairs == ALWAYS:
            raise InputError(
                "Pairs are weighed only where memory holds the whole corpus: let them all count "
                "alike, or train on fewer documents."
            )
        words = {m: v.options for m, v in self.corpus.vocabularies().items()}
        return replace(settings, words=words)

    def drawn(
        self, settings: TrainSettings, rng: np.random.Generator, progress: Progress | None
    ) -> Drawn:
        """A sample, ascending.  Raises InputError where a part is damaged."""
        self.corpus.verify(progress)
        n_docs = len(self.corpus)
        rows = np.sort(rng.choice(n_docs, min(self.sample, n_docs), replace=False))
        corpus, lines = self.corpus.drawn(rows)
        vocabularies = self.corpus.vocabularies()
        sides = {side: Side(vocabularies[side], of_side) for side, of_side in lines.items()}
        return Drawn(corpus, Counted(sides), rows)

    def size(self, drawn: Drawn) -> tuple[dict[str, int], int]:
        n_words = dict(zip(self.corpus.languages, self.corpus.n_words, strict=True))
        return n_words, len(self.corpus)

    def pair_weights(
        self, drawn: Drawn, held_out: BoolArray, settings: TrainSettings, progress: Progress | None
    ) -> FloatArray | None:
        return None

    @contextmanager
    def work(
        self,
        drawn: Drawn,
        held_out: BoolArray,
        settings: TrainSettings,
        rng: np.random.Generator,
        progress: Progress | None,
    ) -> "Iterator[_Work]":
        """The state of the work stands beside the parts until it is done."""
        for_calibration = calibration_mask(drawn.counted, held_out, len(self.corpus), rng)
        work = _Work(
            self.corpus,
            settings,
            Sample(drawn.rows, drawn.counted, held_out, for_calibration),
            self.plan or parts_plan(settings),
            self.runner or Threads(thread_count(None)),
        )
        with alone(self.corpus, work.key, progress):
            yield work
            for done in (work.folder, lexicon_folder(work)):
                shutil.rmtree(done, ignore_errors=True)


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


class _Work(PartsTask):
    def topics(
        self, rng: np.random.Generator, progress: Progress | None, watch: Callback | None
    ) -> Topics:
        return fit_topics(self, rng, progress, watch)

    def lexicons(self, topics: Topics, progress: Progress | None) -> dict[Direction, Taught]:
        return taught_by_all(self, topics, progress) if self.sample.for_calibration.any() else {}

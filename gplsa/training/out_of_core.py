"""A corpus in chunks as the source of a training: topics and lexicons of all, else of a sample."""

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
from gplsa.core.types import BoolArray, Rng, Sides
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.errors import InputError
from gplsa.keywords import PretrainedLexicon
from gplsa.model.settings import TrainSettings
from gplsa.model.whole import WholeCorpus
from gplsa.names import ALWAYS
from gplsa.progress import Progress, scaled
from gplsa.training.chunked_lexicon import LexiconContext, lexicons_of_chunks
from gplsa.training.chunked_topics import ChunkedFit, exclusive, fit_topics_of_chunks
from gplsa.training.counted import Counted, Side
from gplsa.training.estimate import PER_DOCUMENT
from gplsa.training.fitting import FittedTopics
from gplsa.training.source import Drawn, Learned, Rngs, Times

SAMPLE = 10_000  # documents that a model holds of a corpus in chunks
TOPICS = 0.75  # of the time that topics and lexicons take


@dataclass(frozen=True)
class OutOfCore:
    """Topics and the lexicons of every direction are fitted over all chunks; what is judged by
    single documents, calibration and check, and phrases are learned from a seeded sample.

    runner  what visits the chunks: threads of this computer by default; the model does not depend
            on it
    sample  documents that the model holds
    Pairs that are held out are drawn from the sample; neither the fit of the topics nor
    a lexicon sees them.  A training that was broken off goes on after its last whole pass over the
    chunks when it is called again with the same corpus and settings; while another one of those
    runs it waits.  All pairs count alike.  Headings are learned from the sample.
    """

    corpus: ChunkedCorpus
    runner: Runner | None = None
    sample: int = SAMPLE

    @property
    def times(self) -> Times:
        seconds = PER_DOCUMENT * len(self.corpus)
        return Times(seconds, drawn=0.02, phrases=0.04, weighed=0.04, learned=0.81)

    @property
    def whole(self) -> WholeCorpus:
        corpus = self.corpus
        return WholeCorpus(corpus.name, corpus.digest, len(corpus), corpus.n_chunks)

    def settled(self, settings: TrainSettings) -> TrainSettings:
        """With the words of the corpus, which were counted when it was built."""
        if settings.weigh_pairs == ALWAYS:
            raise InputError(
                "Pairs are weighed only where memory holds the whole corpus: let them all count "
                "alike, or train on fewer documents."
            )
        words = {m: v.options for m, v in self.corpus.vocabularies().items()}
        return replace(settings, words=words)

    def drawn(self, settings: TrainSettings, rng: Rng, progress: Progress | None) -> Drawn:
        """A sample, ascending, none held out.  Raises InputError where a chunk is damaged."""
        self.corpus.verify(progress)
        n_docs = len(self.corpus)
        rows = np.sort(rng.choice(n_docs, min(self.sample, n_docs), replace=False))
        corpus, lines = self.corpus.drawn(rows)
        vocabularies = self.corpus.vocabularies()
        sides = {side: Side(vocabularies[side], of_side) for side, of_side in lines.items()}
        return Drawn(corpus, Counted(sides), rows, np.zeros(len(rows), dtype=bool))

    @contextmanager
    def learned(
        self,
        drawn: Drawn,
        settings: TrainSettings,
        rngs: Rngs,
        progress: Progress | None,
        watch: Callback | None,
    ) -> Iterator[Learned]:
        """Topics and lexicons; the state of the fits is kept beside the chunks."""
        apart = calibration_mask(drawn, len(self.corpus), rngs.drawing)
        runner = self.runner or Threads(thread_count(None))
        # Absolute, as workers on other computers have other working folders.
        corpus = replace(self.corpus, folder=self.corpus.folder.resolve())
        task = ChunkedFit(corpus, settings, drawn, runner)
        of_topics, rest = scaled(progress, 0.0, TOPICS), scaled(progress, TOPICS, 1.0)
        with exclusive(self.corpus, task.key, of_topics):
            topics = fit_topics_of_chunks(task, rngs.fitting, of_topics, watch)
            yield topics, pretrained_on_all(task, apart, topics, rest) if apart.any() else {}
            for done in (task.folder, lexicon_folder(task)):
                shutil.rmtree(done, ignore_errors=True)


MOST_FOR_CALIBRATION, SHARE_FOR_CALIBRATION = 4000, 0.1
"""Pairs of the sample that lexicons are calibrated on instead: so many, so much of the corpus."""


def calibration_mask(drawn: Drawn, n_documents: int, rng: Rng) -> BoolArray:
    """Which documents of the sample no lexicon learns from, as a mask: half of it at most.

    No document where the sample has all `n_documents`: then it teaches the lexicons, as in memory.
    """
    for_calibration = np.zeros(len(drawn.rows), dtype=bool)
    if len(drawn.rows) < n_documents:
        rows = np.flatnonzero(drawn.counted.complete & ~drawn.held_out)
        most = min(MOST_FOR_CALIBRATION, int(SHARE_FOR_CALIBRATION * n_documents), len(rows) // 2)
        for_calibration[rng.choice(rows, most, replace=False)] = True
    return for_calibration


def lexicon_folder(task: ChunkedFit) -> Path:
    """Where units are kept while lexicons are learned."""
    return task.folder.with_name(f"{task.folder.name}-lexicon")


def pretrained_on_all(
    task: ChunkedFit, for_calibration: BoolArray, topics: FittedTopics, progress: Progress | None
) -> dict[Sides, PretrainedLexicon]:
    """The lexicon of every direction, of all documents neither held out nor kept apart."""
    sample = task.sample
    unseen = sample.held_out | for_calibration
    lines = {m: side.lines for m, side in sample.counted.of(~unseen).sides.items()}
    directions, complete = permutations(topics.topic_word, 2), sample.counted.complete
    profiles = {one: topics.of(one).profiles(complete) for one in directions}
    store = FolderStore(lexicon_folder(task))
    own = LexiconContext(task.corpus, sample.rows[unseen].tolist(), store)
    lexicons = lexicons_of_chunks(own, lines, profiles, task.runner, progress)
    return {one: PretrainedLexicon(known, for_calibration) for one, known in lexicons.items()}

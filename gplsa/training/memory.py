from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.types import BoolArray, FloatArray
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.errors import InputError
from gplsa.keywords import Taught
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Direction
from gplsa.progress import Progress
from gplsa.training.counted import Counted, count_sides
from gplsa.training.fitting import FEWEST_PAIRS, Guide, Topics, fit_topics
from gplsa.training.pair_weights import weigh_pairs
from gplsa.training.source import Drawn, Times


@dataclass(frozen=True)
class InMemory:
    """known     sides of the corpus that were counted before, with the same word options
    guidance  makes of what was counted where the fit begins, in the place of `settings.init`
    """

    corpus: Corpus
    known: Mapping[str, CountedSide] | None = None
    guidance: Callable[[Counted], Guide] | None = None

    times = Times(drawn=0.2, phrases=0.25, weighed=0.3, topics=0.5)
    whole = None

    @property
    def name(self) -> str:
        return self.corpus.name

    def settled(self, settings: TrainSettings) -> TrainSettings:
        check_corpus(self.corpus)
        return settings

    def drawn(
        self, settings: TrainSettings, rng: np.random.Generator, progress: Progress | None
    ) -> Drawn:
        """All of it."""
        counted = count_sides(self.corpus, settings, progress, self.known)
        return Drawn(self.corpus, counted, np.arange(len(self.corpus)))

    def size(self, drawn: Drawn) -> tuple[dict[str, int], int]:
        counts = drawn.counted.counts
        n_words = {side: matrix.shape[1] for side, matrix in counts.items()}
        return n_words, int(drawn.counted.complete.sum())

    def pair_weights(
        self, drawn: Drawn, held_out: BoolArray, settings: TrainSettings, progress: Progress | None
    ) -> FloatArray | None:
        return weigh_pairs(drawn.counted, held_out, settings, progress)

    @contextmanager
    def work(
        self,
        drawn: Drawn,
        held_out: BoolArray,
        settings: TrainSettings,
        rng: np.random.Generator,
        progress: Progress | None,
    ) -> "Iterator[_Work]":
        counted = drawn.counted
        guide = None if self.guidance is None else self.guidance(counted)
        yield _Work(counted, settings, guide)


@dataclass(frozen=True)
class _Work:
    counted: Counted
    settings: TrainSettings
    guide: Guide | None

    def topics(
        self, rng: np.random.Generator, progress: Progress | None, watch: Callback | None
    ) -> Topics:
        return fit_topics(
            self.counted, self.settings, rng, guide=self.guide, progress=progress, watch=watch
        )

    def lexicons(self, topics: Topics, progress: Progress | None) -> Mapping[Direction, Taught]:
        """None: these are all documents."""
        return {}


def check_corpus(corpus: Corpus) -> None:
    """InputError where there is nothing to learn from: one side, or fewer than two pairs."""
    if len(corpus.modalities) < 2:
        raise InputError("The corpus has one side only: training needs at least two.")
    complete = int(corpus.complete().sum())
    if complete < FEWEST_PAIRS:
        raise InputError(
            "No pair has every side: training needs at least {fewest_pairs}."
            if complete == 0
            else "Only one pair has every side: training needs at least {fewest_pairs}.",
            fewest_pairs=FEWEST_PAIRS,
        )

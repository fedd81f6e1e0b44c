from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.types import Rng
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.errors import InputError
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress
from gplsa.training.counted import Counted, count_sides
from gplsa.training.estimate import PER_DOCUMENT, seconds_of_pictures
from gplsa.training.fitting import FEWEST_PAIRS, Guide, fit_topics
from gplsa.training.source import Drawn, Learned, Rngs, Times

OF_TEXTS = 0.05, 0.12, 0.42, 0.49
"""How much of a training is over after counting, reading phrases, weighing, fitting topics."""


@dataclass(frozen=True)
class InMemory:
    """A corpus in memory is the source of a training.

    known     sides of the corpus that were counted before, with the same word options
    guidance  makes of what was counted where the fit begins, in the place of `settings.init`
    """

    corpus: Corpus
    known: Mapping[str, CountedSide] | None = None
    guidance: Callable[[Counted], Guide] | None = None

    whole = None

    @property
    def times(self) -> Times:
        n_pictures = sum(int(self.corpus.has(m).sum()) for m in self.corpus.pictures)
        looked = seconds_of_pictures(n_pictures)
        seconds = looked + PER_DOCUMENT * len(self.corpus)
        begun = looked / seconds
        return Times(seconds, *(begun + (1.0 - begun) * share for share in OF_TEXTS))

    def settled(self, settings: TrainSettings) -> TrainSettings:
        check_corpus(self.corpus)
        return settings

    def drawn(self, settings: TrainSettings, rng: Rng, progress: Progress | None) -> Drawn:
        counted = count_sides(self.corpus, settings, progress, self.known)
        every, nobody = np.arange(len(self.corpus)), np.zeros(len(self.corpus), dtype=bool)
        return Drawn(self.corpus, counted, every, nobody)

    @contextmanager
    def learned(
        self,
        drawn: Drawn,
        settings: TrainSettings,
        rngs: Rngs,
        progress: Progress | None,
        watch: Callback | None,
    ) -> Iterator[Learned]:
        """Topics; no lexicons, as these documents are all."""
        guide = None if self.guidance is None else self.guidance(drawn.counted)
        counted, rng = drawn.counted, rngs.fitting
        yield fit_topics(counted, settings, rng, guide=guide, progress=progress, watch=watch), {}


def check_corpus(corpus: Corpus) -> None:
    """InputError where there is nothing to learn from: one side, or fewer than two pairs."""
    if len(corpus.modalities) < 2:
        raise InputError("The corpus has one side only: training needs at least two.")
    pairs = int(corpus.paired().sum())
    if pairs < FEWEST_PAIRS:
        raise InputError(
            "No document has two sides: training needs at least {fewest_pairs} pairs."
            if pairs == 0
            else "Only one document has two sides: training needs at least {fewest_pairs} pairs.",
            fewest_pairs=FEWEST_PAIRS,
        )

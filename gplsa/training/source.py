"""Where a training takes its documents from: memory, or chunks on the disk."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.corpus.corpus import Corpus
from gplsa.keywords import Taught
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Direction
from gplsa.model.whole import WholeCorpus
from gplsa.progress import Progress
from gplsa.training.counted import Counted
from gplsa.training.fitting import Topics


@dataclass(frozen=True)
class Drawn:
    """Documents as the model will hold them, counted;  rows  of them in the whole source."""

    corpus: Corpus
    counted: Counted
    rows: IntArray


class Times(NamedTuple):
    """How much of a training is over when something is done."""

    drawn: float
    phrases: float
    weighed: float
    topics: float


class Work(Protocol):
    """What goes over all documents of a source, not only over those that were drawn."""

    def topics(
        self, rng: np.random.Generator, progress: Progress | None, watch: Callback | None
    ) -> Topics:
        """Fitted to all, with the mixtures of the drawn ones."""
        ...

    def lexicons(self, topics: Topics, progress: Progress | None) -> Mapping[Direction, Taught]:
        """Where more documents teach them than were drawn."""
        ...


class Source(Protocol):
    """Counted documents: a corpus in memory is one chunk."""

    @property
    def name(self) -> str: ...
    @property
    def times(self) -> Times: ...
    @property
    def whole(self) -> WholeCorpus | None:
        """What the model says of documents that it does not hold; None where it holds all."""
        ...

    def settled(self, settings: TrainSettings) -> TrainSettings:
        """The settings as far as the source leaves a choice.

        Raises InputError where there is nothing to learn from, or not in this way.
        """
        ...

    def drawn(
        self, settings: TrainSettings, rng: np.random.Generator, progress: Progress | None
    ) -> Drawn: ...

    def size(self, drawn: Drawn) -> tuple[dict[str, int], int]:
        """How many words each side has, and how many documents the whole."""
        ...

    def pair_weights(
        self, drawn: Drawn, held_out: BoolArray, settings: TrainSettings, progress: Progress | None
    ) -> FloatArray | None:
        """As in `Counted`."""
        ...

    def work(
        self,
        drawn: Drawn,
        held_out: BoolArray,
        settings: TrainSettings,
        rng: np.random.Generator,
        progress: Progress | None,
    ) -> AbstractContextManager[Work]:
        """held_out  which of those drawn are measured on;  rng  draws others to keep apart"""
        ...

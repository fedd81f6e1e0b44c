"""Where a training takes its documents from: memory, or chunks on the disk."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.corpus.corpus import Corpus
from gplsa.keywords import PretrainedLexicon
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Sides
from gplsa.model.whole import WholeCorpus
from gplsa.progress import Progress
from gplsa.training.counted import Counted
from gplsa.training.fitting import FittedTopics


@dataclass(frozen=True)
class Drawn:
    """Documents as the model will hold them, counted.

    rows      of them in the whole source
    held_out  which of them are measured on, and teach nothing that is measured: a mask
    """

    corpus: Corpus
    counted: Counted
    rows: IntArray
    held_out: BoolArray


class Times(NamedTuple):
    """How much of a training is over when something is done."""

    drawn: float
    phrases: float
    weighed: float
    topics: float


Learned = tuple[FittedTopics, Mapping[Sides, PretrainedLexicon]]
"""Topics of all documents of a source, with the mixtures of those drawn; and lexicons, where more
documents teach them than were drawn."""


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
    ) -> Drawn:
        """None of them held out."""
        ...

    def pair_weights(
        self, drawn: Drawn, settings: TrainSettings, progress: Progress | None
    ) -> FloatArray | None:
        """As in `Counted`."""
        ...

    def learned(
        self,
        drawn: Drawn,
        settings: TrainSettings,
        rngs: tuple[np.random.Generator, np.random.Generator],
        progress: tuple[Progress | None, Progress | None],
        watch: Callback | None,
    ) -> AbstractContextManager[Learned]:
        """What goes over all documents; what it goes on from, where it is broken off, is kept until
        the block has ended.

        rngs      draws documents that no lexicon learns from;  begins the fit
        progress  of the topics;  of the lexicons
        """
        ...

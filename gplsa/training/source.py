"""What a training takes from a source of documents, memory or chunks on the disk."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.types import BoolArray, FloatArray, IntArray, Sides
from gplsa.corpus.corpus import Corpus
from gplsa.keywords import PretrainedLexicon
from gplsa.model.settings import TrainSettings
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
    learned: float


class Rngs(NamedTuple):
    """Random numbers: which documents are drawn and held out; what is checked; what the model is.
    Each is as it would be without the others."""

    drawing: np.random.Generator
    checking: np.random.Generator
    fitting: np.random.Generator


Learned = tuple[FittedTopics, Mapping[Sides, PretrainedLexicon]]
"""Topics of all documents of a source, with the mixtures of those drawn; and lexicons, where more
documents teach them than were drawn."""


class Source(Protocol):
    """Documents to learn from; `InMemory` and `OutOfCore` are the two there are."""

    times: Times

    @property
    def name(self) -> str: ...

    @property
    def whole(self) -> WholeCorpus | None:
        """What it is a sample of; None where it is all there is."""

    def settled(self, settings: TrainSettings) -> TrainSettings:
        """The settings as far as the source leaves a choice.

        Raises InputError where there is nothing to learn from, or they ask for what it cannot do.
        """

    def drawn(
        self, settings: TrainSettings, rng: np.random.Generator, progress: Progress | None
    ) -> Drawn:
        """The documents that the model will hold, ascending, none held out."""

    def pair_weights(
        self, drawn: Drawn, settings: TrainSettings, progress: Progress | None
    ) -> FloatArray | None:
        """How much each pair counts, as `settings.weigh_pairs` has it; None: all alike."""

    def learned(
        self,
        drawn: Drawn,
        settings: TrainSettings,
        rngs: Rngs,
        progress: Progress | None,
        watch: Callback | None,
    ) -> AbstractContextManager[Learned]:
        """What goes over all documents.  The state of its fits is kept until the block ends."""

"""What a training takes from a source of documents, `InMemory` or `OutOfCore`.

Both say how their `times` go and what `whole` they are a sample of, None where they are all; give
the settings `settled`, the documents `drawn` that the model will hold, ascending, none held out,
their `pair_weights`, None where all count alike, and what is `learned` from all documents.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gplsa.core.types import BoolArray, IntArray, Sides
from gplsa.corpus.corpus import Corpus
from gplsa.keywords import PretrainedLexicon
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
    """The seconds of a training without headings, roughly, and how much of them is over when
    something is done."""

    seconds: float
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

"""What a training takes from a source of documents, `InMemory` or `OutOfCore`.

Both say how their `times` go and what `whole` they are a sample of, None where they are all; give
the settings `settled`, the documents `drawn` that the model will hold, ascending, none held out,
and what is `learned` from all documents.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gplsa.core.types import BoolArray, IntArray, Rng, Sides
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
    """The seconds of a training without headings, roughly, and what part is over after a step."""

    seconds: float
    drawn: float
    phrases: float
    weighed: float
    learned: float


class Rngs(NamedTuple):
    """Random numbers of what is drawn, of what is checked, of the model: each by itself."""

    drawing: Rng
    checking: Rng
    fitting: Rng


Learned = tuple[FittedTopics, Mapping[Sides, PretrainedLexicon]]
"""Topics of all documents, with the mixtures of those drawn; lexicons where more teach them."""

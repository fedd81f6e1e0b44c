"""What keywords of one direction are learned from: training pairs as numbers, and their topics."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, FloatArray, IntArray, VisualFeatures
from gplsa.keywords.checks import checked_pairs
from gplsa.keywords.pairing.copies import repeated
from gplsa.keywords.pairing.lexicon import topic_profiles
from gplsa.keywords.pairing.units import Units
from gplsa.keywords.phrases.learned import Phrases
from gplsa.keywords.scoring.traits import Traits

Profiles = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class PairTopics:
    """φ (n_topics, n_words) and θ (n_docs, n_topics) of source and target."""

    topic_word: tuple[FloatArray, FloatArray]
    doc_topic: tuple[FloatArray, FloatArray]

    def profiles(self, learned: BoolArray) -> Profiles:
        """√p(z|w) of the words of both sides, p(z) that of the documents learned from."""
        weight = sum(theta[learned].mean(axis=0) for theta in self.doc_topic) / 2
        of_source, of_target = self.topic_word
        return topic_profiles(of_source, weight), topic_profiles(of_target, weight)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Training pairs of one direction.

    source, target  counts (n_docs, n_words), row i of one the counterpart of row i of the other
    units         pieces smaller than a pair, from `align_lines`, where texts have lines; else each
                  pair is one
    traits        what kind of word each target term is, where that is known
    spelling      of the source terms, as `Traits.spelling` of the target terms
    phrases       phrases of the target side; counted in the units too
    by_regression whether source terms say little one by one: visual words, columns of features
    visual_features  what source documents say beside their terms, (n_docs, n_looks)
    copies        rows that repeat an earlier pair and teach nothing; looked for by `checked`
    """

    source: sparse.csr_matrix
    target: sparse.csr_matrix
    units: Units | None = None
    traits: Traits | None = None
    spelling: IntArray | None = None
    phrases: Phrases | None = None
    by_regression: bool = False
    visual_features: VisualFeatures | None = None
    copies: IntArray = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    def checked(self) -> "Pairs":
        """As they are learned from: copies found, counts clean, every pair cut into units.

        Raises ValueError where shapes disagree, counts are negative or no pair has both sides.
        """
        source, target = checked_pairs(self.source, self.target)
        units = self.units or Units(source, target, np.arange(source.shape[0]))
        if (units.source.shape[1], units.target.shape[1]) != (source.shape[1], target.shape[1]):
            raise ValueError("units must be counted with the same vocabularies as the pairs")
        copies = np.flatnonzero(repeated(source, target))
        traits = self.traits or Traits.unknown(target.shape[1])
        found = replace(self, source=source, target=target, traits=traits, copies=copies)
        if not found.learned.any():
            raise ValueError("no pair has words on both sides: there is nothing to learn from")
        return replace(found, units=units.of_documents(found.learned))

    def check_topics(self, topics: PairTopics) -> None:
        """Raises ValueError where they are of other words or documents, naming all of it."""
        n_topics, counts = len(topics.topic_word[0]), (self.source, self.target)
        expected = (
            ("topic_word", topics.topic_word, [(n_topics, side.shape[1]) for side in counts]),
            ("doc_topic", topics.doc_topic, [(side.shape[0], n_topics) for side in counts]),
        )
        wrong = [
            f"{name} of the {side} must have shape {shape}, but has {np.shape(array)}"
            for name, arrays, shapes in expected
            for side, array, shape in zip(("source", "target"), arrays, shapes, strict=True)
            if np.shape(array) != shape
        ]
        if wrong:
            raise ValueError("; ".join(wrong))

    @cached_property
    def learned(self) -> BoolArray:
        """(n_docs,) which pairs are learned from: both sides filled, no copies."""
        counted = (np.diff(self.source.indptr) > 0) & (np.diff(self.target.indptr) > 0)
        counted[self.copies] = False
        return np.asarray(counted)

    @cached_property
    def kinds(self) -> Traits:
        """The traits of the target terms; of terms that nothing is known about where None."""
        return self.traits or Traits.unknown(self.target.shape[1])

    def of(self, documents: BoolArray) -> "Pairs":
        """Those of some documents, as a mask."""
        return replace(
            self,
            source=self.source[documents],
            target=self.target[documents],
            units=None if self.units is None else self.units.of_documents(documents),
            phrases=None if self.phrases is None else self.phrases.of_documents(documents),
            visual_features=None
            if self.visual_features is None
            else self.visual_features[documents],
            copies=np.empty(0, dtype=np.int64),
        )

    def kept(self) -> "Pairs":
        """What keywords of new documents are explained with: units have taught and may go."""
        return replace(self, units=None, visual_features=None, spelling=None)

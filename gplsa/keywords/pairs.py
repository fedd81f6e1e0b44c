"""What keywords of one direction are learned from: training pairs as numbers, and their topics."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, FloatArray, IntArray, VisualFeatures
from gplsa.keywords.checks import checked_pairs
from gplsa.keywords.pairing.copies import repeated
from gplsa.keywords.pairing.lexicon import topic_profiles
from gplsa.keywords.pairing.lines import Units
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
    """Pairs of one direction that keywords were learned from and are explained with.

    source, target  counts (n_docs, n_words), row i of one the counterpart of row i of the other
    traits        what kind of word each target term is, where that is known
    phrases       phrases of the target side
    copies        rows that repeat an earlier pair and teach nothing
    """

    source: sparse.csr_matrix
    target: sparse.csr_matrix
    traits: Traits | None = None
    phrases: Phrases | None = None
    copies: IntArray = field(default_factory=lambda: np.empty(0, dtype=np.int64))

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

    def of(self, documents: BoolArray) -> Self:
        """Those of some documents, as a mask."""
        return replace(
            self,
            source=self.source[documents],
            target=self.target[documents],
            phrases=None if self.phrases is None else self.phrases.of_documents(documents),
            copies=np.empty(0, dtype=np.int64),
        )


@dataclass(frozen=True, eq=False)
class TrainingPairs(Pairs):
    """Pairs with what else keywords are learned from.

    units         pieces smaller than a pair, from `align_lines`, where texts have lines; None: each
                  pair is one.  Phrases are counted in them, too
    spelling      of the source terms, as `Traits.spelling` of the target terms
    nouns         of the source terms, the share of their uses in which they are nouns
    by_regression whether source terms say little one by one: visual words, columns of features
    visual_features  what source documents say beside their terms, (n_docs, n_features)
    """

    units: Units | None = None
    spelling: IntArray | None = None
    nouns: FloatArray | None = None
    by_regression: bool = False
    visual_features: VisualFeatures | None = None

    def checked(self) -> Self:
        """As they are learned from: copies found, counts clean.

        Raises ValueError where shapes disagree, counts are negative or no pair has both sides.
        """
        source, target = checked_pairs(self.source, self.target)
        widths = source.shape[1], target.shape[1]
        if self.units and (self.units.source.shape[1], self.units.target.shape[1]) != widths:
            raise ValueError("units must be counted with the same vocabularies as the pairs")
        copies = np.flatnonzero(repeated(source, target))
        found = replace(self, source=source, target=target, copies=copies)
        if not found.learned.any():
            raise ValueError("no pair has words on both sides: there is nothing to learn from")
        return found

    def of(self, documents: BoolArray) -> Self:
        """Those of some documents, as a mask."""
        features = self.visual_features
        return replace(
            super().of(documents),
            units=None if self.units is None else self.units.of_documents(documents),
            visual_features=None if features is None else features[documents],
        )

    def in_units(self) -> Units:
        """The pieces that say the same."""
        return self.units or Units(self.source, self.target, np.arange(self.source.shape[0]))

    def kept(self) -> Pairs:
        """What keywords of new documents are explained with: the rest has taught."""
        return Pairs(self.source, self.target, self.traits, self.phrases, self.copies)

"""Where a fit begins and which words topics must hold, when a person has shaped them before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.corpus.sides import SideVocabulary
from gplsa.model.editing.words import term_number

SEED_STRENGTH = 0.25
"""Pseudo-counts of all seed words of a topic, relative to what an average topic has of a side."""

SEED_DRAW = 0.5
"""How much of a document that holds a seed word its topic has at the start."""


@dataclass(frozen=True)
class SeedWords:
    """Words of a side that a topic must hold."""

    topic: int
    side: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Guide:
    """Where a fit begins.

    doc_topic  mixtures, (documents, topics), rows sum to 1
    seeds      the terms that topics must hold, by side as (topic, term)
    """

    doc_topic: FloatArray
    seeds: Mapping[str, Sequence[tuple[int, int]]]

    @property
    def n_topics(self) -> int:
        return self.doc_topic.shape[1]

    def priors(self, counts: Mapping[str, sparse.csr_matrix]) -> dict[str, FloatArray]:
        """α by side, (topics, words), for documents that weigh 1 on average."""
        found = {}
        for side, matrix in counts.items():
            alpha = np.zeros((self.n_topics, matrix.shape[1]))
            for topic, term in self.seeds.get(side, ()):
                alpha[topic, term] = 1.0
            total = alpha.sum(axis=1, keepdims=True)
            strength = SEED_STRENGTH * matrix.shape[0] / self.n_topics
            found[side] = strength * alpha / np.maximum(total, 1.0)
        return found


def guide_of(
    doc_topic: FloatArray,
    seeds: Sequence[SeedWords],
    vocabularies: Mapping[str, SideVocabulary],
    counts: Mapping[str, sparse.csr_matrix],
) -> Guide:
    """Mixtures as they are known, drawn to the topics whose seed words a document holds.

    Seed words that are not counted are left out.
    """
    mixtures = doc_topic.copy()
    by_side: dict[str, list[tuple[int, int]]] = {}
    for seed in seeds:
        terms = terms_of(vocabularies[seed.side], seed.words)
        by_side.setdefault(seed.side, []).extend((seed.topic, term) for term in terms)
        holding = np.flatnonzero(np.asarray(counts[seed.side][:, terms].sum(axis=1)).ravel() > 0)
        mixtures[holding] *= 1.0 - SEED_DRAW
        mixtures[holding, seed.topic] += SEED_DRAW
    total = mixtures.sum(axis=1, keepdims=True)
    even = np.full_like(mixtures, 1.0 / mixtures.shape[1])
    mixtures = np.divide(mixtures, total, out=even, where=total > 0)
    return Guide(mixtures, by_side)


def terms_of(vocabulary: SideVocabulary, words: Sequence[str]) -> list[int]:
    """The terms that words in any of their forms are counted as, the whole before its parts."""
    return [number for word in words if (number := term_number(vocabulary, word)) is not None]

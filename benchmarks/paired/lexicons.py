"""Baselines that know which words go together: frequent words, ridge regression, Dice on lines."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from scipy import sparse

from benchmarks._common import Array
from benchmarks.paired.counting import Counts, Words, cosines, log_counts
from gplsa.keywords import align_lines

RIDGE_PENALTY = 1.0
POWERS = (1, 2, 3, 4, 6)
CHOSEN_ON = 5
"""One pair in so many is kept aside, for the power to be chosen on it."""
CHOSEN_BY = 10
"""Keywords whose precision there decides."""


class FrequentWords:
    """The words that most texts hold, whatever the text: what every method has to beat."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        self.b = Words(texts_b)
        self.scores = np.bincount(self.b.counts.indices, minlength=self.b.counts.shape[1])
        return self

    def keywords(self, text: str, n: int) -> list[str]:
        return self.b.best(self.scores.astype(float), n)


class Ridge:
    """Least squares with a penalty from tf-idf of one side to tf-idf of the other."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        self.a, self.b = Words(texts_a), Words(texts_b)
        self.x = self.a.tfidf(self.a.counts)
        kernel = (self.x @ self.x.T).toarray() + RIDGE_PENALTY * np.eye(self.x.shape[0])
        self.weight = np.linalg.solve(kernel, self.b.tfidf(self.b.counts).toarray())
        return self

    def _predicted(self, texts: Sequence[str]) -> Array:
        return np.asarray((self.a.tfidf(self.a.count(texts)) @ self.x.T) @ self.weight)

    def keywords(self, text: str, n: int) -> list[str]:
        return self.b.best(self._predicted([text])[0], n)

    def likeness(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
        return cosines(self._predicted(texts_a), self.b.tfidf(self.b.count(texts_b)))


class Dice:
    """Σ_f (1 + log tf_f) dice(f, e)^p, dice = 2 n_fe / (n_f + n_e) over aligned lines.

    The power is the one that gives the most right keywords on a fifth of the pairs, with a lexicon
    of the others.
    """

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        self.a, self.b = Words(texts_a), Words(texts_b)
        units = align_lines(self.a.lines, self.b.lines, len(texts_a))
        held = np.arange(len(texts_a)) % CHOSEN_ON == 0
        seen = units.of_documents(~held)
        tried = dice_table(seen.source, seen.target)
        source, target = self.a.counts[held], self.b.counts[held]
        self.lexicon = dice_table(units.source, units.target).power(
            max(POWERS, key=lambda power: _right(source, target, tried.power(power)))
        )
        self.back = sparse.csr_matrix(self.lexicon.T)
        return self

    def keywords(self, text: str, n: int) -> list[str]:
        scores = log_counts(self.a.count([text])) @ self.lexicon
        return self.b.best(scores.toarray()[0], n)

    def likeness(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
        x, y = (side.tfidf(side.count(t)) for side, t in ((self.a, texts_a), (self.b, texts_b)))
        there = cosines((x @ self.lexicon) @ sparse.diags_array(self.b.idf), y)
        return np.asarray(there + cosines(x, (y @ self.back) @ sparse.diags_array(self.a.idf)))

    def translations(self, word: str, n: int) -> list[str]:
        found = sparse.csr_matrix(self.a.count([word])).indices
        if not len(found):
            return []
        # The whole of a compound, not its parts.
        rarest = found[np.argmax(self.a.idf[found])]
        return self.b.best(self.lexicon[[rarest]].toarray()[0], n)


def dice_table(source: Counts, target: Counts) -> Counts:
    """2 n_fe / (n_f + n_e) of words of two sides, n counted over rows."""
    x, y = (sparse.csr_matrix(side > 0, dtype=np.float64) for side in (source, target))
    both = (x.T @ y).tocoo()
    n_f, n_e = np.asarray(x.sum(axis=0)).ravel(), np.asarray(y.sum(axis=0)).ravel()
    value = 2 * both.data / (n_f[both.row] + n_e[both.col])
    return sparse.csr_matrix((value, (both.row, both.col)), shape=both.shape)


def _right(source: Counts, target: Counts, lexicon: Counts) -> float:
    scores = (log_counts(source) @ lexicon).toarray()
    best = np.argsort(-scores, axis=1, kind="stable")[:, :CHOSEN_BY]
    held = target.toarray() > 0
    return float(np.take_along_axis(held, best, axis=1).mean())

"""Topic models of pairs glued together: scikit-learn's NMF and LDA, tomotopy's LDA."""

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.decomposition import NMF, LatentDirichletAllocation

from benchmarks._common import Array
from benchmarks.paired.counting import Words, cosines
from benchmarks.peers import named_words, tomotopy_topics

TOPICS_OF_PAIRS = 1.6
LEAST_TOPICS, MOST_TOPICS = 5, 100
MAX_ITER, LDA_SWEEPS, SAMPLED_SWEEPS = 400, 20, 1000


def n_topics_for(n_pairs: int) -> int:
    """As many as gplsa takes by itself, so that figures of topics compare."""
    return int(np.clip(round(TOPICS_OF_PAIRS * np.sqrt(n_pairs)), LEAST_TOPICS, MOST_TOPICS))


class _Glued:
    """p(w|z) over the words of both sides together, and mixtures of texts of either side."""

    a: Words
    b: Words
    model: Any
    topic_word: Array

    def _counted(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> list[sparse.csr_matrix]:
        self.a, self.b = Words(texts_a), Words(texts_b)
        return [self.a.counts, self.b.counts]

    def _sides(self) -> tuple[Array, Array]:
        n = self.a.counts.shape[1]
        return self.topic_word[:, :n], self.topic_word[:, n:]

    def _mixtures(self, table: sparse.csr_matrix) -> Array:
        return np.asarray(self.model.transform(table))

    def _read(self, own: Words, texts: Sequence[str]) -> Array:
        """Mixtures of texts of one side, the other left empty."""
        tables = [
            self._weighed(side, side.count(texts))
            if side is own
            else sparse.csr_matrix((len(texts), side.counts.shape[1]))
            for side in (self.a, self.b)
        ]
        return self._mixtures(sparse.csr_matrix(sparse.hstack(tables)))

    def _weighed(self, side: Words, counts: sparse.csr_matrix) -> sparse.csr_matrix:
        return counts

    def keywords(self, text: str, n: int) -> list[str]:
        return self.b.best((self._read(self.a, [text]) @ self._sides()[1])[0], n)

    def likeness(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
        return cosines(np.sqrt(self._read(self.a, texts_a)), np.sqrt(self._read(self.b, texts_b)))

    def topics(self, n: int) -> list[tuple[list[str], list[str]]]:
        first, second = self._sides()
        return [
            (self.a.best(one, n), self.b.best(other, n))
            for one, other in zip(first, second, strict=True)
        ]


class GluedNMF(_Glued):
    """NMF of tf-idf with squared loss: of the simple ones the best to read."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        counts = self._counted(texts_a, texts_b)
        tables = [self._weighed(side, c) for side, c in zip((self.a, self.b), counts, strict=True)]
        n_topics = n_topics_for(len(texts_a))
        self.model = NMF(n_topics, init="nndsvd", max_iter=MAX_ITER, random_state=0)
        self.model.fit(sparse.csr_matrix(sparse.hstack(tables)))
        self.topic_word = self.model.components_
        return self

    def _weighed(self, side: Words, counts: sparse.csr_matrix) -> sparse.csr_matrix:
        return side.tfidf(counts)


class GluedLDA(_Glued):
    """Latent Dirichlet allocation by variational Bayes."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        counts = self._counted(texts_a, texts_b)
        self.model = LatentDirichletAllocation(
            n_topics_for(len(texts_a)), max_iter=LDA_SWEEPS, random_state=0
        )
        self.model.fit(sparse.csr_matrix(sparse.hstack(counts)))
        weights = self.model.components_
        self.topic_word = weights / weights.sum(axis=1, keepdims=True)
        return self


class SampledLDA(_Glued):
    """Latent Dirichlet allocation by Gibbs sampling, of tomotopy."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        import tomotopy

        table = sparse.csr_matrix(sparse.hstack(self._counted(texts_a, texts_b)))
        self.model = tomotopy.LDAModel(k=n_topics_for(len(texts_a)), seed=0)
        for words in named_words(table):
            if words:
                self.model.add_doc(words)
        self.model.train(SAMPLED_SWEEPS, workers=1)
        self.topic_word = tomotopy_topics(self.model, table.shape[1])
        return self

    def _mixtures(self, table: sparse.csr_matrix) -> Array:
        rows = []
        for words in named_words(table):
            document = self.model.make_doc(words) if words else None
            rows.append(
                self.model.infer(document)[0]
                if document is not None
                else np.full(self.model.k, 1 / self.model.k)
            )
        return np.array(rows)


TOPIC_MODELS: dict[str, Callable[[], _Glued]] = {
    "nmf": GluedNMF,
    "lda": GluedLDA,
    "tomotopy": SampledLDA,
}

"""Texts of two languages as words and lines: what the simple methods learn from, ours as well."""

from collections.abc import Sequence

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from benchmarks._common import Array
from gplsa.text import Vocabulary, WordOptions
from gplsa.text.languages import guess_side

Counts = sparse.csr_matrix


class Words:
    """Counts of the words of one side, and how they are written: what the baselines count by.

    The same words as ours: base forms, the language's stop words and rare ones left out.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.language = guess_side(texts)
        self.vocabulary, lines, _ = Vocabulary.build_encoded(texts, WordOptions(self.language))
        self.lines, self.counts = lines, lines.by_document()
        frequency = np.bincount(self.counts.indices, minlength=self.counts.shape[1])
        self.idf = np.log((1 + len(texts)) / (1 + frequency)) + 1

    def count(self, texts: Sequence[str]) -> Counts:
        return self.vocabulary.count(texts)

    def tfidf(self, counts: Counts) -> Counts:
        """(1 + log tf)·idf, rows of length 1."""
        weighed = log_counts(counts) @ sparse.diags_array(self.idf)
        return sparse.csr_matrix(normalize(weighed))

    def best(self, scores: Array, n: int) -> list[str]:
        """The words of the n highest positive scores."""
        order = np.argsort(-scores, kind="stable")[:n]
        return [self.vocabulary.forms[place] for place in order if scores[place] > 0]


def log_counts(counts: Counts) -> Counts:
    """1 + log tf where a word stands."""
    result = counts.astype(np.float64)
    result.data = 1 + np.log(result.data)
    return result


def cosines(left: Array | Counts, right: Array | Counts) -> Array:
    """(rows of left, rows of right)."""
    found = normalize(left) @ normalize(right).T
    return sparse.csr_matrix(found).toarray() if sparse.issparse(found) else np.asarray(found)

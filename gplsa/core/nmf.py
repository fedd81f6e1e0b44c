r"""Topics of tf-idf by non-negative least squares: subjects that a fit can begin with.

    minimise ½ Σ_v Σ_{d has v} ‖a^v_d − θ_d Φ_v‖²   over θ, Φ ≥ 0

a^v_d is modality v of document d: square roots of its counts times idf, brought to length one, so
that neither frequent words nor long documents decide.  A modality that a document lacks says
nothing of it.  Coordinate descent, row by row [Hsieh, Dhillon 2011]: with G = Φ Φᵀ and p = Φ a,

    θ_z ← max(0, θ_z − (G θ − p)_z / G_zz)

and the words of Φ in the same way from the documents.
"""

import numpy as np
from scipy import sparse

from gplsa.core.compile import SIMD, kernel
from gplsa.core.parallel import even_blocks, run_blocks
from gplsa.core.sums import present_in
from gplsa.core.types import FloatArray, IntArray, Matrices


def tfidf_rows(counts: sparse.csr_matrix, idf: FloatArray) -> sparse.csr_matrix:
    """√count · idf, rows of length one; whatever rows of counts were scaled to, it is the same."""
    found = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    found.data = np.sqrt(found.data) * idf[found.indices]
    squares = np.asarray(found.multiply(found).sum(axis=1)).ravel()
    found.data /= np.repeat(np.sqrt(squares), np.diff(found.indptr))
    return found


@kernel(fastmath=SIMD)
def _descend(start, stop, indptr, columns, values, others, grams, kinds, weights):
    """One step of every weight of rows start..stop, the others held fixed.

    weights (rows, topics);  others (columns, topics);  grams[kinds[row]]: G of that row
    """
    n_topics = weights.shape[1]
    gradient = np.empty(n_topics)
    for i in range(start, stop):
        gram = grams[kinds[i]]
        for z in range(n_topics):
            gradient[z] = 0.0
        for j in range(indptr[i], indptr[i + 1]):
            column, value = columns[j], values[j]
            for z in range(n_topics):
                gradient[z] -= value * others[column, z]
        # Most weights are zero and stay it: only those that are not, or move, cost a row of G.
        for k in range(n_topics):
            if weights[i, k] > 0.0:
                weight = weights[i, k]
                for z in range(n_topics):
                    gradient[z] += weight * gram[k, z]
        for k in range(n_topics):
            if gram[k, k] <= 0.0:
                continue
            moved = max(weights[i, k] - gradient[k] / gram[k, k], 0.0)
            by = moved - weights[i, k]
            if by != 0.0:
                weights[i, k] = moved
                for z in range(n_topics):
                    gradient[z] += by * gram[k, z]


def factorise(
    matrices: Matrices, documents: FloatArray, words: FloatArray, iterations: int, n_threads: int
) -> None:
    """Move θ, `documents` (n_docs, n_topics), and Φ, `words` (words of all modalities, n_topics).

    matrices  by modality, as `tfidf_rows` gives them
    """
    sides = _Sides(matrices, n_threads)
    by_word = sides.by_document.T.tocsr()
    for _ in range(iterations):
        sides.move_documents(words, documents)
        grams = np.array([documents[has].T @ documents[has] for has in sides.present.T])
        _move(by_word, documents, grams, sides.modality, words, n_threads)


def mixtures_under(
    matrices: Matrices, words: FloatArray, iterations: int, n_threads: int
) -> FloatArray:
    """θ (n_docs, n_topics) of other documents, Φ held fixed."""
    sides = _Sides(matrices, n_threads)
    documents = np.zeros((len(sides.present), words.shape[1]))
    for _ in range(iterations):
        sides.move_documents(words, documents)
    return documents


class _Sides:
    """All words of each document; which modalities it has; the modality of each word."""

    def __init__(self, matrices: Matrices, n_threads: int) -> None:
        self.by_document, self.present = sparse.hstack(matrices, format="csr"), present_in(matrices)
        self.modality = np.repeat(range(len(matrices)), [matrix.shape[1] for matrix in matrices])
        self._n_threads = n_threads

    def move_documents(self, words: FloatArray, documents: FloatArray) -> None:
        of_modality = [words[self.modality == v] for v in range(self.present.shape[1])]
        by_modality = np.array([own.T @ own for own in of_modality])
        patterns, kinds = np.unique(self.present, axis=0, return_inverse=True)
        grams = np.array([by_modality[pattern].sum(axis=0) for pattern in patterns])
        _move(self.by_document, words, grams, kinds.ravel(), documents, self._n_threads)


def _move(
    matrix: sparse.csr_matrix,
    others: FloatArray,
    grams: FloatArray,
    kinds: IntArray,
    weights: FloatArray,
    n_threads: int,
) -> None:
    parts = (matrix.indptr, matrix.indices, matrix.data, others, grams, kinds, weights)
    blocks = even_blocks(np.diff(matrix.indptr) + weights.shape[1], n_threads)
    run_blocks(_descend, blocks, n_threads, *parts)

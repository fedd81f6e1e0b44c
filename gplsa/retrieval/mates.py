"""Mates among the texts of the other language by the lexicon, and nearest training pairs."""

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.preprocessing import normalize

from gplsa.gist import Gist
from gplsa.gist.checks import checked_counts
from gplsa.gist.ranking import inverse_document_frequency
from gplsa.retrieval.regressed import regression_similarity

FloatArray = npt.NDArray[np.float64]

NEIGHBOURS = 10


def mate_similarity(
    forward: Gist, backward: Gist, source: sparse.csr_matrix, target: sparse.csr_matrix
) -> FloatArray:
    r"""How alike every source and every target document are (n_source_docs, n_target_docs).

        cos((tfidf_s · t) ∘ idf, tfidf_t) + its twin through the other direction's lexicon,

    then cross-domain similarity local scaling.  Where a gist is by regression, that takes the place
    of the lexicons (`regression_similarity`).  `forward` is the gist from source to target,
    `backward` its opposite; both may be unseen documents.
    """
    source = checked_counts(source, "source", forward.lexicon.n_source)
    target = checked_counts(target, "target", backward.lexicon.n_source)
    if forward.lexicon.n_target != target.shape[1] or backward.lexicon.n_target != source.shape[1]:
        raise ValueError("forward and backward must be the two directions of one pair")
    if forward.regression is not None:
        return local_scaling(regression_similarity(forward.regression, source, target))
    if backward.regression is not None:
        return local_scaling(regression_similarity(backward.regression, target, source).T)
    source_idf, target_idf = backward.idf, forward.idf
    x, y = tfidf(source, source_idf), tfidf(target, target_idf)
    there = normalize(scaled_columns(x @ translation_matrix(forward), target_idf)) @ normalize(y).T
    back = normalize(scaled_columns(y @ translation_matrix(backward), source_idf)) @ normalize(x).T
    return local_scaling(_dense(there) + _dense(back).T)


def local_scaling(similarity: FloatArray, n_neighbours: int = NEIGHBOURS) -> FloatArray:
    """CSLS: 2 S − the mean of the `n_neighbours` best per row − the same per column.

    It takes documents down that are near to everything.  [Conneau et al. 2018]
    """
    rows = _mean_of_best(similarity, n_neighbours)
    columns = _mean_of_best(similarity.T, n_neighbours)
    return 2 * similarity - rows[:, None] - columns[None, :]


def nearest_pairs(
    counts: sparse.csr_matrix, training: sparse.csr_matrix, n_best: int = 3
) -> list[list[tuple[int, float]]]:
    """The training documents of the same modality nearest by tf-idf cosine, per document.

    counts (n_docs, n_words), training (n_training, n_words).  Returns (row of training, cosine),
    best first; documents that share no word are left out.
    """
    counts = checked_counts(counts, "counts", training.shape[1])
    idf = inverse_document_frequency(training)
    cosine = normalize(tfidf(counts, idf)) @ normalize(tfidf(training, idf)).T
    cosine = sparse.csr_matrix(cosine)
    found = []
    for d in range(cosine.shape[0]):
        part = slice(cosine.indptr[d], cosine.indptr[d + 1])
        rows, values = cosine.indices[part], cosine.data[part]
        order = np.lexsort((rows, -values))[:n_best]
        found.append([(int(rows[i]), float(values[i])) for i in order if values[i] > 0])
    return found


def translation_matrix(gist: Gist) -> sparse.csr_matrix:
    """t(e|f) of the short lists (n_source, n_target)."""
    lexicon = gist.lexicon
    return sparse.csr_matrix(
        (lexicon.translation, lexicon.indices, lexicon.indptr),
        shape=(lexicon.n_source, lexicon.n_target),
    )


def tfidf(counts: sparse.csr_matrix, idf: FloatArray) -> sparse.csr_matrix:
    """(1 + log tf)·idf at the non-zeros, (n_docs, n_words)."""
    weighted = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    # Shares below one occurrence (rows may sum to 1) weigh in proportion, as in the gist.
    large = weighted.data >= 1
    weighted.data[large] = 1 + np.log(weighted.data[large])
    return scaled_columns(weighted, idf)


def scaled_columns(matrix: sparse.csr_matrix, weight: FloatArray) -> sparse.csr_matrix:
    """Column w of `matrix` times weight[w]."""
    return sparse.csr_matrix(matrix @ sparse.diags_array(weight))


def _mean_of_best(similarity: FloatArray, n_best: int) -> FloatArray:
    n_best = min(n_best, similarity.shape[1])
    if n_best == 0:
        return np.zeros(similarity.shape[0])
    return np.asarray(np.partition(similarity, -n_best, axis=1)[:, -n_best:].mean(axis=1))


def _dense(matrix: sparse.csr_matrix) -> FloatArray:
    return np.asarray(matrix.toarray())

"""Other ways from a document to keywords of the other language, to be measured against.

Each takes training counts of both sides and counts of unseen source documents, and returns a score
of every target word for every document (n_docs, n_target).
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import svds
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.preprocessing import normalize

from gplsa.keywords import Units
from gplsa.keywords.scoring.ranking import inverse_document_frequency

Array = NDArray[np.float64]
Counts = sparse.csr_matrix

NEAREST = 10
LSI_DIMENSIONS = 400
RIDGE_PENALTY = 1.0
DICE_POWER = 4


def frequent_words(source: Counts, target: Counts, unseen: Counts) -> Array:
    """The words that most training documents hold, whatever the document."""
    frequency = np.bincount(target.indices, minlength=target.shape[1]).astype(float)
    return np.tile(frequency, (unseen.shape[0], 1))


def nearest_documents(source: Counts, target: Counts, unseen: Counts) -> Array:
    """The other sides of the ten nearest training documents by tf-idf, weighted by cosine."""
    cosine = (tfidf(unseen, source) @ tfidf(source, source).T).toarray()
    far = np.argsort(-cosine, axis=1, kind="stable")[:, NEAREST:]
    np.put_along_axis(cosine, far, 0.0, axis=1)
    return np.asarray(cosine @ tfidf(target, target))


def cross_language_lsi(source: Counts, target: Counts, unseen: Counts) -> Array:
    """Latent semantic indexing of the glued pairs (Dumais et al. 1997)."""
    left, right = lsi_spaces(source, target)
    return np.asarray((tfidf(unseen, source) @ left) @ right.T)


def lsi_spaces(
    source: Counts, target: Counts, dimensions: int = LSI_DIMENSIONS
) -> tuple[Array, Array]:
    """Word vectors of both sides, (n_words, dimensions), the weightiest dimension last."""
    glued = sparse.hstack([tfidf(source, source), tfidf(target, target)]).tocsr()
    dimensions = min(dimensions, min(glued.shape) - 1)
    words = svds(glued, k=dimensions, random_state=0)[2].T
    return words[: source.shape[1]], words[source.shape[1] :]


def ridge(source: Counts, target: Counts, unseen: Counts) -> Array:
    """Least squares from tf-idf to tf-idf with a penalty, solved over documents."""
    x = tfidf(source, source)
    kernel = (x @ x.T).toarray() + RIDGE_PENALTY * np.eye(x.shape[0])
    weight = np.linalg.solve(kernel, tfidf(target, target).toarray())
    return np.asarray((tfidf(unseen, source) @ x.T) @ weight)


def dice(source: Counts, target: Counts, unseen: Counts) -> Array:
    """Σ_f (1 + log tf_f) dice(f, e)⁴ with dice = 2 n_fe / (n_f + n_e) over training pairs."""
    x, y = (sparse.csr_matrix(side > 0, dtype=np.float64) for side in (source, target))
    both = (x.T @ y).tocoo()
    n_f, n_e = np.asarray(x.sum(axis=0)).ravel(), np.asarray(y.sum(axis=0)).ravel()
    value = (2 * both.data / (n_f[both.row] + n_e[both.col])) ** DICE_POWER
    lexicon = sparse.csr_matrix((value, (both.row, both.col)), shape=both.shape)
    return np.asarray((_log_counts(unseen) @ lexicon).toarray())


LINE_POWERS = (1, 2, 3, 4, 6)
DOCUMENT_WEIGHTS = ("log tf", "log tf · idf")


def dice_on_lines(
    units: Units, source: Counts, unseen: Counts
) -> Iterator[tuple[tuple[int, str], Array]]:
    """Σ_f w_f dice(f, e)^power, dice counted on aligned lines, for every power and weighting w."""
    x, y = (sparse.csr_matrix(side > 0, dtype=np.float64) for side in (units.source, units.target))
    both = (x.T @ y).tocoo()
    n_f, n_e = np.asarray(x.sum(axis=0)).ravel(), np.asarray(y.sum(axis=0)).ravel()
    value = 2 * both.data / (n_f[both.row] + n_e[both.col])
    weights = _log_counts(unseen)
    rare = sparse.csr_matrix(weights @ sparse.diags_array(inverse_document_frequency(source)))
    for power in LINE_POWERS:
        lexicon = sparse.csr_matrix((value**power, (both.row, both.col)), shape=both.shape)
        for name, weighted in zip(DOCUMENT_WEIGHTS, (weights, rare), strict=True):
            yield (power, name), np.asarray((weighted @ lexicon).toarray())


def glued_lda(source: Counts, target: Counts, unseen: Counts, n_topics: int, seed: int) -> Array:
    """Latent Dirichlet allocation on the two sides of each pair glued together."""
    model = LatentDirichletAllocation(n_topics, max_iter=20, random_state=seed)
    model.fit(sparse.hstack([source, target]).tocsr())
    nothing = sparse.csr_matrix((unseen.shape[0], target.shape[1]))
    mixtures = model.transform(sparse.hstack([unseen, nothing]).tocsr())
    words = model.components_[:, source.shape[1] :]
    return np.asarray(mixtures @ (words / words.sum(axis=1, keepdims=True)))


def tfidf(counts: Counts, training: Counts) -> Counts:
    """(1 + log tf)·idf, rows of length 1."""
    weight = sparse.diags_array(inverse_document_frequency(training))
    return sparse.csr_matrix(normalize(_log_counts(counts) @ weight))


def _log_counts(counts: Counts) -> Counts:
    result = counts.astype(np.float64)
    result.data = 1 + np.log(result.data)
    return result

"""Other ways from a document to keywords of the other language, to be measured against.

Each takes training counts of both sides and counts of unseen source documents, and returns a score
of every target word for every document (n_docs, n_target).
"""

from collections.abc import Iterator

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import svds
from sklearn.preprocessing import normalize

from benchmarks._common import Array
from benchmarks.paired.counting import Counts, log_counts
from benchmarks.paired.lexicons import dice_table
from gplsa.core.sums import inverse_document_frequency
from gplsa.keywords import Units

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
    lexicon = dice_table(source, target).power(DICE_POWER)
    return np.asarray((log_counts(unseen) @ lexicon).toarray())


LINE_POWERS = (1, 2, 3, 4, 6)
DOCUMENT_WEIGHTS = ("log tf", "log tf · idf")


def dice_on_lines(
    units: Units, source: Counts, unseen: Counts
) -> Iterator[tuple[tuple[int, str], Array]]:
    """Σ_f w_f dice(f, e)^power, dice counted on aligned lines, for every power and weighting w."""
    dice = dice_table(units.source, units.target)
    weights = log_counts(unseen)
    rare = sparse.csr_matrix(weights @ sparse.diags_array(inverse_document_frequency(source)))
    for power in LINE_POWERS:
        lexicon = dice.power(power)
        for name, weighted in zip(DOCUMENT_WEIGHTS, (weights, rare), strict=True):
            yield (power, name), np.asarray((weighted @ lexicon).toarray())


def tfidf(counts: Counts, training: Counts) -> Counts:
    """(1 + log tf)·idf, rows of length 1."""
    weight = sparse.diags_array(inverse_document_frequency(training))
    return sparse.csr_matrix(normalize(log_counts(counts) @ weight))

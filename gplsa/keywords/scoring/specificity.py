r"""The second probability: that a word is among the specific words of the true other side.

p says whether a word occurs in a human translation; q whether it is one of the twenty words with
the largest (1 + log tf)·idf there.  Frequent words are sure and tell nothing: p is 1, q is 0.

    logit q = a · x + b + Σ_t leaf_t(all features),   x = logit p, idf, log n, log(1 + r)

n is how often the document calls for the word (`Candidates.expected`) and r its place among the
document's candidates by p (1 + log max(n, 1)) idf.  Trees see besides what calls the word up and
what kind of word it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.sums import column_sums, entry_rows, ranks_within
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.keywords.scoring.boosting import Calibration, boost, linear_score, sigmoid
from gplsa.keywords.scoring.probability import Candidates, fit_weights
from gplsa.keywords.scoring.traits import Traits
from gplsa.progress import Progress

N_SPECIFIC = 20
N_LINEAR, N_FEATURES, N_TREES = 4, 16, 50
UNLIKELY, THINNING = 0.05, 20
LOGIT_LIMIT = 9.0
DEFAULT_WEIGHTS = np.array([0.6, 0.6, 0.6, -0.8, -3.0])  # of logit p … and the constant


@dataclass(frozen=True)
class Context:
    """What q knows beside the candidates.

    document_length  (n_docs) counted words of each document
    burst            (n_target) log(cf / df), 0 where a word stands once in each of its documents
    traits           of the target words
    """

    document_length: FloatArray
    burst: FloatArray
    traits: Traits


def linear_features(found: Candidates, p: FloatArray) -> FloatArray:
    """logit p, idf, log n and log(1 + r) of every candidate, (n_candidates, 4)."""
    idf = found.features[:, 2]
    weight = p * (1 + np.log(np.maximum(found.expected, 1.0))) * idf
    logit = np.log(np.maximum(p, 1e-12)) - np.log(np.maximum(1 - p, 1e-12))
    often, rank = np.log(np.maximum(found.expected, 1e-3)), ranks_within(found.documents, weight)
    limited = np.clip(logit, -LOGIT_LIMIT, LOGIT_LIMIT)
    return np.column_stack([limited, idf, often, np.log1p(rank)])


def all_features(
    linear: FloatArray, found: Candidates, context: Context, chosen: IntArray
) -> FloatArray:
    """(n_chosen, 16): the linear ones, S, W, U, N, the three of the callers, the length of the
    document, and of the word burstiness, nouniness, capitals and length."""
    terms, traits = found.terms[chosen], context.traits
    length = np.log(np.maximum(context.document_length, 1.0))[found.documents[chosen]]
    of_words = context.burst, traits.nouniness, traits.capital, traits.length
    known = found.features[chosen][:, [0, 1, 3, 4]], found.callers[chosen], length
    return np.column_stack([linear[chosen], *known, *(one[terms] for one in of_words)])


def specificity(
    model: Calibration, found: Candidates, p: FloatArray, context: Context
) -> FloatArray:
    """q of every candidate."""
    linear = linear_features(found, p)
    return model.probability(all_features(linear, found, context, np.arange(len(p))))


def learn_specificity(
    scored: Sequence[tuple[Candidates, FloatArray, Context]],
    labels: Sequence[BoolArray],
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> Calibration:
    """Fit the linear score, then the trees, as for p.

    scored  candidates of documents that their lexicon has not seen, with p and context
    labels  of each whether its candidates are telling
    """
    linear = [linear_features(found, p) for found, p, _ in scored]
    weights = fit_weights(np.vstack(linear), np.concatenate(labels), DEFAULT_WEIGHTS)
    features, rest = [], []
    for part, (found, _, context), label in zip(linear, scored, labels, strict=True):
        score = linear_score(part, weights)
        unlikely = sigmoid(score) < UNLIKELY
        kept = np.flatnonzero(~unlikely | (rng.random(len(score)) < 1 / THINNING))
        features.append(all_features(part, found, context, kept))
        weight = np.where(unlikely, float(THINNING), 1.0)
        rest.append([label[kept], score[kept], weight[kept]])
    examples = np.vstack(features), *map(np.concatenate, zip(*rest, strict=True))
    return Calibration(weights, boost(*examples, n_trees=N_TREES, progress=progress))


def is_specific(found: Candidates, target: sparse.csr_matrix, idf: FloatArray) -> BoolArray:
    """Whether each candidate is among the `N_SPECIFIC` words of its counterpart with the largest
    tf·idf."""
    weight = (1 + np.log(np.maximum(target.data, 1e-12))) * idf[target.indices]
    rows = entry_rows(target.indptr)
    best = ranks_within(rows, weight) < N_SPECIFIC
    specific = rows[best] * target.shape[1] + target.indices[best].astype(np.int64)
    return np.isin(found.documents * target.shape[1] + found.terms, specific)


def burstiness(target: sparse.csr_matrix) -> FloatArray:
    """log(cf / df) of every word: 0 where it stands once in each of its documents."""
    cf = column_sums(target)
    df = np.bincount(target.indices, minlength=target.shape[1])
    return np.log(np.maximum(cf, 1e-12) / np.maximum(df, 1)) * (df > 0)

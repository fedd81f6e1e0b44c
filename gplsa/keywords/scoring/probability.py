r"""From a lexicon to a probability: five features of a document and a candidate target word e.

    S = log Σ_f w_f t(e|f)                     how strongly the document's words f call e up
    W = logit max_f P(e|f)                     the best single witness among them
    I = idf_e                                  how rare e is
    U = logit (1 − Π_f (1 − P_u(e|f))^tf_f)    whether any one sentence calls for e
    N = log n_f                                in how many training pairs the witness was seen

with w_f = 1 + log tf_f.  The probability that e occurs in the counterpart is σ of a linear score
in S, W and I, corrected by boosted trees in all five where there are pairs enough to learn them.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from gplsa.core.compile import inlined, kernel
from gplsa.core.sums import entry_rows, idf_of
from gplsa.core.types import BoolArray, FloatArray, Int32Array, IntArray
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon
from gplsa.keywords.pairing.rows import largest_of_row, rows_kept
from gplsa.keywords.scoring.boosting import Calibration, boost, linear_score, sigmoid
from gplsa.progress import Progress

N_FEATURES = 5
SHORT_LIST = 30
SUPPORT_FLOOR = 1e-5
UNIT_LOGIT_LIMIT = 14.0
DEFAULT_WEIGHTS = np.array([1.8, 0.85, 0.45, -0.8])  # of S, W, I and the constant
PRIOR_PRECISION = 25.0  # of the default weights: it matters below some hundred examples
UNLIKELY, THINNING = 0.2, 10
"""Of the examples below this linear probability one in ten is learned from, at ten times the
weight: keywords are chosen among the others."""


@dataclass(frozen=True)
class Candidates:
    """Candidate keywords of several documents, by document (CSR layout).

    features  (n_candidates, 5): S, W, I, U, N
    expected  Σ_f tf_f t(e|f): how often e is called up
    callers   (n_candidates, 3): with s_f = w_f t(e|f) / Σ, the source words' shares in S,
              Σ s_f tfidf_f, Σ s_f log(1 + rank_f) and Σ s_f², rank_f the place of f among the
              document's words by tf·idf: how much the document is about what calls e up
    nouns     Σ s_f ν_f: how much of what calls e up are nouns
    """

    indptr: IntArray
    terms: Int32Array
    features: FloatArray
    expected: FloatArray
    callers: FloatArray
    nouns: FloatArray

    @property
    def pairs(self) -> FloatArray:
        """In how many training pairs, about, the strongest evidence stands beside each
        candidate."""
        return sigmoid(self.features[:, 1]) * (np.exp(self.features[:, 4]) + 1)

    @property
    def documents(self) -> IntArray:
        """The document of every candidate."""
        return entry_rows(self.indptr)


def pair_shares(lexicon: Lexicon, known: Frequencies) -> FloatArray:
    r"""P(e|f) of every pair of words of the lexicon: the share of training pairs with f whose
    counterpart has e."""
    return smoothed_shares(lexicon.indptr, lexicon.indices, lexicon.cooccurrence, known)


def smoothed_shares(
    indptr: IntArray, indices: Int32Array, both: FloatArray, known: Frequencies
) -> FloatArray:
    """(both + ½ n_e/N) / (n_f + 1) of every pair of words f, e, kept off 0 and 1; of pairs P(e|f),
    of units P_u(e|f).  Half a pair of ordinary text: what was seen once bears no certain witness.

    known  how many pairs, or units, hold each word
    """
    base = known.target / max(known.n_pairs, 1)
    shares = (both + 0.5 * base[indices]) / (np.repeat(known.source, np.diff(indptr)) + 1)
    return np.clip(shares, 1e-6, 1 - 1e-6)


def short_list(lexicon: Lexicon, pair_share: FloatArray) -> Lexicon:
    """The `SHORT_LIST` pairs of every source word with the largest t·P."""
    kept = largest_of_row(lexicon.indptr, lexicon.translation * pair_share, SHORT_LIST)
    return replace(
        lexicon,
        indptr=rows_kept(lexicon.indptr, kept),
        indices=lexicon.indices[kept],
        translation=lexicon.translation[kept],
        cooccurrence=lexicon.cooccurrence[kept],
        unit_chance=lexicon.unit_chance[kept],
    )


def candidates(
    counts: sparse.csr_matrix,
    lexicon: Lexicon,
    pair_share: FloatArray,
    known: Frequencies,
    idf: FloatArray,
    nouns: FloatArray | None = None,
) -> Candidates:
    """Every target word on the short list of a document's words, with its features.

    pair_share  P(e|f) of every pair of words of the lexicon
    known       how many training pairs hold each word;  idf  of every target word
    nouns       ν of every source word, 1 where None
    """
    source_idf = idf_of(known.source, known.n_pairs)
    nouns = np.ones(lexicon.n_source) if nouns is None else nouns
    indptr, terms, support, best, believer, unit, expected, callers = collect(
        *(counts.indptr, counts.indices, counts.data, source_idf, nouns),
        *(lexicon.indptr, lexicon.indices, lexicon.translation),
        *(pair_share, np.log1p(-lexicon.unit_chance), lexicon.n_target),
    )
    s, w = np.log(np.maximum(support, SUPPORT_FLOOR)), np.log(best / (1 - best))
    n = np.log(np.maximum(known.source[believer], 1.0))
    features = np.column_stack([s, w, idf[terms], _logit_of_any(unit), n])
    return Candidates(indptr, terms, features, expected, callers[:, :3], callers[:, 3])


def learn_calibration(
    features: FloatArray,
    labels: BoolArray,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> Calibration:
    """Fit the linear score, then the trees; features (n_examples, 5), labels (n_examples,)."""
    weights = fit_weights(features[:, :3], labels, DEFAULT_WEIGHTS)
    base = linear_score(features, weights)
    unlikely = sigmoid(base) < UNLIKELY
    kept = ~unlikely | (rng.random(len(base)) < 1 / THINNING)
    weight = np.where(unlikely, float(THINNING), 1.0)
    trees = boost(features[kept], labels[kept], base[kept], weight[kept], progress=progress)
    return Calibration(weights, trees)


def fit_weights(
    features: FloatArray,
    labels: BoolArray | FloatArray,
    prior: FloatArray,
    *,
    largest_step: float = 2.0,
) -> FloatArray:
    """Logistic regression by Newton's method, with a Gaussian prior around `prior`.

    features (n_examples, n), labels (n_examples,), prior (n + 1)
    largest_step  that a weight is moved by at once
    Returns n weights and the constant.
    """
    design = np.column_stack([features, np.ones(len(features))])
    weights = prior.copy()
    for _ in range(30):
        p = sigmoid(design @ weights)
        gradient = design.T @ (labels - p) - PRIOR_PRECISION * (weights - prior)
        curved = (design * (p * (1 - p))[:, None]).T @ design
        hessian = curved + PRIOR_PRECISION * np.eye(len(prior))
        step = np.linalg.solve(hessian, gradient)
        largest = float(np.abs(step).max())
        # Newton may overshoot where the two classes are nearly separated.
        weights = weights + step / max(1.0, largest / largest_step)
        if largest < 1e-8:
            break
    return weights


def _logit_of_any(log_none: FloatArray) -> FloatArray:
    """logit(1 − q) from log q, q the chance that no unit calls for the word."""
    limited = np.clip(log_none, -UNIT_LOGIT_LIMIT, -np.exp(-UNIT_LOGIT_LIMIT))
    return np.clip(np.log(-np.expm1(limited)) - limited, -UNIT_LOGIT_LIMIT, UNIT_LOGIT_LIMIT)


@inlined
def _weight(count):
    return 1.0 + np.log(count) if count >= 1.0 else count


@kernel
def term_weight(count):
    """1 + log tf; below one occurrence (counts may be shares) tf itself, which joins smoothly."""
    return _weight(count)


@kernel
def collect(
    x_ptr, x_word, x_count, source_idf, nouns,
    indptr, indices, translation, pair_share, log_not_unit, n_target,
):  # fmt: skip
    """The sums over a document's words that features of candidates are made of."""
    n_docs = len(x_ptr) - 1
    seen = np.full(n_target, -1, dtype=np.int64)
    out_ptr = np.zeros(n_docs + 1, dtype=np.int64)
    for d in range(n_docs):
        n = 0
        for a in range(x_ptr[d], x_ptr[d + 1]):
            for i in range(indptr[x_word[a]], indptr[x_word[a] + 1]):
                if seen[indices[i]] != d:
                    seen[indices[i]] = d
                    n += 1
        out_ptr[d + 1] = out_ptr[d] + n
    size = out_ptr[n_docs]
    terms = np.empty(size, dtype=np.int32)
    support, best, unit, expected = np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size)
    believer = np.zeros(size, dtype=np.int64)
    callers = np.zeros((size, 4))
    slot = np.empty(n_target, dtype=np.int64)
    seen[:] = -1
    for d in range(n_docs):
        n = out_ptr[d]
        tfidf = np.empty(x_ptr[d + 1] - x_ptr[d])
        for a in range(len(tfidf)):
            tfidf[a] = _weight(x_count[x_ptr[d] + a]) * source_idf[x_word[x_ptr[d] + a]]
        log_place = np.empty(len(tfidf))
        log_place[np.argsort(-tfidf, kind="mergesort")] = np.log1p(np.arange(len(tfidf)))
        for a in range(x_ptr[d], x_ptr[d + 1]):
            count, weight = x_count[a], _weight(x_count[a])
            for i in range(indptr[x_word[a]], indptr[x_word[a] + 1]):
                e = indices[i]
                if seen[e] != d:
                    seen[e] = d
                    slot[e] = n
                    terms[n] = e
                    n += 1
                s = slot[e]
                called = weight * translation[i]
                support[s] += called
                callers[s, 0] += called * tfidf[a - x_ptr[d]]
                callers[s, 1] += called * log_place[a - x_ptr[d]]
                callers[s, 2] += called * called
                callers[s, 3] += called * nouns[x_word[a]]
                expected[s] += count * translation[i]
                unit[s] += count * log_not_unit[i]
                if pair_share[i] > best[s]:
                    best[s] = pair_share[i]
                    believer[s] = x_word[a]
    for s in range(size):
        if support[s] > 0.0:
            callers[s] /= support[s]
            callers[s, 2] /= support[s]
    return out_ptr, terms, support, best, believer, unit, expected, callers

r"""Phrases of the target side as keywords, with evidence and a probability like those of words.

A phrase has a lexicon of its own, from source words to phrases, learned on the same aligned units.
It is a candidate where each of its words is likely by itself (p ≥ 1/4); that it stands *as a
phrase* in a human translation has the probability

    logit p = a · x + b + Σ_t leaf_t(all features),   x = S, W, m, c

S and W are the support and the witness of the phrase as in `scoring.probability`, m the least
logit p among its words, and c = log((n + 0.2) / (n_r + 1)) says how often the rarest of its words,
in n_r training documents, stands in the phrase, in n of them: *Obama* is *Barack Obama* where it
always was.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.chance import LEAST_DOCUMENTS, beyond_chance
from gplsa.core.compile import kernel
from gplsa.core.sums import column_sums, document_frequency, entry_rows
from gplsa.core.types import BoolArray, FloatArray, Int32Array, IntArray
from gplsa.keywords.scoring.boosting import Calibration, boost, linear_score, no_trees
from gplsa.keywords.scoring.probability import Candidates, fit_weights
from gplsa.progress import Progress

LEAST_WORD = 0.25  # p that every word of a phrase needs by itself
N_LINEAR, N_FEATURES, N_TREES = 4, 11, 60
LOGIT_LIMIT = 9.0
LEAST_EXAMPLES = 200  # below it the default weights serve, pulled by what examples there are
DEFAULT_WEIGHTS = np.array([0.5, 0.4, 0.6, 1.0, 1.0])  # of S, W, m, c and the constant


@dataclass(frozen=True)
class Phrases:
    """The phrases of the target side, as counts.

    counts     (n_docs, n_phrases) of the training documents
    terms      (n_phrases, n_target) 1 where the phrase holds the word
    nouniness  (n_phrases) of the phrase as a whole
    words_per_counted  words of the texts, the uncounted ones among them, for each that is counted
    """

    counts: sparse.csr_matrix
    terms: sparse.csr_matrix
    nouniness: FloatArray
    words_per_counted: float = 1.0

    def of_documents(self, chosen: BoolArray) -> "Phrases":
        """As counted in the documents chosen by a mask."""
        return Phrases(self.counts[chosen], self.terms, self.nouniness, self.words_per_counted)


@dataclass(frozen=True)
class FoundPhrases:
    """Candidate phrases of several documents (CSR layout), with features (n_candidates, 11)."""

    indptr: IntArray
    phrases: Int32Array
    features: FloatArray

    @property
    def documents(self) -> IntArray:
        """The document of every candidate."""
        return entry_rows(self.indptr)


def cohesion(phrases: Phrases, target: sparse.csr_matrix) -> FloatArray:
    """log((n + 0.2) / (n_r + 1)) of every phrase, n_r the documents with its rarest word.

    −∞ where these documents alone would not have chosen the phrase: one that held-out documents
    brought in stands there all too surely.
    """
    if not phrases.terms.shape[0]:
        return np.zeros(0)
    terms = phrases.terms
    rarest = np.minimum.reduceat(document_frequency(target)[terms.indices], terms.indptr[:-1])
    held = document_frequency(phrases.counts)
    n_places = phrases.words_per_counted * float(target.sum())
    share = column_sums(target) / max(n_places, 1.0)
    log_share = terms @ np.log(np.maximum(share, 1e-300))
    uses = column_sums(phrases.counts)
    chosen = beyond_chance(uses, log_share, np.diff(terms.indptr), n_places)
    known = (held >= LEAST_DOCUMENTS) & chosen
    return np.where(known, np.log((held + 0.2) / (rarest + 1)), -np.inf)


def phrase_candidates(
    found: Candidates, words: Candidates, p: FloatArray, phrases: Phrases, together: FloatArray
) -> FoundPhrases:
    """The candidates of `found` whose words are all likely.

    found     from `candidates` with the lexicon of phrases;  words, p  candidates and probability
    together  `cohesion` of every phrase
    """
    odds = np.maximum(p, 1e-12) / np.maximum(1 - p, 1e-12)
    logit = np.clip(np.log(odds), -LOGIT_LIMIT, LOGIT_LIMIT)
    terms = phrases.terms
    least, mean = _word_scores(
        *(found.indptr, found.terms, words.indptr, words.terms, logit),
        *(terms.indptr, terms.indices, terms.shape[1], LOGIT_LIMIT),
    )
    likely = (least >= np.log(LEAST_WORD / (1 - LEAST_WORD))) & np.isfinite(together[found.terms])
    kept = np.flatnonzero(likely)
    which, own = found.terms[kept], found.features[kept]
    often = np.log(np.maximum(found.expected[kept], 1e-3))
    of_words = least[kept], together[which], mean[kept]
    of_phrase = often, phrases.nouniness[which], np.diff(terms.indptr)[which]
    features = np.column_stack([own[:, :2], *of_words, own[:, 2:], *of_phrase])
    before = np.concatenate([[0], np.cumsum(likely)])
    return FoundPhrases(before[found.indptr].astype(np.int64), which, features)


def learn_phrases(
    features: FloatArray, labels: BoolArray, progress: Progress | None = None
) -> Calibration:
    """Fit the linear score, then trees where there are examples enough."""
    weights = fit_weights(features[:, :N_LINEAR], labels, DEFAULT_WEIGHTS)
    if len(labels) < LEAST_EXAMPLES:
        return Calibration(weights, no_trees())
    base, ones = linear_score(features, weights), np.ones(len(labels))
    trees = boost(features, labels, base, ones, n_trees=N_TREES, progress=progress)
    return Calibration(weights, trees)


@kernel
def _word_scores(ptr, phrase, word_ptr, word, logit, held_ptr, held, n_target, limit):
    """The least and the mean logit among the words of every candidate phrase."""
    least, mean = np.empty(len(phrase)), np.empty(len(phrase))
    of_word = np.full(n_target, -limit)
    for d in range(len(ptr) - 1):
        for i in range(word_ptr[d], word_ptr[d + 1]):
            of_word[word[i]] = logit[i]
        for i in range(ptr[d], ptr[d + 1]):
            low, total = limit, 0.0
            words = held[held_ptr[phrase[i]] : held_ptr[phrase[i] + 1]]
            for w in words:
                low = min(low, of_word[w])
                total += of_word[w]
            least[i] = low
            mean[i] = total / max(len(words), 1)
        for i in range(word_ptr[d], word_ptr[d + 1]):
            of_word[word[i]] = -limit
    return least, mean

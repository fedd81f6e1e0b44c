r"""What a person reads of a topic: the words that tell it from the others, and go together.

The most probable words of most topics are those that stand everywhere.  Shown are those of them
that are this topic's own and go with the others:

    relevance(w | z) = log p(w|z) + (1 − λ) [a log p(z|w)/max_y p(y|w) + b c(w, z)]
    c(w, z) = Σ_v NPMI(w, v) q(v|z),  q(v|z) ∝ exp relevance(v|z),  over the words v of all sides

λ = 1 is the order of p(w|z), as in [Sievert, Shirley 2014], whose lift −log p(w) prefers what is
rare.  A word that another topic has more of falls, and so does one that does not stand in the
documents where the others do; as q and c are worked out five times, each from the other, of two
subjects in one topic that of most words is shown.  The words of the other sides count like those of
the own one, so that a person who reads one side only sees what all of them say.  Words in few
documents are left out, as they are exclusive by chance, and so are weekdays, months, numerals,
titles and pieces of words.  Of the parts of compounds only what stands outside of the compounds
shown counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy import sparse

from gplsa.core.sums import topic_given_word
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.keywords import Traits

CERTAIN = 0.3
RELEVANCE = 0.6
"""Where the way from distinctive (0) to frequent (1) words begins."""

OWN, TOGETHER = 2.0, 20.0
"""What it weighs that a word is this topic's own, a, and goes with its other words, b."""

ROUNDS = 5

FEWEST_DOCUMENTS, MOST_DOCUMENTS = 3, 25
DOCUMENT_SHARE = 0.005
POOL = 40

AGREEING = 10
TRANSLATED = 0.5
LOW_AGREEMENT = 0.35
"""Below it a topic is rather no single subject: see docs/METHOD.md."""
_TINY = np.finfo(float).tiny


@dataclass(frozen=True, eq=False)
class TopicSide:
    """One side of the topics.

    topic_word  φ = p(w|z), (topics, words), as far as words stand for themselves
    forms       how each word is shown
    document_frequency  (words,) training documents that hold it;  n_documents  of them all
    occurrences  (words,) in all of them
    language    ISO 639-1 code, "" where unknown
    traits      what kind of word each is; None where nothing is known
    counts      (documents, words) of the documents that the sides share; None where unknown
    """

    topic_word: FloatArray
    forms: Sequence[str]
    document_frequency: IntArray
    n_documents: int
    occurrences: FloatArray
    language: str = ""
    traits: Traits | None = None
    counts: sparse.csr_matrix | None = None

    @cached_property
    def stands(self) -> sparse.csc_matrix | None:
        """(documents, words) 1 where a document holds a word."""
        return None if self.counts is None else self.counts.sign().tocsc()

    @cached_property
    def shown(self) -> BoolArray:
        """(words,) in a two-hundredth of the documents, in 3 to 25 of them; no circumstance."""
        least = np.clip(DOCUMENT_SHARE * self.n_documents, FEWEST_DOCUMENTS, MOST_DOCUMENTS)
        common = np.asarray(self.document_frequency >= least)
        return common if self.traits is None else common & ~self.traits.circumstance

    def relevance(self, share: FloatArray, lam: float) -> FloatArray:
        """The formula above without c, (topics, words), of topics of these shares."""
        log_topic = np.log(np.maximum(self.topic_word, _TINY))
        owned = np.maximum(self.owned(share), _TINY)
        own = np.log(owned / owned.max(axis=0))
        return np.asarray(log_topic + (1.0 - lam) * OWN * own)

    def owned(self, share: FloatArray) -> FloatArray:
        """p(z|w), (topics, words): how much of a word's use is in each topic."""
        return topic_given_word(self.topic_word, share)


@dataclass(frozen=True, eq=False)
class TopicReading:
    """The topics of one model as they are read.

    sides     by modality;  share  p(z), (topics,)
    partners  by pair of modalities, (words of one, words of the other) in 0..1: how far two words
              translate each other
    readable  the modalities whose terms are words to read
    likely    as partners, t(e|f) + t(f|e): which of several translations is the likeliest
    """

    sides: Mapping[str, TopicSide]
    share: FloatArray
    partners: Mapping[tuple[str, str], sparse.csr_matrix]
    readable: Sequence[str]
    likely: Mapping[tuple[str, str], sparse.csr_matrix] = field(default_factory=dict)
    _ranked: dict[float, dict[str, list[IntArray]]] = field(default_factory=dict)

    @property
    def n_topics(self) -> int:
        return len(self.share)

    def words(self, modality: str, topic: int, n: int, relevance: float = RELEVANCE) -> IntArray:
        """The `n` words to show of a topic, best first; by p(w|z) alone at relevance 1."""
        if relevance >= 1.0:
            order = np.argsort(-self.sides[modality].topic_word[topic], kind="stable")
            return np.asarray(order[:n], dtype=np.int64)
        if relevance not in self._ranked:
            self._ranked[relevance] = self._rank(relevance)
        return self._ranked[relevance][modality][topic][:n]

    def translates(
        self, first: str, second: str, *, likely: bool = False
    ) -> sparse.csr_matrix | None:
        """How far each word of `first` and each of `second` translate each other, or how likely."""
        tables = self.likely if likely else self.partners
        if (first, second) in tables:
            return tables[first, second]
        if (second, first) in tables:
            return tables[second, first].T.tocsr()
        return None

    @cached_property
    def agreement(self) -> FloatArray | None:
        """(topics,) share of the ten words shown of a side that have a translation among the ten of
        the other, both ways; mean over the pairs of sides to read; None where no two translate
        each other.
        """
        found = []
        for sides in combinations(self.readable, 2):
            if (table := self.translates(*sides)) is None:
                continue
            of_pair = []
            for topic in range(self.n_topics):
                own, theirs = (self.words(side, topic, AGREEING) for side in sides)
                near = table[own][:, theirs].toarray() >= TRANSLATED
                of_pair.append(np.concatenate([near.any(axis=0), near.any(axis=1)]).mean())
            found.append(of_pair)
        return np.mean(found, axis=0) if found else None

    def _rank(self, lam: float) -> dict[str, list[IntArray]]:
        score = {m: side.relevance(self.share, lam) for m, side in self.sides.items()}
        ranked = {m: _by_relevance(side, score[m]) for m, side in self.sides.items()}
        held = {m: one.stands for m, one in self.sides.items() if one.stands is not None}
        for topic in range(self.n_topics):
            pools = {m: ranked[m][topic][:POOL] for m in held}
            # What may not be shown comes after what may, in a pool as everywhere.
            pools = {m: pool[self.sides[m].shown[pool]] for m, pool in pools.items()}
            stands = {m: held[m][:, pool] for m, pool in pools.items() if len(pool)}
            near = {
                (m, other): npmi(stands[m], stands[other], m == other)
                for m in stands
                for other in stands
            }
            relevant = {m: score[m][topic, pools[m]] for m in stands}
            best = relevant
            for _ in range(ROUNDS):
                share = {m: _shares(value) for m, value in best.items()}
                best = {
                    m: value + (1.0 - lam) * TOGETHER * sum(near[m, o] @ share[o] for o in stands)
                    for m, value in relevant.items()
                }
            for m, value in best.items():
                order = np.argsort(-value, kind="stable")
                ranked[m][topic][: len(order)] = pools[m][order]
        return ranked


def _by_relevance(side: TopicSide, score: FloatArray) -> list[IntArray]:
    """By topic: the words to be shown by relevance, then the others by p(w|z)."""
    orders = np.lexsort((-score, np.broadcast_to(~side.shown, score.shape)), axis=1)
    n_shown = int(side.shown.sum())
    found = []
    for topic, order in enumerate(orders):
        others = order[n_shown:]
        others = others[np.argsort(-side.topic_word[topic, others], kind="stable")]
        found.append(np.concatenate([order[:n_shown], others]).astype(np.int64))
    return found


def _shares(relevance: FloatArray) -> FloatArray:
    """q(v|z) ∝ exp relevance(v|z)."""
    found = np.exp(relevance - relevance.max())
    return np.asarray(found / found.sum())


def npmi(first: sparse.csc_matrix, second: sparse.csc_matrix, same: bool) -> FloatArray:
    """Of each word with each, with one document more that holds both and one that was expected:
    else words that never met would outweigh all others; 0 of a word with itself."""
    n_documents = first.shape[0]
    together = (first.T @ second).toarray() + 1.0
    expected = np.outer(*(np.asarray(m.sum(axis=0)).ravel() for m in (first, second))) / n_documents
    found = np.log(together / (expected + 1.0)) / np.log((n_documents + 2.0) / together)
    if same:
        np.fill_diagonal(found, 0.0)
    return np.asarray(found)


def without_compounds(topic_word: FloatArray, parts: sparse.csr_matrix) -> FloatArray:
    """p(w|z) less that of the compounds that hold w, (topics, words), each of whose uses counts as
    one of w; nothing is less than 0.

    parts  (words, words) 1 where the first is a compound that holds the second
    """
    if not parts.nnz:
        return topic_word
    return np.maximum(topic_word - topic_word @ parts, 0.0)


def translation_table(lexicon: sparse.csr_matrix, back: sparse.csr_matrix) -> sparse.csr_matrix:
    """How far words translate each other, 0..1: the larger of t(e|f) and t(f|e), 1 from `CERTAIN`.

    lexicon  t(e|f), (source words, target words);  back  of the other direction
    """
    both = lexicon.maximum(back.T.tocsr()).tocsr()
    both.data = np.minimum(both.data / CERTAIN, 1.0)
    return sparse.csr_matrix(both)

r"""What a person reads of a topic: the words that tell it from the others.

The most probable words of most topics are those that stand everywhere.  Shown are the most relevant
[Sievert, Shirley 2014]:

    relevance(w | z) = λ log p(w|z) + (1 − λ) log p(w|z) / p(w)

λ = 1 is the order of p(w|z), λ = 0 prefers words that stand in this topic alone.  Words in few
documents are left out, as they are exclusive by chance, and so are weekdays, months, numerals,
titles and pieces of words.  Of the parts of compounds only what stands
outside of the compounds shown counts.  A word rises where its translation is
high on the other side, so that a person who reads one side only sees what both of them say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import FloatArray, IntArray

RELEVANCE = 0.6
"""Where the way from distinctive (0) to frequent (1) words begins."""

FEWEST_DOCUMENTS, MOST_DOCUMENTS = 2, 25
DOCUMENT_SHARE = 0.01
POOL = 40
LIFT = 0.3
_TINY = np.finfo(float).tiny


@dataclass(frozen=True, eq=False)
class TopicSide:
    """One side of the topics.

    topic_word  φ = p(w|z), (topics, words), as far as words stand for themselves
    forms       how each word is shown
    document_frequency  (words,) training documents that hold it;  n_documents  of them all
    occurrences  (words,) in all of them
    language    ISO 639-1 code, "" where unknown
    circumstance  (words,) weekdays, numerals, pieces of words; none where nothing is known
    """

    topic_word: FloatArray
    forms: Sequence[str]
    document_frequency: IntArray
    n_documents: int
    occurrences: FloatArray
    language: str = ""
    circumstance: npt.NDArray[np.bool_] | None = None

    @cached_property
    def shown(self) -> npt.NDArray[np.bool_]:
        """(words,) in a hundredth of the documents, in 2 to 25 of them; no mere circumstance."""
        least = np.clip(DOCUMENT_SHARE * self.n_documents, FEWEST_DOCUMENTS, MOST_DOCUMENTS)
        common = np.asarray(self.document_frequency >= least)
        return common if self.circumstance is None else common & ~self.circumstance

    def relevance(self, share: FloatArray, lam: float) -> FloatArray:
        """λ log p(w|z) + (1 − λ) log p(w|z)/p(w), (topics, words), of topics of these shares."""
        log_topic = np.log(np.maximum(self.topic_word, _TINY))
        everywhere = share @ self.topic_word
        return log_topic - (1.0 - lam) * np.log(np.maximum(everywhere, _TINY))

    def owned(self, share: FloatArray) -> FloatArray:
        """p(z|w), (topics, words): how much of a word's use is in each topic."""
        joint = self.topic_word * share[:, None]
        return np.asarray(joint / np.maximum(joint.sum(axis=0), _TINY))


@dataclass(frozen=True, eq=False)
class TopicReading:
    """The topics of one model as they are read.

    sides     by modality;  share  p(z), (topics,)
    partners  by pair of modalities, (words of one, words of the other) in 0..1: how far two words
              translate each other
    """

    sides: Mapping[str, TopicSide]
    share: FloatArray
    partners: Mapping[tuple[str, str], sparse.csr_matrix]
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

    def translates(self, first: str, second: str) -> sparse.csr_matrix | None:
        """How far each word of `first` and each of `second` translate each other."""
        if (first, second) in self.partners:
            return self.partners[first, second]
        if (second, first) in self.partners:
            return self.partners[second, first].T.tocsr()
        return None

    def _rank(self, relevance: float) -> dict[str, list[IntArray]]:
        by_side = {m: self._by_relevance(side, relevance) for m, side in self.sides.items()}
        ranked: dict[str, list[IntArray]] = {}
        for modality, own in by_side.items():
            others = [
                (table, by_side[other])
                for other in by_side
                if other != modality
                for table in [self.translates(modality, other)]
                if table is not None
            ]
            ranked[modality] = [
                _lifted(words, [(table, theirs[topic]) for table, theirs in others])
                for topic, words in enumerate(own)
            ]
        return ranked

    def _by_relevance(self, side: TopicSide, relevance: float) -> list[IntArray]:
        """By topic: the words to be shown by relevance, then the others by p(w|z)."""
        score = side.relevance(self.share, relevance)
        orders = np.lexsort((-score, np.broadcast_to(~side.shown, score.shape)), axis=1)
        n_shown = int(side.shown.sum())
        found = []
        for topic, order in enumerate(orders):
            others = order[n_shown:]
            others = others[np.argsort(-side.topic_word[topic, others], kind="stable")]
            found.append(np.concatenate([order[:n_shown], others]).astype(np.int64))
        return found


def _lifted(words: IntArray, others: Sequence[tuple[sparse.csr_matrix, IntArray]]) -> IntArray:
    """The first `POOL` words by 1/(rank + 1) and 0.3 times that of the best partner; then the rest.

    others  of the other sides: how far words translate, and the ranking of the same topic there
    """
    pool, rest = words[:POOL], words[POOL:]
    score = 1.0 / (1.0 + np.arange(len(pool)))
    for table, theirs in others:
        near = table[pool][:, theirs[:POOL]].toarray()
        standing = 1.0 / (1.0 + np.arange(near.shape[1]))
        score = score + LIFT * (near * standing).max(axis=1, initial=0.0)
    return np.concatenate([pool[np.argsort(-score, kind="stable")], rest])


def without_compounds(topic_word: FloatArray, parts: sparse.csr_matrix) -> FloatArray:
    """p(w|z) less that of the compounds that hold w, (topics, words), each of whose uses counts as
    one of w; nothing is less than 0.

    parts  (words, words) 1 where the first is a compound that holds the second
    """
    if not parts.nnz:
        return topic_word
    return np.maximum(topic_word - topic_word @ parts, 0.0)


def translation_table(
    lexicon: sparse.csr_matrix, back: sparse.csr_matrix, certain: float = 0.3
) -> sparse.csr_matrix:
    """How far words translate each other, 0..1: the larger of t(e|f) and t(f|e), 1 from `certain`.

    lexicon  t(e|f), (source words, target words);  back  of the other direction
    """
    both = lexicon.maximum(back.T.tocsr()).tocsr()
    both.data = np.minimum(both.data / certain, 1.0)
    return sparse.csr_matrix(both)

"""Search: documents of one side of a corpus for a document of any side, with the reasons."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from gplsa.core.types import FloatArray, IntArray, Looks
from gplsa.corpus.sides import read_with_unknown
from gplsa.corpus.words import most_frequent_first
from gplsa.gist.regression import Regression
from gplsa.gist.scoring.ranking import inverse_document_frequency
from gplsa.retrieval import (
    LexiconLikeness,
    Translations,
    foretold_words,
    regression_similarity,
    tfidf,
    topic_similarity,
)
from gplsa.trained.model import FOLD_IN_STEPS, TrainedModel

PICTURE_STEPS = 10
"""Of fold-in: a picture has hundreds of visual words, and three steps leave it undecided."""
REGRESSION_WEIGHT = 0.3
"""In standard deviations, beside the cosine of the topics …"""
WEIGHT_WITH_LOOKS = 0.5
"""… and of a regression that reads looks, too. Chosen on training photos left out in thirds, where
.5 to 2 found about as many captions of the right kind, .3 fewer; without looks .3 and .5 found the
most. `benchmarks.photos` tells what it comes to on unseen ones."""
LINKS_SHOWN = 4
TOPICS_SHOWN = 3
LEAST_SHARE = 0.05


@dataclass(frozen=True)
class Link:
    """Words that speak for a hit: of the query, of the hit ("" where it is seen, not said)."""

    asked: str
    found: str
    share: float


@dataclass(frozen=True)
class Hit:
    """A document found: its row; score, comparable within one search; why."""

    row: int
    score: float
    topics: list[tuple[int, float]]
    links: list[Link]


@dataclass(frozen=True)
class Findings:
    """hits best first, none where nothing of the query is known; topics of the query, largest
    first; its words that training has not seen, most frequent first."""

    hits: list[Hit]
    topics: list[tuple[int, float]]
    unknown_words: list[str]


class Finder:
    """Searches the documents of `target` for a document of `source`, which may be the same side.

    Texts are compared by tf-idf, across languages through the lexicon of both directions; where
    one of the sides is no text, by topics (√θ centred) and by the words that a regression foretells
    from it.  measure: what `prepare` took out of the same model and sides, where it is kept;
    among: the rows that may be found, all where None.
    """

    def __init__(
        self,
        model: TrainedModel,
        source: str,
        target: str,
        measure: "Measure | None" = None,
        among: IntArray | None = None,
    ) -> None:
        self.model, self.source, self.target = model, source, target
        self._measure = measure or prepare(model, source, target)
        self._rows = np.flatnonzero(np.diff(model.counts[target].indptr))
        if among is not None:
            self._rows = np.intersect1d(self._rows, among)
        self._mixtures = model.doc_topic[target]

    def find(self, item: Any, limit: int = 10) -> Findings:
        """The `limit` best documents for a text, or a picture's bytes.

        Raises InputError where a picture cannot be read.
        """
        vocabulary = self.model.vocabularies[self.source]
        if vocabulary.kind == "features":
            raise ValueError("a row of features is searched for by find_row")
        counts, unknown, looks = read_with_unknown(vocabulary, [item])
        strange = [word for word, _ in most_frequent_first(unknown[0])]
        return self._find(counts, looks, limit, strange)

    def find_row(self, row: int, limit: int = 10) -> Findings:
        """The same for a document of the model."""
        looks = self.model.looks.get(self.source)
        seen = None if looks is None else looks[[row]]
        return self._find(self.model.counts[self.source][row], seen, limit, [])

    def _find(
        self, counts: sparse.csr_matrix, looks: Looks | None, limit: int, strange: list[str]
    ) -> Findings:
        if not counts.nnz:
            return Findings([], [], strange)
        steps = FOLD_IN_STEPS if self._is_text(self.source) else PICTURE_STEPS
        mixture = self.model.fold_in(counts, self.source, steps)[0]
        scores = self._measure.scores(counts, mixture, looks)[self._rows]
        best = np.argsort(-scores, kind="stable")[:limit]
        hits = [
            Hit(
                int(self._rows[place]),
                float(scores[place]),
                shared_topics(self.model, mixture, self._mixtures[self._rows[place]]),
                self._measure.links(counts, int(self._rows[place]), looks),
            )
            for place in best
        ]
        return Findings(hits, largest_topics(mixture), strange)

    def _is_text(self, modality: str) -> bool:
        return self.model.vocabularies[modality].kind == "text"


def largest_topics(mixture: FloatArray) -> list[tuple[int, float]]:
    """The few largest, as (topic, share)."""
    own = [(int(topic), float(mixture[topic])) for topic in np.argsort(-mixture)]
    return [topic for topic in own if topic[1] >= LEAST_SHARE][:TOPICS_SHOWN]


def shared_topics(
    model: TrainedModel, asked: FloatArray, found: FloatArray
) -> list[tuple[int, float]]:
    """√(θ_query θ_hit) as shares of their sum, largest first."""
    both = np.sqrt(asked * found)
    shares = both / max(float(both.sum()), np.finfo(float).tiny)
    order = np.argsort(-shares, kind="stable")[:TOPICS_SHOWN]
    return [
        (int(topic), float(shares[topic]))
        for topic in order
        if shares[topic] >= LEAST_SHARE and topic not in model.hidden_topics
    ]


class Measure(Protocol):
    """Compares a query, counted and with its topics and looks, with the documents of a side."""

    def scores(
        self, counts: sparse.csr_matrix, mixture: FloatArray, looks: Looks | None = None
    ) -> FloatArray:
        """Of every document of the target side, (n_documents,)."""

    def links(self, counts: sparse.csr_matrix, row: int, looks: Looks | None = None) -> list[Link]:
        """The words that bring the query and a document together, strongest first."""


def prepare(model: TrainedModel, source: str, target: str) -> Measure:
    """What every query from `source` to `target` needs, taken out of the model once."""
    counts = model.counts[target]
    if source == target:
        return SameSide(model, target, counts, inverse_document_frequency(counts))
    there, back = model.gists[source, target], model.gists[target, source]
    for gist, reads_query in ((there, True), (back, False)):
        if gist.regression is not None:
            return _ByRegression(model, source, target, gist.regression, reads_query)
    return ByLexicon(model, source, target, counts, Translations(there, back))


class SameSide:
    """Cosine of tf-idf to some documents, `counts` (n_documents, n_words)."""

    def __init__(
        self, model: TrainedModel, side: str, counts: sparse.csr_matrix, idf: FloatArray
    ) -> None:
        self._forms = model.vocabularies[side].forms
        self._idf = idf
        self._documents = normalize(tfidf(counts, idf))

    def scores(
        self, counts: sparse.csr_matrix, mixture: FloatArray, looks: Looks | None = None
    ) -> FloatArray:
        asked = normalize(tfidf(counts, self._idf))
        return np.asarray((self._documents @ asked.T).toarray().ravel())

    def links(self, counts: sparse.csr_matrix, row: int, looks: Looks | None = None) -> list[Link]:
        both = tfidf(counts, self._idf).multiply(self._documents[row]).tocsr()
        found = [
            (self._forms[word], self._forms[word], value)
            for word, value in zip(both.indices, both.data, strict=True)
        ]
        return _strongest(found)


class ByLexicon:
    """½ cos((tfidf_s · t) ∘ idf, tfidf_t) and its twin through the other direction's lexicon, to
    some documents of the target side, `counts`."""

    def __init__(
        self,
        model: TrainedModel,
        source: str,
        target: str,
        counts: sparse.csr_matrix,
        translations: Translations,
    ) -> None:
        self._asked_forms = model.vocabularies[source].forms
        self._found_forms = model.vocabularies[target].forms
        self._source_idf = translations.source_idf
        self._likeness = LexiconLikeness(translations, counts)

    def scores(
        self, counts: sparse.csr_matrix, mixture: FloatArray, looks: Looks | None = None
    ) -> FloatArray:
        return self._likeness(counts)[0] / 2

    def links(self, counts: sparse.csr_matrix, row: int, looks: Looks | None = None) -> list[Link]:
        asked, document = tfidf(counts, self._source_idf), self._likeness.words[row]
        means = self._likeness.translation[asked.indices][:, document.indices].tocoo()
        weight = document.data
        found = [
            (
                self._asked_forms[asked.indices[f]],
                self._found_forms[document.indices[e]],
                asked.data[f] * value * weight[e],
            )
            for f, e, value in zip(means.row, means.col, means.data, strict=True)
        ]
        return _strongest(found)


class _ByRegression:
    """Cosine of centred √θ, and the words that a regression foretells from what is no text."""

    def __init__(
        self,
        model: TrainedModel,
        source: str,
        target: str,
        regression: Regression,
        reads_query: bool,
    ) -> None:
        self._regression, self._reads_query = regression, reads_query
        self._documents, self._looks = model.counts[target], model.looks.get(target)
        read = source if reads_query else target
        self._weight = WEIGHT_WITH_LOOKS if read in model.looks else REGRESSION_WEIGHT
        self._doc_topic = model.doc_topic[target]
        self._centre = np.vstack([model.doc_topic[side] for side in (source, target)])
        self._forms = model.vocabularies[target if reads_query else source].forms

    def scores(
        self, counts: sparse.csr_matrix, mixture: FloatArray, looks: Looks | None = None
    ) -> FloatArray:
        topics = topic_similarity(mixture[None], self._doc_topic, self._centre)[0]
        if self._reads_query:
            words = regression_similarity(self._regression, counts, self._documents, looks)[0]
        else:
            own = self._looks
            words = regression_similarity(self._regression, self._documents, counts, own)[:, 0]
        spread = max(float(words.std()), np.finfo(float).tiny)
        return np.asarray(topics + self._weight * (words - words.mean()) / spread)

    def links(self, counts: sparse.csr_matrix, row: int, looks: Looks | None = None) -> list[Link]:
        document = self._documents[row]
        read, said = (counts, document) if self._reads_query else (document, counts)
        if not self._reads_query:
            looks = None if self._looks is None else self._looks[[row]]
        terms = foretold_words(self._regression, read, said, looks)
        words = np.flatnonzero(terms > 0)
        if self._reads_query:
            return _strongest([("", self._forms[word], terms[word]) for word in words])
        return _strongest([(self._forms[word], "", terms[word]) for word in words])


def _strongest(found: list[tuple[str, str, float]]) -> list[Link]:
    """The links that carry most, with their share of all that speaks for the hit."""
    total = sum(value for *_, value in found)
    best = sorted(found, key=lambda link: -link[2])[:LINKS_SHOWN]
    return [Link(asked, word, float(value / total)) for asked, word, value in best if value > 0]

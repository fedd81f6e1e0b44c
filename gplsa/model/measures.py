"""How Search compares a query with the documents of a side, and what it tells of the reasons.

Texts are compared by tf-idf, across languages through the lexicon of both directions, and by how
much of what is asked for they hold (`holding_most_first`); where one of the sides is no text, by
topics (√θ centred) and by the words that a regression predicts from it; two pictures, by the words
that one predicts and the text of the other holds, and by their visual features.
"""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from gplsa.core.sums import (
    document_frequency,
    entries_of,
    incidence,
    inverse_document_frequency,
    normalize,
)
from gplsa.core.types import BoolArray, FloatArray
from gplsa.corpus.corpus import IMAGE, TEXT
from gplsa.keywords.regression import Regression
from gplsa.model.across import ByLexicon
from gplsa.model.direction import Direction
from gplsa.model.links import Link, Measure, Query, holding_most_first, standardised, strongest
from gplsa.model.model import TrainedModel
from gplsa.retrieval.counterparts import RegressionLikeness, Translations, tfidf
from gplsa.retrieval.mixtures import topic_similarity

REGRESSION_WEIGHT = 0.3
"""In standard deviations, beside the cosine of the topics …"""
WEIGHT_WITH_VISUAL_FEATURES = 0.5
"""… and of a regression that reads visual features, too. Chosen on training photos left out in
thirds, where .5 to 2 found about as many captions of the right kind, .3 fewer; without them .3 and
.5 found the most. `benchmarks.photos` tells what it comes to on unseen ones."""
VISUAL_FEATURES_WEIGHT = 0.1
"""In standard deviations, beside the words predicted, where pictures are compared with pictures.
Without them a little more of the right kind is found (.471 instead of .464); poor copies of the
very photo come first less often."""
BESIDE_WEIGHT = 0.5
"""In standard deviations, of a text that is asked with and the texts beside what is no text. Of 400
photos that had two captions, a third one found its own about as often with .25 to 1, less often
with none, with 4, and by the captions alone."""

FEWEST_TEXTS = 4
"""With a word before it is told as seen in a picture: in fewer no picture has taught it."""


def prepare(direction: Direction) -> Measure:
    """What every query needs that leads there, taken out of the model once."""
    model, side = direction.model, direction.target
    counts = model.counts[side]
    if direction.source == side:
        same = SameSide(model, side, counts, inverse_document_frequency(counts))
        texts = predicted_from(model, side)
        return SamePictures(model, side, texts, same) if texts else same
    forward, backward = direction.ranker, direction.turned.ranker
    if forward.regression is not None:
        return _TextsOfPicture(direction, forward.regression)
    if backward.regression is not None:
        return _PicturesOfText(direction, backward.regression)
    return ByLexicon(direction, counts, Translations(forward, backward))


def predicted_from(model: TrainedModel, side: str) -> dict[str, Regression]:
    """The texts whose words are predicted from the pictures of this side, with what does it."""
    if model.vocabularies[side].kind != IMAGE:
        return {}
    return {
        text: ranker.regression
        for (read, text), ranker in model.rankers.items()
        if read == side and ranker.regression is not None and model.vocabularies[text].kind == TEXT
    }


def _taught(counts: sparse.csr_matrix) -> BoolArray:
    """Which words stand in enough texts for pictures to have taught them."""
    return np.asarray(document_frequency(counts) >= FEWEST_TEXTS)


class SameSide:
    """Cosine of tf-idf to some documents, `counts` (n_documents, n_words)."""

    def __init__(
        self, model: TrainedModel, side: str, counts: sparse.csr_matrix, idf: FloatArray
    ) -> None:
        self._forms = model.vocabularies[side].forms
        self._idf = idf
        self._documents = normalize(tfidf(counts, idf))

    def nearness(self, query: Query) -> FloatArray:
        asked = normalize(tfidf(query.counts, self._idf))
        return np.asarray((self._documents @ asked.T).toarray().ravel())

    def scores(self, query: Query) -> FloatArray:
        nearness, asked = self.nearness(query), query.counts.indices
        itself = incidence([[word] for word in asked.tolist()], len(self._idf))
        return holding_most_first(nearness, self._documents, itself, self._idf[asked])

    def links(self, query: Query, row: int) -> list[Link]:
        both = tfidf(query.counts, self._idf).multiply(self._documents[row]).tocsr()
        found = [
            (self._forms[word], self._forms[word], value)
            for word, value in zip(both.indices, both.data, strict=True)
        ]
        return strongest(found)


class SamePictures:
    """The words that a picture predicts in the texts of others, and how alike they look.

    Likeness is the cosine of their visual features less what all have in common, or of their visual
    words in models of before there were any.  Of several texts the mean counts; for pictures
    without any their likeness stands in.
    """

    def __init__(
        self, model: TrainedModel, side: str, texts: Mapping[str, Regression], patches: SameSide
    ) -> None:
        self._patches = patches
        self._texts = [
            (
                np.diff(model.counts[text].indptr) > 0,
                RegressionLikeness(regression, model.counts[text]),
                model.vocabularies[text].forms,
                _taught(model.counts[text]),
            )
            for text, regression in texts.items()
        ]
        self._there = np.diff(model.counts[side].indptr) > 0
        self._visual_features, self._centre = model.visual_features.get(side), np.zeros(0)
        if self._visual_features is not None:
            self._centre = self._visual_features[self._there].mean(axis=0)
            self._visual_features = normalize(self._visual_features - self._centre)

    def scores(self, query: Query) -> FloatArray:
        if self._visual_features is None or query.visual_features is None:
            alike = self._patches.nearness(query)
        else:
            alike = self._visual_features @ normalize(query.visual_features - self._centre)[0]
        alike = standardised(alike, self._there)
        fitting, n_texts = np.zeros(len(alike)), np.zeros(len(alike))
        for with_words, likeness, *_ in self._texts:
            held = self._there & with_words
            fits = likeness(query.counts, query.visual_features)[0]
            fitting += np.where(held, standardised(fits, held), 0.0)
            n_texts += held
        held = n_texts > 0
        words = standardised(fitting / np.maximum(n_texts, 1), held)
        return np.asarray(np.where(held, words, alike) + VISUAL_FEATURES_WEIGHT * alike)

    def links(self, query: Query, row: int) -> list[Link]:
        """Words of its texts that the picture predicts; kinds of patch in common where none is."""
        found = []
        for _, likeness, forms, taught in self._texts:
            terms = likeness.terms(query.counts, query.visual_features, row) * taught
            found += [("", forms[word], terms[word]) for word in np.flatnonzero(terms > 0)]
        return strongest(found) if found else self._patches.links(query, row)


class _ByTopics:
    """Cosine of centred √θ.

    read  the side that is no text, whose words a regression predicts beside
    """

    def __init__(self, direction: Direction, read: str) -> None:
        model = direction.model
        with_features = read in model.visual_features
        self._weight = WEIGHT_WITH_VISUAL_FEATURES if with_features else REGRESSION_WEIGHT
        self._doc_topic = model.doc_topic[direction.target]
        self._centre = np.vstack([model.doc_topic[side] for side in direction.sides])

    def with_words(self, query: Query, words: FloatArray) -> FloatArray:
        topics = topic_similarity(query.mixture[None], self._doc_topic, self._centre)[0]
        return np.asarray(topics + self._weight * standardised(words))


class _TextsOfPicture(_ByTopics):
    """Beside topics, the words that a regression predicts from what is no text."""

    def __init__(self, direction: Direction, regression: Regression) -> None:
        super().__init__(direction, direction.source)
        counts = direction.model.counts[direction.target]
        self._texts, self._taught = RegressionLikeness(regression, counts), _taught(counts)
        self._forms = direction.turned.vocabulary.forms

    def scores(self, query: Query) -> FloatArray:
        return self.with_words(query, self._texts(query.counts, query.visual_features)[0])

    def links(self, query: Query, row: int) -> list[Link]:
        terms = self._texts.terms(query.counts, query.visual_features, row) * self._taught
        words = np.flatnonzero(terms > 0)
        return strongest([("", self._forms[word], terms[word]) for word in words])


class _PicturesOfText(_ByTopics):
    """Beside topics, how well the text fits what is predicted from each document, and the words
    that stand in the texts beside these."""

    def __init__(self, direction: Direction, regression: Regression) -> None:
        super().__init__(direction, direction.target)
        model, (source, target) = direction.model, direction.sides
        self._regression, self._forms = regression, direction.vocabulary.forms
        self._documents = model.counts[target]
        self._visual_features = model.visual_features.get(target)
        self._texts = beside = model.counts[source]
        self._taught = _taught(beside)
        self._beside = SameSide(model, source, beside, inverse_document_frequency(beside))

    def scores(self, query: Query) -> FloatArray:
        text = RegressionLikeness(self._regression, query.counts)
        words = text(self._documents, self._visual_features)[:, 0]
        beside = standardised(self._beside.nearness(query))
        return self.with_words(query, words) + BESIDE_WEIGHT * beside

    def links(self, query: Query, row: int) -> list[Link]:
        own = self._visual_features
        text = RegressionLikeness(self._regression, query.counts)
        terms = text.terms(self._documents[row], None if own is None else own[[row]])
        terms *= self._taught
        terms[entries_of(self._texts, row)[0]] = 0.0  # what its text says is no guess
        words = np.flatnonzero(terms > 0)
        seen = strongest([(self._forms[word], "", terms[word]) for word in words])
        return [*self._beside.links(query, row), *seen]

"""What estimators share that take counts: one matrix of them, or one of each modality."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import _check_feature_names, check_is_fitted

from gplsa.core.fitting import Climb
from gplsa.core.held_out import score_of
from gplsa.core.sums import scaled_rows
from gplsa.core.types import FloatArray
from gplsa.models._fit import FitParameters, Fitted
from gplsa.models._validation import OF_ROWS, Problems
from gplsa.models.clusters import Clusters


class CountsInput(ClassNamePrefixFeaturesOutMixin, TransformerMixin):  # type: ignore[misc]
    """A mixin, to stand before scikit-learn's classes: names of words in, of topics out.

    n_features_in_, and feature_names_in_ where the counts are a DataFrame with names of words
    """

    doc_topic_: FloatArray
    n_features_in_: int

    @property
    def _n_features_out(self) -> int:
        return int(self.doc_topic_.shape[1])

    def _remember(self, counts: Any, n_words: int) -> None:
        """What the columns of the fit are."""
        _check_feature_names(self, counts, reset=True)
        self.n_features_in_ = n_words

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags

    def _unseen(
        self,
        counts: Any,
        *,
        name: str = "counts",
        max_iter: int | None = None,
        sizes: tuple[float, float] = OF_ROWS,
    ) -> sparse.csr_matrix:
        """Checked counts of documents that must have the words of the fit.

        name  of the argument;  max_iter  of the fold-in, where it is asked for;  sizes  of counts
        """
        check_is_fitted(self, "n_features_in_")
        _check_feature_names(self, counts, reset=False)
        problems = Problems(sizes)
        matrix = problems.counts(name, counts)
        if matrix.shape[0] and matrix.shape[1] != self.n_features_in_:
            problems.add(
                f"X has {matrix.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input"
            )
        if max_iter is not None:
            problems.number("max_iter", max_iter, least=1, integer=True)
        problems.raise_if_any()
        return matrix

    def fit_transform(self, counts: Any, y: Any = None, **options: Any) -> FloatArray:
        """Fit, and return the mixtures of the training documents."""
        return np.asarray(self.fit(counts, y, **options).doc_topic_)


class Components:
    """A mixin of models of one matrix whose topics are their components."""

    topic_word_: Any

    @property
    def components_(self) -> Any:
        """`topic_word_`, by the name that scikit-learn's decompositions give it."""
        return self.topic_word_


class SingleModality(FitParameters, CountsInput, Clusters, BaseEstimator):  # type: ignore[misc]
    """What estimators of one matrix share: fold-in of unseen documents and how to fit."""

    topic_word_: FloatArray
    doc_topic_: FloatArray

    def transform(self, counts: Any, *, max_iter: int | None = None) -> FloatArray:
        """p(z|d) of unseen documents with the topics held fixed, from the corpus mean.

        counts    (n_docs, n_words) with the words of the fit
        max_iter  EM steps at most; default the estimator's. Few keep short texts from overfitting.
        Returns (n_docs, n_topics); a document without known words gets the corpus mean. Without a
        graph the training documents get their `doc_topic_`, as closely as the fit had settled.
        Raises ValueError where the counts do not fit the model.
        """
        return self._fold(self._unseen(counts, max_iter=max_iter), max_iter or self.max_iter)

    def _fold(self, matrix: sparse.csr_matrix, max_iter: int) -> FloatArray:
        rows, start = scaled_rows(matrix, np.ones(matrix.shape[0])), self.doc_topic_.mean(axis=0)
        return self._folded(rows, self.topic_word_, start, max_iter, self._offset())

    def score(self, counts: Any, y: Any = None) -> float:
        """Log-likelihood a word of new documents, in nats, as `gplsa.core.held_out.score_of`.

        counts  (n_docs, n_words): half of each is folded in, the other half is predicted
        Raises ValueError where the counts do not fit the model or hold too few words.
        """
        return score_of(
            lambda shown: self._fold(shown[""], self.max_iter),
            {"": self._expected_words()},
            {"": self._unseen(counts)},
        )

    def _keep(self, fitted: Fitted, counts: Any, n_words: int) -> None:
        """What every fit of topics leaves."""
        self.topic_word_ = np.ascontiguousarray(fitted.word_topics[0].T)
        self.doc_topic_ = np.ascontiguousarray(fitted.doc_topic[:, 0])
        self._keep_history(fitted)
        self._remember(counts, n_words)

    def _expected_words(self) -> FloatArray:
        """What θ is multiplied with for p(w|d), (n_topics, n_words)."""
        return self.topic_word_

    def _offset(self) -> FloatArray | None:
        """What p(w|d) has beside the topics."""
        return None


class SeveralModalities(FitParameters, Clusters, BaseEstimator):  # type: ignore[misc]
    """Fold-in of unseen documents, every modality on its own."""

    modalities_: tuple[str, ...]
    topic_word_: dict[str, FloatArray]
    doc_topic_: Any

    def transform(
        self, counts: Mapping[str, Any], *, max_iter: int | None = None
    ) -> dict[str, FloatArray]:
        """p(z|d) of unseen documents, each modality folded in on its own as by `PLSA.transform`.

        counts  {modality: (n_docs, n_words)}, any of the modalities of the fit. Counterparts
                are not linked here: what is known of one side must not leak into the other.
        Raises ValueError where the counts do not fit the model.
        """
        return {
            name: self._folded(
                scaled_rows(matrix, np.ones(matrix.shape[0])),
                self.topic_word_[name],
                self.doc_topic_[name].mean(axis=0),
                max_iter,
                self._offset(name),
            )
            for name, matrix in self._known(counts, max_iter).items()
        }

    def fit_transform(self, counts: Mapping[str, Any], y: Any = None, **options: Any) -> Any:
        """Fit, and return the mixtures of the training documents."""
        return self.fit(counts, y, **options).doc_topic_

    def score(self, counts: Mapping[str, Any], y: Any = None) -> float:
        """Log-likelihood a word of new documents, in nats, as `gplsa.core.held_out.score_of`.

        counts  as for `transform`: half of each text is folded in, the other half is predicted
        Raises ValueError where the counts do not fit the model or hold too few words.
        """
        matrices = self._known(counts, None)
        expected = {name: self.expected_words(name) for name in matrices}
        return score_of(self.transform, expected, matrices)

    def expected_words(self, name: str) -> FloatArray:
        """What θ is multiplied with for p(w|d), (n_topics, n_words)."""
        return self.topic_word_[name]

    def _keep(
        self, names: Iterable[str], word_topics: Sequence[FloatArray], run: Fitted | Climb[Any]
    ) -> None:
        """What every fit leaves; word_topics by modality, (n_words, n_topics)."""
        self.modalities_ = tuple(names)
        topics = (np.ascontiguousarray(one.T) for one in word_topics)
        self.topic_word_ = dict(zip(self.modalities_, topics, strict=True))
        self._keep_history(run)

    def _offset(self, name: str) -> FloatArray | None:
        """What p(w|d) of a modality has beside the topics."""
        return None

    def _known(
        self, counts: Mapping[str, Any], max_iter: int | None
    ) -> dict[str, sparse.csr_matrix]:
        """The counts to fold in, with the words of the fit."""
        check_is_fitted(self, "topic_word_")
        problems = Problems()
        sizes = {name: topics.shape[1] for name, topics in self.topic_word_.items()}
        matrices = problems.known_modalities(counts, sizes)
        if max_iter is not None:
            problems.number("max_iter", max_iter, least=1, integer=True)
        problems.raise_if_any()
        return matrices

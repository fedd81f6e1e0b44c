"""What estimators share that take one matrix of counts."""

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import _check_feature_names

from gplsa.core.types import FloatArray
from gplsa.models._validation import OF_ROWS, Problems


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
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(self, "n_features_in_")
        _check_feature_names(self, counts, reset=False)
        problems = Problems(sizes)
        matrix = problems.counts(name, counts)
        if matrix is not None and matrix.shape[1] != self.n_features_in_:
            problems.add(
                f"X has {matrix.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input"
            )
        if max_iter is not None:
            problems.number("max_iter", max_iter, least=1, integer=True)
        problems.raise_if_any()
        assert matrix is not None
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

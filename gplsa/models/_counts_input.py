"""What estimators share that take one matrix of counts."""

from typing import Any

from scipy import sparse
from sklearn.base import ClassNamePrefixFeaturesOutMixin
from sklearn.utils.validation import _check_feature_names

from gplsa.core.types import FloatArray
from gplsa.models._validation import Problems


class CountsInput(ClassNamePrefixFeaturesOutMixin):  # type: ignore[misc]
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
        self, problems: Problems, name: str, counts: Any, n_words: int
    ) -> sparse.csr_matrix | None:
        """Checked counts of documents that must have the words of the fit."""
        _check_feature_names(self, counts, reset=False)
        matrix = problems.counts(name, counts)
        if matrix is not None and matrix.shape[1] != n_words:
            problems.add(
                f"X has {matrix.shape[1]} features, but {type(self).__name__} is expecting "
                f"{n_words} features as input"
            )
        return matrix


class Components:
    """A mixin of models of one matrix whose topics are their components."""

    topic_word_: Any

    @property
    def components_(self) -> Any:
        """`topic_word_`, by the name that scikit-learn's decompositions give it."""
        return self.topic_word_

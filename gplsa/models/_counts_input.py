"""What estimators share that take one matrix of counts."""

from typing import Any

from scipy import sparse

from gplsa.models._validation import Problems


class CountsInput:
    """A mixin, to stand before scikit-learn's classes."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags

    def _unseen(
        self, problems: Problems, name: str, counts: Any, n_words: int
    ) -> sparse.csr_matrix | None:
        """Checked counts of documents that must have the words of the fit."""
        matrix = problems.counts(name, counts)
        if matrix is not None and matrix.shape[1] != n_words:
            problems.add(
                f"X has {matrix.shape[1]} features, but {type(self).__name__} is expecting "
                f"{n_words} features as input"
            )
        return matrix

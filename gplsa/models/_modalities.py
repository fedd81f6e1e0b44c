from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from gplsa.core.fitting import Climb
from gplsa.core.held_out import score_of
from gplsa.core.sums import scaled_rows
from gplsa.core.types import FloatArray
from gplsa.models._fit import FitParameters, Fitted
from gplsa.models._validation import Problems
from gplsa.models.clusters import Clusters


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

"""Semantic space: documents of any two modalities are as near as their classes, where known."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.utils.validation import check_is_fitted

from gplsa.core.types import FloatArray

PENALTIES = tuple(float(c) for c in np.logspace(-2, 2, 9))
FOLDS = 5
"""Left out in turn; fewer where a class has fewer documents."""
UNSEEN_CLASS = 1e-6


class SemanticSpace(BaseEstimator):  # type: ignore[misc]
    r"""Multinomial logistic regression on θ^½: topic mixtures in, class posteriors out.

        p(c|d) ∝ exp(w_c · s(θ_d^½) + b_c),   Σ_d log p(c_d|d) − ‖w‖² / 2C  →  max

    s centres by the training mean and scales so that the mean squared length is 1; the root makes
    the distance of mixtures Hellinger's.  C is the one of `penalties` with the highest likelihood
    of training documents left out in turn.  [Rasiwasia et al. 2010; Wang, Chang, Lyu, section 5.2]

    The training mixtures should come from `transform`, as those of unseen documents do: those of
    the fit know the other side of their pair.

    power      of θ, ½ by default; 1 takes any features as they are
    penalties  C to choose from, larger is looser
    Fitted attributes: classes_ (n_classes,), penalty_ (the C taken).
    """

    def __init__(self, *, power: float = 0.5, penalties: Sequence[float] = PENALTIES) -> None:
        self.power = power
        self.penalties = penalties

    def fit(self, doc_topic: npt.ArrayLike, labels: npt.ArrayLike) -> "SemanticSpace":
        """Learn from training mixtures (n_docs, n_topics) and one label for each."""
        mixtures, classes = np.asarray(doc_topic, dtype=np.float64), np.asarray(labels)
        if mixtures.ndim != 2 or len(mixtures) != len(classes):
            raise ValueError(
                f"labels must be one for each of the {len(mixtures)} documents, got {len(classes)}"
            )
        self.classes_, numbers = np.unique(classes, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("labels must name at least two classes")
        powers = mixtures**self.power
        self._mean = powers.mean(axis=0)
        self._scale = max(float(np.sqrt(((powers - self._mean) ** 2).sum(axis=1).mean())), 1e-12)
        features = (powers - self._mean) / self._scale
        self.penalty_ = self._best_penalty(features, numbers)
        self._classifier = LogisticRegression(C=self.penalty_, max_iter=1000)
        self._classifier.fit(features, numbers)
        return self

    def transform(self, doc_topic: npt.ArrayLike) -> FloatArray:
        """Class posteriors (n_docs, n_classes) in the order of `classes_`, rows sum to 1."""
        check_is_fitted(self, "classes_")
        powers = np.asarray(doc_topic, dtype=np.float64) ** self.power
        posteriors = self._classifier.predict_proba((powers - self._mean) / self._scale)
        return np.asarray(posteriors, dtype=np.float64)

    def _best_penalty(self, features: FloatArray, numbers: np.ndarray) -> float:
        """The penalty of the highest held-out likelihood; the middle one of too few documents."""
        n_folds = min(FOLDS, int(np.bincount(numbers).min()))
        if n_folds < 2 or len(self.penalties) == 1:
            return float(self.penalties[len(self.penalties) // 2])
        parts = StratifiedKFold(n_folds, shuffle=True, random_state=0)
        likelihood = np.zeros(len(self.penalties))
        for seen, left_out in parts.split(features, numbers):
            fitted = LogisticRegression(warm_start=True, max_iter=1000)
            for place, penalty in enumerate(self.penalties):
                fitted.set_params(C=penalty).fit(features[seen], numbers[seen])
                found = fitted.predict_proba(features[left_out])
                right = found[np.arange(len(left_out)), numbers[left_out]]
                likelihood[place] += np.log(np.maximum(right, UNSEEN_CLASS)).sum()
        return float(self.penalties[int(np.argmax(likelihood))])


def same_class(source: FloatArray, target: FloatArray) -> FloatArray:
    r"""Σ_c p(c|d) p(c|e): how probable it is that two documents are of one class.

    source, target  class posteriors (n_docs, n_classes).  Where they are right, no other order of
    the target documents puts more of the query's class first.
    """
    return np.asarray(source @ target.T)

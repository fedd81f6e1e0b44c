"""What a Gaussian process is taught: labels as centred signs."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gplsa.core.types import BoolArray, FloatArray
from gplsa.models._validation import Problems

KINDS = ("binary", "multiclass", "multilabel-indicator")


@dataclass(frozen=True)
class Targets:
    """±1 for every output, (n_docs, n_outputs): one for two classes, else one for each class.

    members  for each class or label, which documents bear it, (n_docs, n_classes)
    """

    classes: np.ndarray
    several_labels: bool
    signs: FloatArray
    members: BoolArray

    @property
    def offset(self) -> FloatArray:
        """Mean sign of every output: what the zero-mean process is added to."""
        return self.signs.mean(axis=0)


def read_targets(problems: Problems, y: Any, n_docs: int | None) -> Targets | None:
    """One label a document, or a 0-1 matrix of documents by labels."""
    from sklearn.utils.multiclass import type_of_target
    from sklearn.utils.validation import assert_all_finite, column_or_1d

    if y is None:
        problems.add(
            "y must be given, as the model requires y to be passed, but the target y is None"
        )
        return None
    labels = np.asarray(y.toarray() if hasattr(y, "toarray") else y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = column_or_1d(labels, warn=True)
    if labels.ndim not in (1, 2) or n_docs not in (None, len(labels)):
        problems.add(
            f"y must have a label, or a row of 0 and 1, for each of {n_docs} documents, "
            f"got shape {labels.shape}"
        )
        return None
    try:
        if labels.dtype.kind == "f":
            assert_all_finite(labels, input_name="y")
        kind = type_of_target(labels, input_name="y")
    except ValueError as error:
        problems.add(str(error))
        return None
    if (labels.ndim == 2 and not np.isin(labels, (0, 1)).all()) or kind not in KINDS:
        kind = "a matrix of other values" if labels.ndim == 2 else kind
        problems.add(f"y must be classes or a matrix of 0 and 1. Unknown label type: {kind}")
        return None
    if labels.ndim == 2:
        members = labels.astype(bool)
        return Targets(np.arange(members.shape[1]), True, 2.0 * members - 1.0, members)
    classes, numbers = np.unique(labels, return_inverse=True)
    members = numbers[:, None] == np.arange(len(classes))
    coded = members[:, 1:] if len(classes) == 2 else members
    return Targets(classes, False, 2.0 * coded - 1.0, members)

"""How well scored labels fit documents that bear several labels at once.

`truth` (n_docs, n_labels) is true where a document bears a label; `scores` of the same shape rank
the labels of every document, higher first; of equal ones those that it does not bear come first, so
that figures neither flatter nor depend on the order of the labels.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from gplsa.core.types import BoolArray


def mean_document_average_precision(truth: Any, scores: Any) -> float:
    r"""miAP: mean over documents of 1/R Σ_j (r_j / j) [the label ranked j-th is borne].

    R labels are borne, r_j of them among the j best.  Documents without any label are left out.
    [Li et al. 2016; Kandemir, Kekeç, Yeniterzi, section 4.2]
    """
    borne, ranked = _ranked(truth, scores)
    hits = np.take_along_axis(borne, ranked, axis=1)
    found = np.cumsum(hits, axis=1) / np.arange(1, hits.shape[1] + 1)
    labelled = hits.any(axis=1)
    if not labelled.any():
        return 0.0
    average = (found * hits).sum(axis=1)[labelled] / hits.sum(axis=1)[labelled]
    return float(average.mean())


def f1_at(truth: Any, scores: Any, n_best: int) -> float:
    r"""F1 = 2PR / (P + R) of the `n_best` labels of every document, precision and recall by label.

        P = mean_i tp_i / predicted_i        R = mean_i tp_i / borne_i

    Recall is over the labels i that some document bears, precision over those and any other that is
    predicted; a label never predicted has precision 0.
    [Gong, Jia, Leung, Toshev, Ioffe 2014, as in Kandemir, Kekeç, Yeniterzi, section 4.2]
    """
    borne, ranked = _ranked(truth, scores)
    predicted = np.zeros_like(borne)
    np.put_along_axis(predicted, ranked[:, :n_best], True, axis=1)
    right, n_borne, n_predicted = (
        labels.sum(axis=0) for labels in (borne & predicted, borne, predicted)
    )
    if not right.any():
        return 0.0
    counts = (n_borne > 0) | (n_predicted > 0)
    precision = float((right / np.maximum(n_predicted, 1))[counts].mean())
    recall = float((right / np.maximum(n_borne, 1))[n_borne > 0].mean())
    return 2 * precision * recall / (precision + recall)


def _ranked(truth: Any, scores: Any) -> tuple[BoolArray, npt.NDArray[np.intp]]:
    """The truth as booleans, and the labels of every document, best first."""
    borne, values = np.asarray(truth, dtype=bool), np.asarray(scores, dtype=np.float64)
    if borne.ndim != 2 or borne.shape != values.shape:
        raise ValueError(
            "truth and scores must both be matrices of documents by labels, "
            f"got shapes {borne.shape} and {values.shape}"
        )
    if np.isnan(values).any():
        raise ValueError("scores must be numbers, got NaN")
    return borne, np.lexsort((borne, -values), axis=1)

"""How well scored labels fit documents that bear several labels at once.

`truth` (n_docs, n_labels) is true where a document bears a label; `scores` of the same shape rank
the labels of every document, higher first, equal ones by index.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]


def mean_document_average_precision(truth: Any, scores: Any) -> float:
    r"""miAP: mean over documents of 1/R Σ_j (r_j / j) [the label ranked j-th is borne].

    R labels are borne, r_j of them among the j best.  Documents without any label are left out.
    [Li et al. 2016; Kandemir, Keke, Yeniterzi, section 4.2]
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

        P = 1/c Σ_i tp_i / predicted_i        R = 1/c Σ_i tp_i / borne_i

    over the c labels that some document bears; a label never predicted has precision 0.
    [Gong, Jia, Leung, Toshev, Ioffe 2014, as in Kandemir, Keke, Yeniterzi, section 4.2]
    """
    borne, ranked = _ranked(truth, scores)
    predicted = np.zeros_like(borne)
    np.put_along_axis(predicted, ranked[:, :n_best], True, axis=1)
    exists = borne.any(axis=0)
    if not exists.any():
        return 0.0
    right = (borne & predicted).sum(axis=0)[exists]
    precision = float((right / np.maximum(predicted.sum(axis=0)[exists], 1)).mean())
    recall = float((right / borne.sum(axis=0)[exists]).mean())
    return 2 * precision * recall / (precision + recall) if right.any() else 0.0


def _ranked(truth: Any, scores: Any) -> tuple[BoolArray, npt.NDArray[np.intp]]:
    """The truth as booleans, and the labels of every document, best first."""
    borne, values = np.asarray(truth, dtype=bool), np.asarray(scores, dtype=np.float64)
    if borne.ndim != 2 or borne.shape != values.shape:
        raise ValueError(
            "truth and scores must both be matrices of documents by labels, "
            f"got shapes {borne.shape} and {values.shape}"
        )
    return borne, np.argsort(-values, axis=1, kind="stable")

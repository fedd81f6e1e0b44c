"""What the page Documents tells of how much each pair counted in the training."""

import numpy as np

from gplsa.core.types import FloatArray
from gplsa.html.escaping import markup
from gplsa.language import plural, spoken, tr
from gplsa.model.doubted import n_doubted, pairs_of, told_of_doubted
from gplsa.model.model import TrainedModel


def weighed(model: TrainedModel) -> str:
    """What came of weighing the pairs, in a sentence; nothing where they were not weighed."""
    if model.pair_weights is None:
        return ""
    n_less = n_doubted(model.pair_weights)
    told = plural(
        n_less,
        "In the training {n:,} of {n_all:,} pairs counted less than half, and keywords learned "
        "nothing from it.",
        "In the training {n:,} of {n_all:,} pairs counted less than half, and keywords learned "
        "nothing from them.",
        n_all=int(pairs_of(model.counts).sum()),
    )
    return f'<p class="small">{told if n_less else markup(spoken(told_of_doubted(model)))}</p>'


def least_trusted(model: TrainedModel, margin: FloatArray | None) -> FloatArray:
    """(documents,) places in the order of the weights, equal ones by how well their sides fit;
    documents that are no pairs last.

    margin  as `weakest_margin`, where the sides have been compared
    """
    assert model.pair_weights is not None
    paired = pairs_of(model.counts)
    fit = np.zeros(len(paired)) if margin is None else margin
    order = np.lexsort((fit, np.where(paired, model.pair_weights, np.inf)))
    places = np.empty(len(paired))
    places[order] = np.arange(len(paired))
    return places


def counted(model: TrainedModel, row: int) -> str:
    """How much a pair counted as one; nothing where pairs were not weighed, or it is none."""
    if model.pair_weights is None or sum(model.counts[m][row].nnz > 0 for m in model.counts) < 2:
        return ""
    told = tr("counted {weight:.0f} %", weight=100 * model.pair_weights[row])
    return f' <span class="soft small num">· {told}</span>'

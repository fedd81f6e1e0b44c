"""What the page Documents tells of how much each pair counted in the training."""

import numpy as np

from gplsa.core.types import FloatArray
from gplsa.html.escaping import markup
from gplsa.language import plural, tr, translated
from gplsa.model.misaligned import misaligned_message, n_misaligned, pairs_of
from gplsa.model.model import TrainedModel


def weighed(model: TrainedModel) -> str:
    """What came of weighing the pairs, in a sentence; nothing where they were not weighed."""
    if model.pair_weights is None:
        return ""
    n_less = n_misaligned(model.pair_weights)
    sentence = plural(
        n_less,
        "In the training {n:,} of {n_all:,} pairs counted less than half, and keywords learned "
        "nothing from it.",
        "In the training {n:,} of {n_all:,} pairs counted less than half, and keywords learned "
        "nothing from them.",
        n_all=int(pairs_of(model.counts).sum()),
    )
    if not n_less:
        sentence = markup(translated(misaligned_message(model)))
    return f'<p class="small">{sentence}</p>'


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
    percent = tr("counted {weight:.0f} %", weight=100 * model.pair_weights[row])
    return f' <span class="soft small num">· {percent}</span>'

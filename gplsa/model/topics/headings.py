import numpy as np

from gplsa.headings.shown import names_apart
from gplsa.model.model import TrainedModel

SHOWN, FEWEST = 5, 3


def marking_names(model: TrainedModel, topic: int, language: str) -> list[str]:
    r"""At most five headings, by how far they are more frequent in the topic than elsewhere; those
    of one label told apart.

        s_h = Σ_d θ_dz x_dh · log(p(h|z) / p(h)),  p(h|z) = (Σ_d θ_dz x_dh) / Σ_d θ_dz

    x_dh  1 where document d bears h; headings of fewer than three documents are left out.
    """
    suggester = model.suggester
    if suggester is None or suggester.held.shape[0] != model.n_documents:
        return []
    weight = model.mixtures[:, topic]
    within = np.asarray(suggester.held.T @ weight).ravel()
    here = within / max(float(weight.sum()), 1e-12)
    everywhere = suggester.used / model.n_documents
    known = (suggester.used >= FEWEST) & (here > everywhere)
    ratio = np.log(np.maximum(here, 1e-12) / np.maximum(everywhere, 1e-12))
    score = np.where(known, within * ratio, 0.0)
    best = np.argsort(-score, kind="stable")[:SHOWN]
    numbers = [int(place) for place in best if score[place] > 0]
    return [*names_apart(suggester.vocabulary, numbers, language).values()]

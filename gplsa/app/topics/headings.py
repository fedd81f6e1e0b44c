"""Headings that mark a topic: its documents bear them, others do not."""

import numpy as np
import streamlit as st

from gplsa.app.topics.applying import apply
from gplsa.app.topics.dialogs import close_dialog
from gplsa.html.escaping import label
from gplsa.language import language, tr
from gplsa.model.by_field import mixtures
from gplsa.model.editing.edits import MAX_NAME_LENGTH, Rename
from gplsa.model.model import TrainedModel

SHOWN, FEWEST = 5, 3


def marking(model: TrainedModel, topic: int) -> list[str]:
    r"""At most five headings, by how far they are more frequent in the topic than elsewhere.

        s_h = Σ_d θ_dz x_dh · log(p(h|z) / p(h)),  p(h|z) = (Σ_d θ_dz x_dh) / Σ_d θ_dz

    x_dh  1 where document d bears h; headings of fewer than three documents are left out.
    """
    suggester = model.suggester
    if suggester is None or suggester.held.shape[0] != model.n_documents:
        return []
    weight = mixtures(model)[:, topic]
    within = np.asarray(suggester.held.T @ weight).ravel()
    here = within / max(float(weight.sum()), 1e-12)
    everywhere = suggester.used / model.n_documents
    known = (suggester.used >= FEWEST) & (here > everywhere)
    ratio = np.log(np.maximum(here, 1e-12) / np.maximum(everywhere, 1e-12))
    score = np.where(known, within * ratio, 0.0)
    best = np.argsort(-score, kind="stable")[:SHOWN]
    concepts = suggester.vocabulary.concepts
    return [concepts[int(place)].label(language()) for place in best if score[place] > 0]


def marked_by(model: TrainedModel, topic: int) -> None:
    """The headings, to click on for a name."""
    found = marking(model, topic)
    if not found:
        return
    st.markdown(tr("**Headings that mark it**"))
    with st.container(horizontal=True, gap="small"):
        for place, name in enumerate(found):
            if st.button(
                label(name, 60),
                key=f"named-by-{topic}-{place}",
                on_click=_name,
                args=(topic, name),
                help=tr("Give the topic this name"),
            ):
                st.rerun()


def _name(topic: int, name: str) -> None:
    close_dialog()
    apply(Rename(topic, name[:MAX_NAME_LENGTH]))

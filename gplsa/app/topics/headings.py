"""Headings that mark a topic: its documents bear them, others do not."""

import streamlit as st

from gplsa.app.topics.applying import apply
from gplsa.app.topics.dialogs import close_dialog
from gplsa.html.escaping import label
from gplsa.language import language, tr
from gplsa.model.editing.edits import MAX_NAME_LENGTH, Rename
from gplsa.model.model import TrainedModel
from gplsa.model.topics.headings import marking_headings


def marked_by(model: TrainedModel, topic: int) -> None:
    """The headings, to click on for a name."""
    found = [concept.label(language()) for concept in marking_headings(model, topic)]
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

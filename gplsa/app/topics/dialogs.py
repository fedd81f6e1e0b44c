"""Which dialog of the page Topics is open: remembered until it is closed, whatever reruns."""

from collections.abc import Callable

import streamlit as st

from gplsa.html.escaping import label
from gplsa.language import tr
from gplsa.model.model import TrainedModel

_OPEN = "topic-dialog"


def open_dialog(name: str, *topics: int) -> None:
    """For an on_click."""
    st.session_state[_OPEN] = (name, topics)


def close_dialog() -> None:
    st.session_state.pop(_OPEN, None)


def show_open(model: TrainedModel, known: dict[str, tuple[str, Callable[..., None]]]) -> None:
    """The open dialog, if there is one.

    known  by name its title in English, with a place {name} for that of its first topic, and what
           draws it from the topics it was opened with
    """
    name, topics = st.session_state.get(_OPEN, ("", ()))
    if name not in known or any(topic >= model.n_topics for topic in topics):
        close_dialog()
        return
    title, draw = known[name]
    called = label(model.topic_label(topics[0]), 60) if topics else ""
    dialog = st.dialog(tr(title, name=called), width="large", on_dismiss=close_dialog)
    dialog(draw)(*topics)

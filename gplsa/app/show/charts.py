"""Figures that can be clicked, and topics to choose from."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from gplsa import figures
from gplsa.app.show.reader import NARROW
from gplsa.figures.common import FEW_BUTTONS
from gplsa.html.escaping import one_line
from gplsa.model.model import TrainedModel


def clickable(
    figure: go.Figure,
    key: str,
    alt: str,
    buttons: Mapping[str, Any] = FEW_BUTTONS,
    selection_mode: str | tuple[str, ...] = "points",
) -> list[tuple[int, ...]]:
    """A figure; the numbers that its chosen points carry."""
    event: Any = st.plotly_chart(
        figure,
        key=key,
        config=figures.localized_buttons(buttons),
        on_select=lambda: _remember(key),
        selection_mode=selection_mode,  # type: ignore[arg-type]
        alt=alt,
    )
    return _carried(event)


def _carried(event: Any) -> list[tuple[int, ...]]:
    carried = [point.get("customdata") for point in event.selection.points]
    return [tuple(map(int, np.ravel(one)[:2])) for one in carried if one is not None]


def _remember(key: str) -> None:
    """A click on what was clicked last takes it back, as plotly has it, and means it once more."""
    event = st.session_state[key]
    again = None if event.selection.points else st.session_state.get(f"seen-{key}")
    clicked = next(iter(_carried(event)), again)
    st.session_state.update({f"seen-{key}": clicked, f"new-{key}": clicked})


def newly_clicked(figure: go.Figure, key: str, *more: Any) -> tuple[int, ...] | None:
    """What was clicked in a `clickable` figure, once: it goes on saying what was clicked before."""
    clickable(figure, key, *more)
    clicked: tuple[int, ...] | None = st.session_state.pop(f"new-{key}", None)
    return clicked


def is_dark() -> bool:
    return st.context.theme.type == "dark"


def is_narrow() -> bool:
    return bool(st.session_state.get(NARROW))


def pick_topic(
    control: Callable[..., Any], text: str, model: TrainedModel, topics: Iterable[int], **look: Any
) -> Any:
    look["format_func"] = lambda topic: one_line(model.read_label(topic), 60)
    return control(text, [*topics], **look)

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
    event: Any = st.plotly_chart(  # type: ignore[call-overload]
        figure,
        key=key,
        config=figures.localized_buttons(buttons),
        on_select="rerun",
        selection_mode=selection_mode,
        alt=alt,
    )
    carried = [point.get("customdata") for point in event.selection.points]
    return [tuple(map(int, np.ravel(one)[:2])) for one in carried if one is not None]


def newly_clicked(points: list[tuple[int, ...]], key: str) -> tuple[int, ...] | None:
    """The first of `clickable`, once: each figure goes on saying what was clicked in it before."""
    clicked = points[0] if points else None
    new = clicked != st.session_state.get(f"seen-{key}")
    st.session_state[f"seen-{key}"] = clicked
    return clicked if new else None


def is_dark() -> bool:
    return st.context.theme.type == "dark"


def is_narrow() -> bool:
    return bool(st.session_state.get(NARROW))


def pick_topic(
    control: Callable[..., Any],
    text: str,
    model: TrainedModel,
    topics: Iterable[int],
    key: str,
    **options: Any,
) -> Any:
    """A control that offers topics by their names."""
    return control(
        text,
        [*topics],
        format_func=lambda topic: one_line(model.topic_label(topic), 60),
        key=key,
        **options,
    )

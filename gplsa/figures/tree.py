"""The figure of topics as a tree, for the pages and for notebooks."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gplsa.figures.common import INK_ON_DARK, INK_ON_LIGHT, localized_figure, topic_rows
from gplsa.figures.placing import SHORT, names_read
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import side_name
from gplsa.language import tr
from gplsa.model.model import TrainedModel
from gplsa.model.topics.hierarchy import Junction, together, topic_tree

BRANCH, JOINT, GROUND = "#9aa3ad", "#3f7fb5", "rgba(128, 140, 152, 0.12)"
APART = 0.5  # of a row, between topics that are not together
ROW, ABOVE, NO_AXIS = 24, 110, 40  # pixels: of a topic, of title and axis, of these without it
FAR = 120  # pixels from a point to a finger that is meant to touch it
NAMED, TOUCHED = 0.36, 8
"""Of the width of the tree what names take left of it, and points in each that a click finds."""


def topic_tree_figure(
    model: TrainedModel,
    tree: Sequence[Junction] | None = None,
    *,
    dark: bool = False,
    narrow: bool = False,
) -> go.Figure:
    """Topics joined step by step, those first whose words are nearest; what is `together` lies on
    a ground of its own.

    tree    of `gplsa.model.topics.hierarchy.topic_tree`; made here where None
    narrow  whether it is for a telephone: junctions stand by how many lie below them, so that a
            finger meets one alone, and names are those of one side
    A junction bears its number in the tree as `customdata`, a topic, in its own colour, its number
    and that of all junctions.

    Examples
    --------
    >>> figure = figures.topic_tree_figure(model)
    >>> [len(trace.x) for trace in figure.data], len(figure.layout.yaxis.ticktext)
    ([5, 2, 1, 16], 2)
    """
    tree = topic_tree(model.topic_word.values()) if tree is None else tree
    order = [*tree[-1].topics] if tree else [0]
    across = _levels(tree, len(order)) if narrow else [100 * one.apart for one in tree]
    high = max(across, default=100.0)
    low = 0.0 if narrow else max(1.25 * min(across, default=high) - high / 4 - 1, 0.0)
    figure = _drawn(model, tree, _rows(tree, order), across, low)
    title = tr("Tree of the topics")
    if not narrow:
        _wide(figure, low, high)
    else:
        read, side = names_read(model, order)
        _narrow(figure, [markup(one_line(name, SHORT)) for name in read], -0.55 * high)
        side = markup(side_name(model.corpus, side))
        title = tr("Tree of the topics<br><sub>with the names of the {side} side</sub>", side=side)
    figure.update_layout(title=title, font_color=INK_ON_DARK if dark else INK_ON_LIGHT)
    return localized_figure(figure)


def _drawn(
    model: TrainedModel,
    tree: Sequence[Junction],
    rows: Mapping[int, float],
    across: Sequence[float],
    low: float,
) -> go.Figure:
    branches, joints = _branches(tree, rows, across, low)
    x, y = zip(*branches, strict=True) if branches else ((), ())
    line = {"color": BRANCH, "width": 1.5}
    figure = go.Figure(go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip"))
    figure.add_scatter(
        x=[low] * len(rows),
        y=[*rows.values()],
        mode="markers",
        marker={"size": 11, "color": [model.topic_colors[topic] for topic in rows], "opacity": 1},
        customdata=[[len(tree) + topic] for topic in rows],
        hovertext=[_name(model, topic, 40) for topic in rows],
        hoverinfo="text",
        cliponaxis=False,
    )
    figure.add_trace(_junctions(model, tree, joints))
    names = [_name(model, topic, 42) for topic in rows]
    figure.update_yaxes(topic_rows(names, [*rows.values()]))
    figure.update_xaxes(zeroline=False, side="top")
    return figure.update_layout(
        shapes=[_ground(tree[one], joints[one][0], rows, low) for one in together(tree)],
        showlegend=False,
        height=ABOVE + 50 + ROW * (max(rows.values()) + 1),
        margin={"l": 10, "r": 10, "t": ABOVE, "b": 10},
        clickmode="event+select",
    )


def _wide(figure: go.Figure, low: float, high: float) -> None:
    """Names within the figure, right before their points: a click on one is one on its topic."""
    topics, left = figure.data[1], low - NAMED * (high - low)
    figure.update_xaxes(
        range=[left, high + 0.02 * (high - low)],
        tickvals=[at for at in range(0, 101, 5) if at > low],
        title_text=tr("how far apart, % (100: no word in common)"),
        fixedrange=True,
    )
    names = figure.layout.yaxis.ticktext
    topics.update(mode="markers+text", text=names, textposition="middle left", textfont_size=12)
    figure.update_yaxes(showticklabels=False, fixedrange=True)
    figure.add_scatter(
        x=np.repeat(np.linspace(left, low, TOUCHED, endpoint=False), len(names)),
        y=[*topics.y] * TOUCHED,
        mode="markers",
        marker={"opacity": 0},
        customdata=[*topics.customdata] * TOUCHED,
        hovertext=[*topics.hovertext] * TOUCHED,
        hoverinfo="text",
    )


def _narrow(figure: go.Figure, names: Sequence[str], left: float) -> None:
    """Names within the figure, from its edge at `left`: a tap on one is one on its topic."""
    figure.update_xaxes(range=[left, -1.9 * left], visible=False)
    figure.update_yaxes(ticktext=names, ticklabelposition="inside", ticklabelstandoff=12, ticks="")
    figure.update_shapes(x0=left)
    height = figure.layout.height - NO_AXIS
    figure.update_layout(hoverdistance=FAR, margin_t=ABOVE - NO_AXIS, height=height)


def _levels(tree: Sequence[Junction], n_topics: int) -> list[float]:
    """Of each junction how many lie below it, one upon the other, and itself."""
    found = [0.0] * n_topics
    for one in tree:
        found.append(1 + max(found[one.left], found[one.right]))
    return found[n_topics:]


def _rows(tree: Sequence[Junction], order: Sequence[int]) -> dict[int, float]:
    """Where topics stand, with room between what is `together` and the others."""
    of = {topic: number for number in together(tree) for topic in tree[number].topics}
    rows = {order[0]: 0.0}
    for before, topic in pairwise(order):
        rows[topic] = rows[before] + (1 if of.get(before) == of.get(topic) else 1 + APART)
    return rows


def _ground(one: Junction, across: float, rows: Mapping[int, float], low: float) -> dict[str, Any]:
    return {
        "type": "rect",
        "layer": "below",
        "x0": low,
        "x1": across,
        "y0": rows[one.topics[0]] - 0.5,
        "y1": rows[one.topics[-1]] + 0.5,
        "fillcolor": GROUND,
        "line": {"width": 0},
    }


def _junctions(
    model: TrainedModel, tree: Sequence[Junction], joints: Sequence[tuple[float, float]]
) -> go.Scatter:
    return go.Scatter(
        x=[across for across, _ in joints],
        y=[height for _, height in joints],
        mode="markers",
        marker={"size": 9, "color": JOINT, "line": {"width": 0}},
        customdata=[[number] for number in range(len(tree))],
        hovertext=[
            tr("{n} topics, {apart:.0f} % apart", n=len(one.topics), apart=100 * one.apart)
            + "<br>"
            + "<br>".join(_name(model, topic, 40) for topic in one.topics[:8])
            + ("<br>…" if len(one.topics) > 8 else "")
            for one in tree
        ],
        hoverinfo="text",
    )


_Point = tuple[float | None, float | None]


def _branches(
    tree: Sequence[Junction], rows: Mapping[int, float], across: Sequence[float], low: float
) -> tuple[list[_Point], list[tuple[float, float]]]:
    """Lines from two branches to what joins them, a gap behind each, and where they are joined.

    rows  of topics;  across  of junctions;  low  where topics begin
    """
    places = {topic: (low, row) for topic, row in rows.items()}
    lines: list[_Point] = []
    for number, (one, end) in enumerate(zip(tree, across, strict=True), len(rows)):
        (left, above), (right, below) = places[one.left], places[one.right]
        places[number] = (end, (above + below) / 2)
        lines += [(left, above), (end, above), (end, below), (right, below), (None, None)]
    return lines, [places[number] for number in range(len(rows), len(places))]


def _name(model: TrainedModel, topic: int, limit: int) -> str:
    return markup(one_line(model.short_label(topic), limit))

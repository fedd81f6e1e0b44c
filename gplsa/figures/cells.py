"""The cells of figures of topics by time and by field: the rows they stand in, their colours."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gplsa.core.types import FloatArray
from gplsa.corpus.fields.kinds import TIME
from gplsa.figures.common import INK_ON_DARK, INK_ON_LIGHT
from gplsa.figures.placing import broken
from gplsa.language import count, number, tr
from gplsa.model.by_field import ByField

# From much of what chance may make over the ground of the page to much of what stands out, in the
# light and in the dark, where the arm of the former has this length of that of the latter.
GROUP_SCALE = ["#b7b5b0", "#eef2f5", "#7fb0d6", "#1d5c8f"]
GROUP_SCALE_DARK = ["#686b6f", "#20262c", "#2f5f88", "#74bdf5"]
ARM = 0.4
# Of the length of a scale, where cells are so strong that letters on them need the other ink.
STRONG, STRONG_DARK = 0.8, 0.65
INKS = INK_ON_LIGHT, INK_ON_DARK
SEEN_THROUGH = 0.999  # of a cell that was clicked
# What a scale may name, largest first; of one share the next at most, so that there is room for
# both; of the largest on the scale the last at least.
ROUND = (100.0, *(step * 10.0**power for power in (1, 0, -1) for step in (5, 2, 1)))
NEXT, LAST = 0.4, 1 / 20
APART = 1.0  # of a row, between topics that differ and the others, for what is said of these
# Of the room of a cell; in groups of a few documents; rows for the bars of documents.
CELL, THIN, STRIP = 0.9, 0.3, 1.1
BARS = "rgba(128, 140, 152, 0.55)"
COUNTED = 12  # groups at most whose documents are written on their bars
ENOUGH = 20  # documents from which on the cells of a group are as wide as their place
BLOCK = 10  # rows, about, that have the names of columns below them


def rows_of_topics(
    found: ByField, topics: Sequence[int], room: float
) -> tuple[dict[int, float], list[dict[str, Any]], list[float]]:
    """Where the row of each topic stands, and where blocks of about ten end, below each of which is
    `room` for the names of columns, in rows; without any they are one block. Over time, where
    topics that differ by more than chance stand first, the others stand apart below them, in blocks
    of their own, which is written there."""
    order = [*dict.fromkeys(topics)]
    marked, told = found.differing(), list[dict[str, Any]]()
    n = sum(map(bool, marked[order]))
    apart = found.kind == TIME and 0 < n < len(order) and all(marked[order[:n]])
    parts = np.split(np.arange(len(order)), [n] if room and apart else [])
    blocks = [
        block.tolist()
        for part in parts
        for block in np.array_split(part, max(1, round(len(part) / BLOCK)) if room else 1)
    ]
    rows = {
        order[at]: at + n_before * room for n_before, block in enumerate(blocks) for at in block
    }
    if apart:
        rows |= {topic: rows[topic] + APART for topic in order[n:]}
        said = {
            "text": tr("no difference beyond chance:"),
            "showarrow": False,
            "font": {"size": 12},
        }
        place = {"xref": "paper", "x": 0, "xanchor": "left"}
        told = [said | place | {"y": rows[order[n]] - (1 + APART) / 2}]
    return rows, told, [rows[order[block[-1]]] + 0.5 for block in blocks]


def enough(found: ByField) -> int:
    """The documents of a group whose cells are as wide as their place: of small groups those of the
    largest."""
    return min(ENOUGH, int(found.groups.sizes.max(initial=1)))


def fullness(found: ByField) -> FloatArray:
    """(groups,) how wide cells are: the less the fewer documents, whose shares are large by chance.
    A mark says of each whether it is."""
    return np.asarray(np.minimum(found.groups.sizes / enough(found), 1.0))


def documents_strip(
    found: ByField,
    names: Sequence[str],
    places: Mapping[int, float],
    layout: dict[str, Any],
    *,
    dark: bool,
    narrow: bool,
    turned: bool,
) -> dict[str, Any]:
    """A bar for the documents of each group, above all rows of a `layout`, which makes room; with
    their numbers where these have room."""
    sizes, axis = found.groups.sizes, layout["yaxis"]
    few = not narrow if turned else len(places) <= COUNTED
    highest = sizes.max() * (2.6 if few else 1.0)
    foot, top = axis["range"]
    most = tr("documents, at most {n}", n=number(int(sizes.max())))
    said = tr("documents") if few or turned else most
    axis["range"] = [foot, top - STRIP]
    axis["tickvals"] = [*axis["tickvals"], top - STRIP / 2]
    axis["ticktext"] = [*axis["ticktext"], "<br>".join(broken(said)) if narrow else said]
    layout |= {"barmode": "overlay", "showlegend": False}
    return {
        "type": "bar",
        "x": [*places.values()],
        "base": top,
        "y": [-float(sizes[group] / highest) for group in places],
        "width": CELL,
        "marker": {"color": BARS, "line": {"width": 0}},
        "text": [number(int(sizes[group])) for group in places if few],
        **{"textposition": "outside", "constraintext": "none", "cliponaxis": False},
        **{"textangle": 0, "textfont": {"size": 11, "color": INKS[dark]}},
        "hovertext": [
            f"{names[group]}: {count(int(sizes[group]), 'document')}" for group in places
        ],
        "hoverinfo": "text",
        # By a click on a cell.
        "unselected": {"marker": {"opacity": 1}, "textfont": {"color": INKS[dark]}},
    }


def colours(share: FloatArray, most: float, dark: bool, marks: Sequence[str]) -> dict[str, Any]:
    """Cells the stronger the larger the share, those without a mark grey, and marks that are seen
    on them, each in its own ink: where one was clicked plotly gives all others one colour.

    Colours go by the root of shares, in percent: were they as the shares themselves, one large
    share would leave all others pale.
    """
    strength, strongest = np.sqrt(share), np.sqrt(most)
    named = _named(most)
    said = [f"{number(float(f'{value:.2g}'), 'g')}\N{NO-BREAK SPACE}%" for value in named]
    strong = (STRONG_DARK if dark else STRONG) * strongest
    ink, other = INKS[::-1] if dark else INKS
    text = [
        f'<span style="color:{other}">{mark}</span>' if mark and v > strong else mark
        for v, mark in zip(strength, marks, strict=False)
    ]
    return {
        "text": text,
        "textfont": {"size": 15, "weight": 700, "color": ink},
        # What was clicked is told from the others without taking their colours from them.
        # It cannot outline one, but make it a little clear, by which style.css knows it.
        "selected": {"marker": {"opacity": SEEN_THROUGH}, "textfont": {"color": ink}},
        "marker": {
            "color": np.where([mark != "" for mark in marks], strength, -ARM * strength),
            "colorscale": two_armed(GROUP_SCALE_DARK if dark else GROUP_SCALE),
            "cmin": -ARM * strongest,
            "cmax": strongest,
            # Above, for all of the width is needed on a telephone; plotly would move the title of
            # the figure for another one, and for none.
            "colorbar": {
                "title": {"text": ""},
                "tickvals": [-ARM / 2 * strongest, *np.sqrt(named)],
                "ticktext": [tr("chance"), *said],
                "orientation": "h",
                "thickness": 8,
                "outlinewidth": 0,
                "x": 1,
                "xanchor": "right",
                "y": 1,
                "yanchor": "bottom",
                "len": 1,
                "tickangle": 0,
            },
            "line": {"width": 0},
        },
    }


def two_armed(colors: Sequence[str]) -> list[list[Any]]:
    """The scale of cells: a colour of what chance may make, the ground, those of what stands out"""
    chance, *others = colors
    places = np.linspace(ARM / (1 + ARM), 1, len(others)).tolist()
    return [[0.0, chance], *map(list, zip(places, others, strict=True))]


def _named(most: float) -> list[float]:
    """The shares that a scale names, from 0 to `most`."""
    named = [0.0, most]
    for value in ROUND:
        if LAST * most <= value <= NEXT * named[-1]:
            named.append(value)
    return sorted(named)

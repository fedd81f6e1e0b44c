"""Figures of topics by time and by field, for the pages and for notebooks."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from gplsa.corpus.fields.kinds import TIME
from gplsa.figures.cells import (
    CELL,
    STRIP,
    THIN,
    colours,
    documents_strip,
    fullness,
    rows_of_topics,
)
from gplsa.figures.columns import (
    FEW_GROUPS,
    FEW_PERIODS,
    FIELD,
    LETTER,
    TOP_NARROW,
    TOP_SCALE,
    columns_of,
    field_over,
    group_names,
    jumps_drawn,
    named_again,
    named_groups,
    places_of,
    turn,
    without_prefix,
)
from gplsa.figures.common import localized_figure, topic_rows
from gplsa.figures.placing import broken, names_read
from gplsa.html.escaping import markup, one_line
from gplsa.language import count, number, tr
from gplsa.model.by_field import ByField
from gplsa.model.model import TrainedModel

BAND = "rgba(128, 140, 152, 0.22)"
BASELINE = "#8a8f94"
# Pixels: of one small figure, alone or below others, of what stands above the first, between two.
ALONE, PANEL, TOP, BETWEEN = 208, 170, 70, 62
# Of a row of cells, of a row among many; a finger needs the first.
ROW, MANY_ROW, MANY_TOPICS = 38, 24, 12
LEAST_SCALE = 0.01  # a share that a scale goes to at least
# Pixels above a map of many topics: of the names of its columns, which are out of sight below.
NAMES = 34
SCALE = 0.5  # the length of a scale beside the title
NAMED_LEVEL, LEVEL_NARROW = 100, 24  # letters of all columns that have room beside each other
ROW_LETTERS = 48  # of the name of a row, for which its axis makes room


def topics_over_time(
    model: TrainedModel,
    found: ByField,
    topics: Sequence[int],
    *,
    most: float | None = None,
    dark: bool = False,
) -> go.Figure:
    """The share of each topic by period, one small figure below the other, with the band of chance.

    found   `gplsa.model.by_field.by_field` of a field of time;  topics  from 0
    most    share, 0..1, at the top of every figure; where None, each has a scale of its own
    Full dots are shares that are more or less than chance; periods too thin to judge have none.

    Examples
    --------
    >>> from gplsa.model.by_field import by_field
    >>> figure = figures.topics_over_time(model, by_field(model, "year"), [0, 1])
    >>> figure.layout.xaxis.ticktext
    ('1841', '1842', '1843')
    """
    n_rows, alone = len(topics), len(topics) == 1
    names = [markup(one_line(model.short_label(topic), 40)) for topic in topics]
    height = ALONE if alone else TOP + PANEL * n_rows
    figure = make_subplots(
        n_rows,
        1,
        subplot_titles=None if alone else names,
        vertical_spacing=0 if alone else BETWEEN / height,
    )
    for row, topic in enumerate(topics, 1):
        _one_over_time(figure, found, topic, row, model.topic_colors[topic], dark)
    places = places_of(found)
    columns, headline = columns_of(found, named_groups(model, found), places)
    figure.update_xaxes(
        columns,
        tickangle=0 if len(places) > FEW_PERIODS else None,
        linecolor=BASELINE,
        showline=True,
        **{"ticks": "outside", "ticklen": 5, "tickcolor": "rgba(0,0,0,0)"},
    )
    # Alone it stands among others of its kind, below a figure that says what is drawn.
    share = None if alone else tr("share")
    figure.update_yaxes(
        rangemode="tozero", ticksuffix="\N{NO-BREAK SPACE}%", nticks=4, title_text=share
    )
    largest = found.shares.largest(topics)
    if most is not None or largest < LEAST_SCALE:
        figure.update_yaxes(range=[0, 100 * max(most or 0.0, LEAST_SCALE)])
    figure.update_annotations(font_size=13, x=0, xanchor="left")
    figure.update_layout(
        title=names[0] if alone else headline,
        title_font_size=14 if alone else None,
        showlegend=False,
        height=height,
        margin={"l": 10, "r": 10, "t": 46 if alone else 80, "b": 10, "pad": 0},
        clickmode="event+select",
        shapes=jumps_drawn(places, n_rows),
    )
    return localized_figure(figure)


def _one_over_time(
    figure: go.Figure, found: ByField, topic: int, row: int, color: str, dark: bool
) -> None:
    """The band of one topic, and its shares upon it."""
    places = places_of(found)
    at, labels = {"row": row, "col": 1}, group_names(found.groups.labels, found.kind)
    low, mean, high = (
        100 * side[:, topic] for side in (found.shares.low, found.shares.mean, found.shares.high)
    )
    for stretch in np.ma.clump_unmasked(np.ma.masked_invalid(low)):  # runs of shares that are known
        here = [places[group] for group in range(len(low))[stretch]]
        single = len(here) == 1  # what has no width is drawn as a stroke
        figure.add_scatter(
            x=[*here, *here[::-1]],
            y=[*high[stretch], *low[stretch][::-1]],
            fill=None if single else "toself",
            fillcolor=BAND,
            line={"color": BAND, "width": 9 if single else 0},
            mode="lines",
            hoverinfo="skip",
            **at,
        )
    marked = found.differences.marked[:, topic] != 0
    hover = [
        tr(
            "{name}<br>{share:.1f} % of {documents}",
            name=name,
            share=share,
            documents=count(int(n), "document"),
        )
        for name, share, n in zip(labels, mean, found.groups.sizes, strict=True)
    ]
    figure.add_scatter(
        x=[places.get(group) for group in range(len(labels))],
        y=np.where(found.thin(), np.nan, mean),
        mode="lines+markers",
        cliponaxis=False,
        line={"color": color, "width": 2},
        marker={
            "size": 8,
            "color": np.where(marked, color, "#14171b" if dark else "#ffffff").tolist(),
            "line": {"color": color, "width": 1.5},
        },
        customdata=[[int(topic), group] for group in range(len(labels))],
        hovertext=hover,
        hoverinfo="text",
        **at,
    )


def topics_by_group(
    model: TrainedModel,
    found: ByField,
    topics: Sequence[int],
    *,
    dark: bool = False,
    narrow: bool = False,
) -> go.Figure:
    """The share of each topic in each group as a cell: the stronger its colour, the larger.

    Blue, with + and −, is what is more or less than chance, grey what may be chance; cells of
    groups of few documents are the narrower the fewer. Bars say how many documents there are.

    found   `gplsa.model.by_field.by_field` of a field of categories or numbers;  topics  from 0
    narrow  whether it is for a telephone
    Where many groups have long names, or on a telephone any, they are rows and topics columns.

    Examples
    --------
    >>> from gplsa.model.by_field import by_field
    >>> len(figures.topics_by_group(model, by_field(model, "place"), [0, 1]).data[0].x)
    4
    """
    places, topics = places_of(found), [*topics]
    groups, mean = [*places], found.shares.mean
    cells = [(z, g) for z in topics for g in groups if np.isfinite(mean[g, z])]
    share = np.array([mean[group, topic] for topic, group in cells]) * 100
    full = np.array([fullness(found)[group] for _, group in cells])
    thin = np.array([found.thin()[group] for _, group in cells], dtype=bool)
    marked = np.array([int(found.differences.marked[group, topic]) for topic, group in cells])
    most = float(np.max(share[(full == 1) | (marked != 0)], initial=100 * LEAST_SCALE))
    names = {topic: markup(one_line(model.short_label(topic), ROW_LETTERS)) for topic in topics}
    labels = [markup(one_line(name, 24)) for name in named_groups(model, found)]
    prefix, short = without_prefix(found, named_groups(model, found))
    columns, headline = columns_of(found, short, places)
    many = len(topics) > MANY_TOPICS
    longest = max(map(len, columns["ticktext"]))
    level = longest * len(columns["ticktext"]) < (LEVEL_NARROW if narrow else NAMED_LEVEL)
    above, turned = many or not narrow, found.kind != TIME and len(groups) > FEW_GROUPS
    turned &= narrow or not (many or level)
    room = NAMES if level else max(NAMES, LETTER * longest)  # for those that are turned
    high = MANY_ROW if many and not narrow else ROW
    rows, told, ends = rows_of_topics(found, topics, room / high * (many and not turned))
    counted = [count(int(n), "document") for n in found.groups.sizes]
    documents = [tr("of {documents}", documents=one) for one in counted]
    signs = {1: "+", 0: "", -1: "−"}
    marks = [signs[mark] for mark in marked.tolist()]
    # Bars, as a heat map's cells cannot be chosen by a click, and a marker's size knows no width.
    grid = {
        "type": "bar",
        "x": [places[group] for _, group in cells],
        "base": [rows[topic] - CELL / 2 for topic, _ in cells],
        "y": [CELL] * len(cells),
        "width": np.where(thin, THIN, np.maximum(CELL * full, THIN)),
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "constraintext": "none",
        **colours(np.minimum(share, most) * np.where(thin, full, 1) ** 2, most, dark, marks),
        "customdata": [[int(topic), int(group)] for topic, group in cells],
        "hovertext": [
            f"{names[topic]}<br>{labels[group]}: {number(value, '.1f')}\N{NO-BREAK SPACE}% "
            f"{documents[group]}"
            for (topic, group), value in zip(cells, share, strict=True)
        ],
        "hoverinfo": "text",
        "unselected": {"marker": {"opacity": 1}},
    }
    height = high * (max(rows.values()) + 1 + STRIP)
    if above:
        columns["side"] = "top"
    if above and not (level or turned):
        columns["tickangle"] = -90  # slanting, the last ones would leave the page
    named = field_over(found.field, prefix, room * above) if found.kind != TIME else []
    over = room * above + FIELD * len(named)
    bar = grid["marker"]["colorbar"]
    bar |= {"y": 1 + over / height, "len": 1 if narrow else SCALE}
    top = TOP_NARROW if narrow else TOP_SCALE
    # Whole, at once: plotly takes three times as long for what is changed in a figure afterwards.
    layout: dict[str, Any] = {
        "title": {"text": headline},
        "height": top + 52 + room * (many or not above) + FIELD * len(named) + height,
        "margin": {"l": 10, "r": 10, "t": top + over, "b": 10, "pad": 4},
        "clickmode": "event+select",
        "xaxis": {**columns, "ticklabeloverflow": "allow"},
        "yaxis": topic_rows([names[topic] for topic in rows], [*rows.values()]),
        "annotations": told + named,
        "shapes": jumps_drawn(places),
    }
    look = {"dark": dark, "narrow": narrow, "turned": turned}
    traces = [grid, documents_strip(found, labels, places, layout, **look)]
    read = ["<br>".join(map(markup, broken(name))) for name in names_read(model, [*rows])[0]]
    *_, bars = layout["yaxis"]["ticktext"]
    if turned:
        both = [names[topic].replace(" · ", "<br>") for topic in rows]
        turn(
            traces,
            layout,
            [*(read if narrow else both), bars],
            MANY_ROW * len(groups),
            narrow=narrow,
        )
    else:
        layout["yaxis"] |= {"ticktext": [*read, bars]} if narrow else {}
        traces += named_again(layout, room, ends) if many else []
    return localized_figure(go.Figure(traces, layout))

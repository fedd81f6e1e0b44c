"""The figure of documents in the plane, for the pages and for notebooks."""

from itertools import cycle, islice

import numpy as np
import plotly.graph_objects as go
from plotly.colors import sample_colorscale

from gplsa.core.types import FloatArray, IntArray
from gplsa.corpus.fields.grouping import grouped
from gplsa.corpus.fields.kinds import CATEGORY, SEVERAL, kind_of
from gplsa.figures.columns import group_names
from gplsa.figures.common import localized_figure
from gplsa.figures.placing import BELOW, SMALLER, Named
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import nouns_of
from gplsa.html.topics import TOPIC_COLORS
from gplsa.language import language, tr
from gplsa.model.headings import shown_values
from gplsa.model.model import TrainedModel

OTHERS = "#9aa0a8"
TIME_SCALE = "Viridis"
MOST_NAMED = 10
MOST_WITHOUT_GL = 5000
"""Points that a browser draws smoothly without WebGL, which not every one has."""

SHARPENING = 3  # power of the mixtures that documents are placed by
ABOVE, BUTTONS = 70, 34  # pixels of the title; where there is none, of plotly's buttons
FADED = 0.6
LINE, ENTRY, LETTER = 22, 50, 7  # pixels of a line of the legend, of an entry, of a letter of it
ON_LIGHT, ON_DARK = (0.0, 0.9), (0.25, 1.0)  # what is seen there of a scale
DISC = 140
"""Pixels from the middle of the disc of all documents, were they of one topic, to its edge."""

GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))


def _placed(theta: FloatArray, of_topics: FloatArray, disc: float = DISC) -> FloatArray:
    """Where documents stand in the plane of the topic map, (documents, 2).

    x_d = Σ_z w_dz x_z + r_d (cos a_d, sin a_d),   w_dz = θ_dz³ / Σ_z' θ_dz'³

    Between the places x_z of their topics on the topic map, nearest to the largest: with θ itself
    all crowd in the middle. Those with the same largest topic spread over a disc around it, whose
    area goes with their number, the purest in its middle: like seeds of a sunflower the i-th at
    r ∝ √(i + ½), a = i golden angles [Vogel 1979].
    """
    weight = theta**SHARPENING
    weight /= np.maximum(weight.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    places = np.asarray(weight @ of_topics)
    largest, purity = theta.argmax(axis=1), theta.max(axis=1)
    order = np.lexsort((-purity, largest))
    sizes = np.bincount(largest, minlength=theta.shape[1])
    seed = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    radius = disc * np.sqrt((seed + 0.5) / max(len(order), 1))
    places[order, 0] += radius * np.cos(GOLDEN_ANGLE * seed)
    places[order, 1] += radius * np.sin(GOLDEN_ANGLE * seed)
    return places


def document_map(
    model: TrainedModel,
    rows: IntArray | None = None,
    *,
    field: str = "",
    dark: bool = False,
    narrow: bool = False,
    titled: bool = True,
) -> go.Figure:
    """Documents in the plane, near where they hold the same topics.

    rows   the documents to show; all where None
    field  the column that colours them; their largest topic where empty
    narrow, titled  as of `topic_map`
    Each point bears the row of its document as `customdata`, a name the number of its topic and
    that of all documents.

    Examples
    --------
    >>> figure = figures.document_map(model)
    >>> sorted(trace.name for trace in figure.data if trace.name)
    ['harvest · Ernte', 'port · Hafen']
    """
    rows = np.arange(model.n_documents) if rows is None else rows
    share = model.topic_share()
    named = Named(model, range(model.n_topics), DISC * np.sqrt(share), narrow=narrow)
    smaller = SMALLER if narrow else 1.0
    places = _placed(model.mixtures[rows], named.circles, DISC * smaller)
    shown = np.array([z not in model.hidden_topics for z in range(model.n_topics)])
    places = named.beside(places, share * shown)
    if field:
        of, names, colors = _by_field(model, rows, field, dark)
    else:
        of, colors = model.mixtures[rows].argmax(axis=1), model.topic_colors
        names = [markup(one_line(model.short_label(z), 30)) for z in range(model.n_topics)]
        colors = [brighter(color) for color in colors] if dark else colors
    figure = go.Figure()
    draw = figure.add_scattergl if len(rows) > MOST_WITHOUT_GL else figure.add_scatter
    size = float(np.clip(160 * smaller / np.sqrt(max(len(rows), 1)), 3, 8 * smaller))
    said = np.array([_said(model, row) for row in rows.tolist()], dtype=object)
    for group, (name, color) in enumerate(zip(names, colors, strict=True)):
        chosen = np.flatnonzero(of == group)
        if len(chosen):
            draw(
                x=places[chosen, 0].round(1),
                y=places[chosen, 1].round(1),
                mode="markers",
                name=name,
                marker={"size": size, "color": color, "opacity": 0.65, "line": {"width": 0}},
                customdata=rows[chosen].astype(np.int32),
                hovertext=said[chosen],
                hoverinfo="text+name",
                unselected={"marker": {"opacity": FADED}},  # a name chosen chooses no point
                showlegend=color != OTHERS or OTHERS not in colors[:-1],
            )
    numbers = range(model.n_documents, model.n_documents + model.n_topics)
    named.write(figure, share * shown, numbers, dark=dark)
    named.frame(figure, ABOVE if titled else BELOW if narrow else BUTTONS)
    called = nouns_of(model.corpus)
    title = tr("Map of the {documents}<br><sub>coloured by their largest topic</sub>", **called)
    if field:
        title = tr(
            "Map of the {documents}<br><sub>coloured by {field}</sub>",
            field=markup(one_line(field, 40)),
            **called,
        )
    figure.update_layout(
        title={"text": title if titled else ""},
        showlegend=bool(field),  # topics have their names in the map
        dragmode="zoom" if narrow else "lasso",
        clickmode="event+select",
    )
    if field:
        _legend(figure, named.room[0])
    return localized_figure(figure)


def brighter(color: str) -> str:
    """A colour of small points on dark ground: #rrggbb a third of the way to white."""
    parts = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{part + (255 - part) // 3:02x}" for part in parts)


def _legend(figure: go.Figure, width: float) -> None:
    """Below the map, for which it makes room: what plotly takes of it presses names together."""
    letters = [len(one.name) for one in figure.data if one.showlegend and one.name]
    a_line = max(1, int(width / (ENTRY + LETTER * max(letters, default=0))))
    room = LINE * -(-len(letters) // a_line)
    look = {"orientation": "h", "itemsizing": "constant", "title": {"text": ""}}
    place = {"yref": "container", "y": 0, "yanchor": "bottom"}
    margin = {"margin_b": figure.layout.margin.b + room}
    figure.update_layout(legend=look | place, height=figure.layout.height + room, **margin)


def _said(model: TrainedModel, row: int) -> str:
    """The id of a document and below it its title, which may be the beginning of its text."""
    names = one_line(model.corpus.ids[row], 40), one_line(model.corpus.titles[row], 60)
    return "<br>".join(markup(name) for name in dict.fromkeys(names) if name)


def _by_field(
    model: TrainedModel, rows: IntArray, field: str, dark: bool
) -> tuple[IntArray, list[str], list[str]]:
    column = model.corpus.fields[field]
    kind = kind_of(column)
    groups = grouped([column[row] for row in rows], kind)
    labels = shown_values(model, field, groups.labels, language())
    names = [markup(one_line(name, 30)) for name in group_names(labels, kind)]
    if kind in (CATEGORY, SEVERAL):
        order = np.argsort(-np.asarray(groups.sizes), kind="stable")
        colors = [OTHERS] * len(names)
        for place, group in enumerate(order[:MOST_NAMED]):
            colors[int(group)] = TOPIC_COLORS[place]
    else:
        steps = np.linspace(*(ON_DARK if dark else ON_LIGHT), max(len(names), 2))[: len(names)]
        colors = list(sample_colorscale(TIME_SCALE, steps))
    of = np.where(groups.of < 0, len(names), groups.of)
    return of, [*names, tr("none")], [*islice(cycle(colors), len(names)), OTHERS]

"""Topics by what stands beside the documents: the years, the categories, the numbers."""

import numpy as np
import pandas as pd
import plotly.express as px
import plotly.graph_objects as go

from gplsa.corpus.fields.kinds import TIME, kinds_of
from gplsa.figures.common import TEMPLATE
from gplsa.figures.fields import named_groups
from gplsa.html.elements import Html, html, tag
from gplsa.html.escaping import markup, one_line
from gplsa.language import later, number, plural, tr
from gplsa.model.by_field import ByField, by_field
from gplsa.model.model import TrainedModel
from gplsa.report import charts
from gplsa.report.pieces import Section, paragraphs, table

MOST_FIELDS = 4
MOST_LINES = 6
NAMED = 4
MOST_TICKS = 8
TITLE = later("Time and fields")


def by_fields(model: TrainedModel, first_figure: int) -> Section:
    """A table for each field that groups the documents, and a figure where it is time.

    first_figure  the number of the first figure of this section
    """
    kinds = kinds_of(model.corpus.fields)
    if not kinds:
        nothing = tr(
            "Nothing that would group the documents, as a year or a category does, stands by."
        )
        return Section("fields", tr(TITLE), paragraphs(nothing))
    # Time first: it is what is asked for most.
    fields = sorted(kinds, key=lambda field: kinds[field] != TIME)[:MOST_FIELDS]
    lead = paragraphs(
        tr(
            "Marked are differences that are no chance: of a thousand corpora whose fields had "
            "nothing to do with the topics, one would show any."
        )
    )
    parts: list[Html] = []
    next_figure = first_figure
    for field in fields:
        found = by_field(model, field)
        parts.append(tag("h3", field, class_="field"))
        if not found.differences.marked.any():
            parts.append(paragraphs(tr("No topic differs between them by more than chance.")))
            continue
        if found.kind == TIME and len(found.groups.labels) > 1:
            caption = tr(
                "Shares of topics by {field}; the table below tells which differences count.",
                field=field,
            )
            parts.append(charts.drawn(next_figure, _lines(model, found), caption))
            next_figure += 1
        parts.append(_table(model, found))
    left = len(kinds) - len(fields)
    more = paragraphs(tr("Fields not shown: {n}.", n=left)) if left else ""
    return Section("fields", tr(TITLE), html(lead, *parts, more))


def _table(model: TrainedModel, found: ByField) -> Html:
    """What each group has more and less of than the others."""
    marked = found.differences.marked
    sizes = found.groups.sizes.tolist()
    rows: list[tuple[str, ...]] = [
        (
            label,
            number(size),
            _named(model, found, group, marked[group] > 0),
            _named(model, found, group, marked[group] < 0),
        )
        for group, (label, size) in enumerate(zip(named_groups(model, found), sizes, strict=True))
        if size
    ]
    head = [found.field, tr("documents"), tr("speaks more of"), tr("speaks less of")]
    if not (marked < 0).any():
        head, rows = head[:3], [row[:3] for row in rows]
    caption = tr("Topics by {field}", field=found.field)
    if empty := sizes.count(0):
        caption += plural(
            empty,
            "; {n:,} without a document is left out",
            "; {n:,} without a document are left out",
        )
    return table(caption, head, rows, numbers=range(1, 2))


def _named(model: TrainedModel, found: ByField, group: int, chosen: np.ndarray) -> str:
    strength = np.abs(np.nan_to_num(found.differences.t[group]))
    shown = [
        topic
        for topic in np.argsort(-strength, kind="stable").tolist()
        if chosen[topic] and topic not in model.hidden_topics
    ]
    names = "; ".join(model.short_label(topic) for topic in shown[:NAMED])
    if len(shown) > NAMED:
        return tr("{names}; and {n} more", names=names, n=len(shown) - NAMED)
    return names or "–"


def _lines(model: TrainedModel, found: ByField) -> go.Figure:
    """The topics that change most over time, a line each."""
    mean = found.shares.mean
    strongest = np.nanmax(np.abs(np.nan_to_num(found.differences.t)), axis=0)
    shown = [
        topic
        for topic in np.argsort(-strongest, kind="stable").tolist()
        if topic not in model.hidden_topics | set(model.uninformative)
    ][:MOST_LINES]
    share = "share of the documents, %"
    # A line breaks off where there is no document.
    rows = [
        (
            label,
            100 * float(mean[group, topic]) if found.groups.sizes[group] else None,
            markup(one_line(model.short_label(topic), 30)),
        )
        for topic in shown
        for group, label in enumerate(named_groups(model, found))
    ]
    figure = px.line(
        pd.DataFrame(rows, columns=[found.field, share, "topic"]),
        template=TEMPLATE,
        x=found.field,
        y=share,
        color="topic",
        markers=True,
        labels={
            share: tr("share of the documents, %"),
            "topic": tr("topic"),
            found.field: markup(one_line(found.field, 40)),
        },
        title=tr("The topics that change most"),
    )
    figure.update_xaxes(type="category", nticks=MOST_TICKS, tickangle=0)
    figure.update_yaxes(rangemode="tozero")
    return figure.update_layout(
        height=420,
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
        legend={"orientation": "h", "y": -0.22, "title": ""},
    )

"""Topics by what stands beside the documents: the years, the categories, the numbers."""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
import plotly.graph_objects as go

from gplsa.corpus.fields.kinds import TIME, kinds_of
from gplsa.figures.fields import named_groups, topics_by_group
from gplsa.figures.told import narrow_told
from gplsa.html.elements import Html, html, tag
from gplsa.html.escaping import markup, one_line
from gplsa.language import later, number, plural, tr
from gplsa.model.by_field import ByField, by_field, topics_by_difference, topics_by_peak
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import shown_topics
from gplsa.report.pieces import Section, drawn, paragraphs, table

MOST_FIELDS = 4
MOST_ROWS = 8
NAMED = 4
TITLE = later("Time and fields")


OfField = Callable[[str], ByField]


def by_each(model: TrainedModel) -> OfField:
    """Topics by a field, worked out once: what is chance takes half of the time of a report."""
    return cache(partial(by_field, model))


def by_fields(model: TrainedModel, of_field: OfField, first_figure: int) -> Section | None:
    """A table for each field that groups the documents, and a figure where it is time; None where
    nothing does.

    first_figure  the number of the first figure of this section
    """
    kinds = kinds_of(model.corpus.fields)
    if not kinds:
        return None
    # Time first: it is what is asked for most.
    fields = sorted(kinds, key=lambda field: kinds[field] != TIME)[:MOST_FIELDS]
    lead = paragraphs(
        tr(
            "Topics of which a group of documents speaks more, or less, than the others do. Only "
            "differences that are hardly chance are named: where the groups had nothing to do with "
            "the topics, one collection in a thousand would show any."
        )
    )
    parts: list[Html] = []
    next_figure = first_figure
    for field in fields:
        found = of_field(field)
        parts.append(tag("h3", field, class_="field"))
        if not found.differing()[shown_topics(model)].any():
            parts.append(paragraphs(tr("No topic differs between them by more than chance.")))
            continue
        if found.kind == TIME and len(found.groups.labels) > 1:
            caption = tr(
                "Shares of topics by {field}: the stronger the colour, the larger. + and − stand "
                "where it is more or less than chance would make.",
                field=field,
            )
            caption = f"{caption} {narrow_told(found)}".strip()
            parts.append(drawn(next_figure, _cells(model, found), caption, inked=True))
            next_figure += 1
        parts.append(_table(model, found))
    left = len(kinds) - len(fields)
    more = paragraphs(tr("Fields not shown: {n}.", n=left)) if left else ""
    return Section("fields", tr(TITLE), html(lead, *parts, more))


def _table(model: TrainedModel, found: ByField) -> Html:
    """What groups have more and less of than the others, those of which there is any."""
    marked = found.differences.marked.copy()
    marked[:, [*model.hidden_topics]] = 0
    sizes = found.groups.sizes.tolist()
    stands_out = [bool(row.any()) for row in marked]
    rows: list[tuple[str, ...]] = [
        (
            label,
            number(sizes[group]),
            _named(model, found, group, marked[group] > 0),
            _named(model, found, group, marked[group] < 0),
        )
        for group, label in enumerate(named_groups(model, found))
        if stands_out[group]
    ]
    head = [found.field, tr("documents"), tr("speaks more of"), tr("speaks less of")]
    if not (marked < 0).any():
        head, rows = head[:3], [row[:3] for row in rows]
    caption = tr("Topics by {field}", field=found.field)
    if left := stands_out.count(False):
        caption += plural(
            left,
            "; no topic stands out in {n:,} other",
            "; no topic stands out in {n:,} others",
        )
    return table(caption, head, rows, numbers=range(1, 2))


def _named(model: TrainedModel, found: ByField, group: int, chosen: np.ndarray) -> str:
    strength = np.abs(np.nan_to_num(found.differences.t[group]))
    shown = [topic for topic in np.argsort(-strength, kind="stable").tolist() if chosen[topic]]
    names = "; ".join(model.short_label(topic) for topic in shown[:NAMED])
    if len(shown) > NAMED:
        return plural(
            len(shown) - NAMED, "{names}; and one more", "{names}; and {n} more", names=names
        )
    return names or "–"


def _cells(model: TrainedModel, found: ByField) -> go.Figure:
    """The topics that change most, a row each, in the order of the periods that they are of."""
    most = topics_by_difference(model, found)[:MOST_ROWS]
    shown = [topic for topic in topics_by_peak(model, found, model.n_topics) if topic in most]
    figure = topics_by_group(model, found, shown)
    # Clear where there is little, so that they serve light and dark.
    figure.update_traces(marker_colorscale=["rgba(34,120,176,0.07)", "rgba(34,120,176,0.9)"])
    figure.update_xaxes(title_text=markup(one_line(found.field, 40)))
    figure.update_yaxes(title={"text": tr("topic"), "standoff": 8})
    return figure.update_layout(title=tr("The topics that change most"), clickmode="none")

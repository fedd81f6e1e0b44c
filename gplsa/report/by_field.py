"""Topics by what stands beside the documents: the years, the categories, the numbers."""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
import plotly.graph_objects as go

from gplsa.corpus.fields.kinds import TIME, kinds_of
from gplsa.figures.cells import two_armed
from gplsa.figures.columns import TOP_NARROW, TOP_SCALE, named_groups
from gplsa.figures.fields import topics_by_group
from gplsa.figures.told import differing_told, narrow_told
from gplsa.html.elements import Html, html, tag
from gplsa.language import later, number, plural, tr
from gplsa.model.by_field import ByField, by_field, topics_by_difference, topics_by_peak
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import shown_topics
from gplsa.report.pieces import Section, drawn, paragraphs, table

MOST_FIELDS = 4
MOST_ROWS = 8
NAMED = 4
OF_SCALE = 34  # pixels above a figure
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
            "Which documents speak more, or less, of a topic than the others. What may be chance "
            "is left out: by chance alone one collection in twenty would show any difference."
        )
    )
    parts: list[Html] = []
    next_figure = first_figure
    for field in fields:
        found = of_field(field)
        parts.append(tag("h3", field, class_="field"))
        if not found.differing()[shown_topics(model)].any():
            parts.append(paragraphs(differing_told(0)))
            continue
        if found.kind == TIME and len(found.groups.labels) > 1:
            caption = tr(
                "Shares of topics by {field}: the stronger the colour, the larger. Blue cells with "
                "+ or − are more or less than chance would give; grey ones may be chance.",
                field=field,
            )
            caption = f"{caption} {narrow_told(found)}".strip()
            wide, narrow = _cells(model, found), _cells(model, found, narrow=True)
            parts.append(drawn(next_figure, wide, caption, inked=True, narrow=narrow))
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
    held, stands_out = np.asarray(found.groups.sizes) > 0, np.asarray(marked.any(axis=1))
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
    caption = tr("Where a topic stands out, by {field}", field=found.field)
    if left := int((held & ~stands_out).sum()):
        caption += plural(left, "; in {n:,} other none does", "; in {n:,} others none does")
    return table(caption, head, rows, numbers=range(1, 2))


def _named(model: TrainedModel, found: ByField, group: int, chosen: np.ndarray) -> str:
    strength = np.abs(np.nan_to_num(found.differences.u[group]))
    shown = [topic for topic in np.argsort(-strength, kind="stable").tolist() if chosen[topic]]
    names = "; ".join(model.short_label(topic) for topic in shown[:NAMED])
    if (more := len(shown) - NAMED) > 0:
        return plural(more, "{names}; and one more", "{names}; and {n} more", names=names)
    return names or "–"


def _cells(model: TrainedModel, found: ByField, *, narrow: bool = False) -> go.Figure:
    """The topics that change most, of those that do beyond chance, a row each, in the order of the
    periods that they are of."""
    differing = found.differing()
    most = [topic for topic in topics_by_difference(model, found) if differing[topic]][:MOST_ROWS]
    # Uninformative ones have no peak, and may be all that differs.
    shown = [z for z in topics_by_peak(model, found, model.n_topics) if z in most] or most
    figure = topics_by_group(model, found, shown, narrow=narrow)
    # Clear where there is little, so that they serve light and dark; the scale where no button is.
    scale = two_armed(["rgba(128,128,124,0.6)", "rgba(34,120,176,0.07)", "rgba(34,120,176,0.9)"])
    bar = {"x": 0, "xanchor": "left"}
    figure.update_traces(marker_colorscale=scale, marker_colorbar=bar, selector=0)
    # The title stands in the page.
    spare = (TOP_NARROW if narrow else TOP_SCALE) - OF_SCALE
    top, height = figure.layout.margin.t - spare, figure.layout.height - spare
    title = tr("The topics that change most")
    return figure.update_layout(title=title, clickmode="none", margin_t=top, height=height)

"""Figures of topics by time and by field, for the pages and for notebooks.

They need plotly, as `gplsa.figures` does.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gplsa.figures import INK_ON_DARK
from gplsa.look.escaping import markup, one_line
from gplsa.trained.by_field import ByField
from gplsa.trained.model import TrainedModel

try:
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots
except ImportError as error:
    raise ImportError(
        f"gplsa.field_figures needs plotly ({error}): pip install 'gplsa[app]'."
    ) from error

OVER_TIME = "#568cbe"
# From the ground of the page to the colour of much, in the light and in the dark.
GROUP_SCALE = ["#eef2f5", "#7fb0d6", "#1d5c8f"]
GROUP_SCALE_DARK = ["#20262c", "#3b6f9c", "#2f8ad0"]


def topics_over_time(
    model: TrainedModel, found: ByField, topics: Sequence[int], *, dark: bool = False
) -> go.Figure:
    """The share of each topic by period, one small figure a topic, with the band of chance.

    found   `gplsa.trained.by_field.by_field` of a field of time;  topics  from 0
    Full dots are shares that are more or less than chance.

    Examples
    --------
    >>> import gplsa
    >>> from dataclasses import replace
    >>> from gplsa.field_figures import topics_over_time
    >>> from gplsa.trained.by_field import by_field
    >>> corpus = gplsa.corpus_of({
    ...     "de": ["Ernte Ernte Korn", "Korn Ernte", "Hafen Hafen Schiff", "Schiff Hafen"],
    ...     "en": ["harvest harvest grain", "grain harvest", "port port ship", "ship port"],
    ... }, languages={"de": "de", "en": "en"})
    >>> dated = replace(corpus, fields={"year": ["1841", "1842", "1842", "1843"]})
    >>> model = gplsa.train(dated, topics=2)
    >>> figure = topics_over_time(model, by_field(model, "year"), [0, 1])
    >>> [trace.x for trace in figure.data if trace.mode == "lines+markers"][0]
    ('1841', '1842', '1843')
    """
    columns = 2 if len(topics) > 1 else 1
    n_rows = -(-len(topics) // columns)
    names = [markup(one_line(model.short_label(topic), 26)) for topic in topics]
    figure = make_subplots(
        n_rows,
        columns,
        subplot_titles=names,
        shared_xaxes="all",
        vertical_spacing=min(0.34 / n_rows, 0.2),
        horizontal_spacing=0.09,
    )
    labels = found.groups.labels
    for place, topic in enumerate(topics):
        at = {"row": place // columns + 1, "col": place % columns + 1}
        low, mean, high = (
            100 * side[:, topic]
            for side in (found.shares.low, found.shares.mean, found.shares.high)
        )
        for stretch in _stretches(low):
            here = [labels[group] for group in stretch]
            figure.add_scatter(
                x=[*here, *here[::-1]],
                y=[*high[stretch], *low[stretch][::-1]],
                fill="toself",
                fillcolor="rgba(86, 140, 190, 0.25)",
                line_width=0,
                mode="lines",
                hoverinfo="skip",
                **at,
            )
        marked = found.differences.marked[:, topic] != 0
        told = [
            f"{name}<br>{share:.1f} % of {n:,} documents"
            for name, share, n in zip(labels, mean, found.groups.sizes, strict=True)
        ]
        figure.add_scatter(
            x=labels,
            y=mean,
            mode="lines+markers",
            line={"color": OVER_TIME, "width": 2},
            marker={
                "size": 8,
                "color": np.where(marked, OVER_TIME, "#14171b" if dark else "#ffffff").tolist(),
                "line": {"color": OVER_TIME, "width": 1.5},
            },
            customdata=[[int(topic), group] for group in range(len(labels))],
            hovertext=told,
            hoverinfo="text",
            **at,
        )
    figure.update_xaxes(
        type="category", categoryorder="array", categoryarray=labels, nticks=8, showgrid=False
    )
    for place in range(len(topics))[-columns:]:
        at = {"row": place // columns + 1, "col": place % columns + 1}
        figure.update_xaxes(title_text=markup(one_line(found.field, 40)), **at)
    figure.update_xaxes(showticklabels=True)
    figure.update_yaxes(rangemode="tozero", ticksuffix=" %")
    figure.update_yaxes(title_text="share", col=1)
    figure.update_annotations(font_size=13)
    return figure.update_layout(
        title=f"Topics by {markup(one_line(found.field, 40))}",
        showlegend=False,
        height=110 + 210 * n_rows,
        margin={"l": 10, "r": 10, "t": 80, "b": 10},
        clickmode="event+select",
    )


def _stretches(values: npt.NDArray[np.float64]) -> list[npt.NDArray[np.int64]]:
    """Runs of places where there is a value."""
    known = np.flatnonzero(np.isfinite(values))
    if not len(known):
        return []
    return np.split(known, np.flatnonzero(np.diff(known) > 1) + 1)


def topics_by_group(
    model: TrainedModel, found: ByField, topics: Sequence[int], *, dark: bool = False
) -> go.Figure:
    """The share of each topic in each group as a square: the stronger its colour, the larger.

    + and − mark what is more or less than chance.

    found   `gplsa.trained.by_field.by_field` of a field of categories or numbers;  topics  from 0

    Examples
    --------
    >>> import gplsa
    >>> from dataclasses import replace
    >>> from gplsa.field_figures import topics_by_group
    >>> from gplsa.trained.by_field import by_field
    >>> corpus = gplsa.corpus_of({
    ...     "de": ["Ernte Ernte Korn", "Korn Ernte", "Hafen Hafen Schiff", "Schiff Hafen"],
    ...     "en": ["harvest harvest grain", "grain harvest", "port port ship", "ship port"],
    ... }, languages={"de": "de", "en": "en"})
    >>> placed = replace(corpus, fields={"place": ["Dorf", "Dorf", "Stadt", "Stadt"]})
    >>> model = gplsa.train(placed, topics=2)
    >>> len(topics_by_group(model, by_field(model, "place"), [0, 1]).data[0].x)
    4
    """
    groups, topics = [*range(len(found.groups.labels))], [*topics]
    cells = [(topic, group) for topic in topics for group in groups]
    share = np.array([found.shares.mean[group, topic] for topic, group in cells]) * 100
    names = {topic: markup(one_line(model.short_label(topic), 26)) for topic in topics}
    shown = [markup(one_line(name, 24)) for name in found.groups.labels]
    signs = {1: "+", 0: "", -1: "−"}
    marks = [signs[int(found.differences.marked[group, topic])] for topic, group in cells]
    most = max(float(np.nanmax(share, initial=0.0)), 1e-9)
    size = float(np.clip(640 / max(len(groups), 1), 9, 34))
    figure = go.Figure(
        go.Scatter(
            x=[group for _, group in cells],
            y=[topics.index(topic) for topic, _ in cells],
            mode="markers+text",
            text=marks,
            textfont={
                "size": 15,
                "color": [INK_ON_DARK if (value > most / 2) else "#7f8791" for value in share],
            },
            marker={
                "symbol": "square",
                "size": size,
                "color": share,
                "colorscale": GROUP_SCALE_DARK if dark else GROUP_SCALE,
                "cmin": 0,
                "cmax": most,
                "colorbar": {"title": "share, %", "thickness": 12},
                "line": {"width": 0},
            },
            customdata=[[int(topic), int(group)] for topic, group in cells],
            hovertext=[
                f"{names[topic]}<br>{shown[group]}: {value:.1f} %"
                for (topic, group), value in zip(cells, share, strict=True)
            ],
            hoverinfo="text",
        )
    )
    figure.update_xaxes(
        title_text=markup(one_line(found.field, 40)),
        tickvals=groups,
        ticktext=shown,
        range=[-0.6, len(groups) - 0.4],
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(
        title_text="topic",
        tickvals=[*range(len(topics))],
        ticktext=[names[topic] for topic in topics],
        range=[len(topics) - 0.4, -0.6],
        showgrid=False,
        zeroline=False,
        automargin=True,
    )
    return figure.update_layout(
        title=f"Topics by {markup(one_line(found.field, 40))}",
        height=190 + 38 * len(topics),
        margin={"l": 10, "r": 10, "t": 60, "b": 10},
        clickmode="event+select",
    )

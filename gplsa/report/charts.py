"""The figures of a report: data that stand in the page, and are drawn when it is opened."""

import json

import pandas as pd
import plotly.express as px
import plotly.graph_objects as go

from gplsa import figures
from gplsa.html.elements import Html, html, tag
from gplsa.html.escaping import markup, one_line
from gplsa.html.topics import topic_color
from gplsa.language import tr
from gplsa.model.model import TrainedModel

MOST_BARS = 30


def drawn(number: int, figure: go.Figure, alternative: str, *, inked: bool = False) -> Html:
    """A place for a figure and its data.  inked: its labels stand on the ground of the page."""
    content = figures.localized_figure(figure).to_json()
    if buttons := figures.localized_buttons({}):
        content = f'{content[:-1]},"config":{json.dumps(buttons)}}}'
    # Nothing within a script element is markup but its end, which "<" would have to begin.
    data = Html(content.replace("<", "\\u003c"))
    name = f"figure-{number}"
    # Axis titles go by the font of the layout, which the page sets.
    plot = tag("div", class_="plot", role="img", aria_label=alternative)
    marked = {"data_figure": name} | ({"data_inked": "yes"} if inked else {})
    return html(
        tag("figure", plot, tag("figcaption", alternative, class_="soft small"), **marked),
        Html(f'<script type="application/json" id="{name}">{data}</script>'),
    )


def shares(model: TrainedModel, topics: list[int]) -> go.Figure:
    """How much of the corpus the largest topics take."""
    share = model.topic_share()
    axis = "share"
    rows = [
        (f"{place}. {markup(one_line(model.short_label(topic), 40))}", 100 * float(share[topic]))
        for place, topic in enumerate(topics[:MOST_BARS], 1)
    ]
    figure = px.bar(
        pd.DataFrame(rows, columns=["topic", axis]),
        x=axis,
        y="topic",
        orientation="h",
        labels={axis: tr("share of the corpus, %"), "topic": tr("topic")},
        title=tr("The {n} largest topics", n=len(rows))
        if len(rows) < len(topics)
        else tr("All topics"),
    )
    figure.update_traces(marker_color=[topic_color(topic) for topic in topics[:MOST_BARS]])
    figure.update_yaxes(
        autorange="reversed", title={"text": tr("topic"), "standoff": 14}, showgrid=False
    )
    return figure.update_layout(
        height=130 + 22 * len(rows), margin={"l": 10, "r": 10, "t": 50, "b": 10}
    )

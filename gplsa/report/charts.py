"""The figures of a report: data that stand in the page, and are drawn when it is opened."""

import json

import plotly.express as px
import plotly.graph_objects as go

from gplsa import figures
from gplsa.figures.common import topic_rows
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
    share, largest = model.topic_share(), topics[:MOST_BARS]
    names = [markup(one_line(model.short_label(topic), 40)) for topic in largest]
    title = tr("All topics")
    if len(largest) < len(topics):
        title = tr("The {n} largest topics", n=len(largest))
    figure = px.bar(
        x=[100 * float(share[topic]) for topic in largest],
        y=[*range(len(largest))],
        orientation="h",
        labels={"x": tr("share of the corpus, %"), "y": tr("topic")},
        title=title,
    )
    figure.update_traces(marker_color=[topic_color(topic) for topic in largest])
    figure.update_yaxes(topic_rows(names))
    return figure.update_layout(
        height=130 + 22 * len(largest), margin={"l": 10, "r": 10, "t": 50, "b": 10}
    )

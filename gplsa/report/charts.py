"""The figures of a report: data that stand in the page, and are drawn when it is opened."""

import json

import plotly.graph_objects as go

from gplsa import figures
from gplsa.html.elements import Html, html, tag


def drawn(
    number: int, figure: go.Figure, alternative: str, *, inked: bool = False, pan: bool = False
) -> Html:
    """A place for a figure and its data.

    inked  its labels stand on the ground of the page
    pan    a map: where there is no room for it, it moves within the page
    """
    content = figures.localized_figure(figure).to_json()
    if buttons := figures.localized_buttons({}):
        content = f'{content[:-1]},"config":{json.dumps(buttons)}}}'
    # Nothing within a script element is markup but its end, which "<" would have to begin.
    data = Html(content.replace("<", "\\u003c"))
    name = f"figure-{number}"
    # Axis titles go by the font of the layout, which the page sets.
    plot = tag("div", class_="plot", role="img", aria_label=alternative)
    title = figure.layout.title.text  # of the page, where no button lies on it
    if pan:
        plot = tag("div", plot, class_="pan", tabindex=0, role="region", aria_label=title)
    marked = {"data_figure": name} | ({"data_inked": "yes"} if inked else {})
    return html(
        tag("figure", tag("h3", title), plot, tag("figcaption", alternative), **marked),
        Html(f'<script type="application/json" id="{name}">{data}</script>'),
    )

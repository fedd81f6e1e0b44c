"""The figures of a report: data that stand in the page, and are drawn when it is opened."""

import json

import plotly.graph_objects as go

from gplsa import figures
from gplsa.html.elements import Html, html, tag


def drawn(
    number: int,
    figure: go.Figure,
    alternative: str,
    *,
    inked: bool = False,
    narrow: go.Figure | None = None,
) -> Html:
    """A place for a figure and its data.

    inked  its labels stand on the ground of the page;  narrow  the figure for a telephone
    """
    name, title = f"figure-{number}", figure.layout.title.text
    # Axis titles go by the font of the layout, which the page sets.
    plot = tag("div", class_="plot", role="img", aria_label=alternative)
    marked = {"data_figure": name} | ({"data_inked": "yes"} if inked else {})
    data = [_data(name, figure)]
    if narrow is not None:
        marked["data_narrow"] = f"{name}-narrow"
        data.append(_data(f"{name}-narrow", narrow))
    # The title is of the page, where no button lies on it.
    shown = tag("figure", tag("h3", title), plot, tag("figcaption", alternative), **marked)
    return html(shown, *data)


def _data(name: str, figure: go.Figure) -> Html:
    content = figures.localized_figure(figure).to_json()
    # Plotly warns of colours that a scale gives, and takes them.
    config = figures.localized_buttons({"logging": 0})
    content = f'{content[:-1]},"config":{json.dumps(config)}}}'
    # Nothing within a script element is markup but its end, which "<" would have to begin.
    data = content.replace("<", "\\u003c")
    return Html(f'<script type="application/json" id="{name}">{data}</script>')

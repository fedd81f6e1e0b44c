"""Numbers, buttons and colours of all figures, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from gplsa.language import ENGLISH, language, later, localized, tr

TEMPLATE = go.layout.Template(
    layout={
        "colorway": [
            *("#2278b0", "#e08a1e", "#2f9e6e", "#c05a92", "#8a6fc9", "#7a8793"),
            *("#58b4e0", "#b7a11f", "#d0553f", "#4d6f8f"),
        ],
        "font": {"size": 13},
        # Below the edge, where plotly by itself cuts a title with a line under it.
        "title": {"x": 0, "xanchor": "left"}
        | {"yref": "container", "y": 1, "yanchor": "top", "pad": {"t": 22}},
        "xaxis": {"automargin": True, "gridcolor": "#d5d2cb", "zeroline": False},
        "yaxis": {"automargin": True, "gridcolor": "#d5d2cb", "zeroline": False},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
    }
)
"""Of every figure, named when it is made: what is made in a Streamlit process would else carry
colours that only Streamlit's own front end puts in, and margins that cut labels."""

NO_BUTTONS = {"displayModeBar": False}
FEW_BUTTONS = {"modeBarButtons": [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]]}
BUTTON_TEXTS = (
    later("Zoom"),
    later("Pan"),
    later("Box Select"),
    later("Lasso Select"),
    later("Zoom in"),
    later("Zoom out"),
    later("Reset axes"),
    later("Download plot as a PNG"),
    later("Preparing image - this may take a few seconds"),
    later("Image download succeeded"),
    later("Sorry, there was a problem downloading your image!"),
    later("Double-click to zoom back out"),
    later("Double-click on legend to isolate one trace"),
)
"""What plotly itself says about a figure, in its own words."""

CAPTION = "font: 400 13px Source Sans, sans-serif; fill-opacity: 0.75"
INK_ON_LIGHT, INK_ON_DARK = "#25292e", "#e6e4df"


def localized_figure(figure: go.Figure) -> go.Figure:
    """The figure in our own look, with its numbers as the reader's language writes them."""
    # Streamlit would set titles in from the edge of the page.
    figure.update_layout(template=TEMPLATE, title_pad_l=0)
    if title := figure.layout.title.text:  # what is said below it is as plain as a caption
        plain = title.replace("<sub>", f"<span style='{CAPTION}'>").replace("</sub>", "</span>")
        figure.layout.title.text = plain
    if language() != ENGLISH:
        figure.update_layout(separators=localized(".,", language()))
    return figure


def topic_rows(names: Sequence[str], rows: Sequence[float]) -> dict[str, Any]:
    """An axis with a row for each topic, the first on top."""
    return {
        "tickvals": rows,
        "ticktext": names,
        "range": [max(rows) + 0.6, -0.6],
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
    }


def localized_buttons(config: Mapping[str, Any] = FEW_BUTTONS) -> dict[str, Any]:
    """Options of a figure's buttons, with what they are called in the reader's language."""
    code = language()
    if code == ENGLISH:
        return {**config}
    words = {text: tr(text) for text in BUTTON_TEXTS}
    return {**config, "locale": code, "locales": {code: {"dictionary": words}}}

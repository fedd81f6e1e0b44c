"""Numbers, buttons and colours of all figures, in the reader's language."""

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from gplsa.language import ENGLISH, language, later, localized, tr

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

INK_ON_LIGHT, INK_ON_DARK = "#25292e", "#e6e4df"


def localized_figure(figure: go.Figure) -> go.Figure:
    """The figure with its numbers as the reader's language writes them."""
    if language() != ENGLISH:
        figure.update_layout(separators=localized(".,", language()))
    return figure


def localized_buttons(config: Mapping[str, Any] = FEW_BUTTONS) -> dict[str, Any]:
    """Options of a figure's buttons, with what they are called in the reader's language."""
    code = language()
    if code == ENGLISH:
        return {**config}
    words = {text: tr(text) for text in BUTTON_TEXTS}
    return {**config, "locale": code, "locales": {code: {"dictionary": words}}}

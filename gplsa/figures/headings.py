"""Whether the probabilities of suggested headings hold, for pages, the report and notebooks."""

import plotly.graph_objects as go

from gplsa.figures.common import localized_figure
from gplsa.headings.measured import HeadingFigures
from gplsa.language import chance, count, tr

_DOTS, _HOLDS = "#2278b0", "#7a8793"
_LARGEST = 26  # pixels across
_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def reliability(figures: HeadingFigures) -> go.Figure:
    """A reliability diagram [Murphy and Winkler 1977]: how many of the suggestions with a stated
    probability were given by a cataloguer. Where probabilities hold, dots lie on the diagonal; the
    area of a dot is that of its number of suggestions.

    figures  of `model.suggester.calibrated[side].figures`

    Examples
    --------
    >>> from gplsa.figures import reliability
    >>> from gplsa.evaluation.calibration import CalibrationBin
    >>> from gplsa.headings.measured import HeadingFigures
    >>> stated = (0.1, 0.2, 90, 0.14, 0.15), (0.8, 0.9, 10, 0.85, 0.8)
    >>> bins = [CalibrationBin(*one) for one in stated]
    >>> figure = reliability(HeadingFigures(50, 0.3, [], [], 0.4, 0.5, 0.01, bins, []))
    >>> figure.data[1].x, figure.data[1].y
    ((0.14, 0.85), (0.15, 0.8))
    """
    bins = figures.reliability
    most = max((one.n for one in bins), default=1)
    sizes = [max(_LARGEST * (one.n / most) ** 0.5, 4) for one in bins]
    figure = go.Figure(
        [
            go.Scatter(x=[0, 1], y=[0, 1], mode="lines", hoverinfo="skip", line={"color": _HOLDS}),
            go.Scatter(
                x=[one.stated for one in bins],
                y=[one.observed for one in bins],
                mode="markers",
                marker={"size": sizes, "color": _DOTS},
                text=[
                    f"{chance(one.stated)} → {chance(one.observed)}<br>{count(one.n, 'suggestion')}"
                    for one in bins
                ],
                hovertemplate="%{text}<extra></extra>",
            ),
        ]
    )
    ticks = {"range": [0, 1], "tickvals": _TICKS, "ticktext": [*map(chance, _TICKS)]}
    figure.update_xaxes(**ticks, title_text=tr("stated probability"))
    figure.update_yaxes(**ticks, title_text=tr("given by a cataloguer"))
    figure.update_layout(
        title=tr("Do the probabilities of headings hold?"),
        showlegend=False,
        height=380,
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
    )
    return localized_figure(figure)

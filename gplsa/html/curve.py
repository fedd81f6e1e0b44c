"""A curve as a picture, small enough to be sent anew every second."""

import base64
from collections.abc import Sequence

from gplsa.html.sides import SIDE_COLORS
from gplsa.language import tr


def rising_line(objective: Sequence[float]) -> str:
    """The objective after each iteration so far, as a line; no chart library each second."""
    low, high = min(objective), max(objective)
    width, scale = len(objective) - 1, (high - low) or 1.0
    points = " ".join(
        f"{100 * place / width:.2f},{30 - 28 * (value - low) / scale:.2f}"
        for place, value in enumerate(objective)
    )
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 32" preserveAspectRatio="none">'
        f'<polyline points="{points}" fill="none" stroke="{SIDE_COLORS[0]}" stroke-width="2" '
        'vector-effect="non-scaling-stroke"/></svg>'
    )
    # As a picture: st.html takes drawings out of the markup.
    source = base64.b64encode(drawing.encode()).decode()
    sentence = tr(
        "The objective rose from {low:.5g} to {high:.5g} in {iterations} iterations.",
        low=low,
        high=high,
        iterations=len(objective) - 1,
    )
    return (
        f'<img class="curve" alt="{sentence}" src="data:image/svg+xml;base64,{source}">'
        f'<p class="small soft">{sentence}</p>'
    )

"""The colour of a topic: the same on cards, maps, lines and in reports."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

# Okabe and Ito's colours, then lighter and darker ones between them: told apart by most people.
TOPIC_COLORS = (
    *("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8a7fc7", "#7f9c2f"),
    *("#a85c32", "#5c7186", "#c9a227", "#2f9aa0", "#b0486a", "#6a9bd8", "#8f7a5a", "#4f8a57"),
)
MOST_COLOURED, LEAST_COLOURED = 6, 0.02  # topics of a pair, and the share of each


def topic_color(topic: int) -> str:
    """Of a topic by its number, from 0; they begin again after sixteen.

    Examples
    --------
    >>> from gplsa.html.topics import topic_color
    >>> topic_color(1) == topic_color(17) != topic_color(2)
    True
    """
    return TOPIC_COLORS[topic % len(TOPIC_COLORS)]


def coloured_topics(mixtures: Mapping[str, npt.NDArray[np.float64]]) -> dict[int, str]:
    """The topics that carry a pair, largest first, and the colour of each: its own, unless a larger
    one has it."""
    if not mixtures:
        return {}
    share = np.mean([*mixtures.values()], axis=0)
    largest = np.argsort(-share, kind="stable")[:MOST_COLOURED]
    found: dict[int, str] = {}
    for topic in largest[share[largest] >= LEAST_COLOURED].tolist():
        free = [one for one in TOPIC_COLORS if one not in found.values()]
        own = topic_color(topic)
        found[topic] = own if own in free else free[0]
    return found

"""The colour of a topic: the same on cards, maps, lines and in reports; its own within a pair."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from gplsa.html.elements import html, tag
from gplsa.language import number

# Okabe and Ito's colours, then lighter and darker ones between them: told apart by most people.
TOPIC_COLORS = (
    *("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8a7fc7", "#7f9c2f"),
    *("#a85c32", "#5c7186", "#c9a227", "#2f9aa0", "#b0486a", "#6a9bd8", "#8f7a5a", "#4f8a57"),
)
# Of the topics of one pair, by their share: neither those of its sides nor near each other.
PAIR_COLORS = "#4c9a2a", "#e8760c", "#7a4fd0", "#0e9c9c", "#7d4e2d"
LEAST_COLOURED = 0.02  # the share of each
MOST_HITS = 4


def topic_color(topic: int) -> str:
    """Of a topic by its number, from 0; they begin again after sixteen.

    Examples
    --------
    >>> from gplsa.html.topics import topic_color
    >>> topic_color(1) == topic_color(17) != topic_color(2)
    True
    """
    return TOPIC_COLORS[topic % len(TOPIC_COLORS)]


def hits(found: Sequence[tuple[str, float]]) -> str:
    """Words of a topic that were sought, each with its share of it; "" without any."""
    told = [
        html(" · " if place else "", tag("mark", word), f" {number(100 * share, '.2f')} %")
        for place, (word, share) in enumerate(found[:MOST_HITS])
    ]
    return tag("div", tag("p", *told, class_="small hits"), class_="g") if found else ""


def coloured_topics(mixtures: Mapping[str, npt.NDArray[np.float64]]) -> dict[int, str]:
    """The topics that carry a pair, largest first, and the colour of each beside the others: where
    the two sides have colours, a topic's own might be one of these, or near another's."""
    if not mixtures:
        return {}
    share = np.mean([*mixtures.values()], axis=0)
    largest = np.argsort(-share, kind="stable")[: len(PAIR_COLORS)]
    return dict(zip(largest[share[largest] >= LEAST_COLOURED].tolist(), PAIR_COLORS, strict=False))


def legend_style(
    key: str,
    colors: Mapping[int, str],
    mixtures: Mapping[str, npt.NDArray[np.float64]],
    sides: Mapping[str, str],
) -> str:
    """The style of buttons that are the legend of `coloured_topics`, one a topic in order: the
    colour of each, and below its name a bar a side, as long as the share that the side gives it.

    key  of the buttons;  sides  the colour of each side of the mixtures
    """
    rules = []
    for place, (topic, color) in enumerate(colors.items(), 1):
        bars = []
        for n, (side, mixture) in enumerate(mixtures.items(), 1):
            up = 0.4 * (len(mixtures) + 1 - n)
            wide = f"calc((100% - 1.5rem) * {mixture[topic]:.3f})"
            paint = f"linear-gradient({sides[side]}, {sides[side]})"
            bars.append(f"{paint} 0.75rem calc(100% - {up:.1f}rem) / {wide} 0.25rem no-repeat")
        told = f"--c: {color}; --bars: {', '.join(bars)};"
        rules.append(f".st-key-{key} button:nth-of-type({place}) {{ {told} }}")
    return f"<style>{' '.join(rules)}</style>"

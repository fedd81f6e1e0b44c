"""The colour of a topic, the same on cards, maps, lines and in reports, within a pair as far as it
can be told from the others there; and words of it that were sought."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from gplsa.core.types import FloatArray
from gplsa.html.elements import html, tag
from gplsa.html.sides import SIDE_COLORS, side_color
from gplsa.language import number

# Okabe and Ito's colours, then lighter and darker ones between them: told apart by most people.
TOPIC_COLORS = (
    *("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8a7fc7", "#7f9c2f"),
    *("#a85c32", "#5c7186", "#c9a227", "#2f9aa0", "#b0486a", "#6a9bd8", "#8f7a5a", "#4f8a57"),
)
# For topics of one pair whose own are near each other's: none is that of a side, and whichever five
# topics stand beside two sides, there are 120 between any two of them, on the scale of `APART`.
PAIR_COLORS = "#4c9a2a", "#e8760c", "#7a4fd0", "#12b3a8", "#7d4e2d", "#e0b000"
MOST_COLOURED = 5
LEAST_COLOURED = 0.02  # the share of each
BAR = 8.5  # how many rem of a share of all
APART = 132  # of two colours, from 0 to 765, below which they are hard to tell apart as tints
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


def hits(found: Sequence[tuple[str, float, str]], sides: Sequence[str]) -> str:
    """Words of a topic that were sought, each in the colour of its side, one of `sides`, and with
    its share of it; "" without any."""
    told = [
        html(
            " · " if place else "",
            tag("mark", word, style=f"--c:{side_color(sides, side)}"),
            f" {number(100 * share, '.2f')}\N{NO-BREAK SPACE}%",
        )
        for place, (word, share, side) in enumerate(found[:MOST_HITS])
    ]
    return tag("div", tag("p", *told, class_="small hits"), class_="g") if found else ""


def coloured_topics(mixtures: Mapping[str, FloatArray]) -> dict[int, str]:
    """The topics that carry a pair, largest first, and the colour of each: its own, but where that
    is hard to tell from a side's or a larger topic's beside it another."""
    if not mixtures:
        return {}
    share = np.mean([*mixtures.values()], axis=0)
    largest = np.argsort(-share, kind="stable")[:MOST_COLOURED]
    colors = dict[int, str]()
    for topic in largest[share[largest] >= LEAST_COLOURED].tolist():
        far = partial(_apart, [*SIDE_COLORS[: len(mixtures)], *colors.values()])
        own = topic_color(topic)
        colors[topic] = max(PAIR_COLORS, key=far) if far(own) < APART else own
    return colors


def of_several(colors: Mapping[int, str], mixtures: Mapping[str, FloatArray]) -> dict[int, str]:
    """Of `coloured_topics` those of which more than one side has a share that is not 0 %; all of
    them where there are none.

    Examples
    --------
    >>> import numpy as np
    >>> from gplsa.html.topics import of_several
    >>> mixtures = {"de": np.array([0.9, 0.1]), "en": np.array([1.0, 0.0])}
    >>> of_several({0: "#0072b2", 1: "#e69f00"}, mixtures)
    {0: '#0072b2'}
    """
    shares = np.round(100 * np.array([*mixtures.values()]))
    several = {z: color for z, color in colors.items() if np.count_nonzero(shares[:, z]) > 1}
    return several or dict(colors)


def _apart(taken: Sequence[str], color: str) -> float:
    """How far a colour is from the nearest of others, in red, green and blue as the eye weighs."""
    red, green, blue = (
        np.array([int(one[n : n + 2], 16) for one in (color, *taken)]) for n in (1, 3, 5)
    )
    mean = (red + red[0]) / 512
    far = (2 + mean) * (red - red[0]) ** 2 + 4 * (green - green[0]) ** 2
    return float(np.sqrt(far + (3 - mean) * (blue - blue[0]) ** 2)[1:].min())


def legend_style(
    key: str,
    colors: Mapping[int, str],
    mixtures: Mapping[str, FloatArray],
    sides: Mapping[str, str],
) -> str:
    """The style of buttons that are the legend of `coloured_topics`, one a topic in order: the
    colour of each, and below its name a bar a side, as long as the share that the side gives it,
    in a room that holds all of them. Shares in the names, in `span`, have the colours of sides.

    key  of the buttons;  sides  the colour of each side of the mixtures
    """
    rules = [
        f".st-key-{key} p > span:nth-of-type({n}) {{ --c: {sides[side]}; }}"
        for n, side in enumerate(mixtures, 1)
    ]
    for place, (topic, color) in enumerate(colors.items(), 1):
        bars = []
        for n, (side, mixture) in enumerate(mixtures.items(), 1):
            up = 0.4 * (len(mixtures) + 1 - n)
            wide = f"{BAR * mixture[topic]:.2f}rem"
            paint = f"linear-gradient({sides[side]}, {sides[side]})"
            bars.append(f"{paint} 0.75rem calc(100% - {up:.1f}rem) / {wide} 0.25rem no-repeat")
        told = f"--c: {color}; --n: {len(bars)}; --bars: {', '.join(bars)};"
        rules.append(f".st-key-{key} button:nth-of-type({place}) {{ {told} }}")
    return f"<style>{' '.join(rules)}</style>"

"""The colour of a topic, the same on cards, maps, lines, in pairs and in reports."""

from collections.abc import Mapping, Sequence

import numpy as np

from gplsa.core.types import FloatArray

# Five of Okabe and Ito's, then such as are far from these, from each other and from those of sides.
TOPIC_COLORS = (
    *("#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#5c9900", "#af9a6a", "#685cd6"),
    *("#b81425", "#1f6a72", "#e07a6a", "#8a5a33", "#3f6f2a", "#c455d6", "#6f5670", "#b4be00"),
)
SHADES = 0.25, 0.4, 0.55  # how far towards black and white
RULES = "solid", "dashed", "dotted", "double"  # below words, of topics of one colour
MOST_COLOURED = 5
LEAST_COLOURED = 0.02  # the share of each
BAR = 8.5  # how many rem of a share of all


def topic_color(topic: int) -> str:
    """Of a topic by its number, from 0; they begin again after sixteen.

    Examples
    --------
    >>> from gplsa.html.topics import topic_color
    >>> topic_color(1) == topic_color(17) != topic_color(2)
    True
    """
    return TOPIC_COLORS[topic % len(TOPIC_COLORS)]


def shade(color: str, others: Sequence[str]) -> str:
    """Of a few lighter and darker ones the one that is farthest from these others."""
    parts = np.array([[int(one[n : n + 2], 16) for n in (1, 3, 5)] for one in (color, *others)])
    own = [parts[0] + share * (end - parts[0]) for end in (0, 255) for share in SHADES]
    best = max(own, key=lambda one: np.square(parts - one).sum(axis=1).min())
    return "#" + "".join(f"{round(value):02x}" for value in best)


def coloured_topics(mixtures: Mapping[str, FloatArray], colors: Sequence[str]) -> dict[int, str]:
    """The topics that carry a pair, largest first, and the look of each, as CSS: its colour, and
    below its words another line than those of larger ones of that colour.  colors  of all
    topics"""
    if not mixtures:
        return {}
    share = np.mean([*mixtures.values()], axis=0)
    largest = np.argsort(-share, kind="stable")[:MOST_COLOURED]
    seen, looks = list[str](), dict[int, str]()
    for topic in largest[share[largest] >= LEAST_COLOURED].tolist():
        color = colors[topic]
        looks[topic] = f"--c:{color};--rule:{RULES[min(seen.count(color), len(RULES) - 1)]}"
        seen.append(color)
    return looks


def of_several(colors: Mapping[int, str], mixtures: Mapping[str, FloatArray]) -> dict[int, str]:
    """Of `coloured_topics` those of which more than one side has a share that is not 0 %; all of
    them where there are none.

    Examples
    --------
    >>> import numpy as np
    >>> from gplsa.html.topics import of_several
    >>> mixtures = {"de": np.array([0.9, 0.1]), "en": np.array([1.0, 0.0])}
    >>> of_several({0: "--c:red", 1: "--c:blue"}, mixtures)
    {0: '--c:red'}
    """
    shares = np.round(100 * np.array([*mixtures.values()]))
    several = {z: color for z, color in colors.items() if np.count_nonzero(shares[:, z]) > 1}
    return several or dict(colors)


def rows_style(key: str, filled: Sequence[tuple[str, float]], sides: Sequence[str]) -> str:
    """The style of buttons that are a list of topics: the colour of each, how far its bar is
    filled, 0..1, and the colours of `sides`, whose words stand in `span` behind a first one.

    key  of the buttons
    """
    rules = [
        f".st-key-{key} p > span:nth-of-type({n}) {{ --c: {color}; }}"
        for n, color in enumerate(sides, 2)
    ]
    for n, (color, part) in enumerate(filled, 1):
        look = f"--c: {color}; --p: {100 * max(part, 0):.0f}%;"
        rules.append(f".st-key-{key} button:nth-of-type({n}) {{ {look} }}")
    return f"<style>{' '.join(rules)}</style>"


def legend_style(
    key: str, looks: Mapping[int, str], mixtures: Mapping[str, FloatArray], sides: Mapping[str, str]
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
    for place, (topic, look) in enumerate(looks.items(), 1):
        bars = []
        for n, (side, mixture) in enumerate(mixtures.items(), 1):
            up = 0.4 * (len(mixtures) + 1 - n)
            wide = f"{BAR * mixture[topic]:.2f}rem"
            paint = f"linear-gradient({sides[side]}, {sides[side]})"
            bars.append(f"{paint} 0.75rem calc(100% - {up:.1f}rem) / {wide} 0.25rem no-repeat")
        told = f"{look}; --n: {len(bars)}; --bars: {', '.join(bars)};"
        rules.append(f".st-key-{key} button:nth-of-type({place}) {{ {told} }}")
    return f"<style>{' '.join(rules)}</style>"

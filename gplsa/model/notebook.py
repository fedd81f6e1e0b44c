"""A model and its topics as HTML for notebooks.

Everything is inline, mid-toned or mixed with the colour of the text around it, so that a cell can
be read on light ground and on dark and needs nothing from elsewhere; words of a corpus are escaped.
"""

from collections.abc import Mapping, Sequence

from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import side_color

WORDS = 8
TOPICS = 10

Words = Sequence[tuple[str, float]]

_SOFT = "color:color-mix(in srgb, currentColor 70%, transparent)"
_CELL = "text-align:left;vertical-align:top;background:none;padding:.1em .9em .1em 0"


def topic_html(name: str, facts: str, sides: Sequence[str], words: Mapping[str, Words]) -> str:
    """A topic: its name, a line about it, and the words of some of its sides with bars."""
    columns = "".join(
        f'<div style="min-width:11em">{_side(sides, side)}{_bars(found, side_color(sides, side))}'
        "</div>"
        for side, found in words.items()
    )
    return (
        f'<div style="line-height:1.5"><b>{markup(one_line(name))}</b> '
        f'<span style="{_SOFT}">{markup(facts)}</span>'
        f'<div style="display:flex;flex-wrap:wrap;gap:.3em 2em">{columns}</div></div>'
    )


def model_html(
    name: str,
    facts: str,
    sides: Sequence[str],
    shown: Sequence[str],
    topics: Sequence[Sequence[str]],
    rest: int,
) -> str:
    """A model: its name, a line about it, and a table of topics: number, share, words by side.

    sides  all of them, which settles their colours;  shown  those in the table
    rest   topics that it leaves out
    """
    titles = ["", "share", *(_side(sides, side) for side in shown)]
    rows = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{markup(cell)}</td>' for cell in topic) + "</tr>"
        for topic in topics
    )
    more = f'<div style="{_SOFT}">… and {rest:,} more: model.topics()</div>' if rest else ""
    return (
        f'<div style="line-height:1.5"><b>{markup(one_line(name))}</b> '
        f'<span style="{_SOFT}">{markup(facts)}</span>'
        '<table style="border-collapse:collapse;font:inherit;color:inherit"><thead><tr>'
        + "".join(f'<th style="{_CELL}">{title}</th>' for title in titles)
        + f"</tr></thead><tbody>{rows}</tbody></table>{more}</div>"
    )


def _side(sides: Sequence[str], side: str) -> str:
    """The name of a side, with its colour."""
    dot = (
        "display:inline-block;width:.55em;height:.55em;border-radius:50%;margin-right:.4em;"
        f"background:{side_color(sides, side)}"
    )
    return f'<span style="font-weight:600"><i style="{dot}"></i>{markup(side)}</span>'


def _bars(words: Words, color: str) -> str:
    most = max((probability for _, probability in words), default=1.0) or 1.0
    return "".join(
        '<div style="margin:1px 0;padding:0 .4em;border-radius:.2em;background:linear-gradient('
        f"90deg, {color}40 {100 * probability / most:.0f}%, transparent 0)"
        f'">{markup(word)}</div>'
        for word, probability in words
    )

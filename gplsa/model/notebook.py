"""A model and its topics as HTML for notebooks.

Everything is inline, mid-toned or mixed with the colour of the text around it, so that a cell can
be read on light ground and on dark and needs nothing from elsewhere; words of a corpus are escaped.
"""

from collections.abc import Iterator, Mapping, Sequence

from gplsa.html.elements import Html, tag
from gplsa.html.escaping import one_line
from gplsa.html.sides import side_color

WORDS = 8
TOPICS = 10

Words = Sequence[tuple[str, float]]

_SOFT = "color:color-mix(in srgb, currentColor 70%, transparent)"
_TABLE = "border-collapse:collapse;font:inherit;color:inherit"
_CELL = "text-align:left;vertical-align:top;background:none;padding:.1em .9em .1em 0"
_COLUMNS, _COLUMN = "display:flex;flex-wrap:wrap;gap:.3em 2em", "min-width:11em"
_DOT = (
    "display:inline-block;width:.55em;height:.55em;border-radius:50%;margin-right:.4em;background:"
)
_BAR = "margin:1px 0;padding:0 .4em;border-radius:.2em;background:linear-gradient(90deg, "


def topic_html(name: str, facts: str, sides: Sequence[str], words: Mapping[str, Words]) -> str:
    """A topic: its name, a line about it, and the words of some of its sides with bars."""
    columns = (
        tag("div", _side(sides, side), *_bars(found, side_color(sides, side)), style=_COLUMN)
        for side, found in words.items()
    )
    return _headed(name, facts, tag("div", *columns, style=_COLUMNS))


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
    head = tag("tr", *(tag("th", title, style=_CELL) for title in titles))
    rows = (tag("tr", *(tag("td", cell, style=_CELL) for cell in topic)) for topic in topics)
    table = tag("table", tag("thead", head), tag("tbody", *rows), style=_TABLE)
    more = tag("div", f"… and {rest:,} more: model.topics()", style=_SOFT) if rest else ""
    return _headed(name, facts, table, more)


def _headed(name: str, facts: str, *content: object) -> Html:
    head = tag("b", one_line(name)), " ", tag("span", facts, style=_SOFT)
    return tag("div", *head, *content, style="line-height:1.5")


def _side(sides: Sequence[str], side: str) -> Html:
    """The name of a side, with its colour."""
    dot = tag("i", style=f"{_DOT}{side_color(sides, side)}")
    return tag("span", dot, side, style="font-weight:600")


def _bars(words: Words, color: str) -> Iterator[Html]:
    most = max((probability for _, probability in words), default=1.0) or 1.0
    for word, probability in words:
        filled = f"{color}40 {100 * probability / most:.0f}%"
        yield tag("div", word, style=f"{_BAR}{filled}, transparent 0)")

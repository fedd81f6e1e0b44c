"""What the sections of a report are made of; every text in it is escaped."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gplsa.corpus.corpus import Corpus
from gplsa.html.elements import Html, html, tag
from gplsa.html.sides import side_color, side_name
from gplsa.language import number

FEW = 2  # columns, for which a telephone has room
NONE = range(0)


class Section(NamedTuple):
    """A part of the report: the name its address has, its heading, what stands in it."""

    name: str
    title: str
    content: Html


def paragraphs(*sentences: object) -> Html:
    return html(*(tag("p", sentence) for sentence in sentences if sentence))


def fact(title: str, told: object) -> Html:
    """What is told of one thing; its title stands beside it where there is room."""
    content = told if isinstance(told, Html) else tag("p", told)
    return tag("div", tag("h3", title), content, class_="fact")


def listing(items: Iterable[object]) -> Html:
    return tag("ul", *(tag("li", item) for item in items))


def table(
    caption: object, head: Sequence[str], rows: Iterable[Sequence[object]], numbers: range = NONE
) -> Html:
    """A table whose first column names the rows; those at the places `numbers` are set right.

    Where there is no room for its columns, each row stands as lines that bear their names.
    """

    def cells(row: Sequence[object]) -> Html:
        name = tag("th", row[0], scope="row")
        rest = (
            tag("td", value, data_label=head[place], **_look(place in numbers))
            for place, value in enumerate(row[1:], 1)
        )
        return tag("tr", name, *rest)

    heads = (
        tag("th", text, scope="col", **_look(place in numbers)) for place, text in enumerate(head)
    )
    inside = html(
        tag("caption", caption),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *(cells(row) for row in rows)),
    )
    # Wide tables move within the page, for the keyboard too.
    wide = {"class_": "scroll", "tabindex": 0, "role": "region", "aria_label": str(caption)}
    look = {"class_": "stacked figures" if len(numbers) > 1 else "stacked"}
    return tag("div", tag("table", inside, **(look if len(head) > FEW else {})), **wide)


def _look(of_number: bool) -> dict[str, str]:
    return {"class_": "num"} if of_number else {}


def side_of(corpus: Corpus, modality: str) -> Html:
    """The name of a side with its colour."""
    color = side_color(corpus.modalities, modality)
    return tag("span", side_name(corpus, modality), class_="side", style=f"--c:{color}")


def percent(share: float, digits: int = 0) -> str:
    return f"{number(100 * share, f'.{digits}f')}\N{NO-BREAK SPACE}%"

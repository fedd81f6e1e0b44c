"""What the sections of a report are made of; every text in it is escaped."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gplsa.corpus.corpus import Corpus
from gplsa.html import tables
from gplsa.html.elements import Html, html, tag
from gplsa.html.escaping import one_line
from gplsa.html.sides import side_color, side_name
from gplsa.html.tables import NONE
from gplsa.images.showing import thumbnail
from gplsa.language import number

FEW = 2  # columns, for which a telephone has room


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
    """A table; where there is no room for its columns, each row stands as lines that bear their
    names."""
    look = {"class_": "stacked figures" if len(numbers) > 1 else "stacked"}
    return tables.table(caption, head, rows, numbers, **(look if len(head) > FEW else {}))


def side_of(corpus: Corpus, modality: str) -> Html:
    """The name of a side with its colour."""
    color = side_color(corpus.modalities, modality)
    return tag("span", side_name(corpus, modality), class_="side", style=f"--c:{color}")


def picture(corpus: Corpus, modality: str, row: int, *, small: bool = False) -> Html:
    """The picture of a document, or a small square of its middle."""
    jpeg = corpus.pictures[modality][row]
    data = b64encode(thumbnail(jpeg) if small else jpeg).decode("ascii")
    alt = one_line(corpus.titles[row] or corpus.ids[row], 90)
    return tag("img", src=f"data:image/jpeg;base64,{data}", alt=alt)


def percent(share: float, digits: int = 0) -> str:
    return f"{number(100 * share, f'.{digits}f')}\N{NO-BREAK SPACE}%"

"""What the sections of a report are made of; every text in it is escaped."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gplsa.corpus.corpus import Corpus
from gplsa.html.elements import Html, html, tag
from gplsa.html.sides import side_color, side_name
from gplsa.language import number


class Section(NamedTuple):
    """A part of the report: the name its address has, its heading, what stands in it."""

    name: str
    title: str
    content: Html


def paragraphs(*sentences: object) -> Html:
    return html(*(tag("p", sentence) for sentence in sentences if sentence))


def listing(items: Iterable[object]) -> Html:
    return tag("ul", *(tag("li", item) for item in items))


def table(
    caption: object, head: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0
) -> Html:
    """A table whose first column names the rows; the last `numbers` columns are set right."""
    first_number = len(head) - numbers

    def cells(row: Sequence[object]) -> Html:
        name = tag("th", row[0], scope="row")
        rest = (
            tag("td", value, **({"class_": "num"} if place >= first_number else {}))
            for place, value in enumerate(row[1:], 1)
        )
        return tag("tr", name, *rest)

    heads = (
        tag("th", text, scope="col", **({"class_": "num"} if place >= first_number else {}))
        for place, text in enumerate(head)
    )
    inside = html(
        tag("caption", caption),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *(cells(row) for row in rows)),
    )
    # Wide tables move within the page, for the keyboard too.
    wide = {"class_": "scroll", "tabindex": 0, "role": "region", "aria_label": str(caption)}
    return tag("div", tag("table", inside), **wide)


def side_of(corpus: Corpus, modality: str) -> Html:
    """The name of a side with its colour."""
    color = side_color(corpus.modalities, modality)
    return tag("span", side_name(corpus, modality), class_="side", style=f"--c:{color}")


def percent(share: float, digits: int = 0) -> str:
    return f"{number(100 * share, f'.{digits}f')} %"

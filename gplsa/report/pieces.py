"""Pieces of HTML that the sections of a report are made of; every text in them is escaped."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import markup
from gplsa.html.sides import side_color, side_name
from gplsa.language import number


class Html(str):
    """Markup that is written by us; what is no `Html` is text and gets escaped."""


class Section(NamedTuple):
    """A part of the report: the name its address has, its heading, what stands in it."""

    name: str
    title: str
    content: Html


def html(*parts: object) -> Html:
    """The parts one behind the other, texts escaped."""
    return Html("".join(part if isinstance(part, Html) else markup(str(part)) for part in parts))


def tag(name: str, *parts: object, **attributes: object) -> Html:
    """An element; `class_` and `scope` and the like as attributes, all values escaped."""
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{markup(str(value))}"'
        for key, value in attributes.items()
    )
    return Html(f"<{name}{listed}>{html(*parts)}</{name}>")


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

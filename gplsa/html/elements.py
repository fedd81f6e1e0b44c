"""Elements and tables of HTML, of which pages, reports and notebooks are made; every text in them
is escaped."""

import math
from collections.abc import Container, Iterable, Mapping, Sequence

from gplsa.html.escaping import markup
from gplsa.language import number

NO_NUMBERS = range(0)


class Html(str):
    """Markup that is written by us; what is no `Html` is text and gets escaped."""


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


def tagged(text: str, places: Iterable[tuple[int, int, str]]) -> str:
    """A text with some places in elements, each given as begin, end and what its tag holds; of
    those that overlap the first stays, and the longest of those that begin together."""
    parts, last = [], 0
    for start, end, tag in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= last:
            inside = f"<{tag}>{markup(text[start:end])}</{tag.partition(' ')[0]}>"
            parts += [markup(text[last:start]), inside]
            last = end
    return "".join([*parts, markup(text[last:])])


def bars_of_buttons(shares: Mapping[str, float], color: str) -> str:
    """The style of buttons, by their keys: a bar of a share behind the text of each."""
    rules = (
        f".st-key-{key} {{--c: {color}; --p: {100 * part:.0f}%}}" for key, part in shares.items()
    )
    return f"<style>{' '.join(rules)}</style>"


def table(
    caption: object,
    head: Sequence[str],
    rows: Iterable[Sequence[object]],
    numbers: Container[int] = NO_NUMBERS,
    label: str = "",
    marked: object = None,
    **look: object,
) -> Html:
    """A table whose first column names the rows; those at the places `numbers` are set right.

    label  what it is called where the caption is more than a text
    marked  the place of a row that stands out
    look  attributes of the table, beside those that let it move within the page
    """

    def cells(place: int, row: Sequence[object]) -> Html:
        name = tag("th", row[0], scope="row", **_look(0 in numbers, place == marked))
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
        tag("tbody", *(cells(place, row) for place, row in enumerate(rows))),
    )
    # Wide tables move within the page, for the keyboard too.
    wide = {"class_": "scroll", "tabindex": 0, "role": "region", "aria_label": label or caption}
    return tag("div", tag("table", inside, **look), **wide)


def numbers(values: Iterable[float], unit: str = "") -> list[str]:
    """Numbers as the reader's language writes them, all with as many decimals as one needs, but one
    before a unit; λ, 0.1 and 100, as it is chosen; what is none, as pandas has it, is empty.

    unit  “%” of shares, “λ”, or what stands behind the number
    """
    known = [value * 100 if unit == "%" else value for value in values]
    most = 4 if unit in ("", "λ") else 1
    told = [value for value in known if not math.isnan(value)]
    fit = (n for n in range(most) if all(round(value, n) == value for value in told))
    form = "g" if unit == "λ" else f",.{next(fit, most)}f"
    behind = f"\N{NO-BREAK SPACE}{unit}" if unit not in ("", "λ") else ""
    written = ("" if math.isnan(value) else number(value, form) + behind for value in known)
    return [one.replace("-", "\N{MINUS SIGN}") for one in written]


def _look(of_number: bool, marked: bool = False) -> dict[str, str]:
    names = [*["num"] * of_number, *["marked"] * marked]
    return {"class_": " ".join(names)} if names else {}

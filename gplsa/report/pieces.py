"""What the sections of a report are made of: tables, figures, what held-out pairs showed; every
text in it is escaped."""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from gplsa import figures
from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.html import elements
from gplsa.html.elements import NO_NUMBERS, Html, html, tag
from gplsa.html.escaping import one_line
from gplsa.html.sides import side_color, side_name
from gplsa.images.showing import thumbnail
from gplsa.language import percent, tr
from gplsa.model.model import TrainedModel
from gplsa.model.verdict import DirectionValidation, Validation

FEW = 2  # columns, for which a telephone has room
ALMOST_ALL = 0.95  # below it the share of keywords that could be right at most is told


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
    caption: object,
    head: Sequence[str],
    rows: Iterable[Sequence[object]],
    numbers: range = NO_NUMBERS,
) -> Html:
    """A table; where there is no room for its columns, each row stands as lines that bear their
    names."""
    look = {"class_": "stacked figures" if len(numbers) > 1 else "stacked"}
    return elements.table(caption, head, rows, numbers, **(look if len(head) > FEW else {}))


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


def drawn(
    number: int,
    figure: go.Figure,
    alternative: str,
    *,
    inked: bool = False,
    narrow: go.Figure | None = None,
) -> Html:
    """A place for a figure and its data.

    inked  its labels stand on the ground of the page;  narrow  the figure for a telephone
    """
    name, title = f"figure-{number}", figure.layout.title.text
    # Axis titles go by the font of the layout, which the page sets.
    plot = tag("div", class_="plot", role="img", aria_label=alternative)
    marked = {"data_figure": name} | ({"data_inked": "yes"} if inked else {})
    data = [_data(name, figure)]
    if narrow is not None:
        marked["data_narrow"] = f"{name}-narrow"
        data.append(_data(f"{name}-narrow", narrow))
    # The title is of the page, where no button lies on it.
    shown = tag("figure", tag("h3", title), plot, tag("figcaption", alternative), **marked)
    return html(shown, *data)


def _data(name: str, figure: go.Figure) -> Html:
    content = figures.localized_figure(figure).to_json()
    config = figures.localized_buttons({})
    content = f'{content[:-1]},"config":{json.dumps(config)}}}'
    # Nothing within a script element is markup but its end, which "<" would have to begin.
    data = content.replace("<", "\\u003c")
    return Html(f'<script type="application/json" id="{name}">{data}</script>')


def measured(
    model: TrainedModel, found: Validation
) -> tuple[str, list[str], list[tuple[object, ...]]]:
    """Of each direction, from texts first, how many found their counterpart, and how many keywords
    are right: caption, head and rows."""
    directions = sorted(found.directions, key=lambda way: model.corpus.kind(way[0]) != TEXT)
    short = any(found.directions[sides].attainable_share < ALMOST_ALL for sides in directions)
    head = [
        tr("direction"),
        tr("found their counterpart first"),
        tr("keywords right"),
        tr("right by listing frequent words"),
        *[tr("most that could be right")] * short,
    ]
    rows: list[tuple[object, ...]] = []
    for source, target in directions:
        names = [side_name(model.corpus, side) for side in (source, target)]
        one, color = found.directions[source, target], side_color(model.modalities, target)
        bar = tag("div", meter(one), style=f"--c:{color}")
        rows.append(
            (
                # A narrow cell is broken behind the arrow.
                f"{names[0]}\N{NO-BREAK SPACE}→ {names[1]}",
                tr("{n} of {n_all}", n=one.partners, n_all=found.n_held_out),
                html(tag("b", percent(one.keyword_share)), bar),
                percent(one.frequent_share),
                *[percent(one.attainable_share)] * short,
            )
        )
    what = tr(
        "A keyword is right where the true other side has it; the stroke marks what frequent words "
        "would reach"
    )
    return what, head, rows


def meter(found: DirectionValidation) -> Html:
    """The share of right keywords as a bar, with a stroke at that of frequent words."""
    right, frequent = 100 * found.keyword_share, 100 * found.frequent_share
    bars = tag("i", style=f"width:{right:.0f}%"), tag("b", style=f"left:{frequent:.0f}%")
    return tag("span", *bars, class_="meter")

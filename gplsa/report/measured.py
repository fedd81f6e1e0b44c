"""What held-out pairs showed, as a table with a row for each direction."""

from collections.abc import Sequence

from gplsa.core.types import Sides
from gplsa.html.elements import Html, html, tag
from gplsa.html.sides import side_color, side_name
from gplsa.language import tr
from gplsa.model.model import TrainedModel
from gplsa.model.verdict import DirectionValidation, Validation
from gplsa.report.pieces import percent

ALMOST_ALL = 0.95
"""Below it the share of keywords that could be right at most is told."""


def measured(
    model: TrainedModel, found: Validation, directions: Sequence[Sides]
) -> tuple[str, list[str], list[tuple[object, ...]]]:
    """Of each direction how many found their counterpart, and how many keywords are right: caption,
    head and rows."""
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

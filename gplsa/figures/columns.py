"""The columns of figures of topics by time and by field: where they stand, what they are called."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from html import unescape
from itertools import pairwise
from typing import Any

import numpy as np

from gplsa.corpus.fields.kinds import CATEGORY, NUMBER, SEVERAL, TIME
from gplsa.html.escaping import markup, one_line
from gplsa.language import language, later, number, tr
from gplsa.model.by_field import ByField
from gplsa.model.headings import shown_values
from gplsa.model.model import TrainedModel

MONTHS = later("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
FEW_GROUPS = 12  # which stand beside each other on a telephone
TURNED, FIELD = 112, 20  # pixels at most of names that stand upright; of what the columns are
LETTER, BESIDE = 7, 16  # pixels; letters beside a map that is turned
ACROSS = 760  # pixels of all columns beside the names of rows
# Above a map and its columns: its title with the scale beside or, on a phone, below.
TOP_SCALE, TOP_NARROW = 56, 92
# Of a column: the room of a jump in time; how many at most have a line, and its colour.
GAP, FEW_JUMPS, DOTTED = 0.4, 12, "#8a8f94"
# Labels: of groups; of periods all where they are few, else so many and as many as stand beside
# each other in these pixels.
MOST_TICKS, FEW_PERIODS, MOST_PERIODS, TICKS_WIDTH = 48, 12, 5, 270
ROUND, ROUND_MONTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500), (1, 2, 3, 6, 12, 24, 60, 120)


def places_of(found: ByField) -> dict[int, float]:
    """Where the columns of groups stand: in time to scale, but where fewer than half of the periods
    have documents, as of a few days of a year, those alone, with a jump over what has none."""
    known = np.flatnonzero(found.groups.sizes).tolist()
    places = np.arange(len(known), dtype=float)
    if found.kind == TIME:
        when = np.array([_counted(found.groups.labels[group]) for group in known])
        if 2 * len(known) > np.ptp(when):
            known = [*range(known[0], known[-1] + 1)]
            places = np.array([_counted(found.groups.labels[g]) - when[0] for g in known], float)
        else:
            places[1:] += GAP * np.cumsum(np.diff(when) > 1)
    return dict(zip(known, places.tolist(), strict=True))


def jumps_of(places: Mapping[int, float]) -> list[float]:
    """Where time jumps over what has no documents."""
    steps = pairwise(places.values())
    return [(one + after) / 2 for one, after in steps if GAP / 2 < after - one - 1 < 1 - GAP / 2]


def jumps_drawn(places: Mapping[int, float], n_rows: int = 1) -> list[dict[str, Any]]:
    """A dotted line where time jumps, which it seldom does, through each of so many figures below
    each other."""
    line = {"color": DOTTED, "width": 1, "dash": "dot"}
    jumps = jumps_of(places)
    through = {"type": "line", "y0": 0, "y1": 1, "line": line, "layer": "below"}
    return [
        {**through, "x0": x, "x1": x, "yref": f"y{row if row > 1 else ''} domain"}
        for x in jumps
        if len(jumps) <= FEW_JUMPS
        for row in range(1, n_rows + 1)
    ]


def _counted(period: str) -> int:
    """The number of a period among those of its unit: of decades, years, months or days."""
    year, *rest = map(int, period.removesuffix("s").split("-"))
    if len(rest) == 2:
        return date(year, *rest).toordinal()
    return 12 * year + rest[0] if rest else year // (10 if period.endswith("s") else 1)


def columns_of(
    found: ByField, names: Sequence[str], places: Mapping[int, float]
) -> tuple[dict[str, Any], str]:
    """An axis with a column for each group, labelled as far as there is room; and the headline,
    which names the year where all days are of one, so that no label has to.

    names  of the groups;  places  from `places_of`
    """
    names = [markup(one_line(name, 24)) for name in names]
    headline = tr("Topics by {field}", field=markup(one_line(found.field, 40)))
    labels = found.groups.labels
    years = {label[:4] for label in labels}
    groups, most = [*places], MOST_TICKS
    if found.kind == TIME:
        if len(years) == 1 and spelled(labels[0]) != labels[0]:
            headline = f"{headline}, {min(years)}"
            names = [_day(date.fromisoformat(label)) for label in labels]
        fit = min(TICKS_WIDTH // (7 * len(names[0]) + 20), MOST_PERIODS)
        most = FEW_PERIODS if len(groups) <= FEW_PERIODS else fit
    ticks = groups[:: -(-len(groups) // most)]
    if found.kind == TIME and len(ticks) < len(groups):
        ticks = _round([labels[group] for group in groups], groups, most) or ticks
    axis = {
        "tickvals": [places[group] for group in ticks],
        "ticktext": [names[group] for group in ticks],
        "autotickangles": [0, -90] if found.kind == TIME else [0, -40, -90],
        "tickfont": {"size": 11 if len(groups) > MOST_TICKS // 2 else 13},
        "range": [-0.6, places[groups[-1]] + 0.6],
        "showgrid": False,
        "zeroline": False,
    }
    return axis, headline


def _round(labels: Sequence[str], groups: Sequence[int], most: int) -> list[int]:
    """At most so many periods that a reader counts by: years 2015 and 2020, months from January on;
    none of days, or where fewer than two are there."""
    if labels[0].count("-") == 2:
        return []
    of_year = "-" in labels[0]
    counted = [_counted(label) - of_year for label in labels]  # of months from 0
    for step in ROUND_MONTHS if of_year else ROUND:
        found = [group for group, n in zip(groups, counted, strict=True) if n % step == 0]
        if len(found) <= most:
            return found if len(found) > 1 else []
    return []


def group_names(labels: Sequence[str], kind: str) -> list[str]:
    """The labels of groups (`corpus.fields.Groups`) in the reader's language, days as people write
    them; categories are the person's own words.

    Examples
    --------
    >>> from gplsa.figures.columns import group_names
    >>> group_names(["1840s", "1850s"], "time"), group_names(["0.5 to 3", "4"], "number")
    (['1840s', '1850s'], ['0.5 to 3', '4'])
    """
    if kind == TIME:
        return [
            tr("{decade}s", decade=label.removesuffix("s"))
            if label.endswith("s")
            else spelled(label)
            for label in labels
        ]
    if kind == NUMBER:
        ends = [[*map(float, label.split(" to "))] for label in labels]
        return [
            tr("{low:g} to {high:g}", low=low, high=high[0]) if high else number(low, "g")
            for low, *high in ends
        ]
    return [*labels]


def named_groups(model: TrainedModel, found: ByField) -> list[str]:
    """`group_names` of what was found, headings by their labels."""
    labels = shown_values(model, found.field, found.groups.labels, language())
    return group_names(labels, found.kind)


def without_prefix(found: ByField, names: Sequence[str]) -> tuple[str, list[str]]:
    """The words that all names of categories begin with before a number, and the rest of each:
    “Chapter ” and 1, 2, 3; a part of a word, as of a signature, stays with the rest."""
    first = names[0] if found.kind in (CATEGORY, SEVERAL) else ""
    begins = [first[: one.end()] for one in re.finditer(r"\s(?=\d)", first)]
    shared = [
        begin
        for begin in begins
        if all(name.startswith(begin) and name[len(begin) :][:1].isdecimal() for name in names)
    ]
    prefix = max(shared, key=len, default="")
    return prefix, [name.removeprefix(prefix) for name in names]


def field_over(field: str, prefix: str, up: int) -> list[dict[str, Any]]:
    """What the columns are and what their names begin with, written so many pixels over them."""
    if prefix.strip().casefold() not in ("", field.casefold()):
        field = f"{field}: {prefix}…"
    place = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xanchor": "left", "yshift": up}
    said = {"text": markup(one_line(field, 40)), "showarrow": False, "font": {"size": 12}}
    return [{**place, **said, "yanchor": "bottom"}]


def named_again(layout: dict[str, Any], room: int, ends: Sequence[float]) -> list[dict[str, Any]]:
    """Columns have their names below each block of rows, too, where those above are out of sight;
    traces that nobody sees, as plotly draws no axis without one.

    room  of names, in pixels;  ends  of the blocks, on the axis of rows
    """
    foot, top = layout["yaxis"]["range"]
    below = layout["xaxis"] | {
        "side": "bottom",
        "overlaying": "x",
        "matches": "x",
        "anchor": "free",
    }
    for n, end in enumerate([*ends[:-1], foot], 2):
        layout[f"xaxis{n}"] = below | {"position": (foot - end) / (foot - top)}
    layout |= {"height": layout["height"] + room, "showlegend": False}
    layout["margin"] |= {"b": 10 + room}
    unseen = {"mode": "markers", "marker": {"opacity": 0}, "hoverinfo": "skip", "type": "scatter"}
    return [{**unseen, "x": [0], "y": [0], "xaxis": f"x{n}"} for n, _ in enumerate(ends, 2)]


def turn(
    traces: Sequence[dict[str, Any]],
    layout: dict[str, Any],
    names: Sequence[str],
    height: int,
    *,
    narrow: bool = False,
) -> None:
    """Groups become rows, all of which can be named, and topics columns, so `names`, upright where
    they have no room beside each other; bars of documents stand before these.

    traces  cells and bars;  height  pixels of all rows;  narrow  whether it is for a telephone
    """
    for trace in traces:
        trace |= {"orientation": "h", "x": trace["y"], "y": trace["x"]}
    grid, bars = traces
    _, before = layout["yaxis"]["range"]
    bars |= {"base": before, "x": [-length for length in bars["x"]]}
    lines = [unescape(line) for name in names for line in name.split("<br>")]
    longest = LETTER * max(map(len, lines))
    upright = narrow or longest * len(names) > ACROSS
    room = min(TURNED, longest + BESIDE) if upright else 2 * FIELD + BESIDE
    top = TOP_NARROW if narrow else TOP_SCALE
    grid["marker"]["colorbar"]["y"] = 1 + room / height
    groups = layout["xaxis"]
    layout["xaxis"] = {
        "tickvals": [*range(len(names) - 1), layout["yaxis"]["tickvals"][-1]],
        "ticktext": names,
        "tickangle": -90 if upright else 0,
        "side": "top",
        "range": [before, len(names) - 1.4],
        "showgrid": False,
    }
    left = {"side": "left", "autotickangles": None, "range": groups["range"][::-1]}
    layout["yaxis"] = groups | left | {"ticklabeloverflow": None}
    layout |= {"height": height + room + top + 18}
    beside = {"xanchor": "right", "xshift": -6, "yshift": 0}
    # There is no room for both, and the headline names the field.
    layout["annotations"] = [
        one | beside | {"text": markup(one_line(unescape(one["text"]).rpartition(": ")[2], BESIDE))}
        for one in layout["annotations"]
    ]
    longest = max((len(one["text"]) for one in layout["annotations"]), default=0)
    layout["margin"] |= {"t": room + top, "l": 10 + LETTER * longest}


def spelled(period: str) -> str:
    """A day as people write it, 3 Feb 2000 for 2000-02-03; other periods as they are."""
    try:
        day = date.fromisoformat(period if len(period) == len("2000-01-17") else "")
    except ValueError:
        return period
    return written(day)


def written(day: date) -> str:
    """3 Feb 2000, 3. Feb 2000"""
    return f"{_day(day)} {day.year:04}"


def _day(day: date) -> str:
    """17 Jan, 17. Jan"""
    return tr("{day} {month}", day=day.day, month=tr(MONTHS).split()[day.month - 1])

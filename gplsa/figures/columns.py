"""The columns of figures of topics by time and by field: where they stand, what they are called."""

from calendar import month_name
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from gplsa.corpus.fields.kinds import TIME
from gplsa.html.escaping import markup, one_line
from gplsa.language import tr
from gplsa.model.by_field import ByField

GAP = 0.4  # of the room of a column: what a gap in time takes
# Labels: of groups, on a telephone; of periods all where they are few, else so many and as many as
# stand beside each other in these pixels.
MOST_TICKS, NARROW_TICKS = 48, 14
FEW_PERIODS, MOST_PERIODS, TICKS_WIDTH = 12, 5, 270


def places_of(held: npt.NDArray[np.bool_]) -> dict[int, float]:
    """Where the columns of groups stand; where fewer than half hold a document, as of a few days of
    a year, these alone, with a gap for what lies between."""
    groups = np.flatnonzero(held) if held.mean() < 0.5 else np.arange(len(held))
    gaps = np.concatenate([[0], np.cumsum(np.diff(groups) > 1)])
    return dict(zip(groups.tolist(), (np.arange(len(groups)) + GAP * gaps).tolist(), strict=True))


def columns_of(
    found: ByField, names: Sequence[str], places: Mapping[int, float], *, narrow: bool = False
) -> tuple[dict[str, Any], str]:
    """An axis with a column for each group, labelled as far as there is room; and the headline,
    which names the year where all days are of one, so that no label has to.

    names  of the groups;  places  from `places_of`;  narrow  whether it is for a telephone
    """
    names = [markup(one_line(name, 24)) for name in names]
    headline = tr("Topics by {field}", field=markup(one_line(found.field, 40)))
    years = {name[:4] for name in names}
    groups, most = [*places], NARROW_TICKS if narrow else MOST_TICKS
    if found.kind == TIME:
        if len(years) == 1 and len(names[0]) == len("2000-01-17"):
            headline = f"{headline}, {min(years)}"
            names = [_day(date.fromisoformat(name)) for name in names]
        fit = min(TICKS_WIDTH // (7 * len(names[0]) + 20), MOST_PERIODS)
        most = FEW_PERIODS if len(groups) <= FEW_PERIODS else fit
    ticks = groups[:: -(-len(groups) // most)]
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


def _day(day: date) -> str:
    """17 Jan, 17. Jan"""
    return tr("{day} {month}", day=day.day, month=tr(month_name[day.month])[:3])

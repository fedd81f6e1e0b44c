"""The topics of a trained model by what stands beside its documents."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.corpus.fields.chance import FEWEST, Differences, differences
from gplsa.corpus.fields.grouping import YEAR, Groups, grouped, selected, units_of
from gplsa.corpus.fields.kinds import CATEGORY, SEVERAL, TIME, kind_of, kinds_of
from gplsa.corpus.fields.several import one_by_one
from gplsa.corpus.fields.shares import Shares, shares_by_group
from gplsa.errors import InputError
from gplsa.message import Message, listed, named
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import informative_topics, shown_topics

TELLING = 0.1  # of the topics


@dataclass(frozen=True)
class ByField:
    """Topics by one field: `groups`, `shares` and `differences` count the documents of `rows`,
    where one stands once for each of its values."""

    field: str
    kind: str
    rows: IntArray
    groups: Groups
    shares: Shares
    differences: Differences

    def differing(self) -> BoolArray:
        """(topics,) which differ between the groups by more than chance."""
        return np.asarray(np.abs(self.differences.marked).sum(axis=0) > 0)

    def thin(self) -> BoolArray:
        """(groups,) of too few documents to be judged; none where all are."""
        few = self.groups.sizes < FEWEST
        return np.asarray(few & ~few.all())

    def excess(self) -> FloatArray:
        """(groups, topics) how many documents more a topic takes than if all groups were alike."""
        n, mean = self.groups.sizes, np.nan_to_num(self.shares.mean)
        return np.asarray(n[:, None] * (mean - n @ mean / max(n.sum(), 1)))

    def standing_out(self) -> IntArray:
        """(topics,) the group that each stands out in most, for as many documents as it has."""
        u = self.differences.u
        judged = np.where(np.isnan(u), -np.inf, u)
        of_each = judged if np.isfinite(u).any() else np.nan_to_num(self.shares.mean)
        return np.asarray(of_each.argmax(axis=0))

    def group_of_most(self, topic: int) -> int:
        """Where a topic takes more than chance would make, in most documents; else where less; else
        where more than on the whole."""
        excess, marked = self.excess()[:, topic], self.differences.marked[:, topic]
        values = excess * (marked > 0), -excess * (marked < 0)
        return int(next((one for one in values if one.any()), excess).argmax())

    def documents(self, group: int) -> IntArray:
        """The rows of the corpus that are in a group."""
        return self.rows[self.groups.of == group]


def shares_of(model: TrainedModel, rows: IntArray) -> FloatArray:
    """(topics,) how much each topic takes of these documents."""
    return np.asarray(model.mixtures[rows].mean(axis=0))


def rows_where(model: TrainedModel, wanted: Iterable[tuple[str, str]]) -> IntArray:
    """The documents whose fields say all of this, as (field, value or range)."""
    fits = np.ones(model.n_documents, dtype=bool)
    conditions = []
    for field, value in wanted:
        column = _column(model, field)
        fits &= selected(column, kind_of(column), value)
        conditions.append(f"{field} = {value}")
    rows = np.flatnonzero(fits)
    if not len(rows):
        raise InputError("No document has {join}.", join=listed(conditions, " and "))
    return rows


def by_field(
    model: TrainedModel, field: str, unit: str = "", rows: IntArray | None = None
) -> ByField:
    """How much every topic takes of each group of documents, and which differences are no chance.

    unit  of time, see `grouped`; where "" and nothing differs between the periods by more than
          chance, longer ones in which something does, or years where these are decades
    rows  the documents to look at; all where None
    Raises InputError where there is no such field, or it groups nothing or says nothing of these
    documents, or where a unit is named and it is not of time, or says no such thing as days.
    """
    column = _column(model, field)
    kind = kind_of(column)
    if not kind:
        useless = Message(
            "The values of “{field}” are nearly all different, or all the same: they group no "
            "documents.",
            field=field,
        )
        others = Message("Fields that do: {named}.", named=named(kinds_of(model.corpus.fields)))
        raise InputError(listed([useless, others], " "))
    if unit and kind != TIME:
        raise InputError("“{field}” holds no times: leave the unit of time out.", field=field)
    rows = np.arange(model.n_documents) if rows is None else rows
    cells = [column[row] for row in rows]
    if kind == SEVERAL:
        places, cells = one_by_one(cells)
        rows, groups = rows[places], grouped(cells, CATEGORY)
    else:
        groups = grouped(cells, kind, unit)
    if not groups.labels:
        raise InputError("None of these documents has a value of “{field}”.", field=field)
    doc_topic = model.mixtures[rows]
    differ = differences(doc_topic, groups)
    if kind == TIME and not unit and not differ.marked.any():
        groups, differ = _other_periods(cells, doc_topic, groups) or (groups, differ)
    return ByField(field, kind, rows, groups, shares_by_group(doc_topic, groups), differ)


def telling_field(
    model: TrainedModel, fields: Sequence[str], of_field: Callable[[str], ByField]
) -> str:
    """The first by which a tenth of the topics differ by more than chance, else that of most."""
    differ, informative = dict[str, int](), informative_topics(model)
    for field in fields:
        try:
            differ[field] = int(of_field(field).differing()[informative].sum())
        except InputError:
            continue
        if differ[field] >= max(TELLING * len(informative), 1):
            return field
    return max(differ, key=lambda field: differ[field], default=fields[0])


def _other_periods(
    cells: Sequence[str], doc_topic: FloatArray, groups: Groups
) -> tuple[Groups, Differences] | None:
    """The shortest of longer ones, two at least, between which something differs by more than
    chance; else single years where these were longer."""
    n_periods = int((groups.sizes > 0).sum())
    for unit in units_of(cells):
        try:
            other = grouped(cells, TIME, unit)
        except InputError:
            continue
        n = int((other.sizes > 0).sum())
        if 1 < n != n_periods and (n < n_periods or unit == YEAR):
            differ = differences(doc_topic, other)
            if differ.marked.any():
                return other, differ
    return None


def topics_by_difference(model: TrainedModel, found: ByField) -> list[int]:
    """Those that are not hidden: first what differs between the groups by more than chance, then
    each what makes most documents differ first, then the largest in these documents; last what
    tells nothing."""
    marked = found.differing()
    largest = np.abs(found.excess() * found.differences.marked).max(axis=0, initial=0.0)
    largest = np.where(marked, largest, shares_of(model, found.rows))
    shown = shown_topics(model)
    return sorted(shown, key=lambda z: (z in model.uninformative, not marked[z], -largest[z]))


def telling_by_difference(model: TrainedModel, found: ByField, most: int) -> list[int]:
    """The first of these that tell something."""
    order = topics_by_difference(model, found)
    return [topic for topic in order if topic not in model.uninformative][:most]


def most_different(model: TrainedModel, found: ByField) -> tuple[int, int] | None:
    """The topic that makes most documents differ between the groups, and where, which pages and
    reports say first; None where none that tells something differs by more than chance."""
    first = telling_by_difference(model, found, 1)
    if not first or not found.differing()[first[0]]:
        return None
    return first[0], found.group_of_most(first[0])


def largest_difference(model: TrainedModel, found: ByField) -> tuple[int, int]:
    """The topic and group whose share is furthest from that of all, of those that tell something
    and are more or less than chance would give."""
    of_all = shares_of(model, np.unique(found.rows))
    far = np.abs(np.nan_to_num(found.shares.mean) - of_all) * np.abs(found.differences.marked)
    topics = informative_topics(model)
    group, place = np.unravel_index(far[:, topics].argmax(), (len(far), len(topics)))
    return topics[place], int(group)


def folded(found: ByField, topics: Sequence[int], most: int) -> ByField:
    """The same with the documents of so many groups alone: those in which one of the topics differs
    most from the others."""
    u = np.nan_to_num(np.abs(found.differences.u[:, list(topics)])).max(axis=1, initial=0.0)
    kept = np.argsort(-np.where(found.groups.sizes > 0, u, -1.0), kind="stable")[:most]
    of = np.where(np.isin(found.groups.of, kept), found.groups.of, -1)
    return replace(found, groups=replace(found.groups, of=of))


def topics_by_peak(model: TrainedModel, found: ByField, most: int) -> list[int]:
    """The largest that tell something, those that differ between the periods by more than chance
    before the others, in the order of the period that each stands out in; the others, whose periods
    chance makes, the largest first."""
    share = model.topic_share()
    largest = sorted(informative_topics(model), key=lambda topic: -share[topic])[:most]
    alike, period = ~found.differing(), np.where(found.differing(), found.standing_out(), 0)
    return sorted(largest, key=lambda topic: (alike[topic], period[topic], -share[topic]))


def _column(model: TrainedModel, field: str) -> Sequence[str]:
    fields = model.corpus.fields
    if field not in fields:
        raise InputError(
            "The documents of this model have no field “{field}”: its fields are {named}.",
            field=field,
            named=named(fields),
        )
    return fields[field]

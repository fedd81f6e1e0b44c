"""How much every topic takes of each group of documents."""

import numpy as np

from gplsa.answers.written import Answer, Share
from gplsa.model.by_field import ByField


class Group(Answer):
    name: str
    documents: int


class GroupShare(Answer):
    """Null where a group has no documents;  more_than_chance  1, less than by chance: -1, else 0"""

    share: Share | None
    low: Share | None
    high: Share | None
    more_than_chance: int


class TopicByGroup(Answer):
    number: int
    groups: list[GroupShare]


class TopicsByField(Answer):
    field: str
    kind: str
    groups: list[Group]
    topics: list[TopicByGroup]

    @classmethod
    def of(cls, found: ByField) -> "TopicsByField":
        shares, marked = found.shares, found.differences.marked
        values = np.stack([shares.mean, shares.low, shares.high])

        def cell(group: int, topic: int) -> GroupShare:
            share, low, high = (
                float(v) if np.isfinite(v) else None for v in values[:, group, topic]
            )
            return GroupShare(share, low, high, int(marked[group, topic]))

        groups, topics = range(len(found.groups.labels)), range(shares.mean.shape[1])
        sizes = zip(found.groups.labels, found.groups.sizes, strict=True)
        return cls(
            field=found.field,
            kind=found.kind,
            groups=[Group(name, int(n)) for name, n in sizes],
            topics=[TopicByGroup(z + 1, [cell(group, z) for group in groups]) for z in topics],
        )

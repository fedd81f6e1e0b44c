"""Models, the topics of one, and how much each takes of groups of documents."""

from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np
from msgspec import Meta

from gplsa.answers.asked import OLD_NAME, Asked
from gplsa.answers.written import Answer, Share
from gplsa.core.types import IntArray
from gplsa.model.by_field import ByField, shares_of
from gplsa.model.public import Model as Trained
from gplsa.model.topics.shown import RELEVANCE


class Side(Answer):
    name: str
    kind: str
    language: str


class Direction(Answer, rename={"from_": "from"}):
    from_: str
    to: str


class Model(Answer):
    name: str
    title: str
    documents: int
    topics: int
    sides: list[Side]
    directions: list[Direction]
    check: str | None
    digest: str

    @classmethod
    def of(cls, name: str, model: Trained) -> "Model":
        languages = model.corpus.languages
        return cls(
            name=name,
            title=model.name,
            documents=model.n_documents,
            topics=model.n_topics,
            sides=[
                Side(side, model.vocabularies[side].kind, languages.get(side, ""))
                for side in model.modalities
            ],
            directions=[Direction(source, target) for source, target in model.rankers],
            check=model.validation.verdict if model.validation else None,
            digest=model.digest,
        )


class Models(Answer):
    models: list[Model]


class Word(Answer):
    word: str
    probability: Share


class Topic(Answer):
    """Numbered from 1, as a person sees it; its words by side, best first."""

    number: int
    name: str
    hidden: bool
    filler: str
    note: str
    share: Share
    agreement: Share | None
    words: dict[str, list[Word]]


class Topics(Answer):
    model: str
    documents: int
    topics: list[Topic]


class TopicsAsked(Asked, kw_only=True):
    """The topics of a model, words of all sides beside each other."""

    n_words: Annotated[int, Meta(ge=1, le=1000, description="Words for each side.")] = 10
    relevance: Annotated[
        float, Meta(ge=0, le=1, description="0: distinctive words … 1: the most probable.")
    ] = RELEVANCE
    top: Annotated[Annotated[int, Meta(ge=1, le=1000)] | None, OLD_NAME] = None
    old: ClassVar = {"top": "n_words"}

    def answer(
        self, model: Trained, folder: Path | None = None, rows: IntArray | None = None
    ) -> Topics:
        """rows  the documents that shares are of, all where None"""
        topics = model.topics(self.n_words, self.relevance)
        shares = [t.share for t in topics] if rows is None else shares_of(model, rows).tolist()
        return Topics(
            model.name,
            model.n_documents if rows is None else len(rows),
            [
                Topic(
                    topic.number,
                    topic.name,
                    topic.hidden,
                    topic.uninformative,
                    topic.note,
                    share,
                    topic.agreement,
                    {side: [Word(*word) for word in words] for side, words in topic.words.items()},
                )
                for topic, share in zip(topics, shares, strict=True)
            ],
        )


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

"""From which side to which a model is asked."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from gplsa.core.items import SideVocabulary
from gplsa.core.sums import column_sums
from gplsa.core.types import FloatArray, IntArray, Sides
from gplsa.corpus.corpus import FEATURES
from gplsa.errors import InputError
from gplsa.html.sides import side_name
from gplsa.keywords import KeywordRanker
from gplsa.language import language
from gplsa.message import Message, listed
from gplsa.model.model import TrainedModel
from gplsa.model.phrasing import Phrasing, keyword_forms
from gplsa.text import Vocabulary
from gplsa.text.language.asking import without_asking
from gplsa.text.languages import language_name


@dataclass(frozen=True, eq=False)
class Direction:
    """A model that is asked from documents of side `source` for what stands on side `target`."""

    model: TrainedModel
    source: str
    target: str

    @property
    def sides(self) -> Sides:
        return self.source, self.target

    @property
    def leads(self) -> bool:
        """Whether keywords of `target` have been learned from `source`."""
        return self.sides in self.model.rankers

    @property
    def ranker(self) -> KeywordRanker:
        """Raises InputError where the model does not lead there."""
        self.check()
        return self.model.rankers[self.sides]

    @property
    def turned(self) -> Self:
        """The opposite one."""
        return type(self)(self.model, self.target, self.source)

    @property
    def vocabulary(self) -> SideVocabulary:
        """What reads documents of `source`."""
        return self.model.vocabularies[self.source]

    def asked(self, item: Any) -> Any:
        """What is searched by: a text without the words that ask, in the language of `source`."""
        own = self.model.corpus.languages.get(self.source, "")
        return without_asking(item, own) if isinstance(item, str) else item

    @property
    def phrasing(self) -> Phrasing | None:
        """Of `target`, where it has phrases."""
        return self.model.phrasings.get(self.target)

    @cached_property
    def forms(self) -> list[str]:
        """How every keyword of `target` is shown."""
        return keyword_forms(self.model.vocabularies[self.target], self.phrasing)

    @cached_property
    def complete(self) -> IntArray:
        """Rows of the documents that have both sides."""
        corpus = self.model.corpus
        return np.flatnonzero(corpus.has(self.source) & corpus.has(self.target))

    @cached_property
    def uses(self) -> tuple[FloatArray, FloatArray]:
        """How often every word of either side stands in the texts."""
        counts = self.model.counts
        return column_sums(counts[self.source]), column_sums(counts[self.target])

    def check(self) -> None:
        """InputError where the model does not lead there."""
        if not self.leads:
            known = listed(Message("{a} to {b}", a=a, b=b) for a, b in self.model.rankers)
            raise InputError(
                "This model does not lead from {source!r} to {target!r}, but {known}.",
                source=self.source,
                target=self.target,
                known=known,
            )

    def check_search(self) -> None:
        """InputError where no search leads there, which may stay within a side."""
        if not self.leads and (
            self.source != self.target or self.source not in self.model.modalities
        ):
            raise InputError(
                "This model cannot search from {source!r} to {target!r}: its sides are {join}.",
                source=self.source,
                target=self.target,
                join=listed(map(repr, self.model.modalities)),
            )
        if self.vocabulary.kind == FEATURES:
            raise InputError(
                "Side {source!r} is of features, which no text is searched by.", source=self.source
            )

    def of_texts(self) -> tuple[Vocabulary, Vocabulary]:
        """The words of both sides; InputError where they are not two sides of texts, or no
        document has both."""
        found = []
        for side in self.sides:
            vocabulary = self.model.vocabularies.get(side)
            if not isinstance(vocabulary, Vocabulary):
                named = listed(map(repr, self.model.corpus.texts)) or Message("none")
                raise InputError(
                    "{side!r} is no side of texts of this model; those are: {named}.",
                    side=side,
                    named=named,
                )
            found.append(vocabulary)
        if self.source == self.target:
            raise InputError("The two sides are the same: choose two.")
        if not len(self.complete):
            self.check()
        return found[0], found[1]


def direction_meant(model: TrainedModel, source: str | None, target: str | None) -> Direction:
    """The sides that are meant: of two the first and the second, or the other one; of several from
    the one that is named to the only other one with texts.

    Raises InputError where that does not tell them.
    """
    if source is not None and target is not None:
        return Direction(model, source, target)
    sides = model.modalities
    named = source or target
    if named not in sides and (named or len(sides) == 2):
        return Direction(model, source or sides[0], target or sides[1])
    others = [side for side in sides if side != named]
    if source is not None and len(others) > 1:
        others = [side for side in others if side in model.corpus.texts]
    if named is None or len(others) != 1:
        raise InputError(
            "Name the sides from which and to which (source and target; --from and --to on the "
            "command line): this model has {sides}.",
            sides=listed(map(repr, sides)),
        )
    return Direction(model, *((named, others[0]) if source is not None else (others[0], named)))


def directions(model: TrainedModel) -> list[Sides]:
    """Those to keywords that can be read, into the reader's language first; into pictures leads
    the page Search."""
    found = [sides for sides in model.rankers if sides[1] in model.readable] or [*model.rankers]
    return sorted(found, key=lambda sides: model.corpus.languages.get(sides[1]) != language())


def direction_from(model: TrainedModel, named: str) -> Sides | None:
    """The first of these from a side whose language is named so, in English; None without any."""
    known = model.corpus.languages
    ways = (way for way in directions(model) if language_name(known.get(way[0], "")) == named)
    return next(ways, None)


def direction_name(model: TrainedModel, sides: Sides) -> str:
    source, target = sides
    return f"{side_name(model.corpus, source)} → {side_name(model.corpus, target)}"

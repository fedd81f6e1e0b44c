"""How a word is said on the other side."""

from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from gplsa.answers.asked import OLD_NAME, DirectionAsked, Name
from gplsa.answers.written import Answer
from gplsa.model.public import Model
from gplsa.model.terms import concordance
from gplsa.model.terms.sought import Place
from gplsa.names import LINE_SORTS


class Partner(Answer):
    word: str
    lines: int
    of: int
    doubtful: bool
    spelled: bool
    part_of: str


class Line(Answer):
    id: str
    source: str
    source_places: list[Place]
    target: str
    target_places: list[Place]
    partner: str


class Concordance(Answer, rename={"from_": "from"}):
    """What stands for a word, and the lines that show it."""

    word: str
    from_: str
    to: str
    pairs: int
    all_known: bool
    partners: list[Partner]
    lines: list[Line]
    known: list[str]

    @classmethod
    def of(cls, model: Model, found: concordance.Concordance, sort: str) -> "Concordance":
        return cls(
            found.word, found.source, found.target, found.pairs, found.all_known,
            msgspec.convert(found.partners, list[Partner], from_attributes=True),
            [
                Line(
                    model.corpus.ids[line.row], line.source, line.source_places, line.target,
                    line.target_places, line.partner,
                )
                for line in found.sorted_lines(sort)
            ],
            found.known,
        )  # fmt: skip


class ConcordanceAsked(DirectionAsked, kw_only=True):
    """How a word is said on the other side, and the lines that show it."""

    word: Annotated[Name, Meta(description="A word in any of its forms, or a phrase as it stands.")]
    partner: Annotated[Name, Meta(description="Only lines that hold this partner, too.")] = ""
    limit: Annotated[int, Meta(ge=0, le=50, description="Lines at most.")] = 20
    sort: Annotated[
        Literal[LINE_SORTS],  # type: ignore[valid-type]
        Meta(description="Order of the lines."),
    ] = "corpus"
    lines: Annotated[Annotated[int, Meta(ge=0, le=50)] | None, OLD_NAME] = None
    old: ClassVar = {"lines": "limit"}

    def answer(self, model: Model, folder: Path | None = None) -> Concordance:
        found = model.concordance(
            self.word, self.from_, self.to, partner=self.partner, limit=self.limit
        )
        return Concordance.of(model, found, self.sort)

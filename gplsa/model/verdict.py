"""What a check on held-out pairs showed, as it is kept with the model."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from gplsa.core.types import Sides
from gplsa.message import beside, recalled

VERDICTS = ("good", "fair", "poor")
LEAST_GAIN = 0.05
"""What is gained upon frequent words by less could be chance."""


@dataclass(frozen=True)
class DirectionValidation:
    """How one modality led to another, over the held-out pairs.

    partners         held-out documents whose true partner came first among all held-out ones
    keyword_share    of the keywords shown, the share that occurs in the true other side
    frequent_share   the same if as many of the most frequent words had been shown
    attainable_share the same if every keyword had been right, as far as the other side has words
    keywords_shown   keywords shown per document, on average
    """

    partners: int
    keyword_share: float
    frequent_share: float
    attainable_share: float
    keywords_shown: float

    @property
    def gain(self) -> float:
        """How much of the way from frequent words to all right was covered: ≤ 0 none, 1 all."""
        way = self.attainable_share - self.frequent_share
        return (self.keyword_share - self.frequent_share) / way if way > 0 else 0.0

    @property
    def beats_frequent_words(self) -> bool:
        """False where listing the most frequent words would have served about as well."""
        return self.gain > LEAST_GAIN


@dataclass(frozen=True)
class Example:
    """One held-out document: its row, and its keywords with whether the true other side has
    them."""

    row: int
    source: str
    target: str
    keywords: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Validation:
    """What the held-out pairs showed; verdict "good", "fair" or "poor", with cause and remedy.

    Where there are directions from texts, these decide, and not what pictures lead to.
    """

    n_held_out: int
    directions: dict[Sides, DirectionValidation]
    example: Example
    verdict: str
    cause: str
    remedy: str

    @property
    def beats_frequent_words(self) -> bool:
        """Whether each direction does, or those do that decide on the verdict."""
        return self.verdict != "poor" or all(
            found.beats_frequent_words for found in self.directions.values()
        )

    def __repr__(self) -> str:
        lines = [
            f"{source} to {target}: {found.partners} of {self.n_held_out} counterparts found, "
            f"{found.keyword_share:.0%} of the keywords right"
            for (source, target), found in self.directions.items()
        ]
        return f"<Validation: {'; '.join([self.verdict, *lines])}>"

    def to_json(self) -> dict[str, Any]:
        directions = [[*direction, asdict(found)] for direction, found in self.directions.items()]
        found = asdict(self) | {"directions": directions} | beside(self.cause, self.remedy)
        return {"n_hidden": found.pop("n_held_out")} | found  # the name in files

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Validation":
        """Raises TypeError, KeyError or ValueError for content that is not of `to_json`."""
        example = msgspec.convert(content["example"], Example)
        directions = {
            (str(source), str(target)): msgspec.convert(found, DirectionValidation)
            for source, target, found in content["directions"]
        }
        verdict = content["verdict"]
        if verdict not in VERDICTS or not directions:
            raise ValueError("the check has no verdict")
        cause, remedy = (recalled(content[name], content) for name in ("cause", "remedy"))
        return cls(int(content["n_hidden"]), directions, example, verdict, cause, remedy)

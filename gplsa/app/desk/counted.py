"""What counting the words of a corpus told, as it is kept beside the corpus."""

from dataclasses import asdict, dataclass, field
from typing import Any

from gplsa.message import beside, recalled
from gplsa.stored import converted
from gplsa.text import WordOptions

REMARK = "counted"
"""What it is called in the note beside a corpus."""


@dataclass(frozen=True)
class WordsFound:
    """What the word options of one side gave."""

    options: WordOptions
    kept: int
    tokens: int
    nonzeros: int
    examples: list[str]
    dropped: list[str]
    warnings: list[str]


@dataclass(frozen=True)
class Counted:
    """The words of every side of texts in one corpus.

    others      of the other sides how many terms there will be, and how many distinct ones summed
                over the documents, about
    n_pictures  pictures of all sides
    """

    sides: dict[str, WordsFound]
    others: dict[str, tuple[int, int]] = field(default_factory=dict)
    n_pictures: int = 0

    def to_json(self) -> dict[str, Any]:
        """As it is kept beside the corpus."""
        sides = {m: asdict(of) | {"options": of.options.to_json()} for m, of in self.sides.items()}
        found = {"sides": sides, "others": self.others, "n_pictures": self.n_pictures}
        return found | beside(*(warning for of in self.sides.values() for warning in of.warnings))

    @classmethod
    def from_json(cls, content: Any) -> "Counted | None":
        """None where the content is something else, as of another version."""
        try:
            counted = converted({**content}, cls, REMARK)
            for of in counted.sides.values():
                of.warnings[:] = [recalled(warning, content) for warning in of.warnings]
            return counted
        except (TypeError, ValueError):
            return None

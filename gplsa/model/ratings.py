r"""What a person says of keywords, and what follows for documents like those.

A rating says that keyword w of a document with mixture θ_j is right (y_j = 1) or wrong
(y_j = −1).  For a document with mixture θ it moves the odds that w is right,

    log odds'(w | θ) = log odds(w | θ) + β Σ_j y_j s(θ, θ_j)^γ,      s = Σ_z √(θ_z θ_jz),

with the Bhattacharyya coefficient s [Kailath 1967]: 1 between equal mixtures, so that a rating
counts in full for its own document, 0 where no topic is shared.  The sum is kept within ±`MOST`.
The score that keywords are ranked by is multiplied by the change of the odds, and what thereby
becomes more likely wrong than right is left out.  Mixtures are those of the source side alone,
found from the words of the rated document, which are kept: so ratings hold when topics change.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec
import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, Sides
from gplsa.corpus.features import Features

WEIGHT = 4.0
"""β: one rating turns odds of 50 to 1 into odds of about 1 to 1."""
SHARPNESS = 4.0
"""γ: of documents that share half of what they speak of, s^γ is a sixteenth."""
MOST = 8.0
MOST_RATED = 10_000  # documents in one model
BEGINS = 80

NO_RATINGS: dict[str, list[Any]] = {"documents": [], "keywords": []}

FoldIn = Callable[[sparse.csr_matrix, str], FloatArray]


@dataclass(frozen=True)
class RatedDocument:
    """A document of which keywords were rated: `key` tells it from others, `begins` names it.

    terms, counts  its words on side `source`
    """

    key: str
    source: str
    begins: str
    terms: tuple[int, ...]
    counts: tuple[float, ...]


@dataclass(frozen=True)
class Rating:
    """A keyword of a document, `term` of side `target`, written `word`, is right or wrong."""

    document: RatedDocument
    target: str
    term: int
    word: str
    right: bool

    @property
    def sides(self) -> Sides:
        return self.document.source, self.target


@dataclass
class Ratings:
    """All ratings of one model, the oldest first."""

    found: list[Rating] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.found)

    @property
    def state(self) -> int:
        """A number that changes with them, for as long as the process runs."""
        return hash(
            tuple((one.document.key, one.target, one.term, one.right) for one in self.found)
        )

    def rate(
        self, document: RatedDocument, target: str, term: int, word: str, right: bool | None
    ) -> None:
        """A keyword is right, or wrong; None takes back what was said of it."""
        self.found = [
            one
            for one in self.found
            if (one.document.key, one.sides, one.term)
            != (document.key, (document.source, target), term)
        ]
        if right is not None and len(self.found) < MOST_RATED:
            self.found.append(Rating(document, target, term, word, right))

    def undo(self) -> None:
        """Take the last rating back."""
        self.found = self.found[:-1]

    def of(self, key: str, sides: Sides) -> dict[int, Rating]:
        """What was said of the keywords of one document, by term."""
        return {
            one.term: one for one in self.found if one.document.key == key and one.sides == sides
        }

    def shifts(
        self, mixtures: FloatArray, sides: Sides, n_terms: int, fold_in: FoldIn
    ) -> list[dict[int, float]]:
        """For each document what is added to the log odds of rated terms.

        mixtures  θ of the documents, (documents, topics);  n_terms  words of the first side
        """
        about = [one for one in self.found if one.sides == sides]
        shifts: list[dict[int, float]] = [{} for _ in mixtures]
        if not about:
            return shifts
        rated = [*{one.document.key: one.document for one in about}.values()]
        number = {document.key: place for place, document in enumerate(rated)}
        theirs = fold_in(_counts(rated, n_terms), sides[0])
        alike = np.minimum(np.sqrt(mixtures) @ np.sqrt(theirs).T, 1.0) ** SHARPNESS
        for one in about:
            sign = 1.0 if one.right else -1.0
            for row, shift in enumerate(shifts):
                moved = sign * WEIGHT * float(alike[row, number[one.document.key]])
                shift[one.term] = shift.get(one.term, 0.0) + moved
        return [{t: float(np.clip(v, -MOST, MOST)) for t, v in one.items()} for one in shifts]

    def to_json(self) -> dict[str, Any]:
        documents = {(one.document.key, one.document.source): one.document for one in self.found}
        place = {key: number for number, key in enumerate(documents)}
        return {
            "documents": [asdict(document) for document in documents.values()],
            "keywords": [
                asdict(one) | {"document": place[one.document.key, one.document.source]}
                for one in self.found
            ],
        }

    @classmethod
    def from_json(
        cls, content: Mapping[str, Any], sizes: Mapping[str, tuple[int, int]]
    ) -> "Ratings":
        """Raises KeyError, TypeError or ValueError for content that is not of `to_json`.

        sizes  of each side, words, and words and phrases together
        """
        documents = msgspec.convert(content["documents"], list[RatedDocument])
        for document in documents:
            n_words = sizes[document.source][0]
            inside = all(0 <= term < n_words for term in document.terms)
            positive = all(np.isfinite(n) and n > 0 for n in document.counts)
            if not inside or not positive or len(document.terms) != len(document.counts):
                raise ValueError("the words of a rated document do not exist")
        found = []
        for one in content["keywords"]:
            if not 0 <= one["document"] < len(documents):
                raise ValueError("a rated document does not exist")
            own = asdict(documents[one["document"]])
            found.append(msgspec.convert({**one, "document": own}, Rating))
        if any(not 0 <= one.term < sizes[one.target][1] for one in found):
            raise ValueError("a rated keyword does not exist")
        return cls(found)


def document_key(item: Any) -> str:
    """What tells a document (a text, a picture, a row of features) from others."""
    if isinstance(item, str):
        content = item.strip().encode("utf-8", "replace")
    elif isinstance(item, Features):
        content = item.values.indices.tobytes() + item.values.data.tobytes()
    else:
        content = bytes(item)
    return hashlib.sha256(content).hexdigest()[:16]


def rated_document(item: Any, source: str, counts: sparse.csr_matrix) -> RatedDocument:
    """A document as ratings keep it; counts  its words, (1, n_terms)."""
    begins = " ".join(item[: 4 * BEGINS].split())[:BEGINS] if isinstance(item, str) else ""
    terms = tuple(int(term) for term in counts.indices)
    return RatedDocument(
        document_key(item), source, begins, terms, tuple(float(n) for n in counts.data)
    )


def changed_odds(probability: float, shift: float) -> float:
    """A probability whose log odds have moved."""
    odds = probability / max(1.0 - probability, 1e-9) * float(np.exp(shift))
    return odds / (1.0 + odds)


def _counts(documents: Sequence[RatedDocument], n_terms: int) -> sparse.csr_matrix:
    indptr = np.cumsum([0, *(len(document.terms) for document in documents)])
    indices = np.array([term for document in documents for term in document.terms], dtype=np.int64)
    values = np.array([n for document in documents for n in document.counts], dtype=np.float64)
    table = sparse.csr_matrix((values, indices, indptr), shape=(len(documents), n_terms))
    table.sort_indices()
    return table

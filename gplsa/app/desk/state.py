"""What is known of the corpus and of the model at hand, beside what their own files hold."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import uuid4

from gplsa.app.library.library import ReadAs
from gplsa.compare import Outcome, Result
from gplsa.core.types import Sides
from gplsa.corpus.sides import CountedSide
from gplsa.headings import HeadingVocabulary, Suggestion
from gplsa.message import Message, beside, recalled
from gplsa.model.choices import MAX_TOPICS
from gplsa.model.pair_fits import Fits
from gplsa.model.public import Model
from gplsa.model.summary import Summary
from gplsa.model.terms.aligned import AlignedLine
from gplsa.model.terms.lexicon import Entry
from gplsa.reading import Choices, Reading, Upload
from gplsa.reading.documents import TableSeen
from gplsa.stored import converted
from gplsa.text import WordOptions

COUNTED = "counted"  # a remark beside a corpus: what counting its words told
DECIDED = "headings decided"
"""A remark beside a model: what `ModelState` has as `decided`."""


@dataclass(frozen=True)
class WordsFound:
    """What the word options of one side gave."""

    options: WordOptions
    kept: int
    nonzeros: int
    examples: list[str]
    dropped: list[str]
    warnings: list[str]


@dataclass(frozen=True)
class Counted:
    """The words of every side of texts in one corpus, as they are kept beside it.

    others      of the other sides how many terms there will be, and how many distinct ones summed
                over the documents, about
    n_pictures  pictures of all sides
    """

    sides: dict[str, WordsFound]
    others: dict[str, tuple[int, int]] = field(default_factory=dict)
    n_pictures: int = 0

    @property
    def n_words(self) -> dict[str, int]:
        texts = {m: found.kept for m, found in self.sides.items()}
        return texts | {m: n_terms for m, (n_terms, _) in self.others.items()}

    @property
    def nonzeros(self) -> dict[str, int]:
        """Distinct words of each document summed over the documents, by side."""
        texts = {m: found.nonzeros for m, found in self.sides.items()}
        return texts | {m: nonzeros for m, (_, nonzeros) in self.others.items()}

    def to_json(self) -> dict[str, Any]:
        """As it is kept beside the corpus."""
        sides = {m: asdict(of) | {"options": of.options.to_json()} for m, of in self.sides.items()}
        found = {"sides": sides, "others": self.others, "n_pictures": self.n_pictures}
        return found | beside(*(warning for of in self.sides.values() for warning in of.warnings))

    @classmethod
    def from_json(cls, content: Any) -> "Counted | None":
        """None where the content is something else, as of another version."""
        try:
            counted = converted({**content}, cls, COUNTED)
            for of in counted.sides.values():
                of.warnings[:] = [recalled(warning, content) for warning in of.warnings]
            return counted
        except (TypeError, ValueError):
            return None


@dataclass(frozen=True)
class Intake:
    """How a corpus was read, and from what, so that it can be read otherwise."""

    reading: Reading
    uploads: tuple[Upload, ...]


@dataclass(frozen=True)
class Contest:
    """What several models came to on one corpus."""

    n_topics: int
    label_field: str | None
    results: tuple[Result, ...]


Columns = tuple[TableSeen, Choices]
"""A table of new documents, and what is chosen of its columns."""


@dataclass(frozen=True)
class Batch:
    """Keywords of many documents, in one direction of one model; `texts` are pictures or rows of
    features where the side is of these; `ratings` is the state of those that they are ranked by;
    `uploads` are what it was read from, and `columns` how, where that is a table; `headings` are of
    each document, where the model has learned some; `others` are the languages, in words, that
    documents seem to be in instead, "" for the rest; `reasons` say in short of every keyword what
    speaks for it; `kept` is the name of the file in which `uploads` are kept, "" in none."""

    source: str
    target: str
    ids: list[str]
    texts: list[Any]
    fields: dict[str, list[str]]
    summaries: list[Summary]
    refused: list[str]
    others: list[Message | str]
    ratings: int = 0
    uploads: tuple[Upload, ...] = ()
    columns: Columns | None = None
    headings: list[list[Suggestion]] = field(default_factory=list)
    reasons: list[list[str]] = field(default_factory=list)
    kept: str = ""
    id: str = field(default_factory=lambda: uuid4().hex)


@dataclass(frozen=True)
class MadeLexicon:
    """All that stands for each other, each entry shown by at least so many pairs."""

    min_pairs: int
    entries: Sequence[Entry]


@dataclass
class ModelState:
    """id: in the model library, "" where no model is at hand.

    words    learned from the corpus for want of a model
    batch    the last keywords for many documents
    fits     how well the sides of its pairs fit, once they are compared
    lexicons, lines  made last, by sides;  begun  of which sides a lexicon was begun by itself
    ticked   entries of lexicons, by their words, which stay so when one is made again
    decided  whether suggested headings were accepted, by key of the document and URI, and which
             keywords a person added, by that, their side and the word
    """

    id: str = ""
    words: Model | None = None
    batch: Batch | None = None
    decided: dict[tuple[str, str], bool] = field(default_factory=dict)
    fits: Fits | None = None
    lexicons: dict[Sides, MadeLexicon] = field(default_factory=dict)
    begun: set[Sides] = field(default_factory=set)
    lines: dict[Sides, Sequence[AlignedLine]] = field(default_factory=dict)
    ticked: dict[Sides, set[tuple[str, str]]] = field(default_factory=dict)


def decided(noted: Any) -> dict[tuple[str, str], bool]:
    """As `ModelState` has them, from a remark; nothing where it is something else."""
    try:
        return {(document, uri): bool(yes) for document, uri, yes in noted or ()}
    except (TypeError, ValueError):
        return {}


@dataclass
class CorpusState:
    """id: in the model library, "" where no corpus is at hand.

    intake, read_as  how it was read, so that it can be read otherwise, and what is noted of that
    words    chosen word options by modality;  counted: what they gave
    texts    sides as they were counted then, which training takes over
    headings    the column that holds them, "" for none; None where nobody has looked yet
    vocabulary  of its headings, once it was read; its file is kept beside the corpus
    tried    outcomes of trials, by what they can be compared by;  contest: of models
    lookup   what words are looked up in, where no model was trained, and what came of that
    """

    id: str = ""
    intake: Intake | None = None
    read_as: ReadAs = field(default_factory=ReadAs)
    words: dict[str, WordOptions] = field(default_factory=dict)
    counted: Counted | None = None
    texts: dict[str, CountedSide] = field(default_factory=dict)
    headings: str | None = None
    vocabulary: HeadingVocabulary | None = None
    tried: dict[str, tuple[Outcome, ...]] = field(default_factory=dict)
    contest: Contest | None = None
    lookup: ModelState = field(default_factory=ModelState)

    @property
    def most_topics(self) -> int:
        """As many topics as the words of the corpus carry, as far as they are counted."""
        sides = self.counted.sides.values() if self.counted is not None else ()
        return min([MAX_TOPICS, *(found.kept for found in sides if found.kept)])

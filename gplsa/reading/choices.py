"""What can be chosen about reading, and what comes back: shared by all the readers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.notes import DataWarning
from gplsa.errors import InputError
from gplsa.message import Message, named
from gplsa.text.languages import language_of

TABLE = "table"
LINE_PAIR = "line pair"
SENTENCE_FILES = "sentence files"
FILE_PAIRS = "file pairs"
TMX = "tmx"
PICTURES = "pictures"
MATRIX = "matrix"

UNITS, WORDS = 20, 600  # sentences that make one document, at most; its words, about
FEW_DOCUMENTS = 100  # where there would be fewer, fewer sentences make one


def usual_units(n_units: int, texts: Iterable[str]) -> int:
    """How many units make a document, by some of their texts: of paragraphs one is enough."""
    words = [len(text.split()) for text in texts]
    n_words = sum(words) / max(len(words), 1)
    return max(min(UNITS, int(WORDS / max(n_words, 1)), n_units // FEW_DOCUMENTS), 1)


@dataclass(frozen=True)
class Choices:
    """How to read; every None is recognised from the files and comes back filled in.

    kind               one of the above
    columns            modality -> what its text comes from, joined in this order: columns of a
                       table, else names of text files, the mark in paired names ("de"), a
                       language of a TMX file.  The order of modalities becomes that of the corpus.
    id_column, title_column   of a table; "" for none
    carried            columns of a table kept beside the texts
    file_columns       columns whose cells name files that stand beside the table and hold the text
    picture_columns    modality -> the column whose cells name the pictures of that side
    header             whether a table's first row names its columns
    delimiter          of a CSV file
    sheet              of a workbook, which others with the same headings follow
    encoding           of text files, as Python calls it
    languages          modality -> ISO 639-1 code, "" unknown
    lines_per_document   of line-aligned files: that many lines make one document; 0: those up to
                         a line that is blank on every side, where these are many, else one
    units_per_document   of TMX files and of sentences aligned here: that many make one document;
                         None: 20, of a TMX file with long units fewer
    date_field         what dates in the names of paired files are called as a field
    name               of the corpus; None: that of the file
    """

    kind: str | None = None
    columns: dict[str, tuple[str, ...]] | None = None
    id_column: str | None = None
    title_column: str | None = None
    carried: tuple[str, ...] | None = None
    file_columns: tuple[str, ...] | None = None
    picture_columns: dict[str, str] | None = None
    header: bool | None = None
    delimiter: str | None = None
    sheet: str | None = None
    encoding: str | None = None
    languages: dict[str, str] | None = None
    lines_per_document: int = 0
    units_per_document: int | None = None
    date_field: str = "date"
    name: str | None = None

    def sides(self, marks: Sequence[str], missing: Message) -> dict[str, str]:
        """Modality -> its mark in the names, or its language: as chosen, else all there are.

        InputError, by a template that says {missing} and {there}, where a chosen one is not there.
        """
        if self.columns is None:
            return {mark: mark for mark in marks}
        sides = {}
        for modality, (name, *_) in self.columns.items():
            known = [one for one in (name, language_of(name), name.lower()) if one in marks]
            if not known:
                raise InputError(missing, missing=name, there=named(marks))
            sides[modality] = known[0]
        return sides

    def recognised(self, kind: str, sides: Mapping[str, str]) -> "Choices":
        """Filled in.  sides  modality -> its mark in the names, or its language"""
        languages = {m: language for m, mark in sides.items() if (language := language_of(mark))}
        columns: dict[str, tuple[str, ...]] = {m: (mark,) for m, mark in sides.items()}
        languages |= self.languages or {}
        return replace(self, kind=kind, columns=columns, languages=languages)


@dataclass(frozen=True)
class Reading:
    """A corpus as it was read, and how.

    recognised   the choices, all filled in: handing them back reads the same again
    columns      what could be chosen for a side, see Choices.columns
    examples     the first filled cells of each of these columns, for a person to choose by
    refused      one sentence for every file left out
    What looks doubtful is said with the corpus.
    """

    corpus: Corpus
    kind: str
    recognised: Choices
    columns: list[str]
    examples: dict[str, list[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    @property
    def warnings(self) -> list[DataWarning]:
        return self.corpus.warnings

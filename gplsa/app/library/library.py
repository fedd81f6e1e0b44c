"""Corpora and models as pieces that are kept: their files, their digests, their line of a list."""

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import corpus_digest, load_corpus, save_corpus
from gplsa.message import Message
from gplsa.model.model import TrainedModel
from gplsa.model.public import Model
from gplsa.stored import Count

CORPUS, MODEL = "corpus", "model"
NAME = re.compile(r"[0-9a-f]{24}")  # of a piece: the beginning of its digest
OF, READ = "of", "read"  # remarks beside a piece: the corpus of a model, and how a corpus was read
VOCABULARY = "vocabulary"
"""The file of headings beside a corpus, and the remark that says what it is called."""
SUFFIX = {CORPUS: ".gplsa-corpus", MODEL: ".gplsa"}

Piece = Corpus | TrainedModel


@dataclass(frozen=True)
class Facts:
    """What a list shows of a piece beside its name; `cleaned` are kinds of what was done to a
    corpus, all but that and the first two are of models alone; `of_texts` is the verdict."""

    documents: Count = 0
    languages: tuple[str, ...] = ()
    topics: Count | None = None
    corpus: str | None = None
    lam: float | None = None
    regularizer: str = ""
    verdict: str = ""
    of_texts: bool = False
    cleaned: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadAs:
    """How a corpus was read, as it is noted beside it.

    columns  of a table, by side;  units: of a memory that were joined to documents, 0 elsewhere
    """

    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    units: Count = 0


@dataclass(frozen=True)
class Listed:
    """One line of a list: what it is, and when it was kept (UTC).

    unsaved  why it is in memory only although it should be on the disk
    of       the id of a model's corpus, "" where it is not known
    read     how a corpus was read
    owner    of what is published: whose it is
    n_edits  of a model's topics
    """

    id: str
    name: str
    kept: datetime
    facts: Facts
    unsaved: str = ""
    of: str = ""
    read: ReadAs = field(default_factory=ReadAs)
    owner: str = ""
    n_edits: int = 0

    @classmethod
    def about(cls, name: str, piece: Piece) -> "Listed":
        """The line of a list for a piece that is kept now."""
        corpus, n_edits = piece if isinstance(piece, Corpus) else piece.corpus, 0
        languages = tuple(corpus.languages[m] or m for m in corpus.modalities)
        cleaned = tuple(dict.fromkeys(one.kind for one in corpus.cleaning))
        facts = Facts(len(corpus), languages, cleaned=cleaned)
        if isinstance(piece, TrainedModel):
            n_edits = len(piece.history.steps)
            facts = replace(
                facts,
                documents=piece.whole.documents if piece.whole is not None else len(corpus),
                topics=piece.n_topics,
                corpus=corpus.name,
                lam=piece.settings.lam,
                regularizer=piece.settings.regularizer,
                verdict=piece.validation.verdict if piece.validation else "",
                of_texts=piece.is_judged_by_texts,
            )
        kept = datetime.now(UTC).replace(microsecond=0)
        return cls(name, piece.name, kept, facts, n_edits=n_edits)


@dataclass(frozen=True)
class Damaged:
    """A note beside a piece that cannot be read, and why; there: whether the piece itself is."""

    id: str
    why: Message
    there: bool


def kind_of(piece: Piece) -> str:
    return CORPUS if isinstance(piece, Corpus) else MODEL


def read_piece(kind: str, file: Path | BinaryIO) -> Piece:
    """A corpus or model from its file; InputError in one sentence for anything else."""
    return load_corpus(file) if kind == CORPUS else Model.load(file)


def write_piece(piece: Piece, file: Path | BinaryIO) -> None:
    if isinstance(piece, Corpus):
        save_corpus(piece, file)
    else:
        piece.save(file)


def id_of(piece: Piece) -> tuple[str, str]:
    """Its kind, and a name for its content."""
    if isinstance(piece, TrainedModel):
        return MODEL, piece.digest[:24]
    return CORPUS, corpus_digest(piece)[:24]

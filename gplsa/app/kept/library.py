"""Corpora and models that people keep: what a library can do, whatever it keeps them in.

Two libraries stand behind this door, and which one it is gets chosen once, when the app starts:
`OnDisk` for the one person of this computer, `InMemory` for the several of a server. A hub that
gives everybody a process of their own needs the first only.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from gplsa.app.workshop.store import Store
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import corpus_digest, load_corpus, save_corpus
from gplsa.trained.model import TrainedModel
from gplsa.trained.public import Model

LOCAL_PERSON = "local"
CORPUS, MODEL = "corpus", "model"
SUFFIX = {CORPUS: ".gplsa-corpus", MODEL: ".gplsa"}
KEPT_IN_MEMORY = 3

Piece = Corpus | TrainedModel


@dataclass(frozen=True)
class Listed:
    """One line of a list: what it is, and when it was kept (ISO 8601, UTC).

    unsaved  why it is in memory only although it should be on the disk
    """

    id: str
    name: str
    kept: str
    facts: Mapping[str, Any]
    unsaved: str = ""


class Library(Protocol):
    """Everybody's corpora and models, and the store in memory beside them.

    sole_owner  the one person whose library this is, where it is one person's
    promise     what the sidebar says of where things stay
    lead        what the page Saved says of it
    scratch     a folder where what memory would not do may lie while work runs; None: nowhere
    """

    store: Store
    sole_owner: str | None = None
    scratch: Path | None = None
    promise: str
    lead: str

    @abstractmethod
    def keep(self, owner: str, piece: Piece) -> str:
        """Keep a corpus or model and return its id."""

    @abstractmethod
    def open(self, owner: str, kind: str, name: str | None) -> Any:
        """The piece, or None where it is gone, damaged or another person's."""

    @abstractmethod
    def listed(self, owner: str, kind: str) -> list[Listed]:
        """What this person keeps, newest first."""

    @abstractmethod
    def remove(self, owner: str, kind: str, name: str) -> None:
        """Forget a piece; InputError where that cannot be done."""

    @abstractmethod
    def pins(self, owner: str, kind: str, name: str | None) -> list[str]:
        """Keys of the store to pin while a job works with this piece."""

    @abstractmethod
    def before(self, owner: str, digest: str) -> Corpus | None:
        """The kept corpus with this `corpus_digest`, None where it is gone."""

    def renamed(self, name: str, model: TrainedModel) -> None:
        """Keep what a person has said of an open model: its name, names of topics, which are
        hidden.
        """
        return

    @abstractmethod
    def edited(self, owner: str, name: str, model: TrainedModel) -> None:
        """A kept model gives way to itself with other edits of its topics; its id stays."""

    def check_room(self, owner: str, size: int = 0) -> None:
        """Before long work begins: InputError where the bytes it gives could not be kept."""
        return

    def save_again(self, owner: str) -> None:
        """Save what could not be saved when it was kept; InputError where it still cannot be."""
        return

    def note(self, name: str) -> str | None:
        """A small text kept from one start to the next, where this library outlives one."""
        return None

    def write_note(self, name: str, text: str) -> None:
        """Keep a small text under a name; work never fails for the want of one."""
        return

    def finish(self, patience: float) -> bool:
        """Wait for files that are still being written; True once there are none."""
        return True


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


def digest(piece: Piece) -> str:
    """A name for the content."""
    if isinstance(piece, TrainedModel):
        return piece.digest
    return corpus_digest(piece)


def listed_as(name: str, piece: Piece) -> Listed:
    """The line of a list for a piece that is kept now."""
    corpus = piece if isinstance(piece, Corpus) else piece.corpus
    facts: dict[str, Any] = {
        "documents": len(corpus),
        "languages": [corpus.languages[m] or m for m in corpus.modalities],
    }
    if isinstance(piece, TrainedModel):
        facts["topics"] = piece.n_topics
        facts["corpus"] = corpus.name
        facts["lam"], facts["regularizer"] = piece.settings.lam, piece.settings.regularizer
        if piece.whole is not None:
            facts["documents"] = piece.whole.documents
        facts["verdict"] = piece.check.verdict if piece.check else ""
    return Listed(name, piece.name, datetime.now(UTC).isoformat(timespec="seconds"), facts)

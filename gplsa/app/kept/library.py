"""Corpora and models as pieces that are kept: their files, their digests, their line of a list."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import corpus_digest, load_corpus, save_corpus
from gplsa.trained.model import TrainedModel
from gplsa.trained.public import Model

CORPUS, MODEL = "corpus", "model"
SUFFIX = {CORPUS: ".gplsa-corpus", MODEL: ".gplsa"}

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

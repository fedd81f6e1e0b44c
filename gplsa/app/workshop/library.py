"""Corpora and models that a person keeps: in memory on a server, on the disk of one's own computer.

On the disk every piece is one file beside a small JSON file with the facts a list shows, so that
a list opens none of them. Memory is then only a cache: what the store dropped is read again.
"""

import hashlib
import json
import logging
import os
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from gplsa.app.workshop.sizes import size_of
from gplsa.app.workshop.store import Store
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import corpus_to_arrays, load_corpus, save_corpus
from gplsa.errors import InputError
from gplsa.trained.model import TrainedModel
from gplsa.trained.public import Model

log = logging.getLogger(__name__)

CORPUS, MODEL = "corpus", "model"
SUFFIX = {CORPUS: ".gplsa-corpus", MODEL: ".gplsa"}
_NAME = re.compile(r"[0-9a-f]{24}")

KEPT_IN_MEMORY = 3

Piece = Corpus | TrainedModel


@dataclass(frozen=True)
class Listed:
    """One line of a list: what it is, and when it was kept (ISO 8601, UTC)."""

    id: str
    name: str
    kept: str
    facts: Mapping[str, Any]


class Library:
    """Everybody's corpora and models; with a folder, those of the one person at this computer."""

    def __init__(self, store: Store, folder: Path | None = None) -> None:
        self.store = store
        self.folder = folder
        self._cached: dict[tuple[str, str, str], str] = {}
        self._facts: dict[str, Listed] = {}
        self._lock = threading.RLock()
        self._unwritten: dict[str, TrainedModel] = {}
        self._writer: threading.Thread | None = None

    def keep(self, owner: str, piece: Piece) -> str:
        """Keep a corpus or model and return its id; the same content has one id on the disk."""
        kind = kind_of(piece)
        if self.folder is None:
            key = self.store.put(owner, kind, piece, size_of(piece))
            self._facts[key] = _listed(key, piece)
            self._leave_newest(owner, kind)
            return key
        name = digest(piece)[:24]
        self._write(name, piece)
        self._cache(owner, kind, name, piece)
        return name

    def renamed(self, name: str, model: TrainedModel) -> None:
        """Keep the names of topics, and which are hidden, that have changed.

        They are noted beside the file at once; the file itself, which may be large, follows on a
        thread of its own. Where that is cut off, the note says what the file should.
        """
        if self.folder is None:
            self._facts[name] = _listed(name, model)
        elif self._path(MODEL, name).exists():
            with self._lock:
                self._write_facts(name, model)
                self._unwritten[name] = replace(
                    model,
                    topic_names=dict(model.topic_names),
                    hidden_topics=set(model.hidden_topics),
                )
                if self._writer is None:
                    self._writer = threading.Thread(target=self._write_renamed, daemon=True)
                    self._writer.start()

    def finish(self, patience: float) -> bool:
        """Wait for files that are still being written; True once there are none."""
        writer = self._writer
        if writer is not None:
            writer.join(patience)
        return writer is None or not writer.is_alive()

    def _write_renamed(self) -> None:
        while True:
            with self._lock:
                if not self._unwritten:
                    self._writer = None
                    return
                name, model = self._unwritten.popitem()
            try:
                write_piece(model, self._path(MODEL, name))
            except InputError as error:
                log.warning("names of topics stay in the note beside the file: %s", error)
            with self._lock:
                if not self._facts_path(MODEL, name).exists():  # removed meanwhile
                    self._path(MODEL, name).unlink(missing_ok=True)

    def open(self, owner: str, kind: str, name: str | None) -> Any:
        """The piece, or None where it is gone, damaged or another person's."""
        if not name:
            return None
        if self.folder is None:
            piece = self.store.get(owner, name)
            return piece if piece is not None and kind_of(piece) == kind else None
        with self._lock:
            piece = self.store.get(owner, self._cached.get((owner, kind, name)))
            if piece is None and _NAME.fullmatch(name) and self._path(kind, name).exists():
                try:
                    piece = read_piece(kind, self._path(kind, name))
                    if isinstance(piece, TrainedModel):
                        self._recall_names(name, piece)
                    self._cache(owner, kind, name, piece)
                except InputError as error:
                    log.warning("%s cannot be opened: %s", self._path(kind, name), error)
                    piece = None
        return piece

    def listed(self, owner: str, kind: str) -> list[Listed]:
        """What this person keeps, newest first."""
        if self.folder is None:
            found = [self._facts[key] for key in self.store.keys(owner, kind)]
        else:
            folder = self.folder / kind
            paths = folder.glob(f"*{SUFFIX[kind]}.json") if folder.exists() else []
            found = [entry for path in paths if (entry := self._read_facts(path, kind))]
        return sorted(found, key=lambda entry: entry.kept, reverse=True)

    def remove(self, owner: str, kind: str, name: str) -> None:
        """Forget a piece, on the disk too."""
        if self.folder is None:
            if self.store.get(owner, name) is not None:
                self._facts.pop(name, None)
            self.store.drop(owner, name)
        elif _NAME.fullmatch(name):
            self.store.drop(owner, self._cached.pop((owner, kind, name), None))
            self._path(kind, name).unlink(missing_ok=True)
            self._facts_path(kind, name).unlink(missing_ok=True)

    def pins(self, owner: str, kind: str, name: str | None) -> list[str]:
        """Keys of the store to pin while a job works with this piece."""
        if not name:
            return []
        key = name if self.folder is None else self._cached.get((owner, kind, name))
        return [key] if key else []

    def _cache(self, owner: str, kind: str, name: str, piece: Piece) -> None:
        old = self._cached.get((owner, kind, name))
        self.store.drop(owner, old)
        self._cached[owner, kind, name] = self.store.put(owner, kind, piece, size_of(piece))
        self._leave_newest(owner, kind)

    def _leave_newest(self, owner: str, kind: str) -> None:
        """Only the newest pieces stay in memory, so that it does not fill up training by training.

        What is on the desk is among them: it was opened or kept last.
        """
        for key in self.store.keys(owner, kind)[:-KEPT_IN_MEMORY]:
            self.store.drop(owner, key)
            self._facts.pop(key, None)

    def _write(self, name: str, piece: Piece) -> None:
        kind = kind_of(piece)
        with self._lock:
            self._path(kind, name).parent.mkdir(parents=True, exist_ok=True)
            write_piece(piece, self._path(kind, name))
            self._write_facts(name, piece)

    def _write_facts(self, name: str, piece: Piece) -> None:
        entry = _listed(name, piece)
        facts: dict[str, Any] = {"name": entry.name, "kept": entry.kept, "facts": entry.facts}
        if isinstance(piece, TrainedModel):
            facts["topic_names"] = {str(topic): text for topic, text in piece.topic_names.items()}
            facts["hidden_topics"] = sorted(piece.hidden_topics)
        path = self._facts_path(kind_of(piece), name)
        replace_text(path, json.dumps(facts, ensure_ascii=False))

    def _recall_names(self, name: str, model: TrainedModel) -> None:
        """Names from the note, which is newer than the file where writing that was cut off."""
        try:
            note = json.loads(self._facts_path(MODEL, name).read_text("utf-8"))
            names = {int(topic): str(text) for topic, text in note["topic_names"].items()}
            hidden = {int(topic) for topic in note["hidden_topics"]}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return
        if all(0 <= topic < model.n_topics for topic in hidden | set(names)):
            model.topic_names, model.hidden_topics = {}, hidden
            for topic, text in names.items():
                model.name_topic(topic, text)

    def _read_facts(self, path: Path, kind: str) -> Listed | None:
        name = path.name.removesuffix(f"{SUFFIX[kind]}.json")
        try:
            content = json.loads(path.read_text("utf-8"))
            if not self._path(kind, name).exists():
                return None
            return Listed(name, str(content["name"]), str(content["kept"]), dict(content["facts"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _path(self, kind: str, name: str) -> Path:
        assert self.folder is not None
        return self.folder / kind / f"{name}{SUFFIX[kind]}"

    def _facts_path(self, kind: str, name: str) -> Path:
        return self._path(kind, name).with_name(f"{name}{SUFFIX[kind]}.json")


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
    content = hashlib.sha256()
    for column in (piece.ids, *piece.texts.values(), *piece.fields.values()):
        for text in column:
            content.update(text.encode("utf-8", "replace") + b"\0")
        content.update(b"\1")
    for array in corpus_to_arrays(piece).values():
        content.update(np.ascontiguousarray(array).tobytes() + b"\1")
    content.update(repr((piece.name, piece.languages, [*piece.fields])).encode("utf-8", "replace"))
    return content.hexdigest()


def replace_text(path: Path, text: str) -> None:
    """Write a small file so that a reader sees the old or the new content, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)


def _listed(name: str, piece: Piece) -> Listed:
    corpus = piece if isinstance(piece, Corpus) else piece.corpus
    facts: dict[str, Any] = {
        "documents": len(corpus),
        "languages": [corpus.languages[m] or m for m in corpus.modalities],
    }
    if isinstance(piece, TrainedModel):
        facts["topics"] = piece.n_topics
        facts["verdict"] = piece.check.verdict if piece.check else ""
    return Listed(name, piece.name, datetime.now(UTC).isoformat(timespec="seconds"), facts)

"""The files of corpora and models in a folder, and the note beside each: what this app has seen of
it, and what another app has changed meanwhile."""

import json
import logging
import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from gplsa.app.library.facts import Note, read_note, recalled, write_facts, write_remark
from gplsa.app.library.library import MODEL, NAME, SUFFIX, Piece, kind_of
from gplsa.corpus.archive import damage_as_input_error
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.files import locked, replace_text
from gplsa.message import Message
from gplsa.model.model import TrainedModel
from gplsa.stored import read_stored

log = logging.getLogger(__name__)

CHANGED = Message(
    "The model was changed in another window or program meanwhile: it is shown as it is now. Look "
    "at it, and do it again."
)
_Stamp = tuple[int, int, int] | None
T = TypeVar("T")
P = TypeVar("P", Corpus, TrainedModel)

PROJECTS = "projects"  # what the note of names is called
PATIENCE = 10.0  # seconds for another app that writes


class NotedFiles:
    """Of one folder, with what it notes of the person; among that how projects are called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: dict[str, _Stamp] = {}  # notes of models, as they were read or written last
        self._lock = threading.RLock()

    def called(self, name: str) -> str:
        """What a person calls the project of corpora and models with this name."""
        return (self.note(PROJECTS, dict[str, str]) or {}).get(name, name)

    def call(self, name: str, called: str) -> None:
        """`called` is what `called` gives from now on; the pieces themselves stay as they are."""
        self.change_note(PROJECTS, dict[str, str], lambda before: (before or {}) | {name: called})

    def as_called(self, piece: P) -> P:
        """A piece that leaves the app, under the names that the person has given."""
        named = replace(piece, name=self.called(piece.name))
        if isinstance(named, TrainedModel):
            named.corpus = self.as_called(named.corpus)
        return named

    def note(self, name: str, kind: type[T]) -> T | None:
        """What `write_note` kept from one start to the next, None where that cannot be read."""
        path = self.folder / f"{name}.json"
        if not os.path.lexists(path):
            return None
        try:
            return read_stored(path, kind)
        except InputError as error:
            log.warning("%s", error)
            return None

    def write_note(self, name: str, content: Any) -> None:
        """Keep something small, as JSON, under a name; work never fails for the want of it."""
        try:
            replace_text(self.folder / f"{name}.json", json.dumps(content, ensure_ascii=False))
        except OSError as error:
            log.warning("%s is not noted: %s", name, error)

    def change_note(self, name: str, kind: type[T], changed: Callable[[T | None], Any]) -> None:
        """Keep what `changed` makes of a note that another app may write, too."""
        path = self.folder / f"{name}.json"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path, PATIENCE):
                self.write_note(name, changed(self.note(name, kind)))
        except (OSError, InputError) as error:
            log.warning("%s is not noted: %s", name, error)

    def remark(self, kind: str, name: str, about: str, content: Any) -> None:
        """Keep what was found out about a piece beside it, until it is removed; work never fails
        for the want of it."""
        with self._lock:
            try:
                with self._noting(kind, name):
                    known = kind == MODEL and not self._is_changed(name)
                    write_remark(self._facts_path(kind, name), about, content)
                    if known:
                        self._seen[name] = self._stamp(name)
            except (OSError, InputError, TypeError) as error:
                log.warning("%s is not noted of %s: %s", about, name, error)

    def remarked(self, kind: str, name: str | None, about: str) -> Any:
        """What `remark` kept, None where there is nothing."""
        known = name and NAME.fullmatch(name)
        note = read_note(self._facts_path(kind, name or "")) if known else None
        return note.remarks.get(about) if note else None

    def _write_facts(self, name: str, piece: Piece, *, again: bool = False) -> None:
        write_facts(self._facts_path(kind_of(piece), name), name, piece, again=again)
        if isinstance(piece, TrainedModel):
            self._seen[name] = self._stamp(name)

    def _noting(self, kind: str, name: str) -> AbstractContextManager[None]:
        """Nobody else changes the note of a piece meanwhile, whatever lies in its place."""
        return locked(self._path(kind, name).with_name(f"{name}.note"), PATIENCE)

    def _stamp(self, name: str) -> _Stamp:
        """What tells one writing of a model's note from another; None where none can be seen."""
        try:
            seen = self._facts_path(MODEL, name).stat()
        except OSError:
            return None
        return seen.st_ino, seen.st_mtime_ns, seen.st_size

    def _is_changed(self, name: str) -> bool:
        """Whether another app has written the note of a model since this one did, or read it."""
        return name in self._seen and self._stamp(name) not in (None, self._seen[name])

    def _refuse_changed(self, name: str) -> None:
        if self._is_changed(name):
            raise InputError(CHANGED)

    def _as_noted(self, name: str, piece: Piece) -> Piece:
        """With edits and names from the note, which is newer than the file where writing that was
        cut off; a damaged note is written anew."""
        try:
            note = read_stored(self._facts_path(kind_of(piece), name), Note)
        except InputError as error:
            log.warning("%s is noted anew: %s", name, error)
            with suppress(OSError):
                self._write_facts(name, piece)
            return piece
        try:
            with damage_as_input_error(MODEL):
                return recalled(piece, note) if isinstance(piece, TrainedModel) else piece
        except InputError as error:
            log.warning("%s is as its file has it: %s", name, error.__cause__)
            return piece

    def beside(self, kind: str, name: str, what: str) -> Path:
        """Another file of a piece, which goes where that is removed."""
        return self.folder / kind / f"{name}.{what}"

    def _path(self, kind: str, name: str) -> Path:
        return self.folder / kind / f"{name}{SUFFIX[kind]}"

    def _facts_path(self, kind: str, name: str) -> Path:
        return self._path(kind, name).with_name(f"{name}{SUFFIX[kind]}.json")

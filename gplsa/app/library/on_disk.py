"""The library of one's own computer: every piece one file in the user-data folder.

Beside it lies a small JSON file with the facts a list shows, so that a list opens none of them.
Memory is then only a cache: what it let go is read again. Where the disk takes nothing
(full, read-only, gone) a piece stays in memory, pinned, until it is saved, removed or the app ends.
"""

import logging
import os
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from gplsa.app.library import library as pieces
from gplsa.app.library.facts import read_folder
from gplsa.app.library.failures import said
from gplsa.app.library.library import CORPUS, MODEL, NAME, OF, Damaged, Listed, Piece
from gplsa.app.library.noted import PATIENCE, NotedFiles
from gplsa.app.library.recent import Recent
from gplsa.errors import InputError
from gplsa.files import locked, remove_left_over
from gplsa.message import MEBIBYTE, Message
from gplsa.model.model import TrainedModel
from gplsa.model.ratings import Ratings
from gplsa.model.sizes import size_of

log = logging.getLogger(__name__)

MOST_UNSAVED = 512 * MEBIBYTE


class OnDisk(NotedFiles):
    """The corpora and models of one person, in a folder, the last ones in memory, too.

    promise     what the header says of where things stay
    lead        what the page Saved says of it
    """

    promise = Message("Everything stays on this computer.")

    def __init__(self, folder: Path, most_bytes: int = 1024 * MEBIBYTE) -> None:
        """most_bytes  of memory"""
        super().__init__(folder)
        self.recent = Recent(most_bytes)
        self.lead = Message(
            "Corpora and finished models are saved by themselves, in {folder}.", folder=folder
        )
        self._unsaved: dict[tuple[str, str], tuple[Piece, Listed]] = {}
        self._renamed: dict[str, TrainedModel] = {}
        self._writer: threading.Thread | None = None
        for place in (folder, folder / CORPUS, folder / MODEL, folder / "laboratory"):
            for path in remove_left_over(place):
                log.info("removed %s, which a process that ended early had left", path)

    def keep(self, piece: Piece, of: str = "") -> str:
        """Keep a corpus or model; the same content has one id.

        of  the corpus of a model, where it is kept, too
        """
        kind, name = pieces.id_of(piece)
        with self._lock:
            self.recent.put(kind, name, piece)
            self._save(kind, name, piece)
            if of:
                self.remark(kind, name, OF, of)
        return name

    def corpus_of(self, name: str) -> str:
        """The id of the kept corpus of a model, "" where there is none."""
        of = self.remarked(MODEL, name, OF)
        model = None if of else self.open(MODEL, name)
        if isinstance(model, TrainedModel):  # trained elsewhere, or before that was noted
            _, of = pieces.id_of(model.corpus)
        return of if isinstance(of, str) and self.open(CORPUS, of) is not None else ""

    def open(self, kind: str, name: str | None) -> Any:
        """The piece, or None where it is gone or damaged."""
        if not name or not NAME.fullmatch(name):
            return None
        with self._lock:
            piece = self.recent.get(kind, name)
            if isinstance(piece, TrainedModel) and self._is_changed(name):
                piece = None  # another app has written it since: only the disk knows how it is
            if piece is None and (kind, name) in self._unsaved:
                piece = self._unsaved[kind, name][0]
            if piece is None and os.path.exists(self._path(kind, name)):
                try:
                    stamp = self._stamp(name)
                    piece = pieces.read_piece(kind, self._path(kind, name))
                    if isinstance(piece, TrainedModel):
                        self._seen[name] = stamp
                    piece = self._as_noted(name, piece)
                    self.recent.put(kind, name, piece)
                except InputError as error:
                    log.warning("%s cannot be opened: %s", self._path(kind, name), error)
                    piece = None
        return piece

    def unsaved(self, kind: str) -> list[Listed]:
        """What is in memory only, though it should be on the disk."""
        with self._lock:
            why = Message("Its file in {folder} is gone.", folder=self.folder)
            for name in self.recent.names(kind):
                known = (kind, name) in self._unsaved or os.path.exists(self._path(kind, name))
                if not known and (piece := self.recent.get(kind, name)) is not None:
                    self._leave_unsaved(kind, name, piece, why)
            return [entry for (k, _), (_, entry) in self._unsaved.items() if k == kind]

    def listed(self, kind: str) -> list[Listed]:
        """What is kept, newest first."""
        return self.all_kept(kind)[0]

    def all_kept(self, kind: str) -> tuple[list[Listed], list[Damaged]]:
        """The same, and what cannot be listed, as its note is damaged: to be opened, which writes
        the note anew, or removed."""
        unsaved = self.unsaved(kind)
        names = {entry.id for entry in unsaved}
        read, damaged = read_folder(self.folder / kind, kind)
        found = unsaved + [entry for entry in read if entry.id not in names]
        found.sort(key=lambda entry: entry.kept, reverse=True)
        return found, sorted(damaged, key=lambda one: one.id)

    def remove(self, kind: str, name: str) -> None:
        """Forget a piece; InputError where that cannot be done."""
        if not NAME.fullmatch(name):
            return
        with self._lock:
            try:
                # In order, so that no piece is left without its note, which comes after it. What
                # was never on the disk can go where the disk takes no lock.
                if paths := sorted((self.folder / kind).glob(f"{name}.*")):
                    with self._noting(kind, name):
                        _unlink(*paths)
            except OSError as error:
                raise InputError("It cannot be deleted: {said}", said=said(error)) from error
            self._unsaved.pop((kind, name), None)
            self._renamed.pop(name, None)
            self.recent.drop(kind, name)

    def check_room(self) -> None:
        """Before long work begins: InputError while much waits to be saved, as memory would fill up
        with what follows."""
        with self._lock:
            waiting = sum(size_of(piece) for piece, _ in self._unsaved.values())
        if waiting > MOST_UNSAVED:
            raise InputError(
                "Too much is in memory only, because it could not be saved: see the page Saved. "
                "Make room and save it again, or download it and delete it there."
            )

    def save_again(self) -> None:
        """Save what could not be saved when it was kept; InputError where it still cannot be."""
        with self._lock:
            for (kind, name), (piece, _) in [*self._unsaved.items()]:
                self._save(kind, name, piece)
            reasons = [entry.unsaved for _, entry in self._unsaved.values()]
        if reasons:
            raise InputError("It still cannot be saved: {reasons}", reasons=reasons[0])

    def renamed(self, name: str, model: TrainedModel) -> None:
        """Keep what a person has said of an open model: its name, names of topics, which are
        hidden. That is noted beside the file at once; the file itself, which may be large, follows
        on a thread of its own. Where that is cut off, the note says what the file should.
        InputError where another app has changed the model since it was opened here: nothing is
        kept then, and it is opened anew as it is there.
        """
        with self._lock:
            if unsaved := self._unsaved.get((MODEL, name)):
                self._unsaved[MODEL, name] = model, replace(unsaved[1], name=model.name)
            if unsaved or not os.path.exists(self._path(MODEL, name)):
                return  # they go to the disk with the model
            try:
                with self._noting(MODEL, name):
                    self._refuse_changed(name)
                    self._write_facts(name, model, again=True)
            except OSError as error:
                self._leave_unsaved(MODEL, name, model, said(error))
                return
            except InputError:
                self.recent.drop(MODEL, name)
                raise
            self._renamed[name] = replace(
                model,
                topic_names=dict(model.topic_names),
                hidden_topics=set(model.hidden_topics),
                ratings=Ratings(list(model.ratings.found)),
            )
            if self._writer is None:
                self._writer = threading.Thread(target=self._write_renamed, daemon=True)
                self._writer.start()

    def edited(self, name: str, model: TrainedModel) -> None:
        """A kept model gives way to itself with other edits of its topics; its id stays."""
        with self._lock:
            self.recent.put(MODEL, name, model)
            self.renamed(name, model)

    def finish(self, patience: float) -> bool:
        """Wait for files that are still being written; True once there are none."""
        writer = self._writer
        if writer is not None:
            writer.join(patience)
        return writer is None or not writer.is_alive()

    def _save(self, kind: str, name: str, piece: Piece) -> None:
        """To the disk, or to what waits for it."""
        try:
            self._path(kind, name).parent.mkdir(parents=True, exist_ok=True)
            # The note first: a file without one would not be listed after a kill in between.
            with self._noting(kind, name):
                if (kind, name) in self._unsaved:
                    self._refuse_changed(name)
                self._write_facts(name, piece)
            with locked(self._path(kind, name), PATIENCE):
                pieces.write_piece(piece, self._path(kind, name))
        except (InputError, OSError) as error:
            self._leave_unsaved(kind, name, piece, said(error))
        else:
            self._unsaved.pop((kind, name), None)

    def _leave_unsaved(self, kind: str, name: str, piece: Piece, why: str) -> None:
        log.warning("a %s is in memory only: %s", kind, why)
        self._unsaved[kind, name] = piece, replace(Listed.about(name, piece), unsaved=why)

    def _write_renamed(self) -> None:
        while True:
            with self._lock:
                if not self._renamed:
                    self._writer = None
                    return
                name, model = self._renamed.popitem()
            try:
                with locked(self._path(MODEL, name)):
                    if not self._is_changed(name):  # else another app writes what it noted
                        pieces.write_piece(model, self._path(MODEL, name))
            except (InputError, OSError) as error:
                log.warning("names of topics stay in the note beside the file: %s", error)
            with self._lock, suppress(OSError):
                if not os.path.exists(self._facts_path(MODEL, name)):  # removed meanwhile
                    self._path(MODEL, name).unlink(missing_ok=True)


def _unlink(*paths: Path) -> None:
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        elif os.path.lexists(path):
            path.unlink()

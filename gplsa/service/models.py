"""The models that answer, each under the name of its file, and loaded again when that changes.

The old one answers until the new one is loaded and has answered once; a request keeps the model it
began with. A file that is no model is refused in one sentence, and what is there stays.
"""

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import parent_process
from pathlib import Path
from threading import Event, Thread

from gplsa.corpus.corpus import TEXT
from gplsa.model.keywords import summarize
from gplsa.model.public import Model
from gplsa.model.summary import KeywordOptions
from gplsa.service.log import Log, Meters
from gplsa.stored import opened

Stamp = tuple[int, ...] | str
"""Of a file: when it was changed, its size, place on the disk and kind; or why it has none."""
Take = Callable[[Path], None]
_WARMING_WORDS = 50


class WatchedFile(Thread):
    """A file that is read again when it changed; where it cannot be used later, what was read
    before stays, which `refused` says once for each content.

    Each is looked after by a thread of its own: what holds it up, such as a network folder that is
    gone, holds up nothing else.
    """

    def __init__(self, path: Path, read: Take, refused: Callable[[Path, Exception], None]) -> None:
        super().__init__(name=path.name, daemon=True)
        self._now, self._ended, self._seconds = Event(), False, 1.0
        self._path, self._read, self._refused = path, read, refused
        self._known: Stamp | None = None
        self._seen: Stamp | None = None

    def look(self, again: bool = False) -> None:
        """Read it where it changed and is whole, at first and where `again`."""
        # What changed since the last look may still be being written: the next one tells.
        first, before, self._seen = self._known is None, self._seen, stamp_of(self._path)
        if not (first or again) and (self._seen == self._known or self._seen != before):
            return
        try:
            self._read(self._path)
        except Exception as error:
            if first:
                raise
            self._refused(self._path, error)
        self._known = self._seen

    def watch(self, seconds: float) -> None:
        """Look after it in a thread, so that a change is read after so many seconds."""
        self._seconds = seconds / 2  # as it takes two looks to know that a file is whole
        self.start()

    def read_again(self) -> None:
        """Have it read at once, changed or not."""
        self._now.set()

    def end(self) -> None:
        """Look no more."""
        self._ended = True

    def run(self) -> None:
        while not self._ended:
            asked = self._now.wait(self._seconds)
            self._now.clear()
            with suppress(Exception):  # else nobody would ever look again
                self.look(asked)
            if orphaned():
                os.kill(os.getpid(), signal.SIGTERM)


def orphaned() -> bool:
    """Whether the process that started this one is gone."""
    parent = parent_process()
    return parent is not None and not parent.is_alive()


@dataclass(frozen=True)
class Served:
    """A model under its name, when its file was changed, and the corpus folder that it searches."""

    name: str
    model: Model
    changed: datetime
    folder: Path | None = None


def stamp_of(path: Path) -> Stamp:
    try:
        found = path.stat()
    except OSError as error:
        return str(error)
    return found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode


def reason_of(error: BaseException) -> str:
    """Why a file was not taken, as a sentence."""
    name = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    told = str(getattr(error, "strerror", None) or error or "memory is full")
    return name + " ".join(told.split()).removesuffix(".") + "."


class ModelStore:
    """Models by name, in the order of the files."""

    def __init__(self, paths: Sequence[Path], log: Log, meters: Meters) -> None:
        self._log, self._meters = log, meters
        self.files = [WatchedFile(path, self._load, self._failed) for path in paths]
        self._served: dict[str, Served] = {}

    def all(self) -> list[Served]:
        return list(self._served.values())

    def _failed(self, path: Path, error: Exception) -> None:
        self._meters.failures.inc()
        message = f"{path.name} was not taken, the model from before goes on answering: "
        self._log.error("model", model=path.stem, message=message + reason_of(error))

    def _load(self, path: Path) -> None:
        start, name = time.perf_counter(), path.stem
        opened(path).close()  # which tells a pipe, a device or a folder from a file
        model = Model.load(path)
        folder = None
        if model.is_sample and model.whole is not None:
            corpus = model.whole.found([path.resolve().parent])
            folder = corpus.folder if corpus else None
        _warm(model)
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        self._served[name] = Served(name, model, changed, folder)
        self._meters.loads.inc()
        self._meters.models.set(len(self._served))
        self._log.info(
            "model", model=name, topics=model.n_topics, documents=model.n_documents,
            seconds=round(time.perf_counter() - start, 3),
        )  # fmt: skip


def _warm(model: Model) -> None:
    """Ask everything once, so that nobody waits for what is worked out at the first question."""
    assert model.digest
    model.topics(1)
    for sides in model.rankers:
        direction = model.direction(*sides)
        if direction.vocabulary.kind != TEXT:
            continue
        words = direction.vocabulary.forms[:_WARMING_WORDS]
        text = " ".join(words)
        summarize(direction, [text], KeywordOptions(evidence=True))
        model.search(text, *sides)
        if words and direction.turned.vocabulary.kind == TEXT:
            model.concordance(words[0], *sides)

"""Everything that outlives a page: jobs, the store, the library, and each person's desk."""

import json
import threading
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from gplsa.app.door import place
from gplsa.app.kept.in_memory import InMemory
from gplsa.app.kept.library import CORPUS, MODEL, Library
from gplsa.app.kept.on_disk import OnDisk
from gplsa.app.workshop.in_parts import remove_left_over
from gplsa.app.workshop.jobs import Jobs
from gplsa.corpus.words import WordOptions

DESKS = 1000


@dataclass
class Desk:
    """What lies in front of one person: names of things, never the things themselves.

    corpus, model   ids in the library
    reading         key in the store of how the corpus was read (an `Intake`)
    piles           keys of files that came in and wait, by the page that asked for them
    words           chosen word options by modality;  counted: key of what they gave
    texts           key of the texts as counted then (`CountedTexts`), which training can take over
    batch           key of the last keywords for many documents
    fits            key of how well the two sides of every pair fit
    results         keys of what comparisons gave, by kind
    folders         where corpora in parts lie, by digest
    interrupted     what was running when the app ended last time
    address         from where the person came last, "" where that is this computer
    """

    owner: str
    address: str = ""
    corpus: str | None = None
    model: str | None = None
    reading: str | None = None
    piles: dict[str, str] = field(default_factory=dict)
    counted: str | None = None
    texts: str | None = None
    batch: str | None = None
    fits: str | None = None
    results: dict[str, str] = field(default_factory=dict)
    words: dict[str, WordOptions] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    interrupted: str = ""


class Workshop:
    """The one place of a running app.

    library  what people keep
    folders  those of this computer that may be read, with all below them
    """

    def __init__(self, library: Library, folders: tuple[Path, ...] = ()) -> None:
        self.library = library
        self.folders = folders
        self.store = library.store
        self.jobs = Jobs()
        self._desks: dict[str, Desk] = {}  # those used last stand last
        self._lock = threading.Lock()

    def desk(self, owner: str) -> Desk:
        """This person's desk, as it was left."""
        with self._lock:
            desk = self._desks.pop(owner, None) or self._recalled(owner)
            self._desks[owner] = desk
            while len(self._desks) > DESKS:
                del self._desks[next(iter(self._desks))]
            return desk

    def remember(self, desk: Desk, running: str = "") -> None:
        """Note what lies on the desk, and what runs, for the next start."""
        note = {
            "corpus": desk.corpus,
            "model": desk.model,
            "running": running,
            "folders": desk.folders,
        }
        self.library.write_note("desk", json.dumps(note))

    def close(self, patience: float) -> bool:
        """Stop all work; True where every thread has ended."""
        stopped = self.jobs.cancel_all(patience)
        return self.library.finish(patience) and stopped

    def _recalled(self, owner: str) -> Desk:
        desk = Desk(owner)
        try:
            note = json.loads(self.library.note("desk") or "")
            desk.corpus, desk.model = _text(note["corpus"]), _text(note["model"])
            desk.interrupted = _text(note["running"]) or ""
            folders = dict(note.get("folders", {}))
            desk.folders = {str(digest): str(path) for digest, path in folders.items()}
        except (ValueError, KeyError, TypeError):
            return desk
        known = {kind: {e.id for e in self.library.listed(owner, kind)} for kind in (CORPUS, MODEL)}
        desk.corpus = desk.corpus if desk.corpus in known[CORPUS] else None
        desk.model = desk.model if desk.model in known[MODEL] else None
        return desk


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


@cache
def workshop() -> Workshop:
    """The workshop of this process."""
    if place.on_this_computer():
        remove_left_over(place.home())
        return Workshop(OnDisk(place.home()), place.folders())
    return Workshop(InMemory(place.memory()))

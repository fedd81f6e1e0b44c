"""Everything that outlives a page: jobs, the store, the library, and each person's desk."""

import json
import threading
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from gplsa.app.workshop.jobs import Jobs
from gplsa.app.workshop.library import CORPUS, MODEL, Library, replace_text
from gplsa.app.workshop.place import home, on_this_computer
from gplsa.app.workshop.store import MEBIBYTE, Store
from gplsa.corpus.words import WordOptions

TWO_HOURS = 7200.0
SERVER_PERSON_BYTES = 512 * MEBIBYTE
DESKS = 1000

LOCAL_PERSON = "local"


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
    interrupted     what was running when the app ended last time
    """

    owner: str
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
    interrupted: str = ""


class Workshop:
    """The one place of a running app; on this computer it has a folder, on a server none."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.jobs = Jobs()
        self.store = (
            Store() if folder else Store(person_bytes=SERVER_PERSON_BYTES, max_age=TWO_HOURS)
        )
        self.library = Library(self.store, folder)
        self._desks: dict[str, Desk] = {}
        self._lock = threading.Lock()

    @property
    def local(self) -> bool:
        return self.folder is not None

    def desk(self, owner: str) -> Desk:
        """This person's desk, as it was left."""
        with self._lock:
            if owner not in self._desks:
                while len(self._desks) >= DESKS:
                    del self._desks[next(iter(self._desks))]
                self._desks[owner] = self._recalled(owner)
            return self._desks[owner]

    def remember(self, desk: Desk, running: str = "") -> None:
        """Note on the disk what lies on the desk, and what runs, for the next start."""
        if self.folder is not None:
            note = {"corpus": desk.corpus, "model": desk.model, "running": running}
            replace_text(self.folder / "desk.json", json.dumps(note))

    def close(self, patience: float) -> bool:
        """Stop all work; True where every thread has ended."""
        stopped = self.jobs.cancel_all(patience)
        return self.library.finish(patience) and stopped

    def _recalled(self, owner: str) -> Desk:
        desk = Desk(owner)
        if self.folder is None:
            return desk
        try:
            note = json.loads((self.folder / "desk.json").read_text("utf-8"))
            desk.corpus, desk.model = _text(note["corpus"]), _text(note["model"])
            desk.interrupted = _text(note["running"]) or ""
        except (OSError, ValueError, KeyError, TypeError):
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
    return Workshop(home() if on_this_computer() else None)

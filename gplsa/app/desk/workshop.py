"""Everything that outlives a page: jobs, the store, the library, and the desk."""

from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gplsa.app.access import place
from gplsa.app.desk.counted import REMARK, SIZE_OF_COUNTED, Counted
from gplsa.app.desk.in_parts import remove_left_over
from gplsa.app.desk.jobs import Jobs
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.library.shared import Shared
from gplsa.language import LANGUAGES
from gplsa.message import Message
from gplsa.sandbox.limits import memory_given
from gplsa.text import WordOptions
from gplsa.wording import MEBIBYTE

CACHE = 1024 * MEBIBYTE
IN_YOUR_HOME = Message("Everything stays on this server, in your home folder.")


@dataclass
class Desk:
    """What lies in front of the person: names of things, never the things themselves.

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
    language        that the person chose, "" where none was
    """

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
    language: str = ""


@dataclass(frozen=True)
class DeskNote:
    """What is kept of a desk; running: a job that had not ended."""

    corpus: str | None
    model: str | None
    running: str
    folders: dict[str, str] = field(default_factory=dict)
    language: str = ""


class Workshop:
    """The one place of a running app.

    library  what people keep
    folders  those of this computer that may be read, with all below them
    shared   what people publish for each other
    """

    def __init__(
        self, library: OnDisk, folders: tuple[Path, ...] = (), shared: Shared | None = None
    ) -> None:
        self.library = library
        self.shared = shared
        self.folders = folders
        self.store = library.store
        self.jobs = Jobs()
        self.desk = self._recalled()
        self.recall_counted(self.desk)

    def noted(self, corpus: str | None) -> Counted | None:
        """What counting told of a kept corpus, from the note beside it."""
        return Counted.from_json(corpus or "", self.library.remarked(CORPUS, corpus, REMARK))

    def recall_counted(self, desk: Desk) -> None:
        """Lay out what counting the corpus on the desk told, as it was noted beside it."""
        self.store.drop(desk.counted)
        desk.counted, desk.words = None, {}
        counted = self.noted(desk.corpus)
        if counted is None:
            return
        desk.counted = self.store.put("counted", counted, SIZE_OF_COUNTED)
        desk.words = {side: found.options for side, found in counted.sides.items()}

    def remember(self, desk: Desk, running: str | None = None) -> None:
        """Note what lies on the desk, and what runs, for the next start.

        running  a title, where the jobs do not tell it
        """
        if running is None:
            job = self.jobs.last
            running = job.snapshot.title if job and job.snapshot.live else ""

        def changed(before: DeskNote | None) -> dict[str, Any]:
            # Another app on this folder may have found other corpora.
            folders = (before.folders if before else {}) | desk.folders
            return asdict(DeskNote(desk.corpus, desk.model, running, folders, desk.language))

        self.library.change_note("desk", DeskNote, changed)

    def close(self, patience: float) -> bool:
        """Stop all work; True where every thread has ended."""
        stopped = self.jobs.close(patience)
        return self.library.finish(patience) and stopped

    def _recalled(self) -> Desk:
        """The desk as it was left."""
        note = self.library.note("desk", DeskNote)
        if note is None:
            return Desk()
        language = note.language if note.language in LANGUAGES else ""
        desk = Desk(folders=note.folders, interrupted=note.running, language=language)
        known = {kind: {e.id for e in self.library.listed(kind)} for kind in (CORPUS, MODEL)}
        desk.corpus = note.corpus if note.corpus in known[CORPUS] else None
        desk.model = note.model if note.model in known[MODEL] else None
        return desk


@cache
def workshop() -> Workshop:
    """The workshop of this process."""
    remove_left_over(place.home())
    library = OnDisk(place.home(), min(CACHE, memory_given() // 4))
    if place.hub():
        library.promise = IN_YOUR_HOME
    folder = place.shared()
    shared = Shared(folder, place.person()) if folder else None
    return Workshop(library, place.folders(), shared)

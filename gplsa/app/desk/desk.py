"""The desk: the session state of the app, which serves one person."""

import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from gplsa.app.access import place
from gplsa.app.desk.jobs import Job, Work
from gplsa.app.desk.state import COUNTED, DECIDED, CorpusState, Counted, ModelState, decided
from gplsa.app.library.facts import read_as
from gplsa.app.library.library import CORPUS, MODEL, READ
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.library.shared import Shared
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.language import LANGUAGES
from gplsa.message import MEBIBYTE, Message
from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import Fits
from gplsa.model.public import Model
from gplsa.reading import Upload
from gplsa.sandbox.limits import memory_given
from gplsa.training.in_chunks import remove_left_over

CACHE = 1024 * MEBIBYTE
MODELS_LEFT = 2  # models before this one, of which is kept what was found with them
IN_YOUR_HOME = Message("Everything stays on this server, in your home folder.")


@dataclass(frozen=True)
class DeskNote:
    """What is kept of a desk; running: a job that had not ended."""

    corpus: str | None
    model: str | None
    running: str
    folders: dict[str, str] = field(default_factory=dict)
    language: str = ""


class Desk:
    """The corpus, the model and the job at hand, and the library they come from.

    library      what the person keeps;  shared: what people publish for each other
    allowed      folders of this computer that may be read, with all below them
    corpus_state, model_state  what is known of the corpus and the model at hand
    job          what runs, or what ran last and is still to be shown
    piles        files that came in and wait, by the page that asked for them
    folders      where corpora in parts lie, by digest
    interrupted  what was running when the app ended last time
    language     that the person chose, "" where none was
    """

    def __init__(
        self, library: OnDisk, allowed: tuple[Path, ...] = (), shared: Shared | None = None
    ) -> None:
        self.library, self.allowed, self.shared = library, allowed, shared
        self.corpus_state, self.model_state = CorpusState(), ModelState()
        self.job: Job | None = None
        self.piles: dict[str, tuple[Upload, ...]] = {}
        self._left: dict[str, tuple[str, ModelState]] = {}
        self.folders: dict[str, str] = {}
        self.interrupted = self.language = ""
        self._lock = threading.Lock()
        self._closed = False
        note = library.note("desk", DeskNote)
        if note is None:
            return
        self.language = note.language if note.language in LANGUAGES else ""
        self.folders, self.interrupted = note.folders, note.running
        if note.corpus in {entry.id for entry in library.listed(CORPUS)}:
            self._lay_out_corpus(note.corpus)
        if note.model in {entry.id for entry in library.listed(MODEL)}:
            self.model_state = self._state_of(note.model or "")

    @property
    def corpus(self) -> Corpus | None:
        found: Corpus | None = self.library.open(CORPUS, self.corpus_state.id)
        return found

    @property
    def model(self) -> Model | None:
        found: Model | None = self.library.open(MODEL, self.model_state.id)
        return found

    def corpus_at_hand(self) -> tuple[CorpusState, Corpus]:
        """For a job: it writes down what it finds where it began, whatever is opened meanwhile."""
        state, corpus = self.corpus_state, self.corpus
        if corpus is None:
            raise InputError(
                "There is no corpus on the desk any more; choose one on the first page."
            )
        return state, corpus

    def model_at_hand(self) -> tuple[ModelState, Model]:
        """For a job, as `corpus_at_hand`."""
        state, model = self.model_state, self.model
        if model is None:
            raise InputError("There is no model on the desk any more; open or train one.")
        return state, model

    @property
    def lookup(self) -> tuple[ModelState, Model | None]:
        """What words are looked up in: the model, or what was learned of the corpus for want of
        one of its own."""
        model, corpus, instead = self.model, self.corpus, self.corpus_state.lookup
        if model is not None and (corpus is None or belongs(model, corpus)):
            return self.model_state, model
        return instead, instead.words

    def lay_out(self, kind: str, name: str | None) -> None:
        """Put a kept corpus or model on the desk, or take it away."""
        if kind == CORPUS:
            self._lay_out_corpus(name)
        else:
            self._put_model(name or "")
            # It brings its corpus along; one that has nothing to do with it gives way.
            of, model, corpus = self.library.corpus_of(name or ""), self.model, self.corpus
            if of and of != self.corpus_state.id:
                self._lay_out_corpus(of)
            elif not of and model is not None and corpus is not None and not belongs(model, corpus):
                self._lay_out_corpus(None)
        self.remember()

    def keep_trained(self, model: Model, of: str = "", fits: Fits | None = None) -> None:
        """What was trained takes the place of the model before, whose keywords stay with that; the
        documents that they were found for wait to be asked again, where this one reads them; what
        was ticked in the lexicon of the same corpus stays so."""
        before, batch, said = self.model, self.model_state.batch, dict[tuple[str, str], bool]()
        looked_up, words = self.lookup
        if words is None:  # a pair was left out of the corpus meanwhile
            looked_up, words = self.model_state, before
        same = words is not None and words.corpus.name == model.corpus.name
        ticked = {sides: {*own} for sides, own in looked_up.ticked.items() if same}
        if before is not None and before.corpus.languages == model.corpus.languages:
            said = self.model_state.decided
            self.piles |= {"documents": batch.uploads} if batch and batch.uploads else {}
        self._put_model("")
        state = self._state_of(self.library.keep(model, of))
        self.model_state = replace(state, fits=fits, ticked=ticked)
        self.decide(said)

    def decide(self, said: Mapping[tuple[str, str], bool | None]) -> None:
        """Whether headings of documents are accepted and keywords added, None to take that back, by
        the keys of `ModelState`; noted beside the model."""
        if said:
            state = self.model_state
            # Another app on this folder may have decided on others.
            told = {**state.decided, **self._state_of(state.id).decided, **said}
            state.decided = {one: yes for one, yes in told.items() if yes is not None}
            noted = [[*about, yes] for about, yes in state.decided.items()]
            self.library.remark(MODEL, state.id, DECIDED, noted)

    def _state_of(self, name: str) -> ModelState:
        """Of a model, with what was decided, as it was noted beside it."""
        return ModelState(name, decided=decided(self.library.remarked(MODEL, name, DECIDED)))

    def _put_model(self, name: str) -> None:
        """What was found with the one before is kept, and is there when it comes back as it was."""
        if (before := self.model) is not None:
            self._left[self.model_state.id] = before.digest, self.model_state
        digest, left = self._left.pop(name, ("", None))
        known = {entry.id for entry in self.library.listed(MODEL)}
        kept = [(id_, one) for id_, one in self._left.items() if id_ in known]
        self._left, self.model_state = dict(kept[-MODELS_LEFT:]), self._state_of(name)
        # Trained anew, or edited by another app, its topics have other numbers.
        if left is not None and self.model is not None and self.model.digest == digest:
            self.model_state = left
            left.decided |= self._state_of(name).decided

    @property
    def left_keywords(self) -> bool:
        """Whether keywords of many documents are kept with a model that lay here before."""
        return any(state.batch is not None for _, state in self._left.values())

    def open_kept(self, kind: str, name: str) -> None:
        """Lay out what the library can open, or InputError."""
        if self.library.open(kind, name) is None:
            raise InputError("This file cannot be opened any more; it may be damaged.")
        self.lay_out(kind, name)

    def _lay_out_corpus(self, name: str | None) -> None:
        """With what counting its words told, as it was noted beside it."""
        state = CorpusState(name or "", read_as=read_as(self.library.remarked(CORPUS, name, READ)))
        state.counted = Counted.from_json(self.library.remarked(CORPUS, name, COUNTED))
        if state.counted is not None:
            state.words = {side: found.options for side, found in state.counted.sides.items()}
        self.corpus_state = state

    @property
    def busy(self) -> bool:
        return self.job is not None and self.job.snapshot.live

    def begin(self, title: str, work: Work) -> Job:
        """Start the one job, noting that it runs; InputError where one is live or there is no room
        for what comes of it."""
        self.library.check_room()

        def run(progress: Any) -> str:
            self.remember(running=title)
            try:
                return work(progress)
            finally:
                # At shut-down the note stays, so that the next start can say what was interrupted.
                if not self._closed:
                    self.remember(running="")

        with self._lock:
            if self._closed:
                raise InputError("The app is closing.")
            if self.busy:
                raise InputError("Something is still running; wait for it or cancel it first.")
            if self.interrupted == title:
                self.interrupted = ""
            self.job = Job(title, run)
            self.job.begin()
            return self.job

    def dismiss(self) -> None:
        """Forget the last job where it has ended."""
        if not self.busy:
            self.job = None

    def remember(self, running: str | None = None) -> None:
        """Note what lies on the desk, and what runs, for the next start.

        running  a title, where the job does not tell it
        """
        if running is None:
            running = self.job.snapshot.title if self.job and self.busy else ""

        def changed(before: DeskNote | None) -> dict[str, Any]:
            # Another app on this folder may have found other corpora.
            folders = (before.folders if before else {}) | self.folders
            corpus, model = self.corpus_state.id or None, self.model_state.id or None
            return asdict(DeskNote(corpus, model, running, folders, self.language))

        self.library.change_note("desk", DeskNote, changed)

    def close(self, patience: float) -> bool:
        """Stop all work and take nothing more; True where every thread has ended."""
        with self._lock:
            self._closed = True
        stopped = self.job is None or self.job.end(patience)
        return self.library.finish(patience) and stopped


def belongs(model: TrainedModel, corpus: Corpus) -> bool:
    """Whether a model was trained on this corpus, or on a sample of it."""
    return model.corpus.name == corpus.name and set(model.corpus.ids) <= set(corpus.ids)


@cache
def current_desk() -> Desk:
    """The desk of this process."""
    remove_left_over(place.home())
    library = OnDisk(place.home(), min(CACHE, memory_given() // 4))
    if place.hub():
        library.promise = IN_YOUR_HOME
    folder = place.shared()
    shared = Shared(folder, place.person()) if folder else None
    return Desk(library, place.folders(), shared)

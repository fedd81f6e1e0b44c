"""Topics of all documents of a corpus in chunks, and the mixtures of a sample of them."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.fitting import Callback, FitProgress
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.store import FolderStore, unwritable
from gplsa.core.out_of_core.tasks import unpacked
from gplsa.core.sums import column_sums, present_in
from gplsa.core.types import FloatArray, Rng
from gplsa.corpus.chunks.folder import ChunkedCorpus, WeighedParts
from gplsa.errors import InputError
from gplsa.files import MOMENT, locked, remove_left_over
from gplsa.message import Message
from gplsa.model.model import FOLD_IN_STEPS, reader
from gplsa.model.settings import TrainSettings
from gplsa.models import MultimodalGPLSA
from gplsa.models._chunks import Backend, fit_chunks
from gplsa.models.multimodal import links_of
from gplsa.models.plsa import background_offset
from gplsa.progress import Progress, report
from gplsa.training.fitting import LARGEST_WEIGHT, FittedTopics, reporting, topic_model
from gplsa.training.source import Drawn

WAITING = Message("Waiting for another training of this corpus with the same settings")
KEY_LETTERS = 16
FITS = "fits"  # folder beside the parts where the state of fits is kept while they run


@dataclass(frozen=True)
class ChunkedFit:
    """A training of a corpus in chunks.

    settings  their number of topics settled;  sample  those held out are seen by no fit
    key       equal for trainings that come to the same, which so have one folder for their state
    """

    corpus: ChunkedCorpus
    settings: TrainSettings
    sample: Drawn
    runner: Runner

    @property
    def held_out(self) -> list[int]:
        """Rows that no fit sees, counted over all parts."""
        return [int(row) for row in self.sample.rows[self.sample.held_out]]

    @cached_property
    def key(self) -> str:
        stated = [self.corpus.digest, self.settings.to_json(), self.held_out]
        return hashlib.sha256(json.dumps(stated).encode()).hexdigest()

    @property
    def folder(self) -> Path:
        """Where the state of the fit is kept, from which it can be taken up again."""
        return self.corpus.folder / FITS / self.key[:KEY_LETTERS]


@contextmanager
def exclusive(corpus: ChunkedCorpus, key: str, progress: Progress | None) -> Iterator[None]:
    """No other training uses the folder of this key, which the first to end removes, meanwhile.

    While another one does, that is reported, so that waiting can be stopped.
    """
    fits = corpus.folder / FITS
    with ExitStack() as held:
        try:
            fits.mkdir(exist_ok=True)
            remove_left_over(fits)
            while True:
                try:
                    held.enter_context(locked(fits / f"{key[:KEY_LETTERS]}.fit", MOMENT))
                    break
                except InputError:
                    report(progress, 0.0, WAITING)
        except OSError as error:
            raise unwritable(fits, error) from error
        yield


def fit_topics_of_chunks(
    task: ChunkedFit, rng: Rng, progress: Progress | None, watch: Callback | None
) -> FittedTopics:
    """The topics of all documents, and mixtures of the sample; held-out ones are read at last."""
    corpus, settings, sample = task.corpus, task.settings, task.sample
    assert settings.n_topics is not None
    model = topic_model(settings, settings.n_topics, rng)
    links, store, usual = links_of(model), FolderStore(task.folder), Schedule()
    # As many passes as there may be iterations, but no more than are of use.
    schedule = replace(usual, passes=min(settings.max_iter, usual.passes))
    report(progress, 0.0, "Fitting")  # the start is silent, and may take minutes
    fitted = fit_chunks(
        WeighedParts.of(corpus, LARGEST_WEIGHT, task.held_out),
        links,
        model,
        schedule,
        rng,
        Backend(task.runner, store, task.key, reporting(progress, watch, _phase)),
        _offsets(corpus, model, sample),
    )
    by_side = zip(corpus.languages, fitted.word_topics, strict=True)
    topic_word = {side: np.ascontiguousarray(topics.T) for side, topics in by_side}
    doc_topic = _mixtures_of(task, links, store, fitted.mixtures)
    if task.held_out:
        read = reader(topic_word, doc_topic, sample.counted.counts, settings.background)
        held = sample.counted.of(sample.held_out).counts
        for side, found in read.transform(held, max_iter=FOLD_IN_STEPS).items():
            doc_topic[side][sample.held_out] = found
    return FittedTopics(topic_word, doc_topic, np.array(fitted.history), fitted.converged)


def _phase(now: FitProgress) -> Message:
    return Message(
        "Fitting (pass {iteration}, {seconds:,.0f} s at most)"
        if np.isfinite(now.seconds_left)
        else "Fitting (pass {iteration})",
        iteration=now.iteration,
        seconds=now.seconds_left,
    )


def _offsets(
    corpus: ChunkedCorpus, model: MultimodalGPLSA, sample: Drawn
) -> Sequence[FloatArray | None]:
    weight = float(model.background_weight)
    if not weight:
        return [None] * len(corpus.n_words)
    held = sample.counted.of(sample.held_out).counts
    totals = [-column_sums(held[side]) for side in corpus.languages]
    for number in range(corpus.n_chunks):
        part = corpus.chunk(number)
        for view in range(len(totals)):
            counts = part.counts(view)
            totals[view] += np.bincount(counts.indices, counts.data, len(totals[view]))
    return [background_offset(weight, total / max(total.sum(), 1.0)) for total in totals]


def _mixtures_of(
    task: ChunkedFit, links: Links, store: FolderStore, name: str
) -> dict[str, FloatArray]:
    """Mixtures of the sample by side, missing ones filled in."""
    corpus, sample = task.corpus, task.sample
    places = [corpus.places(sample.rows, number) for number in range(corpus.n_chunks)]
    found = [unpacked(store.load(name, n)[rows]) for n, rows in enumerate(places) if len(rows)]
    mixtures, counts = np.concatenate(found), sample.counted.counts
    present = present_in([counts[side] for side in corpus.languages])
    present[sample.held_out] = False
    filled = Coupling(links, present, mixtures.shape[2], 1).fill_missing(mixtures)
    return {m: np.ascontiguousarray(filled[:, v]) for v, m in enumerate(corpus.languages)}

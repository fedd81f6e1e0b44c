"""Topics of all documents of a corpus in chunks, and the mixtures of a sample of them."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.divergence import divergence_of
from gplsa.core.fitting import Callback, FitProgress
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.store import FolderStore, unwritable
from gplsa.core.sums import column_sums
from gplsa.core.types import FloatArray
from gplsa.corpus.chunks.folder import ChunkedCorpus, WeighedParts
from gplsa.errors import InputError
from gplsa.files import MOMENT, locked, remove_left_over
from gplsa.message import Message
from gplsa.model.model import FOLD_IN_STEPS, reader
from gplsa.model.settings import TrainSettings
from gplsa.models import MultimodalGPLSA
from gplsa.models._chunks import FILLED, ChunkPlan, FittedParts, Place, fit_chunks
from gplsa.models.plsa import background_offset, make_plan
from gplsa.progress import Progress, report
from gplsa.text.lines import LineCounts
from gplsa.training.fitting import LARGEST_WEIGHT, topic_model

WAITING = Message("Waiting for another training of this corpus with the same settings")
KEY_LETTERS = 16
FITS = "fits"
"""Folder beside the parts where the state of fits is kept while they run."""


@dataclass(frozen=True)
class Sample:
    """Documents by their rows in the whole corpus, their lines and counts by side.

    held_out  which of them no fit sees;  apart  which of them no lexicon sees, that calibrate it;
            masks over the sample
    """

    rows: np.ndarray
    lines: dict[str, LineCounts]
    counts: dict[str, sparse.csr_matrix]
    held_out: np.ndarray
    apart: np.ndarray


@dataclass(frozen=True)
class Topics:
    """Topics of all documents by side (topics × words), and the mixtures of the sample.

    folder  where the state of the fit is kept, from which it can be taken up again
    """

    fitted: FittedParts
    topic_word: dict[str, np.ndarray]
    doc_topic: dict[str, np.ndarray]
    folder: Path


def parts_plan(settings: TrainSettings) -> ChunkPlan:
    """Chunk by chunk, as many passes as there may be iterations, but no more than are of use."""
    usual = Schedule()
    return ChunkPlan(schedule=replace(usual, passes=min(settings.max_iter, usual.passes)))


def fit_key(
    corpus: ChunkedCorpus, settings: TrainSettings, n_topics: int, sample: Sample, plan: ChunkPlan
) -> str:
    """Equal for trainings that come to the same, which so have one folder for their state."""
    held_out = sample.rows[sample.held_out].tolist()
    stated = [corpus.digest, settings.to_json(), n_topics, repr(plan), held_out]
    return hashlib.sha256(json.dumps(stated).encode()).hexdigest()


@contextmanager
def alone(corpus: ChunkedCorpus, key: str, progress: Progress | None) -> Iterator[None]:
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


def fit_topics(
    corpus: ChunkedCorpus,
    settings: TrainSettings,
    n_topics: int,
    rng: np.random.Generator,
    sample: Sample,
    plan: ChunkPlan,
    runner: Runner,
    progress: Progress | None,
) -> Topics:
    """The fit, its state beside the parts until it is done."""
    model = topic_model(settings, n_topics, rng)
    held_out = sample.rows[sample.held_out].tolist()
    key = fit_key(corpus, settings, n_topics, sample, plan)
    # Absolute, as workers on other computers have other working folders.
    folder = corpus.folder.resolve() / FITS / key[:KEY_LETTERS]
    store = FolderStore(folder)
    report(progress, 0.0, "Fitting")  # the start is silent, and may take minutes
    fitted = fit_chunks(
        WeighedParts.of(replace(corpus, folder=corpus.folder.resolve()), LARGEST_WEIGHT, held_out),
        Links(divergence_of(settings.regularizer), float(settings.lam)),
        make_plan(model),
        plan,
        rng,
        Place(runner, store, key, _telling(progress)),
        _offsets(corpus, model, sample),
    )
    topic_word = {
        side: np.ascontiguousarray(of_side.T)
        for side, of_side in zip(corpus.languages, fitted.word_topics, strict=True)
    }
    doc_topic = _mixtures_of(corpus, store, sample.rows)
    if held_out:
        read = reader(topic_word, doc_topic, sample.counts, settings.background)
        held = {side: counts[sample.held_out] for side, counts in sample.counts.items()}
        for side, found in read.transform(held, max_iter=FOLD_IN_STEPS).items():
            doc_topic[side][sample.held_out] = found
    return Topics(fitted, topic_word, doc_topic, folder)


def _telling(progress: Progress | None) -> Callback:
    def visited(now: FitProgress) -> None:
        phase = Message("Fitting (pass {iteration})", iteration=now.iteration)
        if np.isfinite(now.seconds_left):
            phase = Message(
                "Fitting (pass {iteration}, {seconds:,.0f} s at most)",
                iteration=now.iteration,
                seconds=now.seconds_left,
            )
        report(progress, now.iteration / now.max_iter, phase)

    return visited


def _offsets(
    corpus: ChunkedCorpus, model: MultimodalGPLSA, sample: Sample
) -> Sequence[FloatArray | None]:
    weight = float(model.background_weight)
    if not weight:
        return [None] * len(corpus.n_words)
    totals = [-column_sums(sample.counts[side][sample.held_out]) for side in corpus.languages]
    for number in range(corpus.n_chunks):
        part = corpus.chunk(number)
        for view in range(len(totals)):
            counts = part.counts(view)
            totals[view] += np.bincount(counts.indices, counts.data, len(totals[view]))
    return [background_offset(weight, total / max(total.sum(), 1.0)) for total in totals]


def _mixtures_of(
    corpus: ChunkedCorpus, store: FolderStore, rows: np.ndarray
) -> dict[str, np.ndarray]:
    """Mixtures of some documents (ascending) by side, rows summing to 1 in 8 bytes."""
    edges = np.cumsum([0, *corpus.sizes])
    found = []
    for number in range(corpus.n_chunks):
        first, last = np.searchsorted(rows, (edges[number], edges[number + 1]))
        if first < last:
            of_part = store.load(FILLED, number)[rows[first:last] - edges[number]]
            found.append(of_part.astype(np.float64))
    mixtures = np.concatenate(found)
    mixtures /= mixtures.sum(axis=2, keepdims=True)
    return {
        side: np.ascontiguousarray(mixtures[:, view]) for view, side in enumerate(corpus.languages)
    }

"""From a corpus in parts to a trained model: topics of all documents, all else from a sample."""

import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from threadpoolctl import threadpool_limits

from gplsa.core.coupling.joint import Links
from gplsa.core.fitting import Callback, FitProgress
from gplsa.core.parallel import thread_count
from gplsa.core.parts.incremental import Schedule
from gplsa.core.parts.runner import Runner, Threads
from gplsa.core.parts.shelf import FolderShelf
from gplsa.core.types import FloatArray
from gplsa.corpus.parts.folder import PartsCorpus, WeighedParts
from gplsa.corpus.sides import SideVocabulary
from gplsa.corpus.storage import without_texts
from gplsa.errors import InputError
from gplsa.models import MultimodalGPLSA
from gplsa.models._parts import FILLED, FittedParts, PartsPlan, fit_parts
from gplsa.models.plsa import background_offset, make_plan
from gplsa.names import REGULARIZERS
from gplsa.progress import Progress, report, scaled
from gplsa.trained.public import Model
from gplsa.trained.settings import TrainSettings, default_topics
from gplsa.trained.whole import WholeCorpus
from gplsa.training.fitting import FEWEST_PAIRS, LARGEST_WEIGHT, fit_gists, topic_model
from gplsa.training.phrasing import read_phrases

FITS = "fits"
"""Folder beside the parts where the state of fits is kept while they run."""

SAMPLE = 10_000
"""Documents that a model holds of a corpus in parts, and that keywords are learned from."""


@dataclass(frozen=True)
class _Topics:
    """Topics of all documents, and the mixtures of the sample by side."""

    fitted: FittedParts
    doc_topic: dict[str, np.ndarray]


def train_parts(
    corpus: PartsCorpus,
    settings: TrainSettings,
    progress: Progress | None = None,
    *,
    runner: Runner | None = None,
    plan: PartsPlan | None = None,
    sample: int = SAMPLE,
) -> Model:
    """Fit the topics over all parts and learn keywords for every direction from a seeded sample.

    runner  what visits the parts: threads of this computer by default; the model does not depend
            on it
    A training that was broken off goes on after its last whole pass over the parts when it is
    called again with the same corpus and settings.  There is no check on hidden pairs.
    Raises InputError where a part is damaged or the corpus too small.
    """
    report(progress, 0.0, "Checking the parts")
    corpus.verify()
    vocabularies: dict[str, SideVocabulary] = {**corpus.vocabularies()}
    settings = replace(
        settings, check=False, words={m: one.options for m, one in corpus.vocabularies().items()}
    )
    n_topics = _choose_topics(corpus, settings)
    draw, first, second = np.random.default_rng(settings.seed).spawn(3)
    n_docs = len(corpus)
    rows = np.sort(draw.choice(n_docs, min(sample, n_docs), replace=False))
    with threadpool_limits(1, user_api="blas"):
        topics = _fit_topics(
            *(corpus, settings, n_topics, first, rows, plan or parts_plan(settings)),
            runner or Threads(thread_count(None)),
            scaled(progress, 0.0, 0.8),
        )
        drawn, lines = corpus.drawn(rows)
        counts = {side: of_side.by_document() for side, of_side in lines.items()}
        phrasings, phrases = read_phrases(drawn, vocabularies, scaled(progress, 0.8, 0.82))
        topic_word = {
            side: np.ascontiguousarray(of_side.T)
            for side, of_side in zip(vocabularies, topics.fitted.word_topics, strict=True)
        }
        gists = fit_gists(
            *(counts, lines, topic_word, topics.doc_topic, second, {}, (), phrases),
            scaled(progress, 0.82, 1.0),
        )
    report(progress, 1.0, "Done")
    return Model(
        name=corpus.name,
        corpus=drawn if settings.keep_texts else without_texts(drawn),
        has_texts=settings.keep_texts,
        settings=settings,
        vocabularies=vocabularies,
        counts=counts,
        topic_word=topic_word,
        doc_topic=topics.doc_topic,
        objective_history=np.array(topics.fitted.history),
        converged=topics.fitted.converged,
        gists=gists,
        check=None,
        phrasings=phrasings,
        whole=WholeCorpus(corpus.name, corpus.digest, n_docs, corpus.n_parts),
    )


def parts_plan(settings: TrainSettings) -> PartsPlan:
    """Part by part, as many passes as there may be sweeps, but no more than are of use."""
    usual = Schedule()
    return PartsPlan(schedule=replace(usual, passes=min(settings.max_iter, usual.passes)))


def _choose_topics(corpus: PartsCorpus, settings: TrainSettings) -> int:
    if len(corpus) < FEWEST_PAIRS:
        raise InputError(f"Training needs at least {FEWEST_PAIRS} pairs.")
    most = min(len(corpus), *corpus.n_words)
    if settings.n_topics is None:
        return min(default_topics(len(corpus)), most)
    if settings.n_topics > most:
        raise InputError(
            f"{settings.n_topics} topics are more than this corpus carries: choose at most {most}."
        )
    return settings.n_topics


def _fit_topics(
    corpus: PartsCorpus,
    settings: TrainSettings,
    n_topics: int,
    rng: np.random.Generator,
    rows: np.ndarray,
    plan: PartsPlan,
    runner: Runner,
    progress: Progress | None,
) -> _Topics:
    """The fit, its state beside the parts until it is done."""
    model = topic_model(settings, n_topics, rng)
    key = hashlib.sha256(
        json.dumps([corpus.digest, settings.to_json(), n_topics, repr(plan)]).encode()
    ).hexdigest()
    # Absolute, as workers on other computers have other working folders.
    folder = corpus.folder.resolve() / FITS / key[:16]
    shelf = FolderShelf(folder)
    fitted = fit_parts(
        WeighedParts.of(replace(corpus, folder=corpus.folder.resolve()), LARGEST_WEIGHT),
        Links(REGULARIZERS.index(settings.regularizer), float(settings.lam)),
        make_plan(model),
        plan,
        rng,
        runner,
        shelf,
        key=key,
        callback=_telling(progress),
        offsets=_offsets(corpus, model),
    )
    doc_topic = _mixtures_of(corpus, shelf, rows)
    shutil.rmtree(folder, ignore_errors=True)
    return _Topics(fitted, doc_topic)


def _telling(progress: Progress | None) -> Callback:
    def visited(now: FitProgress) -> None:
        left = "" if not np.isfinite(now.seconds_left) else f", {now.seconds_left:,.0f} s at most"
        report(progress, now.sweep / now.max_iter, f"Fitting (pass {now.sweep}{left})")

    return visited


def _offsets(corpus: PartsCorpus, model: MultimodalGPLSA) -> Sequence[FloatArray | None]:
    weight = float(model.background_weight)
    if not weight:
        return [None] * len(corpus.n_words)
    totals = [np.zeros(n_words) for n_words in corpus.n_words]
    for number in range(corpus.n_parts):
        part = corpus.part(number)
        for view in range(len(totals)):
            counts = part.counts(view)
            totals[view] += np.bincount(counts.indices, counts.data, len(totals[view]))
    return [background_offset(weight, total / max(total.sum(), 1.0)) for total in totals]


def _mixtures_of(
    corpus: PartsCorpus, shelf: FolderShelf, rows: np.ndarray
) -> dict[str, np.ndarray]:
    """Mixtures of some documents (ascending) by side, rows summing to 1 in 8 bytes."""
    edges = np.cumsum([0, *corpus.sizes])
    found = []
    for number in range(corpus.n_parts):
        first, last = np.searchsorted(rows, (edges[number], edges[number + 1]))
        if first < last:
            of_part = shelf.load(FILLED, number)[rows[first:last] - edges[number]]
            found.append(of_part.astype(np.float64))
    mixtures = np.concatenate(found)
    mixtures /= mixtures.sum(axis=2, keepdims=True)
    return {
        side: np.ascontiguousarray(mixtures[:, view]) for view, side in enumerate(corpus.languages)
    }

"""Work on the model of a desk: train it, train it anew, compare the sides of its pairs."""

import time
from pathlib import Path

import numpy as np

from gplsa.app.desk import counting, pace, warmup
from gplsa.app.desk.counted import Counted
from gplsa.app.desk.counting import CountedTexts
from gplsa.app.desk.in_parts import may_be_cut, train_in_parts
from gplsa.app.desk.sides import SidesCompared, fits_of, put_fits
from gplsa.app.desk.work import corpus_of, model_of
from gplsa.app.desk.workshop import Desk, Workshop
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.corpus.chunks.folder import PartsCorpus
from gplsa.corpus.corpus import Corpus
from gplsa.message import Message
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress, scaled
from gplsa.training.estimate import Estimate
from gplsa.training.parts import SAMPLE, train_parts
from gplsa.training.retrain import retrain
from gplsa.training.train import train

COUNTING_SHARE = 0.1
"""Of a training that has to count first."""


def drawn(corpus: Corpus, n_documents: int, seed: int) -> Corpus:
    """The corpus, or a sample of it in its order."""
    if n_documents >= len(corpus):
        return corpus
    rows = np.random.default_rng(seed).permutation(len(corpus))[:n_documents]
    return corpus.subset(np.sort(rows))


def fit(shop: Workshop, desk: Desk, settings: TrainSettings, progress: Progress | None) -> str:
    """Train a model on the corpus of the desk; what memory would not hold goes part by part from
    the disk, or, where it is not texts alone, is trained on the sample that memory affords."""
    corpus = corpus_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(CORPUS, desk.corpus)):
        counted = _known(shop, desk)
        if counted is None:
            counted = _count_now(shop, desk, corpus, settings, scaled(progress, 0, COUNTING_SHARE))
            progress = scaled(progress, COUNTING_SHARE, 1)
        most = counting.affordable(counted, len(corpus), settings)
        kind, expected = forecast(counted, corpus, most, settings)
        job, began, alone = shop.jobs.last, time.monotonic(), not warmup.under_way()
        if job is not None:
            job.expect(pace.here(shop.library, kind, expected.seconds) + warmup.seconds_left())
        texts: CountedTexts | None = shop.store.get(desk.texts)
        known = texts.sides if texts and texts.corpus == desk.corpus else None
        if kind == pace.IN_PARTS:
            model: Model = train_in_parts(
                corpus, settings, most, shop.library.folder, known, progress
            )
        else:
            model = train(
                drawn(corpus, most, settings.seed),
                settings,
                progress,
                watch=lambda now: job.swept(now.sweep, now.objective) if job else None,
                known=known if most == len(corpus) else None,
            )
        _prepare(model)
        fits = fits_of(model, scaled(progress, 1.0, 1.0))
    if alone:
        pace.learn(shop.library, kind, expected.seconds, time.monotonic() - began)
    desk.model = shop.library.keep(model)
    put_fits(shop, desk, SidesCompared(desk.model, fits))
    return Message("The model is trained.")


def forecast(
    counted: Counted, corpus: Corpus, most: int, settings: TrainSettings
) -> tuple[str, Estimate]:
    """What kind of training it will be and what it takes on the computer of the estimate.

    most  documents that memory affords
    """
    if most < len(corpus) and may_be_cut(corpus):
        n_documents, sample = len(corpus), min(most, SAMPLE)
        expected = counting.expected_in_parts(counted, n_documents, settings, sample)
        return pace.IN_PARTS, expected
    kind = pace.PICTURES if counted.others else pace.TEXTS
    return kind, counting.expected(counted, most, settings)


def _known(shop: Workshop, desk: Desk) -> Counted | None:
    """What counting the corpus on the desk told, from memory or from beside the corpus."""
    counted: Counted | None = shop.store.get(desk.counted)
    if counted is None or counted.corpus != desk.corpus:
        return shop.noted(desk.corpus)
    return counted


def _count_now(
    shop: Workshop,
    desk: Desk,
    corpus: Corpus,
    settings: TrainSettings,
    progress: Progress | None,
) -> Counted:
    """Until words are counted nobody knows what memory will hold; training begins with them."""
    name, words = desk.corpus or "", counting.default_words(corpus)
    words |= {m: options for m, options in settings.words.items() if m in words}
    sides = counting.count_texts(corpus, words, progress)
    desk.words = words
    return counting.keep_counted(shop, desk, name, corpus, words, sides)


def fit_again(shop: Workshop, desk: Desk, progress: Progress) -> str:
    """Train the model on the desk anew, with all that was done to its topics."""
    model_id, model = desk.model or "", model_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(MODEL, model_id)):
        job = shop.jobs.last
        found = retrain(
            model,
            scaled(progress, 0.0, 0.97),
            watch=lambda now: job.swept(now.sweep, now.objective) if job else None,
        )
        _prepare(found.model)
        fits = fits_of(found.model, scaled(progress, 1.0, 1.0))
    desk.model = shop.library.keep(found.model)
    put_fits(shop, desk, SidesCompared(desk.model, fits))
    return found.told


def fit_folder(
    shop: Workshop, desk: Desk, folder: Path, settings: TrainSettings, progress: Progress
) -> str:
    """Train a model on a corpus folder, part by part; what was cancelled goes on the next time."""
    corpus = PartsCorpus.open(folder)
    model = train_parts(corpus, settings, scaled(progress, 0.0, 0.97))
    _prepare(model)
    desk.model = shop.library.keep(model)
    desk.folders[corpus.digest] = str(folder)
    return Message("The model of {n_corpus:,} documents is trained.", n_corpus=len(corpus))


def compare_sides(shop: Workshop, desk: Desk, progress: Progress | None) -> str:
    """Judge every pair of the model on the desk by all others."""
    model_id, model = desk.model or "", model_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(MODEL, model_id)):
        put_fits(shop, desk, SidesCompared(model_id, fits_of(model, progress)))
    return Message("The sides of all pairs are compared.")


def _prepare(model: Model) -> None:
    """Work out what every page asks for, so that none need wait for it."""
    model.topic_agreement()
    model.topic_label(0), model.filler

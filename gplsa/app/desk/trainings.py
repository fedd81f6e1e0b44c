"""Work on the model of a desk: train it, train it anew, compare the sides of its pairs, make its
lexicon."""

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gplsa.app.desk import counting, pace
from gplsa.app.desk.corpora import vocabulary_at_hand
from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import CorpusState, Counted, MadeLexicon, ModelState
from gplsa.app.library.library import MODEL
from gplsa.core.fitting import FitProgress
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.message import Message, count
from gplsa.model.direction import Direction
from gplsa.model.pair_fits import Fits, fits_of
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.model.terms.aligned import align_pairs
from gplsa.model.terms.lexicon import lexicon
from gplsa.progress import Progress, scaled
from gplsa.training.estimate import Estimate, estimate_in_chunks, seconds_of_headings
from gplsa.training.in_chunks import may_be_cut, train_in_chunks
from gplsa.training.in_memory import InMemory
from gplsa.training.out_of_core import SAMPLE
from gplsa.training.retrain import retrain
from gplsa.training.train import train
from gplsa.training.words import learn_words

COUNTING_SHARE = 0.1  # of a training that has to count first
PREPARING = 0.0008  # seconds a document, after the training, for what pages ask for


def drawn(corpus: Corpus, n_documents: int, seed: int) -> Corpus:
    """The corpus, or a sample of it in its order."""
    if n_documents >= len(corpus):
        return corpus
    rows = np.random.default_rng(seed).permutation(len(corpus))[:n_documents]
    return corpus.subset(np.sort(rows))


def fit(desk: Desk, settings: TrainSettings, progress: Progress | None) -> str:
    """Train a model on the corpus of the desk; what memory would not hold goes chunk by chunk from
    the disk, or, where it is not texts alone, is trained on the sample that memory affords."""
    state, corpus = desk.corpus_at_hand()
    progress, most = _counted(desk, state, corpus, settings, progress)
    assert state.counted is not None
    given = vocabulary_at_hand(desk, state) if settings.headings else None
    told = forecast(state.counted, corpus, most, settings, given is not None)
    prepared = min(PREPARING * most / told.expected.seconds, 0.2)
    rest, progress = scaled(progress, 1 - prepared, 1), scaled(progress, 0, 1 - prepared)
    with pace.timed(desk, told.kind, told.expected.seconds):
        if told.in_parts:
            scratch = desk.library.folder
            model = train_in_chunks(corpus, settings, most, scratch, state.texts, progress, given)
        else:
            known = state.texts if most == len(corpus) else None
            source = InMemory(drawn(corpus, most, settings.seed), known)
            model = train(source, settings, progress, partial(_watched, desk), given)
        fits = _prepared(model, rest)
    desk.keep_trained(model, state.id, fits)
    return Message("The model is trained.")


def read_words(desk: Desk, progress: Progress | None) -> str:
    """Learn what words of the corpus are looked up in, without topics."""
    state, corpus = desk.corpus_at_hand()
    settings = TrainSettings(words=dict(state.words))
    progress, most = _counted(desk, state, corpus, settings, progress)
    if most < len(corpus):
        raise InputError(
            "This corpus is larger than memory holds at once: train a model, which goes through it "
            "part by part, and look words up in that."
        )
    words = learn_words(corpus, settings, progress, state.texts)
    state.lookup = ModelState(words=words, ticked=state.lookup.ticked)
    return Message("Words can be looked up.")


def _counted(
    desk: Desk,
    state: CorpusState,
    corpus: Corpus,
    settings: TrainSettings,
    progress: Progress | None,
) -> tuple[Progress | None, int]:
    """The rest of the progress, and how many documents memory holds, which nobody knows until their
    words are counted."""
    if state.counted is None:
        words = counting.default_words(corpus, settings.words)
        sides = counting.count_texts(corpus, words, scaled(progress, 0, COUNTING_SHARE))
        counting.keep_counted(desk, state, corpus, words, sides)
        progress = scaled(progress, COUNTING_SHARE, 1)
    assert state.counted is not None
    return progress, counting.affordable(state.counted, len(corpus), settings)


class Forecast(NamedTuple):
    """What a training will be: out of core, in parts; its kind, by which its pace is learned; what
    it takes on the computer of the estimate."""

    in_parts: bool
    kind: str
    expected: Estimate


def forecast(
    counted: Counted, corpus: Corpus, most: int, settings: TrainSettings, with_vocabulary: bool
) -> Forecast:
    """most  documents that memory affords;  with_vocabulary  whether headings are of one"""
    in_parts, n_documents = most < len(corpus) and may_be_cut(corpus), len(corpus)
    if in_parts:
        n_topics = settings.n_topics or default_topics(n_documents)
        sizes = counted.n_words, counted.nonzeros, n_topics, min(most, SAMPLE)
        kind, expected = pace.IN_PARTS, estimate_in_chunks(n_documents, *sizes)
    else:
        n_documents, kind = most, pace.PICTURES if counted.others else pace.TEXTS
        expected = counting.expected(counted, most, settings)
    if settings.headings:
        n_sides, kind = len(counted.nonzeros), kind + pace.WITH_HEADINGS
        more = seconds_of_headings(n_documents, n_sides, with_vocabulary=with_vocabulary)
        expected = replace(expected, seconds=expected.seconds + more)
    return Forecast(in_parts, kind, expected)


def fit_again(desk: Desk, progress: Progress) -> str:
    """Train the model on the desk anew, with all that was done to its topics."""
    state, model = desk.model_at_hand()
    found = retrain(model, scaled(progress, 0.0, 0.9), watch=partial(_watched, desk))
    fits = _prepared(found.model, scaled(progress, 0.9, 1.0))
    desk.keep_trained(found.model, desk.library.corpus_of(state.id), fits)
    return found.message


def fit_folder(desk: Desk, folder: Path, settings: TrainSettings, progress: Progress) -> str:
    """Train a model on a corpus folder, chunk by chunk; what was cancelled goes on the next
    time."""
    corpus = ChunkedCorpus.open(folder)
    model = train(corpus, settings, scaled(progress, 0.0, 0.97))
    _worked_out(model)
    desk.keep_trained(model)
    desk.folders[corpus.digest] = str(folder)
    return Message("The model of {n_corpus:,} documents is trained.", n_corpus=len(corpus))


def compare_sides(desk: Desk, progress: Progress | None) -> str:
    """Judge every pair of the model on the desk by all others."""
    state, model = desk.model_at_hand()
    state.fits = fits_of(model, progress)
    return Message("The sides of all pairs are compared.")


def _watched(desk: Desk, now: FitProgress) -> None:
    """The curve of the job at hand goes on."""
    if desk.job is not None:
        desk.job.swept(now.iteration, now.objective)


def _prepared(model: Model, progress: Progress | None) -> Fits:
    """How well the sides fit; that and all else that pages ask for, so that none need wait."""
    _worked_out(model)
    return fits_of(model, progress)


def _worked_out(model: Model) -> None:
    model.topic_agreement()
    model.topic_label(0), model.uninformative


def make_lexicon(
    desk: Desk, state: ModelState, direction: Direction, min_pairs: int, progress: Progress | None
) -> str:
    """Find all words and phrases of two sides that stand for each other; kept beside the model."""
    entries = lexicon(direction, min_pairs=min_pairs, progress=progress)
    state.lexicons[direction.sides] = made = MadeLexicon(min_pairs, entries)
    if desk.library.beside(MODEL, state.id, "gplsa").exists():  # else nothing would remove it
        desk.library.write_note(_lexicon_note(state, direction), asdict(made))
    if len(entries) == 1:
        return Message("The lexicon has 1 entry.")
    return Message("The lexicon has {n_entries:,} entries.", n_entries=len(entries))


def kept_lexicon(desk: Desk, state: ModelState, direction: Direction) -> MadeLexicon | None:
    """Made last, also before a restart: no edit of topics changes it."""
    if direction.sides not in state.lexicons:
        kept = desk.library.note(_lexicon_note(state, direction), MadeLexicon)
        rows = range(direction.model.n_documents)  # as a file that somebody changed may have others
        if kept and all(e.example.row in rows and e.source_lines > 0 for e in kept.entries):
            state.lexicons[direction.sides] = kept
    return state.lexicons.get(direction.sides)


def _lexicon_note(state: ModelState, direction: Direction) -> str:
    # By places: a side of a model from elsewhere may be called anything.
    places = (str(direction.model.modalities.index(side)) for side in direction.sides)
    return f"{MODEL}/{state.id}.lexicon-{'-'.join(places)}"


def make_lines(
    _desk: Desk, state: ModelState, direction: Direction, progress: Progress | None
) -> str:
    """Align the lines of all pairs."""
    lines = align_pairs(direction, direction.complete, progress).lines
    state.lines[direction.sides] = lines
    return Message("{lines} aligned.", lines=count(len(lines), "line"))

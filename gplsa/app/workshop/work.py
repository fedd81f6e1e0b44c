"""The work that jobs do: read a corpus, count its words, train, find keywords for many documents.

Each function here runs on a thread of the pool, far from any page: it takes what it needs, keeps
what came of it in the workshop and returns one sentence about it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from gplsa.app.kept.library import CORPUS, MODEL
from gplsa.app.kept.sizes import size_of_side
from gplsa.app.workshop.in_parts import may_be_cut, train_in_parts
from gplsa.app.workshop.jobs import Work
from gplsa.app.workshop.sides import SidesCompared, fits_of, put_fits
from gplsa.app.workshop.workshop import Desk, Workshop
from gplsa.corpus.cleaning import clean
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.images.vocabulary import COLOR_WORDS, PATCH_WORDS
from gplsa.corpus.notes import Doubt
from gplsa.corpus.parts.folder import PartsCorpus
from gplsa.corpus.reading import Choices, Reading, Upload, with_doubts
from gplsa.corpus.reading.apart import read_corpus, read_documents
from gplsa.corpus.reading.doubts import OF_READERS
from gplsa.corpus.sides import CountedSide, count_side
from gplsa.corpus.words import Vocabulary, WordOptions
from gplsa.errors import InputError
from gplsa.progress import Progress, scaled
from gplsa.trained.keywords import KeywordOptions, Summary, summarize
from gplsa.trained.public import Model
from gplsa.trained.settings import TrainSettings
from gplsa.training.estimate import Estimate, estimate
from gplsa.training.parts import train_parts
from gplsa.training.retrain import retrain
from gplsa.training.train import check_corpus, train
from gplsa.wording import count

MOST_DOCUMENTS = 100_000
MEMORY_BUDGET = 4000  # megabytes that one training may take
READING_SHARE = 0.4
WORDS_PER_PICTURE = 320  # distinct visual words, about


@dataclass(frozen=True)
class Intake:
    """How the corpus on the desk was read, and from what, so that it can be read otherwise."""

    reading: Reading
    uploads: tuple[Upload, ...]


@dataclass(frozen=True)
class WordsFound:
    """What the word options of one side gave."""

    options: WordOptions
    kept: int
    tokens: int
    nonzeros: int
    examples: list[str]
    dropped: list[str]
    warnings: list[str]


@dataclass(frozen=True)
class Counted:
    """The words of every side of texts in one corpus.

    others      of the other sides how many terms there will be, and how many distinct ones summed
                over the documents, about
    n_pictures  pictures of all sides
    """

    corpus: str
    sides: dict[str, WordsFound]
    others: dict[str, tuple[int, int]] = field(default_factory=dict)
    n_pictures: int = 0


@dataclass(frozen=True)
class CountedTexts:
    """The texts of one corpus, counted: training with the same words begins with them."""

    corpus: str
    sides: dict[str, CountedSide]


@dataclass(frozen=True)
class Batch:
    """Keywords of many documents, in one direction of one model; `texts` are pictures or rows of
    features where the side is of these; `judged` is the state of the judgements it obeys."""

    model: str
    source: str
    target: str
    ids: list[str]
    texts: list[Any]
    fields: dict[str, list[str]]
    summaries: list[Summary]
    refused: list[str]
    judged: int = 0


def start(shop: Workshop, desk: Desk, kind: str, title: str, work: Work) -> None:
    """Submit `work`, noting that it runs; raises Busy, or InputError where there is no room."""
    shop.library.check_room(desk.owner)

    def run(progress: Progress) -> str:
        shop.library.check_room(desk.owner)  # others have worked while this waited
        shop.remember(desk, running=title)
        try:
            return work(progress)
        finally:
            # At shut-down the note stays, so that the next start can say what was interrupted.
            if not shop.jobs.closed:
                shop.remember(desk)

    shop.jobs.submit(desk.owner, kind, title, run, desk.address)


def read(
    shop: Workshop, desk: Desk, uploads: Sequence[Upload], choices: Choices, progress: Progress
) -> str:
    """Uploads to a corpus with its words counted."""
    reading = read_corpus(uploads, choices, scaled(progress, 0, READING_SHARE))
    words = default_words(reading.corpus)
    sides = count_texts(reading.corpus, words, scaled(progress, READING_SHARE, 1))
    size = sum(upload.size for upload in uploads)
    desk.corpus = shop.library.keep(desk.owner, reading.corpus)
    shop.store.drop(desk.owner, desk.reading)
    desk.reading = shop.store.put(desk.owner, "reading", Intake(reading, tuple(uploads)), size)
    _put_counted(shop, desk, reading.corpus, words, sides)
    desk.words = words
    return f"Read: {told_of(reading.corpus)}."


def put_right(
    shop: Workshop, desk: Desk, change: Callable[[Corpus], Corpus], progress: Progress
) -> str:
    """The corpus on the desk gives way to a changed one, with its words counted."""
    corpus = change(corpus_of(shop, desk))
    check_corpus(corpus)
    words = {
        m: desk.words.get(m) or WordOptions(language=corpus.languages[m]) for m in corpus.texts
    }
    # What its reader found doubtful in single rows has other places now.
    told = [d for d in corpus_of(shop, desk).doubts if d.kind in OF_READERS and not d.rows]
    corpus = with_doubts(replace(corpus, doubts=told), scaled(progress, 0, READING_SHARE))
    sides = count_texts(corpus, words, scaled(progress, READING_SHARE, 1))
    intake: Intake | None = shop.store.get(desk.owner, desk.reading)
    desk.corpus = shop.library.keep(desk.owner, corpus)
    if intake is not None:
        reading = replace(intake.reading, corpus=corpus)
        size = sum(upload.size for upload in intake.uploads)
        shop.store.drop(desk.owner, desk.reading)
        desk.reading = shop.store.put(desk.owner, "reading", Intake(reading, intake.uploads), size)
    _put_counted(shop, desk, corpus, words, sides)
    desk.words = words
    return f"Left: {told_of(corpus)}."


def clean_up(shop: Workshop, desk: Desk, chosen: Sequence[Doubt], progress: Progress) -> str:
    """Put right what these doubts about the corpus on the desk name."""
    n_before = len(corpus_of(shop, desk).cleaning)
    put_right(shop, desk, lambda corpus: clean(corpus, chosen), progress)
    done = corpus_of(shop, desk).cleaning[n_before:]
    return f"Cleaned: {'; '.join(one.message for one in done)}."


def undo_cleaning(shop: Workshop, desk: Desk, progress: Progress) -> str:
    """Back to the corpus as it was before the last cleaning."""
    done = corpus_of(shop, desk).cleaning
    before = shop.library.before(desk.owner, done[-1].before) if done else None
    if before is None:
        raise InputError(
            "The corpus as it was before is not kept any more: read the files again to get it."
        )
    put_right(shop, desk, lambda corpus: before, progress)
    return "The corpus is as it was before the cleaning."


def count_again(
    shop: Workshop, desk: Desk, words: dict[str, WordOptions], progress: Progress
) -> str:
    """Count the words of the corpus on the desk with other options."""
    corpus = corpus_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(desk.owner, CORPUS, desk.corpus)):
        sides = count_texts(corpus, words, progress)
    _put_counted(shop, desk, corpus, words, sides)
    desk.words = words
    return "The words are counted."


def told_of(corpus: Corpus) -> str:
    """How many documents there are; those that lack a side are no pairs, and counted apart."""
    pairs = int(corpus.complete().sum())
    alone = len(corpus) - pairs
    more = f", and {count(alone, 'document')} with one side missing" if alone else ""
    return f"{count(pairs, 'pair')}{more}"


def default_words(corpus: Corpus) -> dict[str, WordOptions]:
    return {m: WordOptions(language=corpus.languages[m]) for m in corpus.texts}


def count_texts(
    corpus: Corpus, words: dict[str, WordOptions], progress: Progress | None
) -> dict[str, CountedSide | InputError]:
    """Every side of texts, counted, or why its options leave no word."""
    sides: dict[str, CountedSide | InputError] = {}
    for place, modality in enumerate(corpus.texts):
        part = scaled(progress, place / len(words), (place + 1) / len(words))
        try:
            sides[modality] = count_side(corpus, modality, words[modality], progress=part)
        except InputError as error:
            # The person can change the settings that leave no word, so the corpus is of use.
            sides[modality] = error
    return sides


def words_found(options: WordOptions, side: CountedSide | InputError) -> WordsFound:
    """What the page Corpus tells about one side."""
    if isinstance(side, InputError):
        return WordsFound(options, 0, 0, 0, [], [], [str(side)])
    vocabulary, counts = side.vocabulary, side.lines.by_document()
    assert isinstance(vocabulary, Vocabulary)
    frequent = np.argsort(-np.asarray(vocabulary.document_frequency), kind="stable")[:12]
    return WordsFound(
        vocabulary.options,
        len(vocabulary.terms),
        int(counts.sum()),
        counts.nnz,
        [vocabulary.forms[word] for word in frequent],
        [dropped.word for dropped in vocabulary.dropped[:30]],
        vocabulary.warnings,
    )


def _counted(name: str, corpus: Corpus, found: dict[str, WordsFound]) -> Counted:
    pictures = {m: int(corpus.has(m).sum()) for m in corpus.pictures}
    others = {m: (PATCH_WORDS + COLOR_WORDS, WORDS_PER_PICTURE * n) for m, n in pictures.items()}
    others |= {m: (len(f.names), int(f.values.nnz)) for m, f in corpus.features.items()}
    return Counted(name, found, others, sum(pictures.values()))


def _put_counted(
    shop: Workshop,
    desk: Desk,
    corpus: Corpus,
    words: dict[str, WordOptions],
    sides: dict[str, CountedSide | InputError],
) -> None:
    """Keep what the page tells, and, where there is room, what training need not count again."""
    name = desk.corpus or ""
    found = {m: words_found(words[m], side) for m, side in sides.items()}
    shop.store.drop(desk.owner, desk.counted)
    shop.store.drop(desk.owner, desk.texts)
    desk.counted = shop.store.put(desk.owner, "counted", _counted(name, corpus, found), 100_000)
    kept = {m: side for m, side in sides.items() if isinstance(side, CountedSide)}
    size = sum(map(size_of_side, kept.values()))
    desk.texts = shop.store.put_spare(desk.owner, "texts", CountedTexts(name, kept), size)


def expected(counted: Counted, n_documents: int, settings: TrainSettings) -> Estimate:
    """Time and memory of a training on so many documents of the counted corpus."""
    return estimate(
        n_documents,
        {m: found.kept for m, found in counted.sides.items()}
        | {m: n_terms for m, (n_terms, _) in counted.others.items()},
        {m: found.nonzeros for m, found in counted.sides.items()}
        | {m: nonzeros for m, (_, nonzeros) in counted.others.items()},
        settings,
        n_pictures=min(counted.n_pictures, n_documents * len(counted.others)),
    )


def affordable(counted: Counted, n_documents: int, settings: TrainSettings) -> int:
    """How many documents fit the memory that one training may take."""
    megabytes = expected(counted, n_documents, settings).megabytes
    if megabytes <= MEMORY_BUDGET:
        return n_documents
    return max(int(n_documents * MEMORY_BUDGET / megabytes), 2)


def drawn(corpus: Corpus, n_documents: int, seed: int) -> Corpus:
    """The corpus, or a sample of it in its order."""
    if n_documents >= len(corpus):
        return corpus
    rows = np.random.default_rng(seed).permutation(len(corpus))[:n_documents]
    return corpus.subset(np.sort(rows))


def fit(shop: Workshop, desk: Desk, settings: TrainSettings, progress: Progress) -> str:
    """Train a model on the corpus of the desk; what memory would not hold goes part by part from
    the disk, or, where nothing may lie there, is trained on the sample that memory affords."""
    corpus = corpus_of(shop, desk)
    counted: Counted | None = shop.store.get(desk.owner, desk.counted)
    most = len(corpus)
    if counted is not None and counted.corpus == desk.corpus:
        most = affordable(counted, len(corpus), settings)
    texts: CountedTexts | None = shop.store.get(desk.owner, desk.texts)
    known = texts.sides if texts and texts.corpus == desk.corpus else None
    with shop.store.pinned(*shop.library.pins(desk.owner, CORPUS, desk.corpus)):
        if most < len(corpus) and may_be_cut(corpus, shop.library):
            model: Model = train_in_parts(
                corpus, settings, most, shop.library.scratch, known, progress
            )
        else:
            job = shop.jobs.of(desk.owner)
            model = train(
                drawn(corpus, most, settings.seed),
                settings,
                progress,
                watch=lambda now: job.swept(now.sweep, now.objective) if job else None,
                known=known if most == len(corpus) else None,
            )
        model.topic_agreement()  # worked out here, so that the page need not wait for it
        model.topic_label(0), model.filler
        fits = fits_of(model, scaled(progress, 1.0, 1.0))
    desk.model = shop.library.keep(desk.owner, model)
    put_fits(shop, desk, SidesCompared(desk.model, fits))
    return "The model is trained."


def fit_again(shop: Workshop, desk: Desk, progress: Progress) -> str:
    """Train the model on the desk anew, with all that was done to its topics."""
    model_id, model = desk.model or "", model_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(desk.owner, MODEL, model_id)):
        job = shop.jobs.of(desk.owner)
        found = retrain(
            model,
            scaled(progress, 0.0, 0.97),
            watch=lambda now: job.swept(now.sweep, now.objective) if job else None,
        )
        found.model.topic_agreement()
        found.model.topic_label(0), found.model.filler
        fits = fits_of(found.model, scaled(progress, 1.0, 1.0))
    desk.model = shop.library.keep(desk.owner, found.model)
    put_fits(shop, desk, SidesCompared(desk.model, fits))
    return found.told


def fit_folder(
    shop: Workshop, desk: Desk, folder: Path, settings: TrainSettings, progress: Progress
) -> str:
    """Train a model on a corpus folder, part by part; what was cancelled goes on the next time."""
    corpus = PartsCorpus.open(folder)
    model = train_parts(corpus, settings, scaled(progress, 0.0, 0.97))
    model.topic_agreement()
    model.topic_label(0), model.filler
    desk.model = shop.library.keep(desk.owner, model)
    desk.folders[corpus.digest] = str(folder)
    return f"The model of {len(corpus):,} documents is trained."


def compare_sides(shop: Workshop, desk: Desk, progress: Progress | None) -> str:
    """Judge every pair of the model on the desk by all others."""
    model_id, model = desk.model or "", model_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(desk.owner, MODEL, model_id)):
        put_fits(shop, desk, SidesCompared(model_id, fits_of(model, progress)))
    return "The sides of all pairs are compared."


def summarize_many(
    shop: Workshop,
    desk: Desk,
    uploads: Sequence[Upload],
    direction: tuple[str, str],
    telling: float,
    progress: Progress,
) -> str:
    """Keywords for every document in the uploads."""
    model_id, model = desk.model or "", model_of(shop, desk)
    documents = read_documents(
        uploads,
        kind=model.corpus.kind(direction[0]),
        language=model.corpus.languages.get(direction[0], ""),
        progress=scaled(progress, 0, READING_SHARE),
    )
    if not documents.items:
        raise InputError(documents.refused[0] if documents.refused else "There is no text in it.")
    if len(documents) > MOST_DOCUMENTS:
        raise InputError(
            f"These are {len(documents):,} documents; the app takes {MOST_DOCUMENTS:,} at "
            "once. Split them, or use the command line."
        )
    source, target = direction
    with shop.store.pinned(*shop.library.pins(desk.owner, MODEL, model_id)):
        summaries = summarize(
            model,
            documents.items,
            source,
            target,
            KeywordOptions(telling=telling),
            progress=scaled(progress, READING_SHARE, 1),
        )
    batch = Batch(
        model_id,
        source,
        target,
        documents.ids,
        documents.items,
        documents.fields,
        summaries,
        documents.refused,
        model.judgements.state,
    )
    return _put_batch(shop, desk, batch)


def summarize_again(shop: Workshop, desk: Desk, telling: float, progress: Progress) -> str:
    """The same documents once more, as what has been judged since would have it."""
    model = model_of(shop, desk)
    batch: Batch | None = shop.store.get(desk.owner, desk.batch)
    if batch is None or batch.model != desk.model:
        raise InputError("These documents are not kept any more: read them again.")
    options = KeywordOptions(telling=telling)
    with shop.store.pinned(*shop.library.pins(desk.owner, MODEL, desk.model), desk.batch):
        judged = model.judgements.state
        found = summarize(model, batch.texts, batch.source, batch.target, options, progress)
    return _put_batch(shop, desk, replace(batch, summaries=found, judged=judged))


def _put_batch(shop: Workshop, desk: Desk, batch: Batch) -> str:
    shop.store.drop(desk.owner, desk.batch)
    size = sum(len(item) for item in batch.texts) + 4000 * len(batch.summaries)
    desk.batch = shop.store.put(desk.owner, "batch", batch, size)
    return f"The keywords of {count(len(batch.summaries), 'document')} are ready."


def model_of(shop: Workshop, desk: Desk) -> Model:
    model: Model | None = shop.library.open(desk.owner, MODEL, desk.model)
    if model is None:
        raise InputError("There is no model on the desk any more; open or train one.")
    return model


def corpus_of(shop: Workshop, desk: Desk) -> Corpus:
    corpus = shop.library.open(desk.owner, CORPUS, desk.corpus)
    if corpus is None:
        raise InputError("There is no corpus on the desk any more; choose one on the first page.")
    return corpus

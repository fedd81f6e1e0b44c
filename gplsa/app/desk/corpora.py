"""Work on the corpus of a desk: read it, put it right, count its words otherwise.

Each function takes what it needs, keeps what came of it in the workshop and returns one sentence
about it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gplsa.app.desk.counting import count_texts, default_words, keep_counted
from gplsa.app.desk.work import corpus_of
from gplsa.app.desk.workshop import Desk, Workshop
from gplsa.app.library.library import CORPUS
from gplsa.corpus.cleaning import clean
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.notes import Doubt
from gplsa.errors import InputError
from gplsa.message import Message, listed
from gplsa.progress import Progress, scaled
from gplsa.reading import Choices, Reading, Upload, with_doubts
from gplsa.reading.apart import read_corpus
from gplsa.reading.doubts import OF_READERS
from gplsa.text import WordOptions
from gplsa.training.train import check_corpus
from gplsa.wording import count

READING_SHARE = 0.4


@dataclass(frozen=True)
class Intake:
    """How the corpus on the desk was read, and from what, so that it can be read otherwise."""

    reading: Reading
    uploads: tuple[Upload, ...]


def read(
    shop: Workshop, desk: Desk, uploads: Sequence[Upload], choices: Choices, progress: Progress
) -> str:
    """Uploads to a corpus with its words counted."""
    reading = read_corpus(uploads, choices, scaled(progress, 0, READING_SHARE))
    words = default_words(reading.corpus)
    sides = count_texts(reading.corpus, words, scaled(progress, READING_SHARE, 1))
    size = sum(upload.size for upload in uploads)
    desk.corpus = shop.library.keep(reading.corpus)
    shop.store.drop(desk.reading)
    desk.reading = shop.store.put("reading", Intake(reading, tuple(uploads)), size)
    keep_counted(shop, desk, desk.corpus, reading.corpus, words, sides)
    desk.words = words
    return Message("Read: {told_of}.", told_of=told_of(reading.corpus))


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
    intake: Intake | None = shop.store.get(desk.reading)
    desk.corpus = shop.library.keep(corpus)
    if intake is not None:
        reading = replace(intake.reading, corpus=corpus)
        size = sum(upload.size for upload in intake.uploads)
        shop.store.drop(desk.reading)
        desk.reading = shop.store.put("reading", Intake(reading, intake.uploads), size)
    keep_counted(shop, desk, desk.corpus, corpus, words, sides)
    desk.words = words
    return Message("Left: {told_of}.", told_of=told_of(corpus))


def clean_up(shop: Workshop, desk: Desk, chosen: Sequence[Doubt], progress: Progress) -> str:
    """Put right what these doubts about the corpus on the desk name."""
    n_before = len(corpus_of(shop, desk).cleaning)
    put_right(shop, desk, lambda corpus: clean(corpus, chosen), progress)
    done = corpus_of(shop, desk).cleaning[n_before:]
    return Message("Cleaned: {join}.", join=listed((one.message for one in done), "; "))


def undo_cleaning(shop: Workshop, desk: Desk, progress: Progress) -> str:
    """Back to the corpus as it was before the last cleaning."""
    done = corpus_of(shop, desk).cleaning
    before = shop.library.before(done[-1].before) if done else None
    if before is None:
        raise InputError(
            "The corpus as it was before is not kept any more: read the files again to get it."
        )
    put_right(shop, desk, lambda corpus: before, progress)
    return Message("The corpus is as it was before the cleaning.")


def count_again(
    shop: Workshop, desk: Desk, words: dict[str, WordOptions], progress: Progress
) -> str:
    """Count the words of the corpus on the desk with other options."""
    name, corpus = desk.corpus or "", corpus_of(shop, desk)
    with shop.store.pinned(*shop.library.pins(CORPUS, name)):
        sides = count_texts(corpus, words, progress)
    keep_counted(shop, desk, name, corpus, words, sides)
    desk.words = words
    return Message("The words are counted.")


def told_of(corpus: Corpus) -> str:
    """How many documents there are; those that lack a side are no pairs, and counted apart."""
    pairs = int(corpus.complete().sum())
    alone = len(corpus) - pairs
    if not alone:
        return count(pairs, "pair")
    return Message(
        "{pairs}, and {documents} with one side missing",
        pairs=count(pairs, "pair"),
        documents=count(alone, "document"),
    )

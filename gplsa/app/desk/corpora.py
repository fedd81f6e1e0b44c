"""Work on the corpus of a desk: read it, put it right, count its words otherwise.

Each function keeps what came of it on the desk and returns one sentence about it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from io import BytesIO

from gplsa.app.desk.counting import count_texts, default_words, keep_counted
from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import CorpusState, Intake
from gplsa.app.library.beside import copy_vocabulary, keep_vocabulary, kept_vocabulary
from gplsa.app.library.library import CORPUS, READ, ReadAs
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.headings import HeadingVocabulary, read_vocabulary
from gplsa.headings.reading import RDF
from gplsa.language import later
from gplsa.message import Message, count
from gplsa.progress import Progress, scaled
from gplsa.reading import Choices, Upload, with_warnings
from gplsa.reading.choices import LINE_PAIR, SENTENCE_FILES, TABLE, TMX
from gplsa.reading.data_warnings import OF_READERS
from gplsa.reading.sandboxed import read_corpus
from gplsa.text import WordOptions
from gplsa.training.in_memory import check_corpus

READING_SHARE = 0.4
STAYS = later("Nothing is lost: the corpus as it is now stays on the page Saved.")
OF_UNITS = (TMX, SENTENCE_FILES, LINE_PAIR)  # kinds of file of which so many make one document


def read(desk: Desk, uploads: Sequence[Upload], choices: Choices, progress: Progress) -> str:
    """Uploads to a corpus with its words counted."""
    reading = read_corpus(uploads, choices, scaled(progress, 0, READING_SHARE))
    columns = reading.recognised.columns if reading.kind == TABLE else None
    units = _units(reading.corpus) if reading.kind in OF_UNITS else 0
    words = default_words(reading.corpus)
    noted = ReadAs(columns or {}, units if units > len(reading.corpus) else 0)
    before, told = desk.corpus_state, in_short(reading.corpus, noted)
    _put(desk, reading.corpus, words, noted, progress)
    desk.corpus_state.intake = Intake(reading, tuple(uploads))
    if before.intake is not None and before.intake.uploads == tuple(uploads):
        copy_vocabulary(desk.library, before.id, desk.corpus_state.id)
    elif used := _take_vocabulary(desk, uploads, reading.refused):
        return Message("Read: {told_of}, and the vocabulary “{name}”.", told_of=told, name=used)
    return Message("Read: {told_of}.", told_of=told)


def _take_vocabulary(desk: Desk, uploads: Sequence[Upload], refused: list[str]) -> str:
    """The name of the file beside a corpus that holds one, which is not left out then; "" without
    one, or where it cannot be read, which is said where headings are chosen."""
    left = {told.values.get("name"): told for told in refused if isinstance(told, Message)}
    state = desk.corpus_state
    for upload in uploads:
        if upload.suffix in RDF and upload.name in left:
            with suppress(InputError):
                state.vocabulary = read_vocabulary(BytesIO(upload.read()), name=upload.name)
                keep_vocabulary(desk.library, state.id, upload.name, upload.read())
                refused.remove(left[upload.name])
                return upload.name
    return ""


def put_right(desk: Desk, change: Callable[[Corpus], Corpus], progress: Progress) -> str:
    """The corpus on the desk gives way to a changed one, with its words counted."""
    state, before = desk.corpus_at_hand()
    corpus = change(before)
    check_corpus(corpus)
    words = default_words(corpus, state.words)
    # What its reader found doubtful in single rows has other places now.
    of_readers = [d for d in before.warnings if d.kind in OF_READERS and not d.rows]
    corpus = with_warnings(replace(corpus, warnings=of_readers), scaled(progress, 0, READING_SHARE))
    noted = replace(state.read_as, units=_units(corpus) if state.read_as.units else 0)
    _put(desk, corpus, words, noted, progress)
    copy_vocabulary(desk.library, state.id, desk.corpus_state.id)
    desk.corpus_state.headings = state.headings
    desk.corpus_state.vocabulary = state.vocabulary
    if state.intake is not None:
        reading = replace(state.intake.reading, corpus=corpus)
        desk.corpus_state.intake = replace(state.intake, reading=reading)
    return Message("Left: {told_of}.", told_of=in_short(corpus, noted))


def _put(
    desk: Desk, corpus: Corpus, words: dict[str, WordOptions], noted: ReadAs, progress: Progress
) -> None:
    """Count the words of a corpus that is new, keep it and put it on the desk."""
    sides = count_texts(corpus, words, scaled(progress, READING_SHARE, 1))
    desk.corpus_state = CorpusState(desk.library.keep(corpus), read_as=noted)
    desk.library.remark(CORPUS, desk.corpus_state.id, READ, asdict(noted))
    keep_counted(desk, desk.corpus_state, corpus, words, sides)


def vocabulary_at_hand(desk: Desk, state: CorpusState) -> HeadingVocabulary | None:
    """Of the headings of a corpus, read from what is kept beside it where it was not yet; None
    where none was given, InputError where it cannot be read."""
    if state.vocabulary is None:
        state.vocabulary = kept_vocabulary(desk.library, state.id)
    return state.vocabulary


def undo_cleaning(desk: Desk, progress: Progress) -> str:
    """Back to the corpus as it was before the last cleaning."""
    _, corpus = desk.corpus_at_hand()
    before = desk.library.open(CORPUS, corpus.cleaning[-1].before[:24]) if corpus.cleaning else None
    if before is None:
        raise InputError(
            "The corpus as it was before is not kept any more: read the files again to get it."
        )
    put_right(desk, lambda corpus: before, progress)
    return Message("The corpus is as it was before the cleaning.")


def count_again(desk: Desk, words: dict[str, WordOptions], progress: Progress) -> str:
    """Count the words of the corpus on the desk with other options."""
    state, corpus = desk.corpus_at_hand()
    keep_counted(desk, state, corpus, words, count_texts(corpus, words, progress))
    return Message("The words are counted.")


def _units(corpus: Corpus) -> int:
    """A unit is a line of a document, on whichever side there is one."""
    rows = zip(*corpus.texts.values(), strict=True)
    return sum(max(text.count("\n") + bool(text) for text in row) for row in rows)


def in_short(corpus: Corpus, noted: ReadAs) -> str:
    """How many documents there are; those that lack a side are no pairs, and counted apart."""
    if noted.units:
        lines, documents = count(noted.units, "line"), count(len(corpus), "document")
        return Message("{lines} in {documents}", lines=lines, documents=documents)
    pairs = int(corpus.paired().sum())
    alone = len(corpus) - pairs
    if not alone:
        return count(pairs, "pair")
    return Message(
        "{pairs}, and {documents} with one side missing",
        pairs=count(pairs, "pair"),
        documents=count(alone, "document"),
    )

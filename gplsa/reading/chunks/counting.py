"""The words of a corpus on the disk: every text is read once, and what follows counts numbers."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from gplsa.core.sums import entry_rows
from gplsa.core.types import Ints, Tick
from gplsa.corpus.chunks.chunk import digest_of
from gplsa.corpus.chunks.folder import read_vocabulary, vocabulary_path, write_vocabulary
from gplsa.errors import InputError
from gplsa.files import replace_text
from gplsa.message import Message
from gplsa.progress import Progress, report, scaled
from gplsa.reading.chunks.streams import batches, read_records
from gplsa.stored import read_stored
from gplsa.text import Vocabulary, WordOptions
from gplsa.text.counts import Census, stretches
from gplsa.text.encoded import RunWords, cut_runs
from gplsa.text.language.stopwords import ENOUGH_LETTERS, are_in_texts
from gplsa.text.lines import LineCounts
from gplsa.text.runs import PHASE, Runs, find
from gplsa.text.workers import Workers

WORDS, CUT = "words.json", "cut"
MOST_DOCUMENTS, BATCH_CHARACTERS = 16_000, 8_000_000
_NUMBER = np.dtype("<i4")


class CutTexts:
    """The texts of one side as numbers of runs, on the disk: they are cut once and counted twice.

    runs   the distinct ones, each with its number;  often  (n_runs) how often each occurs
    Memory grows with the distinct runs, and by a few bytes for every text.
    """

    def __init__(self, folder: Path, view: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._places, self._lengths = folder / f"{view}-places", folder / f"{view}-lengths"
        for path in (self._places, self._lengths):
            path.write_bytes(b"")
        self.runs: dict[str, int] = {}
        self.often: Ints = np.zeros(0, dtype=np.int64)
        # Of every text that came: the first line behind it, and the first place behind it.
        self._ends: list[Ints] = [np.zeros((1, 2), dtype=np.int64)]

    def add(self, found: Runs) -> None:
        known = self.runs
        number = np.array([known.setdefault(run, len(known)) for run in found.distinct], _NUMBER)
        often = np.bincount(found.places, minlength=len(number))
        self.often = np.append(self.often, np.zeros(len(known) - len(self.often), dtype=np.int64))
        self.often[number] += often
        ends = np.cumsum(np.bincount(found.documents))
        places = np.append(0, np.cumsum(found.lengths))[ends]
        self._ends.append(self._ends[-1][-1] + np.stack([ends, places], axis=1))
        _append(self._places, number[found.places])
        _append(self._lengths, found.lengths)

    def read(self, first: int, last: int) -> Runs:
        """The texts first..last, counted from the first that came."""
        ends = self._all_ends()[first : last + 1]
        (line, place), (line_end, place_end) = ends[0], ends[-1]
        lengths = _some(self._lengths, line, line_end).astype(np.int64)
        return Runs(_some(self._places, place, place_end), lengths, entry_rows(ends[:, 0]))

    def _all_ends(self) -> Ints:
        if len(self._ends) > 1:
            self._ends = [np.concatenate(self._ends)]
        return self._ends[0]

    def take_runs(self) -> list[str]:
        """The distinct runs in the order of their numbers, which are held no longer."""
        runs, self.runs = list(self.runs), {}
        return runs

    @property
    def n_texts(self) -> int:
        return len(self._all_ends()) - 1


@dataclass(frozen=True)
class Lines:
    """Texts that were cut, by side, and what their runs count as, (n_runs, n_terms)."""

    texts: Sequence[CutTexts]
    terms_of_runs: Sequence[sparse.csr_matrix]

    def count(self, first: int, last: int, tick: Tick) -> list[LineCounts]:
        """By side, as `Vocabulary.count_lines` of the documents first..last."""
        counted = []
        for texts, terms in zip(self.texts, self.terms_of_runs, strict=True):
            tick()
            found = texts.read(first, last)
            ends = np.append(0, np.cumsum(found.lengths))
            counts = sparse.csr_matrix(stretches(found.places, ends, terms.shape[0]) @ terms)
            counts.sort_indices()
            counted.append(LineCounts(counts, found.documents))
        return counted


@dataclass(frozen=True)
class FoundWords:
    """The words of every side, and how many pairs there are.

    lines  None where the words were there already, see `cut_again`
    """

    vocabularies: dict[str, Vocabulary]
    n_documents: int
    lines: Lines | None


@dataclass(frozen=True)
class WordsNote:
    """What a build notes of the words that it has found."""

    documents: int
    sha256: list[str]


def find_words(
    paths: Sequence[Path],
    options: Mapping[str, WordOptions],
    out: Path,
    workers: Workers,
    progress: Progress | None,
) -> FoundWords:
    """From all texts, or from the disk where an earlier build has left them."""
    if kept := _kept_words(out, list(options)):
        return kept
    if any(one.ngrams > 1 for one in options.values()):
        raise InputError(
            "Phrases of several words cannot be counted as words of a corpus on disk: "
            "set ngrams to 1."
        )
    cut = _cut(paths, options, out, workers, scaled(progress, 0.0, 0.6))
    heads = _heads(paths, options)
    vocabularies, terms_of_runs = {}, []
    for view, (texts, (side, one)) in enumerate(zip(cut, options.items(), strict=True)):
        start, share = 0.6 + 0.4 * view / len(options), 0.4 / len(options)
        report(progress, start, PHASE)
        often, runs = texts.often, texts.take_runs()
        try:
            chunk = scaled(progress, start, start + 0.7 * share)
            census = Census(one, runs, often, workers, heads.get(side, ()), chunk)
            for first in range(0, texts.n_texts, MOST_DOCUMENTS):
                report(progress, start + share * (0.7 + 0.3 * first / texts.n_texts), PHASE)
                census.add(texts.read(first, min(first + MOST_DOCUMENTS, texts.n_texts)))
            vocabularies[side] = Vocabulary.of(census)
        except InputError as error:
            raise InputError("Side {side!r}: {error}", side=side, error=error) from error
        terms_of_runs.append(_terms_of(census.found, vocabularies[side]))
        write_vocabulary(out, view, vocabularies[side])
    digests = [digest_of(vocabulary_path(out, view)) for view in range(len(options))]
    n_documents = cut[0].n_texts
    replace_text(out / WORDS, json.dumps({"documents": n_documents, "sha256": digests}))
    return FoundWords(vocabularies, n_documents, Lines(cut, terms_of_runs))


def cut_again(
    paths: Sequence[Path],
    vocabularies: Mapping[str, Vocabulary],
    out: Path,
    workers: Workers,
    progress: Progress | None,
) -> Lines:
    """For words that an earlier build has found."""
    options = {side: one.options for side, one in vocabularies.items()}
    cut = _cut(paths, options, out, workers, progress)
    terms_of_runs = []
    for texts, one in zip(cut, vocabularies.values(), strict=True):
        words = cut_runs(texts.take_runs(), one.analyser, workers, progress)
        terms_of_runs.append(_terms_of(words, one))
    return Lines(cut, terms_of_runs)


def _terms_of(found: RunWords, vocabulary: Vocabulary) -> sparse.csr_matrix:
    return sparse.csr_matrix(found.of_runs @ vocabulary.forms_to_terms(found.words))


def _cut(
    paths: Sequence[Path],
    options: Mapping[str, WordOptions],
    out: Path,
    workers: Workers,
    progress: Progress | None,
) -> list[CutTexts]:
    cut = [CutTexts(out / CUT, view) for view in range(len(options))]
    n_bytes, letters = sum(path.stat().st_size for path in paths), 0

    def tell(*_: object) -> None:
        # A letter is a byte at least; what else stands in the files is a little.
        phase = Message("Counting words of {n_texts:,} pairs", n_texts=cut[0].n_texts)
        report(progress, letters / max(n_bytes, 1), phase)

    records = read_records(paths, list(options))
    with closing(batches(records, MOST_DOCUMENTS, BATCH_CHARACTERS, tell)) as found:
        for batch in found:
            for texts, (side, one) in zip(cut, options.items(), strict=True):
                column = [record.texts[side] for record in batch]
                texts.add(find(column, one, workers, tell, ends=False))
                letters += sum(map(len, column))
            tell()
    return cut


def _kept_words(out: Path, sides: Sequence[str]) -> FoundWords | None:
    try:
        note = read_stored(out / WORDS, WordsNote)
        of_sides = enumerate(zip(sides, note.sha256, strict=True))
        found = {side: read_vocabulary(out, view, digest) for view, (side, digest) in of_sides}
    except ValueError:
        return None
    return FoundWords(found, note.documents, None)


def _heads(paths: Sequence[Path], options: Mapping[str, WordOptions]) -> dict[str, list[str]]:
    """The first texts of the sides whose stop words are found in them."""
    heads: dict[str, list[str]] = {side: [] for side, one in options.items() if are_in_texts(one)}
    missing = dict.fromkeys(heads, ENOUGH_LETTERS)
    with closing(read_records(paths, list(options))) as records:
        while any(letters >= 0 for letters in missing.values()):
            record = next(records, None)
            if record is None:
                break
            for side, texts in heads.items():
                if missing[side] >= 0:
                    texts.append(record.texts[side])
                    missing[side] -= len(record.texts[side])
    return heads


def _append(path: Path, numbers: Ints) -> None:
    with path.open("ab") as stream:
        stream.write(numbers.astype(_NUMBER).tobytes())


def _some(path: Path, first: int, last: int) -> Ints:
    return np.fromfile(path, _NUMBER, count=int(last - first), offset=int(first) * _NUMBER.itemsize)

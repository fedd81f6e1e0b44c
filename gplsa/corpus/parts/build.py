"""Building a corpus on the disk: one pass for the words, one for the counts, in constant memory."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from gplsa.core.parts.shelf import unwritable
from gplsa.corpus.corpus import make_title
from gplsa.corpus.languages import guess_side, language_of
from gplsa.corpus.parts.folder import FORMAT, MANIFEST, VERSION, PartsCorpus, part_folder
from gplsa.corpus.parts.part import MANIFEST as PART_MANIFEST
from gplsa.corpus.parts.part import digest_of, open_part, write_part
from gplsa.corpus.parts.streams import Record, read_records
from gplsa.corpus.replacing import replace_text
from gplsa.corpus.words import Vocabulary, WordOptions
from gplsa.corpus.words.census import Census
from gplsa.corpus.words.encoded import Reader
from gplsa.corpus.words.language.frequent import ENOUGH_LETTERS
from gplsa.corpus.words.language.stopwords import are_in_texts
from gplsa.corpus.words.workers import Workers, processes_at_hand
from gplsa.errors import InputError
from gplsa.progress import Progress, report

PLAN, WORDS = "plan.json", "words.json"
MOST_DOCUMENTS, FEWEST_DOCUMENTS, WANTED_PARTS = 16_000, 500, 16
"""Parts of at most so many documents; so many parts where they have at least the fewest."""
MOST_CHARACTERS = 50_000_000
"""A part ends where its texts are longer than this together."""
_BATCH_CHARACTERS = 8_000_000
_GUESSED_ROWS = 500
# Below this starting processes takes longer than they save.
_SMALL_BYTES = 20_000_000


@dataclass(frozen=True)
class Built:
    """corpus: as it was opened again; taken_over: parts an earlier build had left."""

    corpus: PartsCorpus
    taken_over: int


@dataclass(frozen=True)
class _Words:
    """What the first pass found: words of every side with what reads them, how many pairs."""

    vocabularies: dict[str, Vocabulary]
    readers: dict[str, Reader]
    n_documents: int


def build(
    paths: Sequence[Path],
    sides: Sequence[str],
    out: Path,
    words: Mapping[str, Mapping[str, Any]] | None = None,
    progress: Progress | None = None,
    *,
    name: str | None = None,
) -> Built:
    """Read the pairs of some files twice and write them as a corpus in parts.

    words  by side, word options beside the language
    A build that was broken off goes on: the words, and every part that is whole, are taken over.
    Raises InputError in one sentence for files that cannot be read, words that are not left, a
    disk that is full.
    """
    languages = _languages(paths, sides)
    options = {
        side: WordOptions(language=code, **dict((words or {}).get(side, {})))
        for side, code in languages.items()
    }
    plan = {
        "version": VERSION,
        "inputs": [[path.name, path.stat().st_size] for path in paths],
        "options": [[side, one.to_json()] for side, one in options.items()],
    }
    small = sum(path.stat().st_size for path in paths) < _SMALL_BYTES
    try:
        _begin(out, plan)
        with Workers(0 if small else processes_at_hand()) as workers:
            words_found = _words(paths, options, out, workers, progress)
            taken_over = _parts(paths, words_found, out, workers, progress)
        n_words = tuple(len(one.terms) for one in words_found.vocabularies.values())
        write_manifest(out, name or paths[0].stem, languages, n_words)
    except OSError as error:
        raise unwritable(out, error) from error
    report(progress, 1.0, "Done")
    return Built(PartsCorpus.open(out), taken_over)


def _languages(paths: Sequence[Path], sides: Sequence[str]) -> dict[str, str]:
    """As the sides are called, else as their first texts look."""
    with closing(read_records(paths, sides)) as records:
        first = list(islice(records, _GUESSED_ROWS))
    if len(first) < 2:
        raise InputError("Fewer than two pairs were found: a corpus needs at least two.")
    return {
        side: language_of(side) or guess_side([record.texts[side] for record in first])
        for side in sides
    }


def _begin(out: Path, plan: dict[str, Any]) -> None:
    """Go on in a folder that an equal plan has begun; refuse any other that is not empty."""
    stated = json.dumps(plan, sort_keys=True)
    path = out / PLAN
    if path.is_file():
        if path.read_text(encoding="utf-8") != stated:
            raise InputError(
                f"“{out}” holds a corpus of other files or settings: name another folder, or "
                "remove it first."
            )
        return
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"“{out}” is not an empty folder: name another one.")
    replace_text(path, stated)


def _words(
    paths: Sequence[Path],
    options: Mapping[str, WordOptions],
    out: Path,
    workers: Workers,
    progress: Progress | None,
) -> _Words:
    """From the first pass, or from the disk where an earlier build has left it."""
    kept = _kept_words(out, list(options))
    if kept is not None:
        return kept
    compounds: dict[str, dict[str, int]] = {}
    split = {side: one for side, one in options.items() if one.split_compounds}
    if split:
        censuses = {side: Census(one) for side, one in split.items()}
        _count(paths, list(options), censuses, workers, progress)
        compounds = {side: census.compound_parts() for side, census in censuses.items()}
    heads = _heads(paths, options)
    censuses = {
        side: Census(one, compounds.get(side), heads.get(side, ())) for side, one in options.items()
    }
    n_documents = _count(paths, list(options), censuses, workers, progress)
    vocabularies = {}
    for view, (side, census) in enumerate(censuses.items()):
        try:
            vocabularies[side] = census.vocabulary()
        except InputError as error:
            raise InputError(f"Side {side!r}: {error}") from error
        content = json.dumps(vocabularies[side].to_json(), ensure_ascii=False)
        replace_text(_vocabulary_path(out, view), content)
    digests = [digest_of(_vocabulary_path(out, view)) for view in range(len(options))]
    replace_text(out / WORDS, json.dumps({"documents": n_documents, "sha256": digests}))
    readers = {side: census.reader for side, census in censuses.items()}
    return _Words(vocabularies, readers, n_documents)


def _vocabulary_path(out: Path, view: int) -> Path:
    return out / f"vocabulary-{view}.json"


def _kept_words(out: Path, sides: Sequence[str]) -> _Words | None:
    try:
        note = json.loads((out / WORDS).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    paths = [_vocabulary_path(out, view) for view in range(len(sides))]
    if [digest_of(path) for path in paths] != note["sha256"]:
        return None
    contents = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    vocabularies = {
        side: Vocabulary.from_json(content) for side, content in zip(sides, contents, strict=True)
    }
    readers = {side: vocabulary.reader() for side, vocabulary in vocabularies.items()}
    return _Words(vocabularies, readers, int(note["documents"]))


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


def _count(
    paths: Sequence[Path],
    sides: Sequence[str],
    censuses: Mapping[str, Census],
    workers: Workers,
    progress: Progress | None,
) -> int:
    n_documents = 0
    with closing(read_records(paths, sides)) as records:
        for batch in _batches(records, MOST_DOCUMENTS, _BATCH_CHARACTERS):
            n_documents += len(batch)
            for side, census in censuses.items():
                census.add([record.texts[side] for record in batch], workers)
            report(progress, 0.0, f"Counting words of {n_documents:,} pairs")
    return n_documents


def _batches(records: Iterator[Record], most: int, most_characters: int) -> Iterator[list[Record]]:
    """Consecutive records, a new list where one more would be beyond a bound."""
    batch: list[Record] = []
    size = 0
    for record in records:
        length = sum(map(len, record.texts.values()))
        if batch and (len(batch) == most or size + length > most_characters):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch


def documents_per_part(n_documents: int) -> int:
    """How many documents a part has, but for very long ones."""
    return min(max(-(-n_documents // WANTED_PARTS), FEWEST_DOCUMENTS), MOST_DOCUMENTS)


def _parts(
    paths: Sequence[Path],
    words: _Words,
    out: Path,
    workers: Workers,
    progress: Progress | None,
) -> int:
    """Write the parts that are not there yet; how many were there."""
    vocabularies, n_documents = words.vocabularies, words.n_documents
    n_words = tuple(len(one.terms) for one in vocabularies.values())
    taken_over = done = 0
    most = documents_per_part(n_documents)
    with closing(read_records(paths, list(vocabularies))) as records:
        for number, batch in enumerate(_batches(records, most, MOST_CHARACTERS)):
            report(progress, done / n_documents, "Counting by line")
            done += len(batch)
            place = part_folder(out, number)
            if _is_whole(place, n_words, len(batch)):
                taken_over += 1
            else:
                _write_batch(place, batch, words, workers)
    if done != n_documents:
        raise InputError("The files changed while they were read: build the corpus again.")
    return taken_over


def _write_batch(place: Path, batch: list[Record], words: _Words, workers: Workers) -> None:
    sides = list(words.vocabularies)
    texts = [[record.texts[side] for record in batch] for side in sides]
    lines = [
        words.vocabularies[side].count_lines(column, reader=words.readers[side], workers=workers)
        for side, column in zip(sides, texts, strict=True)
    ]
    write_part(place, lines, texts, [_facts(record) for record in batch])


def _is_whole(place: Path, n_words: tuple[int, ...], n_documents: int) -> bool:
    try:
        part = open_part(place, n_words)
        part.verify()
    except InputError:
        return False
    return part.n_documents == n_documents


def _facts(record: Record) -> dict[str, Any]:
    title = record.title or make_title(list(record.texts.values()))
    return {"id": record.id, "title": title, "fields": record.fields}


def write_manifest(
    out: Path, name: str, languages: Mapping[str, str], n_words: tuple[int, ...]
) -> None:
    """Written last, of all parts that are there: a folder that has one is whole."""
    n_parts = sum(1 for place in (out / "parts").iterdir() if place.name.isdigit())
    parts = [open_part(part_folder(out, number), n_words) for number in range(n_parts)]
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "sides": list(languages),
        "languages": list(languages.values()),
        "n_words": list(n_words),
        "vocabularies": [
            {"sha256": digest_of(_vocabulary_path(out, view))} for view in range(len(languages))
        ],
        "parts": [
            {"documents": part.n_documents, "sha256": digest_of(part.folder / PART_MANIFEST)}
            for part in parts
        ],
    }
    replace_text(out / MANIFEST, json.dumps(manifest, indent=1))

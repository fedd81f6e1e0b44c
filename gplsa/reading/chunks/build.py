"""Building a corpus on the disk in constant memory: a pass for the words, one for the chunks."""

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from gplsa.core.out_of_core.store import unwritable
from gplsa.core.types import Tick
from gplsa.corpus.chunks.chunk import MANIFEST as CHUNK_MANIFEST
from gplsa.corpus.chunks.chunk import digest_of, open_chunk, write_chunk
from gplsa.corpus.chunks.folder import (
    FORMAT,
    MANIFEST,
    VERSION,
    ChunkedCorpus,
    chunk_folder,
    vocabulary_path,
    write_vocabulary,
)
from gplsa.corpus.corpus import Corpus, make_title
from gplsa.corpus.sides import CountedSide
from gplsa.errors import InputError
from gplsa.files import is_own, locked, remove_left_over, replace_text
from gplsa.message import Message
from gplsa.progress import Progress, report, scaled
from gplsa.reading.chunks.counting import CUT, MOST_DOCUMENTS, FoundWords, cut_again, find_words
from gplsa.reading.chunks.streams import Record, batches, read_records
from gplsa.stored import read_stored
from gplsa.text import WordOptions, usual_options
from gplsa.text.languages import guess_side, language_of
from gplsa.text.lines import LineCounts
from gplsa.text.workers import Workers, processes_at_hand

PLAN = "plan.json"
FEWEST_DOCUMENTS, WANTED_CHUNKS = 500, 16
"""So many chunks where they have at least the fewest documents, and `MOST_DOCUMENTS` at most."""
MOST_CHARACTERS = 50_000_000  # a chunk ends where its texts are longer than this together
_GUESSED_ROWS = 500
_SMALL_BYTES = 20_000_000  # below this starting processes takes longer than they save


@dataclass(frozen=True)
class Built:
    """corpus: as it was opened again; taken_over: chunks an earlier build had left.

    doubts  sentences on cells that may not be what is in the files
    """

    corpus: ChunkedCorpus
    taken_over: int
    doubts: list[Message]


def build(
    paths: Sequence[Path],
    sides: Sequence[str],
    out: Path,
    words: Mapping[str, Mapping[str, Any]] | None = None,
    progress: Progress | None = None,
    *,
    waiting: Callable[[Path], None] | None = None,
) -> Built:
    """Read the pairs of some files twice and write them as a corpus in chunks.

    words  by side, word options beside the language
    waiting  is called where another build of this folder must end first
    A build that was broken off goes on: the words, and every chunk that is whole, are taken over.
    """
    options = {
        side: replace(usual, **(words or {}).get(side, {}))
        for side, usual in _usual_options(paths, sides).items()
    }
    plan = {
        "version": VERSION,
        "inputs": [[path.name, path.stat().st_size] for path in paths],
        "options": [[side, one.to_json()] for side, one in options.items()],
    }
    large = sum(path.stat().st_size for path in paths) >= _SMALL_BYTES
    n_processes = processes_at_hand() if large else 0
    try:
        _begin(out, plan)
        with locked(out / PLAN, waiting=waiting), Workers(n_processes) as workers:
            _begin(out, plan)  # once more: two with different plans may have begun at once
            words_found = find_words(paths, options, out, workers, scaled(progress, 0, 0.7))
            taken_over, doubts = _chunks(paths, words_found, out, workers, scaled(progress, 0.7, 1))
            n_words = tuple(len(one.terms) for one in words_found.vocabularies.values())
            languages = {side: one.language for side, one in options.items()}
            write_manifest(out, paths[0].stem, languages, n_words)
            shutil.rmtree(out / CUT, ignore_errors=True)  # what only a build needs
    except OSError as error:
        raise unwritable(out, error) from error
    report(progress, 1.0, "Done")
    return Built(ChunkedCorpus.open(out), taken_over, doubts)


def _usual_options(paths: Sequence[Path], sides: Sequence[str]) -> dict[str, WordOptions]:
    """In the language that the sides are called by, else of which their first texts look."""
    with closing(read_records(paths, sides)) as records:
        first = list(islice(records, _GUESSED_ROWS))
    if len(first) < 2:
        raise InputError("Fewer than two pairs were found: a corpus needs at least two.")
    texts = {m: [record.texts[m] for record in first] for m in sides}
    return {m: usual_options(language_of(m) or guess_side(own), own) for m, own in texts.items()}


def _begin(out: Path, plan: dict[str, Any]) -> None:
    """Go on in a folder that an equal plan has begun; refuse any other that is not empty."""
    stated = json.dumps(plan, sort_keys=True)
    path = out / PLAN
    remove_left_over(out)
    # Looked at once, as another build may begin here between two looks.
    held = {name for name in os.listdir(out) if not is_own(name)} if out.is_dir() else set()
    if PLAN in held:
        if read_stored(path, Any) != json.loads(stated):
            raise InputError(
                "“{out}” holds a corpus of other files or settings: name another folder, or "
                "remove it first.",
                out=out,
            )
        return
    if held or (out.exists() and not out.is_dir()):
        raise InputError("“{out}” is not an empty folder: name another one.", out=out)
    replace_text(path, stated)


def documents_per_chunk(n_documents: int) -> int:
    """How many documents a chunk has, but for very long ones."""
    return min(max(-(-n_documents // WANTED_CHUNKS), FEWEST_DOCUMENTS), MOST_DOCUMENTS)


def _chunks(
    paths: Sequence[Path], words: FoundWords, out: Path, workers: Workers, progress: Progress | None
) -> tuple[int, list[Message]]:
    """Write the chunks that are not there yet; how many were there, and doubts about the files."""
    vocabularies, n_documents, lines = words.vocabularies, words.n_documents, words.lines
    n_words = tuple(len(one.terms) for one in vocabularies.values())
    doubts = list[Message]()
    records = read_records(paths, list(vocabularies), doubts)
    taken_over = done = 0
    most = documents_per_chunk(n_documents)

    def tick() -> None:
        report(progress, done / n_documents, "Counting by line")

    with closing(batches(records, most, MOST_CHARACTERS, tick)) as found:
        for number, batch in enumerate(found):
            tick()
            place = chunk_folder(out, number)
            if _is_whole(place, n_words, len(batch), tick):
                taken_over += 1
            else:
                lines = lines or cut_again(paths, vocabularies, out, workers, progress)
                counted = lines.count(done, done + len(batch), tick)
                texts = [[record.texts[side] for record in batch] for side in vocabularies]
                write_chunk(place, counted, texts, [_facts(record) for record in batch], tick)
            done += len(batch)
    if done != n_documents:
        raise InputError("The files changed while they were read: build the corpus again.")
    return taken_over, doubts


def _is_whole(place: Path, n_words: tuple[int, ...], n_documents: int, tick: Tick) -> bool:
    try:
        chunk = open_chunk(place, n_words)
        chunk.verify(tick)
    except InputError:
        return False
    return chunk.n_documents == n_documents


def _facts(record: Record) -> dict[str, Any]:
    title = record.title or make_title(list(record.texts.values()))
    return {"id": record.id, "title": title, "fields": record.fields}


def write_manifest(
    out: Path, name: str, languages: Mapping[str, str], n_words: tuple[int, ...]
) -> None:
    """Written last, of all chunks that are there: a folder that has one is whole."""
    n_chunks = sum(1 for place in (out / "parts").iterdir() if place.name.isdigit())
    chunks = [open_chunk(chunk_folder(out, number), n_words) for number in range(n_chunks)]
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "sides": list(languages),
        "languages": list(languages.values()),
        "n_words": list(n_words),
        "vocabularies": [
            {"sha256": digest_of(vocabulary_path(out, view))} for view in range(len(languages))
        ],
        "parts": [
            {"documents": chunk.n_documents, "sha256": digest_of(chunk.folder / CHUNK_MANIFEST)}
            for chunk in chunks
        ],
    }
    replace_text(out / MANIFEST, json.dumps(manifest, indent=1))


def write_counted(
    corpus: Corpus, sides: Mapping[str, CountedSide], out: Path, progress: Progress | None = None
) -> ChunkedCorpus:
    """Write the documents of a corpus of texts with what was counted on each of its sides."""
    n_documents, size = len(corpus), documents_per_chunk(len(corpus))
    counted = [sides[side] for side in corpus.texts]
    try:
        for view, side in enumerate(counted):
            write_vocabulary(out, view, side.vocabulary)
        for number, first in enumerate(range(0, n_documents, size)):
            tick = partial(report, progress, first / n_documents, "Writing the chunks")
            tick()
            last = min(first + size, n_documents)
            write_chunk(
                chunk_folder(out, number),
                [_between(side.lines, first, last) for side in counted],
                [texts[first:last] for texts in corpus.texts.values()],
                [_facts_of(corpus, row) for row in range(first, last)],
                tick,
            )
        languages = {side: corpus.languages[side] for side in corpus.texts}
        n_words = tuple(len(side.vocabulary.terms) for side in counted)
        write_manifest(out, corpus.name, languages, n_words)
    except OSError as error:
        raise unwritable(out, error) from error
    return ChunkedCorpus.open(out)


def _between(lines: LineCounts, first: int, last: int) -> LineCounts:
    start, stop = np.searchsorted(lines.document, (first, last))
    return LineCounts(lines.counts[start:stop], lines.document[start:stop] - first)


def _facts_of(corpus: Corpus, row: int) -> dict[str, object]:
    fields = {name: cells[row] for name, cells in corpus.fields.items()}
    return {"id": corpus.ids[row], "title": corpus.titles[row], "fields": fields}

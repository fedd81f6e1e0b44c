"""The runs of texts: what is found at each place, before it is known what words it holds.

What costs time per occurrence is one regular expression and one dictionary look-up; everything that
depends on the word alone (cutting, small letters, stop words, stems) is done once per distinct run.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, count
from typing import NamedTuple

import numpy as np

from gplsa.core.types import Int32Array, Ints
from gplsa.message import Message
from gplsa.progress import Progress, report
from gplsa.text.cleaning import clean
from gplsa.text.options import WordOptions
from gplsa.text.tokens import find_runs, find_runs_and_ends
from gplsa.text.workers import Workers, processes_at_hand

_CHUNK_CHARACTERS = 1_000_000
# Below this starting processes takes longer than reading the texts here.
_HERE_CHARACTERS = 4_000_000
PHASE = Message("Counting words")


class Runs(NamedTuple):
    """Where the runs of some texts stand.

    places     (n_places) the run at every place
    lengths    (n_lines) places of each line;  documents  (n_lines) text each line is of
    distinct   the runs that occur; none where they have their numbers from more texts than these
    """

    places: Ints
    lengths: Ints
    documents: Ints
    distinct: Sequence[str] = ()


def workers_for(texts: Sequence[str], n_processes: int | None) -> Workers:
    """Processes for large corpora (n_processes None: as many as help), none for small ones."""
    if n_processes is None:
        n_processes = processes_at_hand() if sum(map(len, texts)) >= _HERE_CHARACTERS else 0
    return Workers(n_processes)


def find(
    texts: Sequence[str],
    options: WordOptions,
    workers: Workers,
    progress: Progress | None,
    *,
    ends: bool = True,
) -> Runs:
    """The runs of every text, line by line.

    Empty lines are lines too; a line break at the very end of a text begins none.
    ends  whether what ends a phrase, punctuation, is a run of its own
    """
    chunks = chunks_of(texts, _CHUNK_CHARACTERS)
    jobs = [(texts[start:stop], options, ends) for start, stop in chunks]
    ids: dict[str, int] = {}
    places: list[Int32Array] = []
    lengths: list[int] = []
    n_lines: list[int] = []
    done = 0
    results = workers.map(_find_in_chunk, jobs, lambda: report(progress, done / len(texts), PHASE))
    for (_, stop), (runs, local, of_lines, of_texts) in zip(chunks, results, strict=True):
        number = np.array([ids.setdefault(run, len(ids)) for run in runs], dtype=np.int32)
        places.append(number[local] if len(runs) else local)
        lengths += of_lines
        n_lines += of_texts
        done = stop
    return Runs(
        np.concatenate([np.empty(0, np.int32), *places]),
        np.array(lengths, np.int64),
        np.repeat(np.arange(len(texts)), n_lines),
        list(ids),
    )


def _find_in_chunk(
    texts: Sequence[str], options: WordOptions, ends: bool
) -> tuple[list[str], Int32Array, list[int], list[int]]:
    """Distinct runs, the run at every place, places of each line, lines of each text."""
    # A number for each run in the order of appearance, at the cost of one look-up.
    ids: defaultdict[str, int] = defaultdict(count().__next__)
    findall = (find_runs_and_ends if ends else find_runs).findall
    lines = [clean(text.removesuffix("\n"), options).split("\n") for text in texts]
    found = [findall(line) for of_text in lines for line in of_text]
    lengths = [len(runs) for runs in found]
    places = np.fromiter(
        map(ids.__getitem__, chain.from_iterable(found)), dtype=np.int32, count=sum(lengths)
    )
    return list(ids), places, lengths, [len(of_text) for of_text in lines]


def chunks_of(texts: Sequence[str], characters: int) -> list[tuple[int, int]]:
    """Consecutive ranges of texts of about so many characters."""
    chunks = []
    start = size = 0
    for stop, text in enumerate(texts, 1):
        size += len(text) + 1
        if size >= characters or stop == len(texts):
            chunks.append((start, stop))
            start, size = stop, 0
    return chunks

"""Texts as arrays of numbers: which word form stands at which place of which line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.types import Ints
from gplsa.progress import Progress, report
from gplsa.text.analysis import TERM, Analyser
from gplsa.text.language.compounds import compound_parts
from gplsa.text.runs import PHASE, Runs
from gplsa.text.sequence.phrases import count_table
from gplsa.text.workers import Workers

_CHUNK_RUNS = 10_000
_NO_WORD = -1


@dataclass
class Encoded:
    """Texts as numbers.

    forms      distinct words as written;  form_key  (n_forms) their place in `keys`
    keys       distinct terms and left-out words;  kinds  (n_keys) TERM or why it is left out
    tokens     (n_tokens) form at each place, −1 where a phrase ends
    lines      (n_tokens) line each token is in;  documents  (n_lines) text each line is of
    part_form, part_key   for every part counted beside a form: the form, and the part's key
    """

    forms: list[str]
    form_key: Ints
    keys: list[str]
    kinds: Ints
    tokens: Ints
    lines: Ints
    documents: Ints
    part_form: Ints
    part_key: Ints

    @property
    def n_documents(self) -> int:
        return int(self.documents[-1]) + 1 if len(self.documents) else 0

    def numbers(self, index: Mapping[str, int]) -> Ints:
        """(n_keys) what each term has in `index`, −1 for nothing; −1 of left-out words."""
        kinds = self.kinds.tolist()
        found = [
            index.get(k, -1) if kind == TERM else -1
            for k, kind in zip(self.keys, kinds, strict=True)
        ]
        return np.array(found, dtype=np.int64)

    def number_of_terms(self) -> dict[str, int]:
        """The place of each term in `keys`."""
        return {self.keys[place]: place for place in np.flatnonzero(self.kinds == TERM).tolist()}


@dataclass(frozen=True)
class RunWords:
    """The words that distinct runs are made of.

    words   which have no places;  counts  (n_runs) how many each run holds
    forms   those of all runs, one after the other
    """

    words: Encoded
    counts: Ints
    forms: Ints

    @cached_property
    def of_runs(self) -> sparse.csr_matrix:
        """(n_runs, n_forms) how often each form stands in each run."""
        rows = np.repeat(np.arange(len(self.counts)), self.counts)
        return count_table(rows, self.forms, (len(self.counts), len(self.words.forms)))

    def placed(self, found: Runs) -> Encoded:
        """The words in the places of the runs; a run without words ends a phrase."""
        empty = np.flatnonzero(self.counts == 0)
        counts = np.maximum(self.counts, 1)
        forms = np.insert(self.forms, np.cumsum(self.counts)[empty], _NO_WORD)
        lines = np.repeat(np.arange(len(found.lengths), dtype=np.int32), found.lengths)
        return replace(
            self.words,
            tokens=spread(found.places, counts, forms),
            lines=np.repeat(lines, counts[found.places]),
            documents=found.documents,
        )


def cut_runs(
    runs: Sequence[str], analyser: Analyser, workers: Workers, progress: Progress | None
) -> RunWords:
    """Every distinct run cut into words."""
    table = _WordTable()
    starts = range(0, len(runs), _CHUNK_RUNS)
    jobs = [(runs[start : start + _CHUNK_RUNS], analyser) for start in starts]
    done = 0
    results = workers.map(_analyse, jobs, lambda: report(progress, done / len(runs), PHASE))
    for start, words in zip(starts, results, strict=True):
        table.add(words)
        done = start + _CHUNK_RUNS
    return table.run_words()


class _Analysed(NamedTuple):
    """The words of some runs, in columns: cheap to hand from one process to another.

    counts  words of each run;  forms, kinds, keys, parts (terms)  of each word
    """

    counts: list[int]
    forms: list[str]
    kinds: list[int]
    keys: list[str]
    parts: list[tuple[str, ...]]


def _analyse(runs: Sequence[str], analyser: Analyser) -> _Analysed:
    found = [analyser.words(run) for run in runs]
    words = list(chain.from_iterable(found))
    return _Analysed(
        counts=[len(of_run) for of_run in found],
        forms=[word.form for word in words],
        kinds=[word.kind for word in words],
        keys=[word.key for word in words],
        parts=[tuple(part.term for part in word.parts) for word in words],
    )


class _WordTable:
    """Numbers for forms and keys in the order in which they turn up."""

    def __init__(self) -> None:
        self.form_ids: dict[str, int] = {}
        self.form_key: list[int] = []
        self.key_ids: dict[tuple[int, str], int] = {}
        self.part_form: list[int] = []
        self.part_key: list[int] = []
        self.counts: list[int] = []
        self.words: list[int] = []

    def add(self, found: _Analysed) -> None:
        columns = (found.forms, found.kinds, found.keys, found.parts)
        for form, kind, key, parts in zip(*columns, strict=True):
            number = self.form_ids.setdefault(form, len(self.form_ids))
            if number == len(self.form_key):
                self.form_key.append(self._key(kind, key))
                self.part_form += [number] * len(parts)
                self.part_key += [self._key(TERM, part) for part in parts]
            self.words.append(number)
        self.counts += found.counts

    def run_words(self) -> RunWords:
        nowhere = np.zeros(0, dtype=np.int64)
        words = Encoded(
            forms=list(self.form_ids),
            form_key=np.array(self.form_key, dtype=np.int64),
            keys=[key for _, key in self.key_ids],
            kinds=np.array([kind for kind, _ in self.key_ids], dtype=np.int64),
            tokens=nowhere,
            lines=nowhere,
            documents=nowhere,
            part_form=np.array(self.part_form, dtype=np.int64),
            part_key=np.array(self.part_key, dtype=np.int64),
        )
        return RunWords(words, np.array(self.counts, np.int32), np.array(self.words, np.int32))

    def _key(self, kind: int, key: str) -> int:
        return self.key_ids.setdefault((kind, key), len(self.key_ids))


def spread(places: Ints, counts: Ints, flat: Ints) -> Ints:
    """The words at every place, one after the other, for the run at every place."""
    if (counts == 1).all():
        return flat[places]
    n_words = counts[places]
    # Word k of the result is word (k − where its place begins) of its run.
    shift = (np.cumsum(counts) - counts)[places] - (np.cumsum(n_words) - n_words)
    return flat[np.repeat(shift, n_words) + np.arange(n_words.sum())]


def with_parts(
    encoded: Encoded, analyser: Analyser, workers: Workers, progress: Progress | None
) -> Encoded:
    """The same words, now with the parts of compounds that the analyser knows."""
    content = np.flatnonzero((encoded.kinds == TERM)[encoded.form_key])
    starts = range(0, len(content), _CHUNK_RUNS)
    jobs = [
        ([encoded.forms[form] for form in content[start : start + _CHUNK_RUNS].tolist()], analyser)
        for start in starts
    ]
    done = 0
    number, keys = encoded.number_of_terms(), encoded.keys.copy()
    forms, parts = encoded.part_form.tolist(), encoded.part_key.tolist()
    results = workers.map(_split, jobs, lambda: report(progress, done / len(content), PHASE))
    for start, found in zip(starts, results, strict=True):
        for form, terms in zip(content[start : start + _CHUNK_RUNS].tolist(), found, strict=True):
            forms += [form] * len(terms)
            for term in terms:
                parts.append(number.setdefault(term, len(keys)))
                if parts[-1] == len(keys):
                    keys.append(term)
        done = start + _CHUNK_RUNS
    return replace(
        encoded,
        keys=keys,
        kinds=np.append(encoded.kinds, np.full(len(keys) - len(encoded.keys), TERM)),
        part_form=np.array(forms, dtype=np.int64),
        part_key=np.array(parts, dtype=np.int64),
    )


def parts_of_forms(encoded: Encoded) -> dict[str, list[str]]:
    """The parts of every form."""
    found: dict[str, list[str]] = {form: [] for form in encoded.forms}
    for form, part in zip(encoded.part_form.tolist(), encoded.part_key.tolist(), strict=True):
        found[encoded.forms[form]].append(encoded.keys[part])
    return found


def without_apart(encoded: Encoded, apart: Mapping[str, Sequence[str]]) -> Encoded:
    """The same words, but that parts do not count in compounds; `apart` as in `Vocabulary`."""
    number = encoded.number_of_terms()
    size = len(encoded.keys)
    gone = [number[c] * size + number[part] for c, parts in apart.items() for part in parts]
    kept = ~np.isin(encoded.form_key[encoded.part_form] * size + encoded.part_key, gone)
    return replace(encoded, part_form=encoded.part_form[kept], part_key=encoded.part_key[kept])


def _split(forms: Sequence[str], analyser: Analyser) -> list[list[str]]:
    return [analyser.part_terms(form) for form in forms]


def known_parts(encoded: Encoded, occurrences: Ints) -> dict[str, int]:
    """What compounds may be made of: content words, with how often each occurs.

    occurrences  (n_forms) of each form
    """
    content = (encoded.kinds == TERM)[encoded.form_key].tolist()
    every = zip(encoded.forms, content, occurrences.tolist(), strict=True)
    return compound_parts({form: often for form, is_content, often in every if is_content})

"""Texts as arrays of numbers: which word form stands at which place of which line."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

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
_Found = TypeVar("_Found")


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
        found = np.array([index.get(key, -1) for key in self.keys], dtype=np.int64)
        return np.where(self.kinds == TERM, found, -1)

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
    # Forms and keys have numbers in the order in which they turn up.
    form_ids, key_ids = dict[str, int](), dict[tuple[int, str], int]()
    form_key, part_form, part_key, counts, words = (list[int]() for _ in range(5))

    def number_of(kind: int, key: str) -> int:
        return key_ids.setdefault((kind, key), len(key_ids))

    for lengths, *columns in _in_chunks(_analyse, runs, analyser, workers, progress):
        for form, kind, key, parts in zip(*columns, strict=True):
            number = form_ids.setdefault(form, len(form_ids))
            if number == len(form_key):
                form_key.append(number_of(kind, key))
                part_form += [number] * len(parts)
                part_key += [number_of(TERM, part) for part in parts]
            words.append(number)
        counts += lengths
    nowhere = np.zeros(0, dtype=np.int64)
    table = Encoded(
        forms=list(form_ids),
        form_key=np.array(form_key, dtype=np.int64),
        keys=[key for _, key in key_ids],
        kinds=np.array([kind for kind, _ in key_ids], dtype=np.int64),
        tokens=nowhere,
        lines=nowhere,
        documents=nowhere,
        part_form=np.array(part_form, dtype=np.int64),
        part_key=np.array(part_key, dtype=np.int64),
    )
    return RunWords(table, np.array(counts, np.int32), np.array(words, np.int32))


def _in_chunks(
    function: Callable[[Sequence[str], Analyser], _Found],
    items: Sequence[str],
    analyser: Analyser,
    workers: Workers,
    progress: Progress | None,
) -> Iterator[_Found]:
    """What a function finds for some of the items at a time."""
    chunks = [items[start : start + _CHUNK_RUNS] for start in range(0, len(items), _CHUNK_RUNS)]
    done, jobs = 0, [(chunk, analyser) for chunk in chunks]
    results = workers.map(function, jobs, lambda: report(progress, done / len(items), PHASE))
    for chunk, found in zip(chunks, results, strict=True):
        yield found
        done += len(chunk)


def _analyse(runs: Sequence[str], analyser: Analyser) -> tuple[list[Any], ...]:
    """How many words each run has; of each word form, kind, key and terms of its parts: columns are
    cheap to hand from one process to another."""
    found = [analyser.words(run) for run in runs]
    words = list(chain.from_iterable(found))
    parts = [tuple(part.term for part in word.parts) for word in words]
    kinds, keys = [word.kind for word in words], [word.key for word in words]
    return [*map(len, found)], [word.form for word in words], kinds, keys, parts


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
    content = np.flatnonzero((encoded.kinds == TERM)[encoded.form_key]).tolist()
    number, keys = encoded.number_of_terms(), encoded.keys.copy()
    forms, parts = encoded.part_form.tolist(), encoded.part_key.tolist()
    words = [encoded.forms[form] for form in content]
    found = chain.from_iterable(_in_chunks(_split, words, analyser, workers, progress))
    for form, terms in zip(content, found, strict=True):
        forms += [form] * len(terms)
        for term in terms:
            parts.append(number.setdefault(term, len(keys)))
            if parts[-1] == len(keys):
                keys.append(term)
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

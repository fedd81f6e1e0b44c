"""How often forms, terms and phrases stand in texts: in encoded ones, or in their distinct runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from scipy import sparse

from gplsa.core.types import Ints
from gplsa.progress import Progress, report, scaled
from gplsa.text.analysis import TERM, WITHOUT_SPACES, Analyser
from gplsa.text.encoded import Encoded, cut_runs, known_parts, with_parts
from gplsa.text.language.stopwords import stop_words
from gplsa.text.options import WordOptions
from gplsa.text.runs import PHASE, Runs
from gplsa.text.sequence.phrases import count_phrases, count_table
from gplsa.text.workers import Workers


def form_counts(encoded: Encoded, *, by_line: bool = False) -> sparse.csr_matrix:
    """How often each form occurs in each document, or each line."""
    words = encoded.tokens >= 0
    lines, n_rows = encoded.lines[words], len(encoded.documents)
    if not by_line:
        lines, n_rows = encoded.documents[lines], encoded.n_documents
    return count_table(lines, encoded.tokens[words], (n_rows, len(encoded.forms)))


def counted_as(encoded: Encoded) -> sparse.csr_matrix:
    """(n_forms, n_keys): what each form counts as, itself and its parts. Pairs of characters stand
    in for words without spaces, which do not count themselves."""
    forms = np.flatnonzero(encoded.kinds[encoded.form_key] != WITHOUT_SPACES)
    keys = np.concatenate([encoded.form_key[forms], encoded.part_key])
    rows, shape = np.append(forms, encoded.part_form), (len(encoded.forms), len(encoded.keys))
    return count_table(rows, keys, shape)


def forms_to_terms(encoded: Encoded, index: Mapping[str, int]) -> sparse.csr_matrix:
    """(n_forms, n_terms): what each form counts as;  index  the number of each term."""
    terms = encoded.numbers(index)
    known = np.flatnonzero(terms >= 0)
    return counted_as(encoded) @ count_table(known, terms[known], (len(encoded.keys), len(index)))


def count_terms(
    encoded: Encoded, index: Mapping[str, int], ngrams: int, progress: Progress | None
) -> sparse.csr_matrix:
    """(n_lines, n_terms): words, and phrases of up to `ngrams` words."""
    report(progress, 0, PHASE)
    occurrences = form_counts(encoded, by_line=True)
    counts = sparse.csr_matrix(occurrences @ forms_to_terms(encoded, index))
    del occurrences
    if ngrams > 1:
        number = encoded.number_of_terms()
        words_of = (term.split(" ") if " " in term else [] for term in index)
        phrases = [[number.get(word, -1) for word in words] for words in words_of]
        phrases = [phrase if min(phrase, default=-1) >= 0 else [] for phrase in phrases]
        tick = partial(report, progress, 0.5, PHASE)
        words, n_lines = words_of_tokens(encoded), len(encoded.documents)
        counts = counts + count_phrases(words, encoded.lines, n_lines, phrases, tick)
    counts.sort_indices()
    report(progress, 1, PHASE)
    return counts


def words_of_tokens(encoded: Encoded) -> Ints:
    """The key at each place, −1 where none of a term is or a phrase ends."""
    terms = np.where(encoded.kinds == TERM, np.arange(len(encoded.kinds)), -1)
    return np.append(terms[encoded.form_key], -1)[encoded.tokens]


def stretches(places: Ints, ends: Ints, n_runs: int) -> sparse.csr_matrix:
    """A row for each stretch of places between two `ends`, with as many entries."""
    return sparse.csr_matrix((np.ones(len(places)), places, ends), shape=(len(ends) - 1, n_runs))


class Census:
    """Counts the words of one side, all texts at once or some after the other: memory grows with
    the distinct words, not with the texts.

    listed       its stop words;  found  the words of the runs
    frequency    (n_keys) documents that hold each;  form_count  (n_forms) how often each occurs
    n_documents  documents that hold any word
    """

    def __init__(
        self,
        options: WordOptions,
        runs: Sequence[str],
        often: Ints,
        workers: Workers,
        head: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> None:
        """runs, often  the distinct runs of all texts, and how often each occurs
        head         the first texts, of `ENOUGH_LETTERS`, where `are_in_texts` asks for them
        """
        self.options = options
        self.listed = stop_words(options, head)
        self.analyser = Analyser(options, self.listed)
        self.found = cut_runs(runs, self.analyser, workers, scaled(progress, 0.0, 0.5))
        self.form_count: Ints = (self.found.of_runs.T @ often).astype(np.int64)
        if options.split_compounds:
            self.analyser = Analyser(options, self.listed, known_parts(self.words, self.form_count))
            words = with_parts(self.words, self.analyser, workers, scaled(progress, 0.5, 1.0))
            self.found = replace(self.found, words=words)
        self._keys_of_runs = sparse.csr_matrix(self.found.of_runs @ counted_as(self.words))
        self._is_word = np.diff(self.found.of_runs.indptr).astype(np.float64)
        self.frequency = np.zeros(len(self.words.keys), dtype=np.int64)
        self.n_documents = 0

    @property
    def words(self) -> Encoded:
        """Of which no places are asked for."""
        return self.found.words

    def add(self, texts: Runs) -> None:
        """Count the documents of some more texts."""
        ends = np.append(0, np.cumsum(texts.lengths))
        # Every text has a line.
        ends = np.append(ends[np.flatnonzero(np.diff(texts.documents, prepend=-1))], ends[-1])
        rows = stretches(texts.places, ends, len(self._is_word))
        keys = (rows @ self._keys_of_runs).indices
        self.frequency += np.bincount(keys, minlength=len(self.frequency))
        self.n_documents += int(np.count_nonzero(rows @ self._is_word))

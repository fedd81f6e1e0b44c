"""The words of texts that were cut into runs: what a vocabulary needs, and not the texts.

Memory grows with the distinct words, not with the texts.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy import sparse

from gplsa.core.types import Ints
from gplsa.progress import Progress, scaled
from gplsa.text.analysis import Analyser
from gplsa.text.counts import counted_as
from gplsa.text.encoded import Encoded, cut_runs, known_parts, with_parts
from gplsa.text.language.stopwords import stop_words
from gplsa.text.options import WordOptions
from gplsa.text.runs import Runs
from gplsa.text.workers import Workers


def stretches(places: Ints, ends: Ints, n_runs: int) -> sparse.csr_matrix:
    """A row for each stretch of places between two `ends`, with as many entries."""
    return sparse.csr_matrix((np.ones(len(places)), places, ends), shape=(len(ends) - 1, n_runs))


class Census:
    """Counts the words of one side, all texts at once or some after the other.

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
            parts = known_parts(self.words, self.form_count)
            self.analyser = Analyser(options, self.listed, parts)
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
        first = np.flatnonzero(np.diff(texts.documents, prepend=-1))
        ends = np.append(ends[first], ends[-1])
        rows = stretches(texts.places, ends, len(self._is_word))
        keys = (rows @ self._keys_of_runs).indices
        self.frequency += np.bincount(keys, minlength=len(self.frequency))
        self.n_documents += int(np.count_nonzero(rows @ self._is_word))

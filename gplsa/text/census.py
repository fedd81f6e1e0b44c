"""The words of texts that were cut into runs: what a vocabulary needs, and not the texts.

Memory grows with the distinct words, not with the texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.errors import InputError
from gplsa.progress import Progress, scaled
from gplsa.text.analysis import Analyser
from gplsa.text.choosing import Tally, choose_counted
from gplsa.text.counts import counted_as
from gplsa.text.encoded import Encoded, cut_runs, known_parts, with_parts
from gplsa.text.language.stopwords import stop_words
from gplsa.text.lines import LineCounts
from gplsa.text.notes import notes
from gplsa.text.options import WordOptions
from gplsa.text.runs import Ints, Placed
from gplsa.text.sequence.phrases import count_table
from gplsa.text.vocabulary import Vocabulary
from gplsa.text.workers import Workers

_NO_PLACES: Ints = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class RunWords:
    """What runs are made of.

    words    their words, which have no places;  of_runs  (n_runs, n_forms) how often each form
             stands in each run
    """

    words: Encoded
    of_runs: sparse.csr_matrix

    @classmethod
    def cut(
        cls,
        runs: Sequence[str],
        analyser: Analyser,
        workers: Workers,
        progress: Progress | None = None,
    ) -> "RunWords":
        table = cut_runs(runs, analyser, workers, progress)
        counts, flat = table.words_of_runs(ends=False)
        rows = np.repeat(np.arange(len(counts)), counts)
        words = table.encoded(_NO_PLACES, _NO_PLACES, _NO_PLACES)
        return cls(words, count_table(rows, flat, (len(counts), len(words.forms))))

    def line_counter(self, vocabulary: Vocabulary) -> "LineCounter":
        return LineCounter(sparse.csr_matrix(self.of_runs @ vocabulary.forms_to_terms(self.words)))


@dataclass(frozen=True)
class LineCounter:
    """Counts terms line by line;  terms_of_runs  (n_runs, n_terms)."""

    terms_of_runs: sparse.csr_matrix

    def count(self, texts: Placed) -> LineCounts:
        """As `Vocabulary.count_lines` of the same texts."""
        ends = np.append(0, np.cumsum(texts.lengths))
        rows = _rows(texts.places, ends, self.terms_of_runs.shape[0])
        counts = sparse.csr_matrix(rows @ self.terms_of_runs)
        counts.sort_indices()
        return LineCounts(counts, texts.documents)


def _rows(places: Ints, ends: Ints, n_runs: int) -> sparse.csr_matrix:
    """A row for each stretch of places between two `ends`, with as many entries."""
    return sparse.csr_matrix((np.ones(len(places)), places, ends), shape=(len(ends) - 1, n_runs))


class Census:
    """Counts the words of one side; `vocabulary` is that of `Vocabulary.build` on all texts.

    Examples
    --------
    >>> from gplsa import WordOptions
    >>> from gplsa.text.runs import find
    >>> options = WordOptions(language="en", min_df=1, max_df=1.0, base="none")
    >>> texts = ["red grain", "grain, blue ship"]
    >>> with Workers(0) as workers:
    ...     runs = find(texts, options, workers, None)
    ...     census = Census(options, runs.distinct, np.bincount(runs.places), workers)
    >>> census.add(Placed(runs.places, runs.lengths, runs.documents))
    >>> census.vocabulary().terms
    ['blue', 'grain', 'red', 'ship']
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

        Raises InputError where phrases are asked for, which need all texts at once.
        """
        refuse_phrases(options)
        self.options = options
        self._listed = stop_words(options, head)
        self._analyser = Analyser(options, self._listed)
        self.found = RunWords.cut(runs, self._analyser, workers, scaled(progress, 0.0, 0.5))
        self._form_count: Ints = (self.found.of_runs.T @ often).astype(np.int64)
        if options.split_compounds:
            words = self.found.words
            parts = known_parts(words, self._form_count)
            self._analyser = Analyser(options, self._listed, parts)
            words = with_parts(words, self._analyser, workers, scaled(progress, 0.5, 1.0))
            self.found = RunWords(words, self.found.of_runs)
        self._keys_of_runs = sparse.csr_matrix(self.found.of_runs @ counted_as(self.found.words))
        self._is_word = np.diff(self.found.of_runs.indptr).astype(np.float64)
        self._frequency = np.zeros(len(self.found.words.keys), dtype=np.int64)
        self._n_documents = 0

    def add(self, texts: Placed) -> None:
        """Count the documents of some more texts."""
        ends = np.append(0, np.cumsum(texts.lengths))
        # Every text has a line.
        first = np.flatnonzero(np.diff(texts.documents, prepend=-1))
        ends = np.append(ends[first], ends[-1])
        rows = _rows(texts.places, ends, len(self._is_word))
        keys = (rows @ self._keys_of_runs).indices
        self._frequency += np.bincount(keys, minlength=len(self._frequency))
        self._n_documents += int(np.count_nonzero(rows @ self._is_word))

    def vocabulary(self) -> Vocabulary:
        """Raises InputError where the settings leave no word."""
        words = self.found.words
        counted = Tally(words, self._frequency, self._form_count, self._n_documents)
        choice = choose_counted(counted, self.options, self._analyser.kept)
        return Vocabulary(
            options=self.options,
            warnings=notes(words, self.options, self._listed),
            stop_words=self._listed,
            parts=dict(self._analyser.parts),
            **vars(choice),
        )


def refuse_phrases(options: WordOptions) -> None:
    """Raises InputError where phrases are asked for as words."""
    if options.ngrams > 1:
        raise InputError(
            "Phrases of several words cannot be counted as words of a corpus on disk: "
            "set ngrams to 1."
        )

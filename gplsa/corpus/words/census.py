"""The words of texts that come batch after batch: what a vocabulary needs, and not the texts.

Memory grows with the distinct words, not with the texts.
"""

from collections.abc import Sequence

import numpy as np

from gplsa.corpus.words.analysis import Analyser
from gplsa.corpus.words.choosing import Tally, choose_counted, counted_as, form_counts
from gplsa.corpus.words.encoded import Ints, Reader, part_counts
from gplsa.corpus.words.language.compounds import compound_parts
from gplsa.corpus.words.language.stopwords import stop_words
from gplsa.corpus.words.notes import notes
from gplsa.corpus.words.options import WordOptions
from gplsa.corpus.words.vocabulary import Vocabulary
from gplsa.corpus.words.workers import Workers
from gplsa.errors import InputError


class Census:
    """Counts the words of one side; `vocabulary` is that of `Vocabulary.build` on all texts, and
    `reader` has cut all its words, for `Vocabulary.count_lines`.

    Examples
    --------
    >>> from gplsa import WordOptions
    >>> census = Census(WordOptions(language="en", min_df=1, max_df=1.0, stem=False))
    >>> with Workers(0) as workers:
    ...     census.add(["red grain", "grain"], workers)
    ...     census.add(["grain, blue ship"], workers)
    >>> census.vocabulary().terms
    ['blue', 'grain', 'red', 'ship']
    """

    def __init__(
        self,
        options: WordOptions,
        parts: dict[str, int] | None = None,
        head: Sequence[str] = (),
    ) -> None:
        """parts  of compounds, from `compound_parts` of an earlier census of the same texts
        head   the first texts, of `ENOUGH_LETTERS`, where `are_in_texts` asks for them

        Raises InputError where phrases are asked for, which need all texts at once.
        """
        if options.ngrams > 1:
            raise InputError(
                "Phrases of several words cannot be counted as words of a corpus on disk: "
                "set ngrams to 1."
            )
        self.options = options
        self._listed = stop_words(options, head)
        self._analyser = Analyser(options, self._listed, parts)
        self.reader = Reader(self._analyser)
        self._frequency: Ints = np.zeros(0, dtype=np.int64)
        self._form_count: Ints = np.zeros(0, dtype=np.int64)
        self._n_documents = 0

    def add(self, texts: Sequence[str], workers: Workers) -> None:
        """Count some more texts."""
        encoded = self.reader.read(texts, workers)
        occurrences = form_counts(encoded)
        frequency = np.bincount(
            (occurrences @ counted_as(encoded)).indices, minlength=len(encoded.keys)
        )
        of_forms = np.asarray(occurrences.sum(axis=0)).ravel().astype(np.int64)
        self._frequency = _grown(self._frequency, len(frequency)) + frequency
        self._form_count = _grown(self._form_count, len(of_forms)) + of_forms
        self._n_documents += int(np.count_nonzero(np.diff(occurrences.indptr)))

    def compound_parts(self) -> dict[str, int]:
        """The words that may be part of a compound."""
        table = self.reader.table
        occurrences = _grown(self._form_count, len(table.form_ids))
        kinds = np.array([kind for kind, _ in table.key_ids], dtype=np.int64)
        return compound_parts(
            part_counts(list(table.form_ids), np.array(table.form_key), kinds, occurrences)
        )

    def vocabulary(self) -> Vocabulary:
        """Raises InputError where the settings leave no word."""
        table = self.reader.table
        counted = Tally(
            forms=list(table.form_ids),
            form_key=np.array(table.form_key, dtype=np.int64),
            keys=[key for _, key in table.key_ids],
            kinds=np.array([kind for kind, _ in table.key_ids], dtype=np.int64),
            frequency=_grown(self._frequency, len(table.key_ids)),
            form_count=_grown(self._form_count, len(table.form_ids)),
            n_documents=self._n_documents,
        )
        choice = choose_counted(counted, self.options, self._analyser.kept)
        return Vocabulary(
            options=self.options,
            warnings=notes(counted, self.options, self._listed),
            stop_words=self._listed,
            parts=dict(self._analyser.parts),
            **vars(choice),
        )


def _grown(numbers: Ints, size: int) -> Ints:
    return np.concatenate([numbers, np.zeros(size - len(numbers), dtype=np.int64)])

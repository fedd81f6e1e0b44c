"""How often forms, terms and phrases stand in the lines and documents of encoded texts."""

from collections.abc import Mapping
from functools import partial

import numpy as np
from scipy import sparse

from gplsa.core.types import Ints
from gplsa.progress import Progress, report
from gplsa.text.analysis import TERM, WITHOUT_SPACES
from gplsa.text.encoded import Encoded
from gplsa.text.runs import PHASE
from gplsa.text.sequence.phrases import count_phrases, count_table


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
    return count_table(
        np.concatenate([forms, encoded.part_form]),
        np.concatenate([encoded.form_key[forms], encoded.part_key]),
        (len(encoded.forms), len(encoded.keys)),
    )


def forms_to_terms(encoded: Encoded, index: Mapping[str, int]) -> sparse.csr_matrix:
    """(n_forms, n_terms): what each form counts as;  index  the number of each term."""
    terms = encoded.numbers(index)
    known = np.flatnonzero(terms >= 0)
    select = sparse.csr_matrix(
        (np.ones(len(known)), (known, terms[known])), shape=(len(encoded.keys), len(index))
    )
    return counted_as(encoded) @ select


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
        phrases = [
            [number.get(word, -1) for word in term.split(" ")] if " " in term else []
            for term in index
        ]
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

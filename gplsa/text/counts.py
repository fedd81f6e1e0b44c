"""How often forms, terms and phrases stand in the lines and documents of encoded texts."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
from scipy import sparse

from gplsa.progress import Progress, report
from gplsa.text.analysis import WITHOUT_SPACES
from gplsa.text.encoded import Encoded
from gplsa.text.runs import PHASE, Ints
from gplsa.text.sequence.phrases import count_table, line_blocks, match_phrases


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
    for length in range(2, ngrams + 1):
        tick = partial(report, progress, (length - 1) / ngrams, PHASE)
        counts = counts + count_phrases(encoded, [*index], length, tick)
    counts.sort_indices()
    report(progress, 1, PHASE)
    return counts


def words_of_tokens(encoded: Encoded, number_of_key: Ints) -> Ints:
    """The number that the key at each place has; −1 where a phrase ends."""
    numbers = np.append(number_of_key[encoded.form_key], -1)
    return numbers[encoded.tokens]


def count_phrases(
    encoded: Encoded, terms: Sequence[str], length: int, tick: Callable[[], None]
) -> sparse.csr_matrix:
    """(n_lines, n_terms): counts of those of `terms` that are phrases of this length."""
    split = [
        (number, term.split(" "))
        for number, term in enumerate(terms)
        if term.count(" ") == length - 1
    ]
    n_lines = len(encoded.documents)
    shape = (n_lines, len(terms))
    if not split or not n_lines:
        return sparse.csr_matrix(shape)
    # Only words that some phrase holds get a number: every other word ends a phrase at once.
    number_of: dict[str, int] = {}
    known = np.array(
        [[number_of.setdefault(w, len(number_of)) for w in words] for _, words in split]
    )
    words = words_of_tokens(encoded, encoded.numbers(number_of))
    numbers_of = np.array([term for term, _ in split])
    blocks = []
    for first, last in line_blocks(encoded.lines, n_lines):
        tick()
        here = slice(*np.searchsorted(encoded.lines, (first, last)).tolist())
        lines = encoded.lines[here]
        phrases = match_phrases(words[here], lines, known)
        rows = lines[phrases.first] - first
        size = (last - first, len(terms))
        blocks.append(count_table(rows, numbers_of[phrases.which], size))
    return sparse.vstack(blocks, format="csr")

"""Phrases of two and three words: which occur, how often, in what form."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.types import Ints, Tick

_BLOCK_WORDS = 1_000_000
_BASE_FORM = 10
_CASES = "en", "em", "er"  # how German adjectives end in all cases but one


class PhraseMatches(NamedTuple):
    """Phrases of one length.

    sequences  (n_phrases, length) the words of each, as numbers
    first      (n_found) where each one found begins;  which  (n_found) the phrase it is
    """

    sequences: Ints
    first: Ints
    which: Ints


def find_phrases(words: Ints, lines: Ints, length: int, least: int, tick: Tick) -> PhraseMatches:
    """Phrases that occur at least `least` times: `length` words of a line without a gap (< 0)."""
    first = _runs(words, lines, length)
    base = int(words.max(initial=0)) + 1
    codes: Ints = words[first].astype(np.int64)
    for step in range(1, length):
        tick()
        # Numbered anew after every word, so that codes of long phrases stay below 2⁶³.
        codes, kept = _frequent(codes * base + words[first + step], least)
        first = first[kept]
    example = np.empty(int(codes.max(initial=-1)) + 1, dtype=np.int64)
    example[codes] = first
    return PhraseMatches(words[example[:, None] + np.arange(length)], first, codes)


def count_phrases(
    words: Ints,
    lines: Ints,
    n_lines: int,
    phrases: Sequence[Sequence[int]],
    tick: Tick = lambda: None,
) -> sparse.csr_matrix:
    """How often each phrase, of words as numbers, stands in each line: CSR (n_lines, n_phrases).

    words, lines  as in `find_phrases`;  tick  is called well under a second after the last time
    """
    total = sparse.csr_matrix((n_lines, len(phrases)))
    for length in sorted({len(phrase) for phrase in phrases if len(phrase) > 1}):
        which = np.array([n for n, phrase in enumerate(phrases) if len(phrase) == length])
        # Only words of these phrases get a number: every other word ends a phrase at once.
        used, known = np.unique([phrases[n] for n in which], return_inverse=True)
        number = np.full(max(int(words.max(initial=0)), int(used[-1])) + 2, -1)
        number[used] = np.arange(len(used))
        blocks = []
        edges = lines[_BLOCK_WORDS::_BLOCK_WORDS].tolist()
        for first, last in itertools.pairwise(sorted({0, *edges, n_lines})):
            tick()
            here = slice(*np.searchsorted(lines, (first, last)).tolist())
            found = _match(number[words[here]], lines[here], known.reshape(-1, length))
            rows = lines[here][found.first] - first
            blocks.append(count_table(rows, which[found.which], (last - first, len(phrases))))
        total = total + sparse.vstack(blocks, format="csr") if blocks else total
    total.sort_indices()
    return total


def _match(words: Ints, lines: Ints, known: Ints) -> PhraseMatches:
    """Where the `known` phrases (n_known, length) stand.

    Their words, and no others, are numbers from 0 on, up to two million.
    """
    length = known.shape[1]
    first = _runs(words, lines, length)
    base = int(known.max(initial=0)) + 1
    codes = _packed(words[first[:, None] + np.arange(length)], base)
    sought = _packed(known, base)
    order = np.argsort(sought)
    sought = sought[order]
    place = np.minimum(np.searchsorted(sought, codes), len(sought) - 1)
    found = np.flatnonzero(sought[place] == codes)
    return PhraseMatches(known, first[found], order[place[found]])


def documents_with(phrases: PhraseMatches, documents: Ints) -> Ints:
    """(n_phrases) how many documents hold each;  documents  of each one found."""
    n_documents = int(documents.max(initial=0)) + 1
    pairs = np.unique(phrases.which.astype(np.int64) * n_documents + documents)
    return np.bincount(pairs // n_documents, minlength=len(phrases.sequences))


def phrase_forms(
    phrases: PhraseMatches, tokens: Ints, forms: Sequence[str], wanted: Ints
) -> list[str]:
    """The most frequent wording of each of the `wanted` phrases (sorted numbers); of equals the
    last in the order of characters, which prefers small letters. A base form that is a tenth as
    frequent is taken: *Europäische Union*, not *Europäischen Union*."""
    if not len(wanted):
        return []
    length = phrases.sequences.shape[1]
    is_wanted = np.zeros(len(phrases.sequences), dtype=bool)
    is_wanted[wanted] = True
    first = phrases.first[is_wanted[phrases.which]]
    # Forms are numbered in the order of their characters, so that ties do not depend on the order
    # of documents. A wording belongs to one phrase: what its words count as is fixed.
    words = tokens[first[:, None] + np.arange(length)]
    present = np.flatnonzero(np.bincount(words.ravel()))
    rank = np.zeros(len(forms), dtype=np.int64)
    rank[sorted(present.tolist(), key=forms.__getitem__)] = np.arange(len(present))
    _, example, often = np.unique(_packed(rank[words]), return_index=True, return_counts=True)
    phrase = phrases.which[is_wanted[phrases.which]][example]
    by_frequency = np.lexsort((np.arange(len(often)), often, phrase))
    ends = np.append(np.flatnonzero(np.diff(phrase[by_frequency])) + 1, len(often))
    shown = []
    for begin, end in itertools.pairwise([0, *ends.tolist()]):
        group = by_frequency[begin:end][::-1]
        near = group[_BASE_FORM * often[group] >= often[group[0]]]
        wordings = tokens[first[example[near]][:, None] + np.arange(length)].tolist()
        shown.append(_base_form([[forms[form] for form in row] for row in wordings]))
    return shown


def _base_form(wordings: Sequence[Sequence[str]]) -> str:
    """Of wordings of a phrase, the most frequent first, one whose adjective has no ending of a case
    and whose noun is the same or has one letter less, else the first."""
    first, *between, last = wordings[0]
    if first.endswith(_CASES):
        for word, *others in wordings:
            if word == first[:-1] and others[:-1] == between and others[-1] in (last, last[:-1]):
                return " ".join([word, *others])
    return " ".join(wordings[0])


def count_table(rows: Ints, columns: Ints, shape: tuple[int, int]) -> sparse.csr_matrix:
    """How often each (row, column) occurs, as float64 CSR with sorted indices."""
    ones = np.ones(len(rows), dtype=np.int32)
    table = sparse.coo_matrix((ones, (rows, columns)), shape=shape).tocsr()
    table.sort_indices()
    return table.astype(np.float64)


def _runs(words: Ints, lines: Ints, length: int) -> Ints:
    """Where `length` words of one line follow each other without a gap."""
    last = len(words) - length + 1
    if last <= 0:
        return np.empty(0, dtype=np.int64)
    whole = lines[:last] == lines[length - 1 :]
    for step in range(length):
        whole &= words[step : last + step] >= 0
    return np.flatnonzero(whole)


def _frequent(codes: Ints, least: int) -> tuple[Ints, Ints]:
    """Numbers 0, 1, … for codes that occur `least` times, and where those are."""
    _, which, often = np.unique(codes, return_inverse=True, return_counts=True)
    number = np.where(often >= least, np.cumsum(often >= least) - 1, -1)[which]
    kept = np.flatnonzero(number >= 0)
    return number[kept], kept


def _packed(rows: Ints, base: int | None = None) -> Ints:
    """One number for each row of small numbers, in the same order; exact below two million."""
    base = base or int(rows.max(initial=0)) + 1
    codes: Ints = rows[:, 0].astype(np.int64)
    for column in rows.T[1:]:
        codes = codes * base + column
    return codes

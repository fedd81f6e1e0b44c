r"""How much of a heading's label a text holds.

    share(d, l) = Σ_{w ∈ l} x_dw idf_w / Σ_{w ∈ l} idf_w,
    match(d, l) = share(d, l) √cos(d, l)

x_dw is 1 where the text has the word, else the probability that its translation has it where the
label is of another language; the cosine is of idf weights.  The same share over pieces of words
finds *Brücke* in *Autobahnbrückenbau*.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of, entry_rows, incidence, row_sums
from gplsa.core.types import BoolArray, Float32Array, FloatArray, IntArray
from gplsa.headings.pieces import pieces_of
from gplsa.headings.vocabulary import ANY, HeadingVocabulary
from gplsa.headings.within_words import Compounds
from gplsa.text.language.stems import stem
from gplsa.text.tokens import find_runs, words_of_run

_QUALIFIER = re.compile(r"(?<=\S)\s*(?:\(([^()]*)\)|<([^<>]*)>)\s*$")
"""What tells homonyms apart, *Java (Programmiersprache)*: few texts that mean it have it."""
UNMET_QUALIFIER = 0.5  # of the share of a label whose qualifier the text does not have
_NUMBER = re.compile(r"\d+")
_IDENTIFIER = re.compile(r"(?:[A-Za-z]{1,12}:)?[\d./xX-]+|[a-z]{1,12}://\S+")
"""A label that says nothing, *4033447-8*: its digits stand in texts by chance."""


class Match(NamedTuple):
    """Labels of concepts in texts, one entry a text and concept, texts in their order.

    text, concept, label  numbers;  share, value  of the label that the text holds best
    """

    text: IntArray
    concept: IntArray
    label: IntArray
    share: FloatArray
    value: FloatArray


def words_at(text: str, language: str) -> list[tuple[int, int, str]]:
    """Start, end and stem of every word and number of a text."""
    found = []
    for run in find_runs.finditer(text):
        for start, end in words_of_run(run[0], language, False):
            word = run[0][start:end].lower()
            found.append((run.start() + start, run.start() + end, stem(word, language)))
        found += [
            (run.start() + one.start(), run.start() + one.end(), one[0])
            for one in _NUMBER.finditer(run[0])
        ]
    return found


def stems_of(text: str, language: str) -> list[str]:
    return [word for *_, word in words_at(text, language)]


def incidence_of(
    words: Sequence[Iterable[str]], place: Mapping[str, int], dtype: Any = np.float64
) -> sparse.csr_matrix:
    """Which of the words that have a place each text has, (texts, words)."""
    known = [sorted({place[word] for word in own if word in place}) for own in words]
    return incidence(known, len(place), dtype)


cached_words_at = lru_cache(maxsize=64)(words_at)
"""The same of a text whose reasons are told one after the other; not to be changed."""


def bare(label: str) -> str:
    """Without its qualifier."""
    return _QUALIFIER.sub("", label)


def qualifier_of(label: str) -> str:
    """What stands in brackets behind it."""
    found = _QUALIFIER.search(label)
    return "" if found is None else found[1] or found[2] or ""


class Found(NamedTuple):
    """Words of labels in texts, (texts, words): 1, log(1 + tf), and 1 − first place / length;
    by text where each word is, in numbers of words."""

    words: sparse.csr_matrix
    often: sparse.csr_matrix
    early: sparse.csr_matrix
    at: list[dict[int, list[int]]]


class Labels:
    """All labels of a language, and those of none, as words and as pieces of words.

    labels   (concept, language, label) of each;  concept  the first of these, (labels,)
    plain    the labels without qualifiers
    first    by concept its first label, -1 where it has none
    places   by stem the number of every word of a label;  mass  what all words of a label weigh
    """

    def __init__(
        self, vocabulary: HeadingVocabulary, language: str, documents: Mapping[str, int], n: int
    ) -> None:
        """documents  by stem, in how many of n texts of this language it is"""
        self.language = language
        self._compounds: dict[int, Compounds] = {}
        self.labels = [
            (place, code, label)
            for place, concept in enumerate(vocabulary.concepts)
            if not concept.deprecated
            for code in dict.fromkeys((language, ANY))
            for label in concept.names(code)
            if not _IDENTIFIER.fullmatch(label)
        ]
        self.concept = np.array([place for place, _, _ in self.labels], dtype=np.int64)
        self.first = np.full(len(vocabulary), -1)
        self.first[self.concept[::-1]] = np.arange(len(self.labels))[::-1]
        plain = self.plain = [bare(label) for _, _, label in self.labels]
        stems = [stems_of(label, language) for label in plain]
        behind = [
            [word for word in stems_of(qualifier_of(label), language) if word not in own]
            for (_, _, label), own in zip(self.labels, stems, strict=True)
        ]
        self.places = {
            word: place
            for place, word in enumerate(dict.fromkeys(w for own in (*stems, *behind) for w in own))
        }
        terms = self.terms = incidence_of(stems, self.places)
        self.qualifiers = incidence_of(behind, self.places)
        self.n_words = np.diff(terms.indptr)
        # A new text's own word as rare as one of a record that is predicted by the others.
        df = np.array([documents.get(word, 0) for word in self.places], dtype=np.float64)
        self.idf = _idf(np.maximum(df, 1), n)
        weights = sparse.csr_matrix(terms.multiply(self.idf[None, :]))
        self.mass = row_sums(weights)
        self.shares = _scaled(weights, 1 / np.maximum(self.mass, 1e-9))
        lengths = np.sqrt(row_sums(sparse.csr_matrix(weights.multiply(weights))))
        directions = _scaled(weights, 1 / np.maximum(lengths, 1e-9))
        self._counting = sparse.csr_matrix(terms.multiply((_idf(df + 1, n) - self.idf)[None, :]))
        self._shares_by_word = sparse.csr_matrix(self.shares.T)
        self._directions_by_word = sparse.csr_matrix(directions.T)
        self._pieces = pieces_of(plain).sign()

    def compounds(self, pieces: sparse.csr_matrix, weights: Float32Array) -> sparse.csr_matrix:
        """Share of labels by their pieces, (texts, labels), where it is large."""
        key = id(weights)
        if key not in self._compounds:
            self._compounds[key] = Compounds(self._pieces, weights)
        return self._compounds[key].held(pieces)

    def words_of(self, texts: Sequence[str]) -> sparse.csr_matrix:
        """Which words of labels a text has, (texts, words)."""
        return incidence_of([stems_of(text, self.language) for text in texts], self.places)

    def found_in(self, texts: Sequence[str]) -> "Found":
        """The same with how often, and how early."""
        held, often, early, indptr, at = [], [], [], [0], []
        for text in texts:
            first: dict[int, float] = {}
            own: dict[int, list[int]] = {}
            for number, (start, _, word) in enumerate(words_at(text, self.language)):
                if (place := self.places.get(word)) is not None:
                    first.setdefault(place, 1 - start / len(text))
                    own.setdefault(place, []).append(number)
            places = sorted(own)
            held += places
            often += [math.log1p(len(own[place])) for place in places]
            early += [first[place] for place in places]
            indptr.append(len(held))
            at.append(own)
        shape = len(texts), len(self.places)
        columns = np.array(held, dtype=np.int64)
        words, tf, first_at = (
            sparse.csr_matrix((np.array(data, dtype=np.float64), columns, indptr), shape=shape)
            for data in (np.ones(len(held)), often, early)
        )
        return Found(words, tf, first_at, at)

    def best(self, words: sparse.csr_matrix) -> Match:
        """Of every concept that shares a word with a text the label that the text holds best."""
        share = sparse.csr_matrix(words @ self._shares_by_word)
        weights = sparse.csr_matrix(words.multiply(self.idf[None, :]))
        lengths = np.sqrt(row_sums(sparse.csr_matrix(weights.multiply(weights))))
        cosine = sparse.csr_matrix(weights @ self._directions_by_word)
        for matrix in (share, cosine):
            matrix.sort_indices()
        text = entry_rows(share.indptr)
        label = share.indices.astype(np.int64)
        value = share.data * np.sqrt(cosine.data / np.maximum(lengths[text], 1e-9))
        order = np.lexsort((-value, self.concept[label], text))
        text, label = text[order], label[order]
        first = np.ones(len(text), dtype=bool)
        concept = self.concept[label]
        first[1:] = (text[1:] != text[:-1]) | (concept[1:] != concept[:-1])
        chosen = order[first]
        return Match(text[first], concept[first], label[first], share.data[chosen], value[chosen])

    def qualified(
        self, words: sparse.csr_matrix, text: np.ndarray, label: np.ndarray
    ) -> tuple[BoolArray, BoolArray]:
        """Whether single labels have a qualifier, and whether single texts have all words of it
        that the label itself has not."""
        n_words = np.diff(self.qualifiers.indptr)[label]
        met = np.zeros(len(label), dtype=bool)
        some = np.flatnonzero(n_words)
        found = _row_products(words, self.qualifiers, text[some], label[some])
        met[some] = found >= n_words[some]
        return n_words > 0, met

    def together(self, at: dict[int, list[int]], label: int) -> float:
        """How close the words of a label stand in a text that has all: 1 where side by side."""
        own, _ = entries_of(self.terms, label)
        numbers = sorted((number, place) for place in own for number in at.get(place, ()))
        last: dict[int, int] = {}
        shortest = math.inf
        for number, place in numbers:
            last[place] = number
            if len(last) == len(own):
                shortest = min(shortest, number - min(last.values()) + 1)
        return len(own) / shortest

    def share_of(self, words: sparse.csr_matrix, text: np.ndarray, label: np.ndarray) -> np.ndarray:
        """Share of single labels in single texts, given the words of all texts."""
        return _row_products(words, self.shares, text, label)

    def mass_counting(
        self, words: sparse.csr_matrix, text: np.ndarray, label: np.ndarray
    ) -> np.ndarray:
        """What single labels weigh where single texts, given their words, are counted, too."""
        return self.mass[label] + _row_products(words, self._counting, text, label)

    def piece_share_of(
        self, pieces: sparse.csr_matrix, weights: Float32Array, text: np.ndarray, label: np.ndarray
    ) -> np.ndarray:
        """The same of pieces, given which ones each text has and what each says."""
        own, place = np.unique(label, return_inverse=True)
        picked = sparse.csr_matrix(self._pieces[own])
        picked.data = weights[picked.indices]
        mass = np.maximum(row_sums(picked), 1e-9)
        return _row_products(pieces, picked, text, place) / mass[place]


def _idf(df: np.ndarray, n: int) -> np.ndarray:
    # At least a little: a word of every text says something where a label is nothing else.
    return np.maximum(np.log((n + 1) / (df + 0.5)), 0.05)


def _scaled(matrix: sparse.csr_matrix, by: np.ndarray) -> sparse.csr_matrix:
    return sparse.csr_matrix(sparse.diags_array(by) @ matrix)


def _row_products(
    left: sparse.csr_matrix, right: sparse.csr_matrix, rows: np.ndarray, others: np.ndarray
) -> np.ndarray:
    """⟨left[rows[i]], right[others[i]]⟩, (n,)."""
    found = np.zeros(len(rows))
    for start in range(0, len(rows), 20_000):
        part = slice(start, start + 20_000)
        found[part] = row_sums(left[rows[part]].multiply(right[others[part]]))
    return found

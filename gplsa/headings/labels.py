r"""How much of a heading's label a text holds.

    share(d, l) = Σ_{w ∈ l} x_dw idf_w / Σ_{w ∈ l} idf_w,
    match(d, l) = share(d, l) √cos(d, l)

x_dw is 1 where the text has the word, or the probability that its translation has it where the
label is of another language; the cosine, of idf weights, is larger for labels of more words and for
texts that say little else.  The same share over pieces of four and five letters finds *Brücke* in
*Autobahnbrückenbau*.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.text.language.stems import stem
from gplsa.text.tokens import find_runs, words_of_run

HEAD = 200
"""Characters at the beginning of a text that may be its title."""
_PIECES = (4, 5)
_QUALIFIER = re.compile(r"(?<=\S)\s*(?:\([^()]*\)|<[^<>]*>)\s*$")
"""What tells homonyms apart, *Java (Programmiersprache)*: no text has it."""
_NUMBER = re.compile(r"\d+")


class Match(NamedTuple):
    """Labels of concepts in texts, one entry a text and concept, texts in their order.

    text, concept, label  numbers;  share, value  of the label that the text holds best
    """

    text: npt.NDArray[np.int64]
    concept: npt.NDArray[np.int64]
    label: npt.NDArray[np.int64]
    share: npt.NDArray[np.float64]
    value: npt.NDArray[np.float64]


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


def head_of(text: str) -> str:
    """The first line where that is short, as a title is; else the first characters."""
    first = text.lstrip().partition("\n")[0]
    return first[:HEAD]


class Words:
    """Which words texts have, by the stems of a language."""

    def __init__(self, language: str) -> None:
        self._counter = _binary(partial(_stems, language=language))

    def learn(self, texts: Sequence[str]) -> sparse.csr_matrix:
        """Take the words of these, and tell which of them has which, (texts, words)."""
        return _learned(self._counter, texts)

    def held(self, texts: Sequence[str]) -> sparse.csr_matrix:
        return self._counter.transform(texts)

    @property
    def places(self) -> dict[str, int]:
        return dict(self._counter.vocabulary_)

    def place(self, stem: str) -> int | None:
        return self._counter.vocabulary_.get(stem)


class Labels:
    """All labels of some languages, as words and as pieces of words.

    texts  of which the weights of words are learned
    """

    def __init__(
        self,
        vocabulary: HeadingVocabulary,
        languages: Sequence[str],
        spoken: str,
        texts: Sequence[str],
    ) -> None:
        """spoken  the language whose stems are compared"""
        self.labels = [
            (place, code, label)
            for place, concept in enumerate(vocabulary.concepts)
            if not concept.deprecated
            for code in languages
            for label in concept.names(code)
        ]
        self.concept = np.array([place for place, _, _ in self.labels], dtype=np.int64)
        # By concept its first label, -1 where it has none.
        self.first = np.full(len(vocabulary), -1)
        self.first[self.concept[::-1]] = np.arange(len(self.labels))[::-1]
        plain = [_QUALIFIER.sub("", label) for _, _, label in self.labels]
        self.language = spoken
        self._words = Words(spoken)
        self._pieces = _binary("char_wb", ngram_range=_PIECES)
        self.terms = self._words.learn(plain)
        pieces = _learned(self._pieces, plain)
        self.idf = _idf(self.words_of(texts))
        self.shares = _to_one(self.terms, self.idf)
        self._piece_shares = _to_one(pieces, _idf(self._pieces.transform(texts)))
        weights = self.terms.multiply(self.idf[None, :]).tocsr()
        lengths = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).ravel())
        self._directions = sparse.diags_array(1 / np.maximum(lengths, 1e-9)) @ weights
        # What a label weighs: a long and rare one is found by chance less often.
        self.mass = np.asarray(weights.sum(axis=1)).ravel()

    @property
    def vocabulary(self) -> dict[str, int]:
        """The words of labels, by stem."""
        return self._words.places

    def words_of(self, texts: Sequence[str]) -> sparse.csr_matrix:
        """Which words of labels a text has, (texts, words)."""
        return self._words.held(texts)

    def best(self, words: sparse.csr_matrix) -> Match:
        """Of every concept that shares a word with a text the label that the text holds best."""
        share = sparse.csr_matrix(words @ self.shares.T)
        weights = words.multiply(self.idf[None, :]).tocsr()
        lengths = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).ravel())
        cosine = sparse.csr_matrix(weights @ self._directions.T)
        for matrix in (share, cosine):
            matrix.sort_indices()
        text = np.repeat(np.arange(words.shape[0]), np.diff(share.indptr))
        label = share.indices.astype(np.int64)
        value = share.data * np.sqrt(cosine.data / np.maximum(lengths[text], 1e-9))
        order = np.lexsort((-value, self.concept[label], text))
        text, label = text[order], label[order]
        first = np.ones(len(text), dtype=bool)
        concept = self.concept[label]
        first[1:] = (text[1:] != text[:-1]) | (concept[1:] != concept[:-1])
        chosen = order[first]
        return Match(text[first], concept[first], label[first], share.data[chosen], value[chosen])

    def share_of(self, words: sparse.csr_matrix, text: np.ndarray, label: np.ndarray) -> np.ndarray:
        """Share of single labels in single texts, given the words of all texts."""
        return _row_products(words, self.shares, text, label)

    def pieces_of(self, texts: Sequence[str]) -> sparse.csr_matrix:
        return self._pieces.transform(texts)

    def piece_share_of(
        self, pieces: sparse.csr_matrix, text: np.ndarray, label: np.ndarray
    ) -> np.ndarray:
        return _row_products(pieces, self._piece_shares, text, label)


def _stems(text: str, language: str) -> list[str]:
    return [word for _, _, word in words_at(text, language)]


def _binary(analyzer: str | Callable[[str], list[str]], **options: object) -> CountVectorizer:
    return CountVectorizer(analyzer=analyzer, binary=True, dtype=np.float64, **options)


def _learned(counter: CountVectorizer, texts: Sequence[str]) -> sparse.csr_matrix:
    # One text more, as none at all, or none with a word, is an error to it.
    return counter.fit_transform([*texts, "word"])[:-1]


def _idf(held: sparse.csr_matrix) -> np.ndarray:
    """At least a little: a word of every text says something where a label is nothing else."""
    documents = np.asarray(held.sum(axis=0)).ravel()
    return np.maximum(np.log((held.shape[0] + 1) / (documents + 0.5)), 0.05)


def _to_one(terms: sparse.csr_matrix, idf: np.ndarray) -> sparse.csr_matrix:
    """Weights of a label's words that sum to 1."""
    weights = terms.multiply(idf[None, :]).tocsr()
    total = np.asarray(weights.sum(axis=1)).ravel()
    return sparse.csr_matrix(sparse.diags_array(1 / np.maximum(total, 1e-9)) @ weights)


def _row_products(
    left: sparse.csr_matrix, right: sparse.csr_matrix, rows: np.ndarray, others: np.ndarray
) -> np.ndarray:
    """⟨left[rows[i]], right[others[i]]⟩, (n,)."""
    found = np.zeros(len(rows))
    for start in range(0, len(rows), 20_000):
        part = slice(start, start + 20_000)
        product = left[rows[part]].multiply(right[others[part]])
        found[part] = np.asarray(product.sum(axis=1)).ravel()
    return found

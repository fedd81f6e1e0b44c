"""How a text of one side is read: its nearest records, and the labels that it or its translation
holds."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.headings.candidates import Candidates, Read, numbers_of_features
from gplsa.headings.labels import Labels
from gplsa.headings.lexicon import Lexicon
from gplsa.headings.neighbours import REPEATED, SAME, Known, Neighbours
from gplsa.headings.pieces import explaining, largest, pieces_of, rows_of
from gplsa.headings.sides import Side
from gplsa.headings.vocabulary import ANY
from gplsa.text.language.stems import stem
from gplsa.text.language.word_lists import word_lists
from gplsa.text.lines import opening_of

LEAST_PREDICTED = 0.05
LEAST_DICE, SURE_DICE, LEAST_PAIRS = 0.1, 0.3, 5
"""Of words that may translate each other; of those that do, and how many pairs have both."""
_PREDICTED_PIECES = 1_000
EXPLAINING = 3  # words of a text that are told to make it resemble a record


class Source:
    """One side of `sides`, from which headings are suggested.

    held     (records, concepts)
    labels   makes those of a language
    counterparts  the other sides of texts with another language, through which labels are met, and
             whose records without this side are found through a translation of the text
    """

    def __init__(
        self,
        name: str,
        sides: Mapping[str, Side],
        held: sparse.csr_matrix,
        languages: Sequence[str],
        labels: Callable[[str], Labels],
        by_words: bool = True,
    ) -> None:
        """languages  of the labels;  by_words  whether words translate each other, too"""
        self.name, self.side, self._sides, self._held = name, sides[name], sides, held
        self._make_labels, self._by_words = labels, by_words
        others = [other for other in sides if other != name and sides[other].has_texts]
        beside = {other: np.flatnonzero(self.side.filled & sides[other].filled) for other in others}
        self.pairs = {other: rows for other, rows in beside.items() if len(rows)}
        self.counterparts = [*self.pairs]
        self._reads_own = self.side.has_texts and bool({self.side.language, ANY} & {*languages})
        self._by_language = {
            sides[other].language: other
            for other in reversed(self.counterparts)
            if sides[other].language != self.side.language
            and {sides[other].language, ANY} & {*languages}
        }
        labelled = np.diff(held.indptr) > 0
        self.own = np.flatnonzero(labelled & self.side.filled)
        only = {
            other: np.flatnonzero(labelled & ~self.side.filled & sides[other].filled)
            for other in self.counterparts
        }
        self._only = {other: rows for other, rows in only.items() if len(rows)}

    @property
    def shape(self) -> tuple[int, int]:
        """Views of the records, and languages of labels, that speak for a candidate."""
        return bool(len(self.own)) + len(self._only), self._reads_own + len(self._by_language)

    @property
    def n_features(self) -> tuple[int, ...]:
        """What speaks for a candidate, in numbers: now, and in models made before."""
        return numbers_of_features(*self.shape, self._has_words)

    @property
    def _has_words(self) -> bool:
        """Whether records resemble a text by its words, too."""
        return self.side.has_texts and len(self.own) > 0

    def rows(self, texts: Sequence[str]) -> sparse.csr_matrix:
        return rows_of(pieces_of(texts), self.side.weights)

    def read(
        self, texts: Sequence[str], rows: sparse.csr_matrix, left_out: bool = False
    ) -> Candidates:
        """Candidates for texts, or for what was read as `rows` where this side has no texts.

        left_out  whether the texts are records themselves, that the others are to predict
        """
        versions = (REPEATED if self.side.has_texts else SAME) if left_out else None
        views, by_words = [], []
        if len(self.own):
            views.append(Neighbours(rows, self._known, versions))
        words = self.side.words_of(texts)
        if self._has_words:
            word_rows = rows_of(words, self.side.word_weights)
            by_words.append(Neighbours(word_rows, self._known_words, views[0].repeated))
        translating = {
            other: views[0] if views and known is self._known else Neighbours(rows, known, versions)
            for other, known in self._paired.items()
        }
        for other, known in self._alone.items():
            predicted = sparse.csr_matrix(translating[other].weights @ self._sides[other].rows)
            found = largest(predicted, _PREDICTED_PIECES)
            views.append(Neighbours(found, known, versions))
        reads = self._reads(texts, words, translating, left_out)
        return Candidates(views, reads, self._held, by_words)

    @cached_property
    def _known(self) -> Known:
        return Known(self.side.rows, self.own)

    @cached_property
    def _known_words(self) -> Known:
        return Known(self.side.word_rows, self.own)

    @cached_property
    def _paired(self) -> dict[str, Known]:
        return {
            other: self._known if np.array_equal(pairs, self.own) else Known(self.side.rows, pairs)
            for other, pairs in self.pairs.items()
        }

    @cached_property
    def _alone(self) -> dict[str, Known]:
        return {other: Known(self._sides[other].rows, rows) for other, rows in self._only.items()}

    def _reads(
        self,
        texts: Sequence[str],
        own_words: sparse.csr_matrix,
        translating: Mapping[str, Neighbours],
        counted: bool,
    ) -> list[Read]:
        """What the texts, of which side `own_words` are, have of the labels of each language."""
        heads = [opening_of(text) for text in texts]
        pieces, head_pieces = pieces_of(texts).sign(), pieces_of(heads).sign()
        own = [(self.side.language, "")] if self._reads_own else []
        reads = []
        for language, counterpart in [*own, *self._by_language.items()]:
            labels = self._make_labels(language)
            found = labels.found_in(texts)
            words, weights = found.words, self.side.weights
            if counterpart:
                weights = self._sides[counterpart].weights
                near = translating[counterpart]
                words = self._predicted(near, counterpart, own_words, labels).maximum(words)
            reads.append(
                Read(
                    labels,
                    sparse.csr_matrix(words),
                    found,
                    labels.words_of(heads),
                    pieces,
                    head_pieces,
                    weights,
                    texts,
                    counterpart,
                    counted,
                )
            )
        return reads

    @cached_property
    def _label_words(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """By side the words of labels that it has: their numbers there and among its stems."""
        found = {}
        for language, counterpart in self._by_language.items():
            place = self._sides[counterpart].place
            both = [
                (number, place[word])
                for word, number in self._make_labels(language).places.items()
                if word in place
            ]
            known, columns = np.array(both, dtype=np.int64).reshape(-1, 2).T
            found[counterpart] = known, columns
        return found

    def _predicted(
        self, near: Neighbours, counterpart: str, own_words: sparse.csr_matrix, labels: Labels
    ) -> sparse.csr_matrix:
        """How probably each word of a label stands in the other side of a text, (texts, words)."""
        known, columns = self._label_words[counterpart]
        chance = sparse.csr_matrix(near.weights @ self._sides[counterpart].words[:, columns])
        chance.data[chance.data < LEAST_PREDICTED] = 0.0
        chance.eliminate_zeros()
        chance.data = np.minimum(chance.data, 1.0)
        if self._by_words and self.side.has_texts:
            predicted = self._lexicons[counterpart].predicted(own_words, near.repeated)
            chance = sparse.csr_matrix(chance + predicted - chance.multiply(predicted))
        shape = chance.shape[0], len(labels.places)
        entries = chance.data, known[chance.indices], chance.indptr
        return sparse.csr_matrix(entries, shape=shape).sorted_indices()

    @cached_property
    def _lexicons(self) -> dict[str, Lexicon]:
        """By side, to those words of labels that it has."""
        found = {}
        for other, (_, columns) in self._label_words.items():
            paired = np.zeros(len(self.side.filled), dtype=np.float32)
            paired[self.pairs[other]] = 1.0
            kept = sparse.diags_array(paired)  # other rows are empty
            both = self.side.words, self._sides[other].words[:, columns]
            own, others = (sparse.csr_matrix(kept @ words) for words in both)
            for words in (own, others):
                words.eliminate_zeros()
            found[other] = Lexicon(own, others)
        return found

    def callers(self, other: str, wanted: set[str], words: set[str]) -> dict[str, tuple[str, bool]]:
        """By word wanted the word of a text that stands beside it most, if any does, and whether it
        surely translates to it."""
        counterpart, pairs = self._sides[other], self.pairs[other]
        known = {
            word: place
            for word in sorted(words - self._silent)
            if (place := self.side.place.get(word)) is not None
        }
        places = np.array([*known.values()], dtype=np.int64)
        if not len(places):
            return {}
        beside = np.zeros(self.side.rows.shape[0], dtype=np.float32)
        found: dict[str, tuple[str, bool]] = {}
        own = self.side.by_word[:, places]
        documents = self.side.n_documents[places]
        for target in sorted(wanted & counterpart.place.keys()):
            beside[:] = 0.0
            beside[counterpart.by_word[:, [counterpart.place[target]]].indices] = 1.0
            together = np.asarray(own.T @ beside).ravel()
            dice = 2 * together / np.maximum(documents + beside[pairs].sum(), 1)
            if dice.max() >= LEAST_DICE:
                best = int(dice.argmax())
                sure = dice[best] >= SURE_DICE and together[best] >= LEAST_PAIRS
                found[target] = [*known][best], bool(sure)
        return found

    def explaining(
        self, text: str, view: Neighbours, place: int, records: npt.NDArray[np.integer]
    ) -> list[tuple[str, ...] | None]:
        """The words of a text that make it resemble each of some records, and stand there; figures
        and single letters are none.

        place  of the text in the view
        None where the records were found through a translation, or are pictures.
        """
        if not text or view.known is not self._known:
            return [None] * len(records)
        words, shares = explaining(text, view.rows[[place]], self.side.rows[records])
        stems = [stem(word, self.side.language) for word in words]
        silent = [
            sum(map(str.isalpha, word)) < 2 or known in self._silent
            for word, known in zip(words, stems, strict=True)
        ]
        shares[silent] = 0.0
        found: list[tuple[str, ...] | None] = []
        for own in shares.T:
            said: dict[str, str] = {}  # one form of each word
            for n in np.argsort(-own, kind="stable"):
                if own[n] > 0:
                    said.setdefault(stems[n], words[n])
            found.append(tuple(said.values())[:EXPLAINING])
        return found

    @cached_property
    def _silent(self) -> set[str]:
        """Words that stand beside everything."""
        language = self.side.language
        return {stem(word, language) for word in word_lists(language).grammar}

"""Candidates for some texts, and what speaks for each of them, as numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.sums import entry_rows, ranks_within
from gplsa.core.types import BoolArray, Float32Array, FloatArray, IntArray
from gplsa.headings.labels import UNMET_QUALIFIER, Found, Labels, Match
from gplsa.headings.neighbours import Neighbours

CANDIDATES = 40  # of each kind, for a text
COMPOUNDS = 20
SURE_MATCH = 0.999
OF_ALL = "log_bearing", "is_unused"
OF_NEIGHBOURS = "score", "log_rank", "share_of_best_score", "nearest", "alike"
OF_LABELS = (
    *("share", "value", "share_of_best_value", "is_met", "log_rank"),
    *("head", "pieces", "head_pieces", "often", "early", "mass", "log_words"),
    *("head_is_met", "pieces_are_met", "is_within_longer"),
)
QUALIFIED = "is_qualified", "is_qualifier_met", "together", "is_written"
BORNE = "borne_by_first", "is_borne_by_more_than_chance"
WHOLE_WORDS = "score", "alike"
"""The numbers for a candidate: once, for each view of the records, for each language of labels
twice, for each view again, for the records nearest by words: later versions added the last three,
in this order, which models made before do not know."""


def numbers_of_features(views: int, languages: int, by_words: bool) -> tuple[int, ...]:
    """How many speak for a candidate: now, and in models made before."""
    first = len(OF_ALL) + len(OF_NEIGHBOURS) * views + len(OF_LABELS) * languages
    second = first + len(QUALIFIED) * languages + len(BORNE) * views
    return second + len(WHOLE_WORDS) * by_words, second, first


_NEVER = 1e4  # rank of a heading that no neighbour bears


@dataclass(frozen=True, eq=False)
class Read:
    """What texts have of the labels of one language, all (texts, …).

    words, heads              words of labels, 0..1, in the text and in what may be its title
    pieces, head_pieces       the same of pieces;  weights  of these, (pieces,)
    texts                     themselves
    counterpart               the side through which words were predicted; "" where that is none
    counted                   whether the texts are among the records by which words weigh
    """

    labels: Labels
    words: sparse.csr_matrix
    found: Found
    heads: sparse.csr_matrix
    pieces: sparse.csr_matrix
    head_pieces: sparse.csr_matrix
    weights: Float32Array
    texts: Sequence[str]
    counterpart: str = ""
    counted: bool = False


@dataclass(frozen=True, eq=False)
class Met:
    """By candidate: the label of it that a text holds best, -1 where it has none.

    share  of the label;  value  of `Match`;  qualified  what it has in brackets, and 1 where that
    is in the text;  together  how close its words stand in the text, where they all do
    written  whether the text has it letter by letter: *Französisch*, not *französische*
    """

    read: Read
    label: IntArray
    share: FloatArray
    value: FloatArray
    qualified: tuple[BoolArray, BoolArray]
    together: FloatArray
    written: BoolArray


class Candidates:
    """Candidates of some texts by text, concept: numbers, (candidates,), in this order.

    views  nearest records of the texts, by one side of these each
    met    by language of labels
    """

    def __init__(
        self,
        views: Sequence[Neighbours],
        reads: Sequence[Read],
        held: sparse.csr_matrix,
        by_words: Sequence[Neighbours] = (),
    ) -> None:
        """held  (records, concepts)
        by_words  the records nearest by whole words, which speak for candidates but bring none"""
        self.views, self._n = views, held.shape[1]

        def bearing(*records: sparse.csr_matrix) -> list[sparse.csr_matrix]:
            return [sparse.csr_matrix(one @ held) for one in records]

        # Σ_r w_r y_r and Σ_r k_r³ y_r of every text and concept.
        self._near, self._near_by_words = (
            [bearing(one.weights, one.alike.power(3)) for one in some] for some in (views, by_words)
        )
        self._borne = [bearing(view.first, view.alike_enough) for view in views]
        matches = [read.labels.best(read.words) for read in reads]
        keys = [self._best(one.text, one.concept, one.value) for one in matches]
        keys += [self._of_compounds(read) for read in reads if not read.counterpart]
        keys += [self._nearest(scores) for scores, _ in self._near]
        self._keys = np.unique(np.concatenate(keys))
        self.text, self.concept = self._keys // self._n, self._keys % self._n
        self.met = [self._meet(*pair) for pair in zip(reads, matches, strict=True)]

    def __len__(self) -> int:
        return len(self._keys)

    def features(self, used: FloatArray) -> FloatArray:
        """(candidates, features); used: records that bear each, without the text itself."""
        columns = [np.log1p(np.maximum(used, 0)), used <= 0]
        for view, (scores, near) in zip(self.views, self._near, strict=True):
            columns += self._of_neighbours(view, scores)
            columns.append(np.cbrt(self._at(near)[0]))
        for met in self.met:
            columns += self._of_labels(met)
        for met in self.met:
            columns += [*met.qualified, met.together, met.written]
        for view, borne in zip(self.views, self._borne, strict=True):
            first, alike = (self._at(one)[0] for one in borne)
            columns += [first, (alike > 0) & view.more_than_chance(self.text, first, used)]
        for scores, near in self._near_by_words:
            columns += [self._at(scores)[0], np.cbrt(self._at(near)[0])]
        return np.column_stack(columns).astype(np.float64)

    def _of_neighbours(self, view: Neighbours, scores: sparse.csr_matrix) -> list[np.ndarray]:
        text = self.text
        score, there = self._at(scores)
        rank = np.where(there, ranks_within(text, np.where(there, score, -np.inf)), _NEVER)
        top = np.full(int(text[-1]) + 1 if len(text) else 0, 1e-6)
        np.maximum.at(top, text, score)
        nearest = np.asarray(view.alike.max(axis=1).toarray()).ravel()
        return [score, np.log1p(rank), score / top[text], nearest[text]]

    def _at(self, matrix: sparse.csr_matrix) -> tuple[np.ndarray, BoolArray]:
        """Entries of (texts, concepts) at the candidates, and whether there is one."""
        matrix.sort_indices()
        keys = entry_rows(matrix.indptr) * self._n + matrix.indices
        place, there = _places(keys, self._keys)
        return np.where(there, matrix.data[place] if len(matrix.data) else 0.0, 0.0), there

    def _of_labels(self, met: Met) -> list[np.ndarray]:
        read, labels, text = met.read, met.read.labels, self.text
        best = np.zeros(read.words.shape[0])
        np.maximum.at(best, text, met.value)
        some = np.flatnonzero(met.label >= 0)
        at = text[some], met.label[some]
        shares = (
            labels.share_of(read.heads, *at),
            labels.piece_share_of(read.pieces, read.weights, *at),
            labels.piece_share_of(read.head_pieces, read.weights, *at),
            labels.share_of(read.found.often, *at),
            labels.share_of(read.found.early, *at),
            # Of a new text as of those that this was learned of, which are among the records.
            labels.mass[at[1]] if read.counted else labels.mass_counting(read.words, *at),
            np.log1p(labels.n_words[at[1]]),
        )
        of_label = np.zeros((len(shares), len(text)))
        of_label[:, some] = shares
        return [
            met.share,
            met.value,
            met.value / np.maximum(best[text], 1e-6),
            met.share > SURE_MATCH,
            np.log1p(ranks_within(text, met.value)),
            *of_label,
            of_label[0] > SURE_MATCH,
            of_label[1] > SURE_MATCH,
            self._within(met),
        ]

    def _within(self, met: Met) -> np.ndarray:
        """Whether a longer label that the text holds has all words of this one."""
        found = np.zeros(len(self.text), dtype=bool)
        sure = np.flatnonzero(met.share > SURE_MATCH)
        terms = met.read.labels.terms
        for own in np.split(sure, np.flatnonzero(np.diff(self.text[sure])) + 1):
            if len(own) > 1:
                held = terms[met.label[own]]
                n = np.diff(held.indptr)
                both = (held @ held.T).toarray()
                found[own] = ((both >= n[:, None]) & (n[None, :] > n[:, None])).any(axis=1)
        return found

    def _meet(self, read: Read, match: Match) -> Met:
        place, there = _places(match.text * self._n + match.concept, self._keys)
        label = read.labels.first[self.concept]
        label[there] = match.label[place[there]]
        share, value, together = np.zeros((3, len(label)))
        share[there], value[there] = match.share[place[there]], match.value[place[there]]
        written = np.zeros(len(label), dtype=bool)
        for n in np.flatnonzero(share > SURE_MATCH):
            text, own = self.text[n], label[n]
            together[n] = read.labels.together(read.found.at[text], own)
            written[n] = read.labels.plain[own] in read.texts[text]
        some = np.flatnonzero(label >= 0)
        asked = read.found.words, self.text[some], label[some]
        qualified, met = np.zeros((2, len(label)), dtype=bool)
        qualified[some], met[some] = read.labels.qualified(*asked)
        share[qualified & ~met] *= UNMET_QUALIFIER
        return Met(read, label, share, value, (qualified, met), together, written)

    def _nearest(self, scores: sparse.csr_matrix) -> IntArray:
        scores.sort_indices()
        return self._best(entry_rows(scores.indptr), scores.indices, scores.data)

    def _of_compounds(self, read: Read) -> IntArray:
        share = read.labels.compounds(read.pieces, read.weights)
        mass, concept = read.labels.mass[share.indices], read.labels.concept[share.indices]
        return self._best(entry_rows(share.indptr), concept, share.data * mass, COMPOUNDS)

    def _best(
        self, text: IntArray, concept: np.ndarray, value: FloatArray, most: int = CANDIDATES
    ) -> IntArray:
        """Keys of those with the largest values in each text."""
        kept = ranks_within(text, value) < most
        return np.asarray(text[kept] * self._n + concept[kept])


def _places(known: IntArray, wanted: IntArray) -> tuple[IntArray, BoolArray]:
    """Where each of `wanted` stands in `known`, which ascends, and whether it does."""
    if not len(known):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), bool)
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return place, known[place] == wanted

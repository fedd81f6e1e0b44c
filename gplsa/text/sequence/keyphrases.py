r"""Phrases that are names of things: *prime minister*, *New York*, *use of electronic devices*.

Two or three terms of the vocabulary side by side, or joined by a word such as *of*, are a phrase
where they stand together far more often than by chance (`core.chance.beyond_chance`), in at least
two documents, and where what stands before them announces a noun rather than a verb.  Phrases
with a weekday, month, numeral, title or noun of time in them (*last year*, *Mr Smith*) are none.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.chance import LEAST_DOCUMENTS, beyond_chance
from gplsa.core.sums import incidence
from gplsa.core.types import BoolArray, FloatArray, Ints
from gplsa.text.composing import nfc
from gplsa.text.lines import LineCounts
from gplsa.text.sequence.phrases import count_phrases, documents_with, find_phrases, phrase_forms
from gplsa.text.sequence.surroundings import Ordered, WordTraits, in_order, nouniness
from gplsa.text.vocabulary import Vocabulary

LONGEST = 4
MOST_TERMS = 3
LEAST_NOUNINESS = 0.5
SWALLOWED = 0.6
"""A phrase with so large a share of its uses inside one longer phrase is left to that one."""
MOST_PHRASES = 20_000
# Two words: l'homme, workers' rights, and l ' homme of texts that were cut before. No quotation
# begins between them.
_JOINT = re.compile(r"(?<!\w)(\w++)([-\u2010\u2011]|['\u2019] ?| ['\u2019] )(?=(\w++))")


@dataclass(frozen=True)
class Keyphrases:
    """The phrases of one side.

    sequences  of each its words: terms of the vocabulary, n_terms + i for the joining word i
    forms      how each is shown: its most frequent wording
    nouniness  as in `Traits`, of the phrase as a whole
    joining    the joining words;  n_terms  size of the vocabulary
    """

    sequences: list[tuple[int, ...]]
    forms: list[str]
    nouniness: FloatArray
    joining: tuple[str, ...]
    n_terms: int

    def __len__(self) -> int:
        return len(self.forms)

    @classmethod
    def choose(cls, ordered: Ordered, traits: WordTraits) -> "Keyphrases":
        """The phrases of some texts; `traits` of their words."""
        found = [_candidates(ordered, length, traits) for length in range(2, LONGEST + 1)]
        rows = [row for some in found for row in some]
        rows = sorted(_not_swallowed(rows), key=lambda row: -row.g2)[:MOST_PHRASES]
        rows.sort(key=lambda row: row.sequence)
        sequences, forms = [row.sequence for row in rows], [row.form for row in rows]
        nouns = np.array([row.nouniness for row in rows])
        return cls(sequences, forms, nouns, ordered.joining, ordered.n_terms)

    @cached_property
    def terms(self) -> sparse.csr_matrix:
        """(n_phrases, n_terms) 0–1: the terms of each."""
        terms = [sorted({word for word in row if word < self.n_terms}) for row in self.sequences]
        return incidence(terms, self.n_terms)

    def count(self, ordered: Ordered) -> sparse.csr_matrix:
        """How often each phrase stands in each line: CSR (n_lines, n_phrases)."""
        return count_phrases(ordered.words, ordered.lines, len(ordered.documents), self.sequences)

    def count_texts(self, vocabulary: Vocabulary, texts: Sequence[str]) -> sparse.csr_matrix:
        """`count` by text, (n_texts, n_phrases)."""
        ordered = in_order(vocabulary, texts)
        return LineCounts(self.count(ordered), ordered.documents).by_document()

    def with_joints(self, ordered: Ordered, texts: Iterable[str]) -> "Keyphrases":
        """Shown with the apostrophe or the hyphen that stands between two of their words in more
        than half of their places: *droits de l'homme*, *décision-cadre*.

        ordered  of these texts
        """
        pairs = {pair for form in self.forms for pair in pairwise(form.split(" "))}
        found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for text in texts if pairs else ():
            for left, between, right in _JOINT.findall(nfc(text)):
                if (left, right) in pairs:
                    found[left, right][between] += 1
        often = _side_by_side(ordered, list(found))
        mostly = {
            pair: max(signs, key=lambda sign: (signs[sign], sign))
            for (pair, signs), n in zip(found.items(), often, strict=True)
            if 2 * signs.total() > n
        }
        forms = []
        for form in self.forms:
            words = form.split(" ")
            rest = (mostly.get(pair, " ") + pair[1] for pair in pairwise(words))
            forms.append("".join([words[0], *rest]))
        return replace(self, forms=forms)

    def to_json(self) -> dict[str, Any]:
        return {
            "sequences": [list(sequence) for sequence in self.sequences],
            "forms": self.forms,
            "nouniness": self.nouniness.tolist(),
            "joining": list(self.joining),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any], n_terms: int) -> "Keyphrases":
        """Raises TypeError, KeyError or ValueError for content that is not of `to_json`."""
        sequences = [tuple(int(word) for word in row) for row in content["sequences"]]
        forms = [str(form) for form in content["forms"]]
        joining = tuple(str(word) for word in content["joining"])
        share = np.array(content["nouniness"], dtype=np.float64)
        last = n_terms + len(joining)
        sound = (
            len(sequences) == len(forms) == len(share)
            and np.isfinite(share).all()
            and all(
                2 <= len(row) <= LONGEST
                and all(0 <= word < last for word in row)
                and row[0] < n_terms
                for row in sequences
            )
        )
        if not sound:
            raise ValueError("phrases do not fit the vocabulary")
        return cls(sequences, forms, share, joining, n_terms)


@dataclass(frozen=True)
class _Found:
    sequence: tuple[int, ...]
    form: str
    uses: int
    g2: float
    nouniness: float


def _candidates(ordered: Ordered, length: int, traits: WordTraits) -> list[_Found]:
    """Phrases of so many words, the joining ones among them, that stand together beyond chance."""
    n_terms = ordered.n_terms
    found = find_phrases(ordered.words, ordered.lines, length, LEAST_DOCUMENTS, lambda: None)
    sequences = found.sequences
    if not len(sequences):
        return []
    uses = np.bincount(found.which, minlength=len(sequences))
    df = documents_with(found, ordered.documents[ordered.lines[found.first]])
    strength, together = _cohesion(ordered, sequences, uses)
    noun = nouniness(found.which, ordered.announced[found.first], len(sequences))
    is_term = sequences < n_terms
    n_held = is_term.sum(axis=1)
    kept = (
        is_term[:, 0]
        & is_term[:, -1]
        & (n_held <= MOST_TERMS)
        & np.array([len(set(row)) == length for row in sequences.tolist()])
        & (df >= LEAST_DOCUMENTS)
        & together
        & (noun >= LEAST_NOUNINESS)
    )
    kept &= traits.nouniness[np.where(is_term[:, -1], sequences[:, -1], 0)] >= LEAST_NOUNINESS
    circumstance = np.append(traits.circumstance, False)[np.minimum(sequences, n_terms)]
    kept &= ~(is_term & circumstance).any(axis=1)
    wanted = np.flatnonzero(kept)
    forms = phrase_forms(found, ordered.tokens, ordered.forms, wanted)
    return [
        _Found(tuple(sequences[i].tolist()), form, int(uses[i]), float(strength[i]), float(noun[i]))
        for i, form in zip(wanted.tolist(), forms, strict=True)
    ]


def _side_by_side(ordered: Ordered, pairs: Sequence[tuple[str, str]]) -> list[int]:
    """(n_pairs) how often these two forms stand side by side."""
    number = {form: place for place, form in enumerate(ordered.forms)}
    first = np.zeros(len(number) + 1, dtype=bool)
    first[[number[left] for left, _ in pairs]] = True
    at = np.flatnonzero(first[ordered.tokens[:-1]] & (ordered.lines[1:] == ordered.lines[:-1]))
    often = Counter(zip(ordered.tokens[at].tolist(), ordered.tokens[at + 1].tolist(), strict=True))
    return [often[number[left], number[right]] for left, right in pairs]


def _cohesion(ordered: Ordered, sequences: Ints, uses: Ints) -> tuple[FloatArray, BoolArray]:
    """G² of every sequence, and whether it stands beyond chance; a joining word counts as given."""
    n_places = ordered.n_places
    words = ordered.words[ordered.words >= 0]
    share = np.bincount(words, minlength=ordered.n_terms + len(ordered.joining)) / max(n_places, 1)
    is_term = sequences < ordered.n_terms
    log_share = np.where(is_term, np.log(np.maximum(share[sequences], 1e-300)), 0.0).sum(axis=1)
    strength = 2 * uses * (np.log(uses / max(n_places, 1)) - log_share)
    return strength, beyond_chance(uses, log_share, is_term.sum(axis=1), n_places)


def _not_swallowed(rows: Sequence[_Found]) -> list[_Found]:
    """Without those that mostly stand inside one longer phrase."""
    inside: dict[tuple[int, ...], int] = {}
    for row in rows:
        for length in range(2, len(row.sequence)):
            for start in range(len(row.sequence) - length + 1):
                piece = row.sequence[start : start + length]
                inside[piece] = max(inside.get(piece, 0), row.uses)
    return [row for row in rows if inside.get(row.sequence, 0) < SWALLOWED * row.uses]

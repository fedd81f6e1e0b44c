"""What keywords are made of beside single terms: phrases, and what kind of word each term is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.chance import LEAST_DOCUMENTS
from gplsa.core.items import SideVocabulary
from gplsa.core.types import BoolArray, IntArray
from gplsa.corpus.archive import pack_sparse, unpack_sparse
from gplsa.keywords import Keyword, Phrases, Traits
from gplsa.keywords.scoring.traits import no_spelling
from gplsa.text import Vocabulary
from gplsa.text.encoded import Encoded
from gplsa.text.lines import LineCounts
from gplsa.text.sequence.keyphrases import Keyphrases
from gplsa.text.sequence.names import Capitals, codes, name_parts, spelling
from gplsa.text.sequence.surroundings import WordTraits

TRAITS = ("circumstance", "nouniness", "capital", "length", "first", "everyday", "name")
YES_OR_NO = ("circumstance", "first", "everyday", "name")


@dataclass(frozen=True, eq=False)
class Phrasing:
    """The phrases of one side, and what kind of word each of its terms is.

    traits  of the terms;  chosen  the phrases that were found
    counts  (n_docs, n_phrases) of the training documents;  words_per_counted  as in `Phrases`
    lines   the same line by line, while a model is trained
    words, numbers  which terms and which of `chosen` are counted; all where None
    """

    traits: Traits
    chosen: Keyphrases
    counts: sparse.csr_matrix
    words_per_counted: float
    lines: LineCounts | None = None
    words: IntArray | None = None
    numbers: IntArray | None = None

    @property
    def phrases(self) -> Phrases:
        """As the ranker takes them."""
        terms, nouniness = self.chosen.terms, self.chosen.nouniness
        if self.words is not None:
            terms = terms[:, self.words]
        if self.numbers is not None:
            terms, nouniness = terms[self.numbers], nouniness[self.numbers]
        return Phrases(self.counts, terms, nouniness, self.words_per_counted)

    def known_from(self, documents: BoolArray, words: IntArray) -> IntArray:
        """The phrases that stand in two of some documents and are made of these terms."""
        held = self.counts[documents]
        frequency = np.bincount(held.indices, minlength=held.shape[1])
        terms = self.phrases.terms
        whole = np.diff(terms[:, words].indptr) == np.diff(terms.indptr)
        return np.flatnonzero((frequency >= LEAST_DOCUMENTS) & whole)

    def of(
        self, documents: BoolArray, words: IntArray | None = None, phrases: IntArray | None = None
    ) -> "Phrasing":
        """Of some documents, by a mask, in some of the terms and phrases; all where None."""
        lines, counts = self.lines, self.counts[documents]
        return replace(
            self,
            traits=self.traits if words is None else self.traits.of(words),
            counts=counts if phrases is None else counts[:, phrases],
            lines=None if lines is None else lines.of(documents, phrases),
            words=_chosen(self.words, words),
            numbers=_chosen(self.numbers, phrases),
        )

    def to_json(self) -> dict[str, Any]:
        return self.chosen.to_json() | {"places": self.words_per_counted}

    def to_arrays(self) -> dict[str, np.ndarray]:
        """By the names that follow the side's own."""
        arrays = {name: getattr(self.traits, name) for name in TRAITS}
        packed = pack_sparse("counts", self.counts) | pack_sparse("parts", self.traits.parts)
        return arrays | packed

    @classmethod
    def from_parts(
        cls, content: Mapping[str, Any], arrays: Mapping[str, np.ndarray], n_docs: int, n_terms: int
    ) -> "Phrasing":
        """The inverse; KeyError, TypeError or ValueError where the parts do not fit together."""
        # Files of earlier versions tell nothing of names and of everyday words.
        known = dict.fromkeys(("everyday", "name"), np.zeros(n_terms, dtype=bool)) | dict(arrays)
        values = {name: np.asarray(known[name]) for name in TRAITS}
        parts = sparse.csr_matrix((n_terms, n_terms))
        if any(name.startswith("parts") for name in arrays):
            parts = unpack_sparse(arrays, "parts", (n_terms, n_terms))
        sound = all(v.shape == (n_terms,) and np.isfinite(v).all() for v in values.values())
        sound = sound and all(values[name].dtype == bool for name in YES_OR_NO)
        if not sound or (values["nouniness"] < 0).any():
            raise ValueError("the traits of words do not fit the vocabulary")
        chosen = Keyphrases.from_json(content, n_terms)
        counts = unpack_sparse(arrays, "counts", (n_docs, len(chosen)))
        per_counted = float(content["places"])
        if not 1 <= per_counted < np.inf:
            raise ValueError("a text has fewer words than are counted")
        traits = Traits(**values, parts=parts, spelling=no_spelling(n_terms))
        return cls(traits, chosen, counts, per_counted)


def _chosen(before: IntArray | None, some: IntArray | None) -> IntArray | None:
    return before if some is None else some if before is None else before[some]


def traits_of(vocabulary: Vocabulary, found: WordTraits, encoded: Encoded | None) -> Traits:
    """What the texts and the lists of the language tell of every term."""
    length = np.array([len(form) for form in vocabulary.forms], dtype=np.float64)
    return Traits(
        found.circumstance | found.fragment,
        found.nouniness,
        found.capital,
        length,
        found.first,
        vocabulary.compounds(encoded),
        found.everyday,
        np.zeros(len(length), dtype=bool),
        no_spelling(len(length)),
    )


def with_names(
    sides: Mapping[str, Traits], capitals: Mapping[str, Capitals], shared: Sequence[str]
) -> dict[str, Traits]:
    """By side with what words tell that stand in the same letters on others: what is a part of
    names of people on one side is on all.

    capitals  by side;  shared  what is `proper` on several
    """
    known, found = frozenset(shared), {}
    names = {side: name_parts(own, known) for side, own in capitals.items()}
    spelt = {side: spelling(own, shared) for side, own in capitals.items()}
    people = {int(n) for side, own in names.items() for n in spelt[side][own] if n >= 0}
    for side, traits in sides.items():
        name = names[side] | np.isin(spelt[side], [*people])
        circumstance = traits.circumstance | name | codes(capitals[side], known)
        alike = np.where(circumstance, -1, spelt[side])
        found[side] = replace(traits, circumstance=circumstance, name=name, spelling=alike)
    return found


def keyword_forms(vocabulary: SideVocabulary, phrasing: Phrasing | None) -> list[str]:
    """How every keyword is shown: words, and behind them phrases."""
    return [*vocabulary.forms, *(phrasing.chosen.forms if phrasing else ())]


def keyword_sizes(
    vocabularies: Mapping[str, SideVocabulary], phrasings: Mapping[str, Phrasing]
) -> dict[str, tuple[int, int]]:
    """Of each side, how many words there are, and how many words and phrases."""
    n_words = {side: len(vocabulary.terms) for side, vocabulary in vocabularies.items()}
    n_phrases = {side: len(phrasing.chosen) for side, phrasing in phrasings.items()}
    return {side: (n, n + n_phrases.get(side, 0)) for side, n in n_words.items()}


@dataclass(frozen=True)
class Families:
    """The keywords of a ranker as a person sees them, one for each family of words: *government*
    and not *governmental* beside it.

    numbers  of every keyword of the ranker its place among `keyword_forms`; None where they are
             equal
    """

    vocabulary: SideVocabulary
    phrasing: Phrasing | None
    numbers: np.ndarray | None = None

    @cached_property
    def forms(self) -> list[str]:
        """How every keyword of the ranker is shown."""
        every = keyword_forms(self.vocabulary, self.phrasing)
        return every if self.numbers is None else [every[number] for number in self.numbers]

    def fold(self, ranked: Sequence[Keyword], limit: int) -> list[Keyword]:
        """The first `limit` whose words are not all relatives of words before them."""
        same_family = self.vocabulary.same_family
        kept: list[Keyword] = []
        words: list[str] = []
        for keyword in ranked:
            own = self._words(keyword.term)
            if not all(any(same_family(a, b) for b in words) for a in own):
                kept.append(keyword)
                words += own
        return kept[:limit]

    def _words(self, number: int) -> list[str]:
        place = number if self.numbers is None else int(self.numbers[number])
        terms = self.vocabulary.terms
        if place < len(terms) or self.phrasing is None:
            return [terms[place]]
        chosen = self.phrasing.chosen
        return [terms[word] for word in chosen.sequences[place - len(terms)] if word < len(terms)]

"""What a training learns from: the sides of some documents, counted, each one thing."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Self

import numpy as np
from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.sums import present_in
from gplsa.core.types import BoolArray, FloatArray, IntArray, VisualFeatures
from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.corpus.sides import CountedSide, count_side
from gplsa.errors import InputError
from gplsa.keywords.pairing.copies import originals
from gplsa.model.misaligned import of_trusted, pairs_of
from gplsa.model.phrasing import Families, Phrasing
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress, in_shares, report
from gplsa.text import Vocabulary, usual_options
from gplsa.training.parts_of_compounds import without_opaque_parts

PICTURES = 40.0  # of the time that a side of texts takes


@dataclass(frozen=True, eq=False)
class Side(CountedSide):
    """With the phrases of a side of texts, once they are read."""

    phrasing: Phrasing | None = None

    @property
    def by_regression(self) -> bool:
        """Whether its terms say little one by one: visual words, columns of features."""
        return self.kind != TEXT

    def without(self, held_out: BoolArray) -> "Side":
        """As if some documents, by a mask, had never been read, nor what they alone brought."""
        words = self.known_from(~held_out)
        phrases = None if self.phrasing is None else self.phrasing.known_from(~held_out, words)
        return self.of(~held_out, words, phrases)

    def of(
        self, documents: BoolArray, words: IntArray | None = None, phrases: IntArray | None = None
    ) -> Self:
        """Some documents, by a mask, in some of the words and phrases; all where None."""
        known = self.phrasing
        found = super().of(documents, words)
        of_these = None if known is None else known.of(documents, words, phrases)
        return replace(found, phrasing=of_these)

    def keywords_of(self) -> sparse.csr_matrix:
        """Counts of words and, behind them, of phrases: all that keywords are made of."""
        if self.phrasing is None:
            return self.counts
        return sparse.csr_matrix(sparse.hstack((self.counts, self.phrasing.counts), format="csr"))

    @cached_property
    def families(self) -> Families:
        """Of the same."""
        if self.phrasing is None:
            return Families(self.vocabulary, None, self.numbers)
        phrases = self.phrasing.numbers
        if phrases is None:
            phrases = np.arange(len(self.phrasing.chosen))
        numbers = np.concatenate([self.numbers, len(self.vocabulary.terms) + phrases])
        return Families(self.vocabulary, self.phrasing, numbers)


@dataclass(frozen=True, eq=False)
class Counted:
    """Every side of the same documents.

    pair_weights  how sure it is that the sides of a document belong together, (n_documents,);
                  None where all count alike
    """

    sides: dict[str, Side]
    pair_weights: FloatArray | None = None

    @property
    def n_documents(self) -> int:
        return int(next(iter(self.sides.values())).counts.shape[0])

    @property
    def n_words(self) -> dict[str, int]:
        return {name: side.counts.shape[1] for name, side in self.sides.items()}

    @property
    def counts(self) -> dict[str, sparse.csr_matrix]:
        return {name: side.counts for name, side in self.sides.items()}

    @property
    def vocabularies(self) -> dict[str, SideVocabulary]:
        return {name: side.vocabulary for name, side in self.sides.items()}

    @property
    def visual_features(self) -> dict[str, VisualFeatures]:
        """Of pictures alone."""
        found = {name: side.visual_features for name, side in self.sides.items()}
        return {name: own for name, own in found.items() if own is not None}

    @property
    def phrasings(self) -> dict[str, Phrasing]:
        """Of the sides of texts, without the lines, which no model holds."""
        found = {name: side.phrasing for name, side in self.sides.items()}
        return {m: replace(one, lines=None) for m, one in found.items() if one is not None}

    @cached_property
    def trusted(self) -> dict[str, sparse.csr_matrix]:
        """Counts, in which the rows of pairs that are not trusted are empty."""
        return of_trusted(self.counts, self.pair_weights)

    @cached_property
    def complete(self) -> BoolArray:
        """Which documents have words on every side."""
        return np.asarray(present_in([*self.counts.values()]).all(axis=1))

    @cached_property
    def originals(self) -> IntArray:
        """The earlier document that each nearly repeats on every side, or itself."""
        return originals(*self.counts.values())

    @property
    def first_of_its_kind(self) -> BoolArray:
        return np.asarray(self.originals == np.arange(self.n_documents))

    @property
    def n_pairs(self) -> int:
        """Documents that have words on two sides or more."""
        return int(pairs_of(self.counts).sum())

    def of(self, documents: BoolArray) -> "Counted":
        """Some documents, by a mask."""
        return self._with(documents, {m: side.of(documents) for m, side in self.sides.items()})

    def without(self, held_out: BoolArray) -> "Counted":
        """As if some documents, by a mask, had never been read."""
        return self._with(~held_out, {m: side.without(held_out) for m, side in self.sides.items()})

    def like(self, known: "Counted", documents: BoolArray) -> "Counted":
        """Some documents, by a mask, in what is counted of others of these sides."""
        sides = {}
        for name, side in self.sides.items():
            other = known.sides[name]
            phrases = None if other.phrasing is None else other.phrasing.numbers
            sides[name] = side.of(documents, other.words, phrases)
        return self._with(documents, sides)

    def _with(self, documents: BoolArray, sides: dict[str, Side]) -> "Counted":
        weights = self.pair_weights
        return Counted(sides, None if weights is None else weights[documents])


def count_sides(
    corpus: Corpus,
    settings: TrainSettings,
    progress: Progress | None = None,
    known: Mapping[str, CountedSide] | None = None,
) -> Counted:
    """Count the words, visual words or columns of every side.

    known  texts of this corpus that were counted before; used where the word options are the same
    """
    sides: dict[str, CountedSide] = {}
    costs = [PICTURES if side in corpus.pictures else 1.0 for side in corpus.modalities]
    for modality, part in in_shares(corpus.modalities, progress, costs=costs):
        options = settings.words.get(modality) or usual_options(
            corpus.languages[modality], corpus.texts.get(modality, ())
        )
        before = (known or {}).get(modality)
        words = None if before is None else before.vocabulary
        if before is not None and isinstance(words, Vocabulary) and words.options == options:
            report(part, 1.0, "Counting words")
            sides[modality] = before
            continue
        try:
            sides[modality] = count_side(
                corpus,
                modality,
                options,
                visual_words=settings.visual_words,
                seed=settings.seed,
                progress=part,
            )
        except InputError as error:
            raise InputError(
                "Side {modality!r}: {error}", modality=modality, error=error
            ) from error
    counted = without_opaque_parts(corpus, sides).items()
    names = [one.name for one in fields(CountedSide)]
    return Counted({m: Side(*(getattr(side, name) for name in names)) for m, side in counted})

"""What every comparison of Search gives: how near each document is, and the words that say so."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from scipy import sparse

from gplsa.core.sums import entry_rows
from gplsa.core.types import BoolArray, FloatArray, VisualFeatures

LINKS_SHOWN = 4
LEAST_BESIDE_BEST = 0.1
"""Of what the strongest link carries: what carries less brought nothing nearer."""
UNTOLD = 0.25
"""Share of the nearness of the best from which a document is found for which no link speaks, where
others have some."""


@dataclass(frozen=True)
class Link:
    """Words that speak for a hit: of the query, of the hit ("" where it is seen, not said)."""

    asked: str
    found: str
    share: float

    @property
    def is_alike(self) -> bool:
        """Whether both are the same word."""
        return self.asked.casefold() == self.found.casefold()

    @property
    def said(self) -> str:
        """The one word, or how the one is said by the other."""
        both = self.asked and self.found and not self.is_alike
        return f"{self.asked} → {self.found}" if both else self.asked or self.found


class Query(NamedTuple):
    """A document that is searched by: counts (1, n_words), mixture (n_topics,), of a picture its
    visual features (1, n_features), and whether other words of it are looked for in texts."""

    counts: sparse.csr_matrix
    mixture: FloatArray
    visual_features: VisualFeatures | None = None
    is_part: bool = False


class Measure(Protocol):
    """Compares a query with the documents of a side."""

    def scores(self, query: Query) -> FloatArray:
        """Of every document of the target side, (n_documents,)."""

    def links(self, query: Query, row: int) -> list[Link]:
        """The words that bring the query and a document together, strongest first."""


def standardised(values: FloatArray, among: BoolArray | None = None) -> FloatArray:
    """In standard deviations from the mean, both of the values `among` which, all where None."""
    known = values if among is None else values[among]
    if not known.size:
        return np.zeros_like(values)
    spread = max(float(known.std()), np.finfo(float).tiny)
    return np.asarray((values - known.mean()) / spread)


def strongest(found: list[tuple[str, str, float]]) -> list[Link]:
    """The links that carry most, with their share of all that speaks for the hit."""
    total = sum(value for *_, value in found)
    ordered, first = sorted(found, key=lambda link: -link[2]), dict[str, str]()
    for asked, word, _ in ordered:
        first.setdefault(asked, word)
    few = len(first) <= LINKS_SHOWN  # each of these has its reason
    best = sorted(ordered, key=lambda one: not few or first[one[0]] != one[1])[:LINKS_SHOWN]
    least = max(LEAST_BESIDE_BEST * ordered[0][2], 0.0) if ordered else 0.0
    return [
        Link(asked, word, float(value / total))
        for asked, word, value in sorted(best, key=lambda link: -link[2])
        if value > (0.0 if few and first[asked] == word else least)
    ]


def holding_most_first(
    nearness: FloatArray,
    documents: sparse.csr_matrix,
    said: sparse.csr_matrix,
    idf: FloatArray,
    is_part: bool = False,
) -> FloatArray:
    """Nearness, 0..1, times the share of what is asked for that a document holds, where words weigh
    by idf; of several words those that hold all stand above the rest: they gain from its best to 1.
    None of what holds nothing and is far.

    documents  (n_documents, n_words);  said  how likely the words of theirs say each word asked
    for, (n_asked, n_words), where those half as likely as the best do: what none says is not asked
    for;  idf  (n_asked,);  is_part  whether more is asked for than these words: none holds all
    """
    told = documents @ (np.bincount(said.indices, minlength=said.shape[1]) > 0) > 0
    if told.any():
        nearness = nearness * (told | (nearness > UNTOLD * nearness.max()))
    weight = idf * (np.diff(said.indptr) > 0)
    if np.count_nonzero(weight) < 2:
        return nearness
    held = surely_said(documents, said) @ (weight / weight.sum())
    found, whole = nearness * held, (held > 1 - 1e-9) & (not is_part)
    rest = found[~whole].max(initial=0.0)
    return np.where(whole, rest + (1 - rest) * nearness, found)


def surely_said(documents: sparse.csr_matrix, said: sparse.csr_matrix) -> sparse.csr_matrix:
    """Which documents say each word asked for, (n_documents, n_asked), by words that are half as
    likely to say it as the best; documents and said as above."""
    best = said.max(axis=1).toarray().ravel()[entry_rows(said.indptr)]
    surely = sparse.csr_matrix((said.data >= best / 2, said.indices, said.indptr), said.shape)
    return sparse.csr_matrix(documents @ surely.T > 0)

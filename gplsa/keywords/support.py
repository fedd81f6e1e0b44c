"""Which source terms speak for a keyword of one document."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.keywords.fitting import LexiconInUse
from gplsa.keywords.scoring.probability import term_weight

NOTHING_ELSE: Mapping[int, float] = {}
AS_SURE = 1 / 3  # *Zivilgesellschaft* calls for *civil society*, *fest* stood beside it a few times


class Support(NamedTuple):
    """shares     (source term, share of the support), largest first; shares sum to 1
    strongest  the place of the witness among them
    pairs      training pairs that hold keyword and witness, and the witness, where those at hand
               are not all that taught"""

    shares: list[tuple[int, float]]
    strongest: int = 0
    pairs: tuple[int, int] | None = None


class LexiconRow:
    """What the words of one document lead to in a lexicon, gathered once for all its keywords.

    row  the document, (1, n_source)
    """

    def __init__(self, row: sparse.csr_matrix, learned: LexiconInUse) -> None:
        lexicon = learned.lexicon
        first = lexicon.indptr[row.indices]
        lengths = lexicon.indptr[row.indices + 1] - first
        begins = np.cumsum(lengths) - lengths
        self._places = np.repeat(first - begins, lengths) + np.arange(lengths.sum())
        self._words = np.repeat(row.indices, lengths)
        self._weights = np.repeat([term_weight(count) for count in row.data], lengths)
        self._terms = lexicon.indices[self._places]
        self._learned = learned

    def sureness(self, terms: Sequence[int]) -> dict[int, float]:
        """Of the source words that have one of some terms, the largest P(e|f)."""
        at = np.flatnonzero(np.isin(self._terms, terms))
        found: dict[int, float] = {}
        p = self._learned.pair_share[self._places[at]]
        for word, share in zip(self._words[at].tolist(), p.tolist(), strict=True):
            found[word] = max(found.get(word, 0.0), share)
        return found

    def support(self, term: int, of_parts: Mapping[int, float] = NOTHING_ELSE) -> Support:
        r"""share_f = w_f t(e|f) / Σ, w_f = 1 + log tf_f, of the source words that have e; the
        witness has the largest P(e|f) of those with at least half of the largest share, and what
        is less than `AS_SURE` as sure as it is taken for chance: it has no share.

        of_parts  `sureness` of the words of a phrase: *finanziell* speaks for *financial interests*
        """
        lexicon = self._learned.lexicon
        at = np.flatnonzero(self._terms == term)
        if not len(at):
            return Support([])
        weights = self._weights[at] * lexicon.translation[self._places[at]]
        p = self._learned.pair_share[self._places[at]]
        largest = weights.max()
        parts = [of_parts.get(word, 0.0) for word in self._words[at].tolist()]
        likely = np.maximum(p, parts) >= AS_SURE * p[2 * weights >= largest].max()
        at, weights, p = at[likely], weights[likely], p[likely]
        order = np.lexsort((self._words[at], -weights))
        at, weights, p = at[order], weights[order], p[order]
        words = self._words[at].tolist()
        shares = list(zip(words, (weights / (weights.sum() or 1.0)).tolist(), strict=True))
        strongest = int(np.argmax(np.where(2 * weights >= largest, p, -1.0)))
        if (known := lexicon.learned_from) is None:
            return Support(shares, strongest)
        n_both = lexicon.cooccurrence[self._places[at[strongest]]]
        return Support(shares, strongest, (int(n_both), int(known.source[words[strongest]])))

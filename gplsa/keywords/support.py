"""Which source terms speak for a keyword of one document."""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.keywords.fitting import LexiconInUse
from gplsa.keywords.scoring.probability import term_weight


class Support(NamedTuple):
    """shares     (source term, share of the support), largest first; shares sum to 1
    strongest  the place of the witness among them
    pairs      training pairs that hold keyword and witness, and the witness, where those at hand
               are not all that taught
    """

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

    def support(self, term: int) -> Support:
        r"""share_f = w_f t(e|f) / Σ, w_f = 1 + log tf_f, of the source words that have e; the
        witness has the largest P(e|f) of those with at least half of the largest share."""
        lexicon = self._learned.lexicon
        at = np.flatnonzero(self._terms == term)
        weights = self._weights[at] * lexicon.translation[self._places[at]]
        order = np.lexsort((self._words[at], -weights))
        words, values = self._words[at][order].tolist(), weights[order].tolist()
        total = sum(values) or 1.0
        shares = [(word, weight / total) for word, weight in zip(words, values, strict=True)]
        if not shares:
            return Support(shares)
        places = self._places[at][order]
        sure = np.where(2 * weights[order] >= max(values), self._learned.pair_share[places], -1.0)
        strongest = int(np.argmax(sure))
        if (known := lexicon.learned_from) is None:
            return Support(shares, strongest)
        n_both, n_source = lexicon.cooccurrence[places[strongest]], known.source[words[strongest]]
        return Support(shares, strongest, (int(n_both), int(n_source)))

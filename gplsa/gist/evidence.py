"""Why a keyword was proposed: source words, topics, the best witness and training pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.gist.pairing.lexicon import Lexicon
from gplsa.gist.scoring.ranking import term_weight

MOST_NAMED = 5
"""Topics, and training pairs, behind one keyword."""


@dataclass(frozen=True)
class Witness:
    """In `n_both` of the `n_source` training pairs with `source_term`, the mate has the keyword."""

    source_term: int
    n_both: int
    n_source: int


@dataclass(frozen=True)
class Evidence:
    """What speaks for one keyword of one document.

    source_words  (source term, share of the support S), largest first; shares sum to 1 over all
    topics        (topic, share of the affinity between the keyword and those words), largest first
    witness       the single best source word; None where no source word supports the keyword
    pairs         training documents that hold the keyword and its witness, nearest first
    """

    source_words: list[tuple[int, float]]
    topics: list[tuple[int, float]]
    witness: Witness | None
    pairs: list[int]


def source_shares(
    row: sparse.csr_matrix, term: int, lexicon: Lexicon
) -> tuple[list[tuple[int, float]], list[int]]:
    r"""share_f = w_f t(e|f) / Σ, w_f = 1 + log tf_f, of the source words that have e.

    Returns the shares, largest first, and the places of the pairs in the lexicon, same order.
    """
    found = []
    for word, count in zip(row.indices, row.data, strict=True):
        pairs = lexicon.row(int(word))
        place = pairs.start + int(np.searchsorted(lexicon.indices[pairs], term))
        if place < pairs.stop and lexicon.indices[place] == term:
            weight = term_weight(count) * lexicon.translation[place]
            found.append((float(weight), int(word), place))
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    total = sum(weight for weight, _, _ in found) or 1.0
    return [(word, weight / total) for weight, word, _ in found], [place for *_, place in found]


def topic_shares(
    shares: list[tuple[int, float]],
    terms: Sequence[int],
    source_profile: npt.NDArray[np.float32],
    target_profile: npt.NDArray[np.float32],
) -> list[tuple[int, float]]:
    r"""Topics behind the link, √(p(z|f) p(z|e)) / A(f, e), averaged by the source words' shares
    and over the target words `terms` that the keyword is made of."""
    total = np.zeros(source_profile.shape[1])
    for word, share in shares:
        for term in terms:
            link = np.asarray(source_profile[word], dtype=np.float64) * target_profile[term]
            affinity = link.sum()
            if affinity > 0:
                total += share * link / affinity / len(terms)
    order = np.argsort(-total, kind="stable")[:MOST_NAMED]
    return [(int(z), float(total[z])) for z in order if total[z] > 0]


def documents_with_both(
    source: sparse.csc_matrix, target: sparse.csc_matrix, source_term: int, target_term: int
) -> npt.NDArray[np.int32]:
    """Rows of the training pairs that hold the one term and the other."""
    with_source = source.indices[source.indptr[source_term] : source.indptr[source_term + 1]]
    with_target = target.indices[target.indptr[target_term] : target.indptr[target_term + 1]]
    return np.intersect1d(with_source, with_target)


def supporting_pairs(
    row: sparse.csr_matrix,
    source: sparse.csc_matrix,
    target: sparse.csc_matrix,
    source_term: int,
    target_term: int,
) -> list[int]:
    """Training pairs with both words, those first that share most rare words with the document."""
    both = documents_with_both(source, target, source_term, target_term)
    overlap = np.zeros(source.shape[0])
    for word in row.indices:
        holders = source.indices[source.indptr[word] : source.indptr[word + 1]]
        overlap[holders] += np.log((1 + source.shape[0]) / (1 + len(holders)))
    order = np.lexsort((both, -overlap[both]))
    return [int(document) for document in both[order][:MOST_NAMED]]

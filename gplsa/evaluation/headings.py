r"""How well ranked headings meet those that were given, by the measures that Annif prints.

    P@k = hits / k,  R@k = hits / given,  F1@k = 2 P R / (P + R), each the mean over texts
    nDCG@k = Σ_{i ≤ k, hit} 1/log₂(i + 1) / Σ_{i ≤ min(k, given)} 1/log₂(i + 1)   [Järvelin 2002]

Texts without a heading given do not count.
"""

from collections.abc import Callable, Collection, Sequence

import numpy as np

Ranked = Sequence[Sequence[int]]
Given = Sequence[Collection[int]]


def precision_at(ranked: Ranked, given: Given, k: int) -> float:
    """Mean share of the first k that was given, as if k were suggested where there are fewer."""
    return _mean_share(ranked, given, k, lambda right: k)


def recall_at(ranked: Ranked, given: Given, k: int) -> float:
    """Mean share of what was given that is among the first k."""
    return _mean_share(ranked, given, k, len)


def f1_at(ranked: Ranked, given: Given, k: int) -> float:
    """Mean F1 of the first k, as if k headings had been suggested wherever there are fewer."""
    return 2 * _mean_share(ranked, given, k, lambda right: k + len(right))


def ndcg_at(ranked: Ranked, given: Given, k: int) -> float:
    """Mean normalised discounted cumulative gain of the first k."""
    gain = 1 / np.log2(np.arange(2, k + 2))
    found = [
        gain[[place for place, heading in enumerate(headings[:k]) if heading in right]].sum()
        / gain[: len(right)].sum()
        for headings, right in zip(ranked, given, strict=True)
        if right
    ]
    return float(np.mean(found)) if found else 0.0


def _mean_share(
    ranked: Ranked, given: Given, k: int, of: Callable[[Collection[int]], int]
) -> float:
    found = [
        sum(heading in right for heading in headings[:k]) / of(right)
        for headings, right in zip(ranked, given, strict=True)
        if right
    ]
    return float(np.mean(found)) if found else 0.0

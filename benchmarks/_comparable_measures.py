"""What is measured on unseen pairs, of topic models and of cross-language LSI."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

import numpy as np
from scipy import sparse

from benchmarks._common import Array
from benchmarks._comparable_corpora import Counts, Split
from benchmarks._comparable_methods import Fitted
from benchmarks.gist_baselines import lsi_spaces, tfidf
from benchmarks.paired.counting import cosines
from gplsa.evaluation.counterparts import mean_reciprocal_rank, ranks_of_counterparts
from gplsa.evaluation.keywords import precision
from gplsa.evaluation.topics import held_out_perplexity
from gplsa.keywords import paper_rule
from gplsa.retrieval.mixtures import topic_similarity

STEPS = (2, 3, 5, 10)
SHARES = (0.0, 0.1, 0.2, 0.3, 0.5)
DIMENSIONS = (50, 100, 200)
N_KEYWORDS = 10
Figures = dict[str, dict[str, float]]
"""By direction ("de>en"), by measure."""


@dataclass(frozen=True)
class Manner:
    """How unseen documents are read: steps of folding in, and how much is left to the background.

    Both smooth, and which of them a method needs says nothing about its topics.
    """

    steps: int = 3
    share: float = 0.2


def figures_of(found: Fitted, pairs: Counts, manner: Manner, *, briefly: bool = False) -> Figures:
    """perplexity of the partner; counterparts, MRR by topics; keywords, precision of ten;
    agreement.

    briefly  perplexity alone
    """
    alone = {
        side: found.read(side, matrix, manner.steps, manner.share) for side, matrix in pairs.items()
    }
    words = {side: found.words(side, manner.share) for side in pairs}
    figures: Figures = {}
    for source, target in permutations(pairs, 2):
        carried = found.in_topics_of(source, target, alone[source])
        there, counterparts = np.diff(pairs[source].indptr) > 0, pairs[target]
        one = {
            "perplexity": held_out_perplexity(counterparts[there], carried[there], words[target])
        }
        if not briefly:
            both = there & (np.diff(counterparts.indptr) > 0)
            read, other = carried[both], alone[target][both]
            centre = np.vstack(
                [found.in_topics_of(source, target, found.centre[source]), found.centre[target]]
            )
            ranks = ranks_of_counterparts(topic_similarity(read, other, centre))
            one |= {
                "counterparts": mean_reciprocal_rank(ranks),
                "keywords": _precision(paper_rule(read, words[target]), counterparts[both]),
                "agreement": float(_correlations(read, other).mean()),
            }
        figures[f"{source}>{target}"] = one
    return figures


def chosen_manner(found: Fitted, choosing: Counts) -> tuple[Manner, float]:
    """What predicts partners best where one may choose, and its perplexity there: the share of
    the background first, then the steps."""

    def perplexity(manner: Manner) -> float:
        return overall(figures_of(found, choosing, manner, briefly=True), "perplexity")

    by_share = {manner: perplexity(manner) for manner in (Manner(share=one) for one in SHARES)}
    best = min(by_share, key=by_share.__getitem__)
    others = [replace(best, steps=steps) for steps in STEPS if steps != best.steps]
    tried = {best: by_share[best], **{manner: perplexity(manner) for manner in others}}
    best = min(tried, key=tried.__getitem__)
    return best, tried[best]


def overall(figures: Figures, measure: str) -> float:
    """Over the directions: geometric mean of perplexities, arithmetic of the rest."""
    values = np.array([one[measure] for one in figures.values()])
    return float(np.exp(np.log(values).mean()) if measure == "perplexity" else values.mean())


def lsi_figures(split: Split) -> Figures:
    """Cross-language LSI of each pair of sides; dimensions by the counterparts of the choosing
    part."""
    figures: Figures = {}
    for ways in combinations(split.learned, 2):
        one, other = (split.learned[side] for side in ways)
        spaces = lsi_spaces(one, other, max(DIMENSIONS))

        def placed(pairs: Counts, spaces=spaces, ways=ways) -> tuple[list[Array], Counts]:
            both = np.all([np.diff(pairs[side].indptr) > 0 for side in ways], axis=0)
            found = {side: pairs[side][both] for side in ways}
            places = [
                tfidf(found[side], split.learned[side]) @ space
                for side, space in zip(ways, spaces, strict=True)
            ]
            return places, found

        tried, _ = placed(split.choosing)
        best = max(
            DIMENSIONS, key=lambda n, tried=tried: _counterparts(*(one[:, -n:] for one in tried))
        )
        places, unseen = placed(split.unseen)
        for here, there in ((0, 1), (1, 0)):
            place = places[here][:, -best:]
            scores = place @ spaces[there][:, -best:].T
            figures[f"{ways[here]}>{ways[there]}"] = {
                "counterparts": _counterparts(place, places[there][:, -best:]),
                "keywords": _precision(scores, unseen[ways[there]]),
            }
    return figures


def _counterparts(left: Array, right: Array) -> float:
    return mean_reciprocal_rank(ranks_of_counterparts(cosines(left, right)))


def _precision(scores: Array, counterparts: sparse.csr_matrix) -> float:
    ranked: Sequence[Array] = list(np.argsort(-scores, axis=1, kind="stable")[:, :N_KEYWORDS])
    return precision(ranked, counterparts, N_KEYWORDS)


def _correlations(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Of each topic's shares on two sides, at least 0; 1 where it has the same everywhere."""
    first, second = first - first.mean(axis=0), second - second.mean(axis=0)
    together = np.maximum((first * second).sum(axis=0), 0.0)
    scale = np.sqrt((first**2).sum(axis=0) * (second**2).sum(axis=0))
    return np.where(scale < 1e-12, 1.0, together / np.maximum(scale, 1e-12))

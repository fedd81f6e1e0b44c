"""What several kinds of model take, and which of them is ahead."""

from collections.abc import Mapping, Sequence
from math import hypot

from gplsa.compare.baselines import BASELINES, Result
from gplsa.training.estimate import seconds_per_topic

ITERATIONS = 250  # of the estimate of a training, which most kinds take
SURE = 2.0  # standard errors between what is no chance


def seconds_of_models(
    names: Sequence[str], n_documents: int, nonzeros: Mapping[str, int], n_topics: int
) -> float:
    """How long `compare_models` will take, on the computer of the estimate of a training."""
    one = ITERATIONS * n_topics * seconds_per_topic(n_documents, nonzeros.values())
    return one * sum(BASELINES[name].cost(n_documents) for name in names)


def ahead(results: Sequence[Result], measure: str) -> tuple[str, list[str]]:
    """The best by "coherence" or "accuracy", and those that it is ahead of by chance at most."""
    figures = {
        one.baseline: (getattr(one, measure), getattr(one, f"{measure}_error")) for one in results
    }
    best = max(figures, key=lambda name: figures[name][0])
    top, error = figures.pop(best)
    near = [n for n, (value, own) in figures.items() if top - value <= SURE * hypot(error, own)]
    return best, near

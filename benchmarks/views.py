"""Documents with several views: what helps their clusters, coupling of the views or a graph?

    python -m benchmarks.views [--choose 3] [--seeds 5] [--only debates]

debates  ten debates of Europarl in English, German and French
stories  3Sources: 169 news stories told by three papers, six subjects

As many topics as classes, random starts.  λ (and μ, of the graph) are chosen by the mean of
accuracy and NMI on ten other debates, for both collections; nothing is chosen on the stories.
Clusters are read by `model.clusters`, and by the heaviest topic, as CoPLSA's paper does; where
views have mixtures of their own, of their mean.  Mean and 95 % interval over the seeds.
"""

import argparse
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks._common import DATA, interval, print_table
from benchmarks._corpora import Classed, debates, stories
from gplsa import GPLSA, PLSA, CoPLSA, LinkPLSA, MultimodalGPLSA

LANGUAGES = ("en", "de", "fr")
STRENGTHS = (0.1, 1.0, 10.0)
SHARED = 1e4
"""λ at which views share one mixture."""

COLLECTIONS: dict[str, Callable[[], Classed]] = {
    "other debates": lambda: debates(slice(0, None, 2), LANGUAGES),
    "debates": lambda: debates(slice(1, None, 2), LANGUAGES),
    "stories": stories,
}


@dataclass(frozen=True)
class Method:
    """How to fit a collection with a strength and the options of all; strengths to choose from."""

    fit: Callable[[Classed, float, dict[str, Any]], Any]
    grid: tuple[float, ...] = (0.0,)


def first(data: Classed) -> sparse.csr_matrix:
    return next(iter(data.counts.values()))


def glued(data: Classed) -> sparse.csr_matrix:
    return sparse.hstack([*data.counts.values()], format="csr")


METHODS = {
    "PLSA, first view": Method(lambda d, _, o: PLSA(**o).fit(first(d))),
    "PLSA, views glued": Method(lambda d, _, o: PLSA(**o).fit(glued(d))),
    "link-PLSA": Method(lambda d, _, o: LinkPLSA(**o).fit(d.counts)),
    "CoPLSA": Method(lambda d, lam, o: CoPLSA(lam=lam, **o).fit(d.counts), (0.001, 0.01, 0.1, 1.0)),
    "GPLSA sKL, views coupled": Method(
        lambda d, lam, o: MultimodalGPLSA(lam=lam, **o).fit(d.counts), STRENGTHS
    ),
    "GPLSA sKL, graph, first view": Method(
        lambda d, lam, o: GPLSA(lam=lam, **o).fit(first(d), graph=d.graph), STRENGTHS
    ),
    "GPLSA ℓ2, graph, views glued": Method(
        lambda d, lam, o: GPLSA(regularizer="l2", lam=lam, **o).fit(glued(d), graph=d.graph),
        STRENGTHS,
    ),
    "GPLSA sKL, graph, views glued": Method(
        lambda d, lam, o: GPLSA(lam=lam, **o).fit(glued(d), graph=d.graph), STRENGTHS
    ),
    "GPLSA sKL, graph, views coupled": Method(
        lambda d, lam, o: MultimodalGPLSA(lam=1.0, graph_lam=lam, **o).fit(d.counts, graph=d.graph),
        STRENGTHS,
    ),
    "GPLSA sKL, graph, views shared": Method(
        lambda d, lam, o: MultimodalGPLSA(lam=SHARED, graph_lam=lam, **o).fit(
            d.counts, graph=d.graph
        ),
        STRENGTHS,
    ),
}

collection = cache(lambda name: COLLECTIONS[name]())


def one_fit(job: tuple[str, str, float, int]) -> list[float]:
    """Accuracy and NMI of `clusters`, accuracy and NMI of the heaviest topic."""
    name, method, strength, seed = job
    data = collection(name)
    options = {"n_topics": data.n_classes, "init": "random", "random_state": seed, "n_jobs": 1}
    model = METHODS[method].fit(data, strength, options)
    theta = model.doc_topic_
    mixture: NDArray[np.float64] = (
        np.mean([*theta.values()], axis=0) if isinstance(theta, dict) else theta
    )
    clusters = model.clusters(data.n_classes, random_state=seed)
    return data.figures(clusters, mixture.argmax(axis=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--choose", type=int, default=3, help="seeds to choose λ on")
    parser.add_argument("--seeds", type=int, default=5, help="seeds to report on")
    parser.add_argument("--only", nargs="+", default=["debates", "stories"])
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    header = ["", "accuracy", "NMI", "accuracy, heaviest topic", "NMI, heaviest topic"]
    with ProcessPoolExecutor() as pool:

        def fits(name: str, method: str, strength: float, seeds: range) -> NDArray[np.float64]:
            return np.array(
                list(pool.map(one_fit, [(name, method, strength, seed) for seed in seeds]))
            )

        chosen = {}
        for name, method in METHODS.items():
            tried = {
                strength: fits("other debates", name, strength, range(100, 100 + options.choose))
                for strength in method.grid
                if len(method.grid) > 1
            }
            mean = {strength: found[:, :2].mean() for strength, found in tried.items()}
            chosen[name] = max(mean, key=lambda s: mean[s]) if mean else method.grid[0]
        for where in options.only:
            rows = []
            for name, method in METHODS.items():
                found = fits(where, name, chosen[name], range(options.seeds))
                told = f", {chosen[name]:g}" if len(method.grid) > 1 else ""
                rows.append([name + told, *(interval(found[:, k]) for k in range(4))])
            print_table(where, header, rows)


if __name__ == "__main__":
    main()

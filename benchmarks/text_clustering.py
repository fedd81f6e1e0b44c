"""Clusters and topics of parliamentary debates by every model of the papers.

    python -m benchmarks.text_clustering [--choose 3] [--report 10]

The 20 largest debates of Europarl (day + chapter is the class): 864 documents, as many topics as
debates, topics started from random documents.  English is what is measured; models of several
languages see German, and French, too.  Clusters are the heaviest topic of a document (as CoPLSA's
and deep NMF's papers take them) or k-means (n_init = 10) on p(z|d).  Coherence (UMass, the sum over
pairs) and similarity count are of the ten best words, over the same English counts; NPMI likewise.
λ is chosen by the mean of all four cluster figures on the seeds 100, 101 …, reported are mean and
standard deviation on the seeds 0, 1 …
"""

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from benchmarks._common import DATA, Array, print_table, spread
from benchmarks._corpora import Classed, debates, text_graph
from gplsa import GNMF, GPLSA, LDA, PLSA, CoPLSA, DeepNMF, LinkPLSA, MultimodalGPLSA
from gplsa.evaluation.topics import best_words, npmi_coherence, similarity_count, umass_coherence
from gplsa.models.clusters import cluster_documents

N_DEBATES = 20
LANGUAGES = ("en", "de", "fr")
GRAPH_LAMS = (0.1, 1.0, 10.0)
Make = Callable[[float, int], Any]


@dataclass(frozen=True)
class Method:
    """An estimator from λ and a seed, how many languages it sees, and the λ to choose from."""

    name: str
    make: Make
    n_languages: int = 1
    graph: bool = False
    grid: tuple[float, ...] = (0.0,)

    def fit(self, data: Classed, lam: float, seed: int) -> tuple[Array, Array]:
        """p(z|d) and p(w|z) of English, whether the model holds them by language or not."""
        counts = data.counts["en"] if self.n_languages == 1 else data.of(self.n_languages)
        given = {"graph": data.graph} if self.graph else {}
        model = self.make(lam, seed).fit(counts, **given)
        theta, phi = model.doc_topic_, model.topic_word_
        return (
            theta["en"] if isinstance(theta, dict) else theta,
            phi["en"] if isinstance(phi, dict) else phi,
        )


def read_debates() -> Classed:
    """Neighbours on the graph are those of the English sides."""
    found = debates(slice(None), LANGUAGES)
    graph = text_graph({"en": found.counts["en"]}, sublinear=False)
    return replace(found, graph=graph)


def random_start(kind: type, **fixed: Any) -> Make:
    return lambda lam, seed: plain(kind, init="random", n_jobs=1, lam=lam, **fixed)(lam, seed)


def plain(kind: type, **fixed: Any) -> Make:
    return lambda lam, seed: kind(N_DEBATES, random_state=seed, **fixed)


def methods() -> list[Method]:
    one_start = {"init": "random", "n_jobs": 1}
    found = [
        Method("PLSA, en", plain(PLSA, **one_start)),
        Method("LDA, en", plain(LDA)),
        *(
            Method(f"{variant[0]}DNMF, en", plain(DeepNMF, variant=variant, n_jobs=1))
            for variant in ("basic", "structured", "constrained")
        ),
        Method("GNMF frobenius, en, graph", random_start(GNMF), 1, True, GRAPH_LAMS),
        Method("GNMF kl, en, graph", random_start(GNMF, loss="kl"), 1, True, GRAPH_LAMS),
        Method("GPLSA l2, en, graph", random_start(GPLSA, regularizer="l2"), 1, True, GRAPH_LAMS),
        Method("GPLSA skl, en, graph", random_start(GPLSA), 1, True, (0.01, 0.1, 1.0)),
    ]
    for n, names in ((2, "en+de"), (3, "en+de+fr")):
        found += [
            Method(f"LDA, {names}", plain(LDA), n),
            Method(f"link-PLSA, {names}", plain(LinkPLSA, **one_start), n),
            Method(f"CoPLSA, {names}", random_start(CoPLSA), n, False, (0.001, 0.01, 0.1)),
            Method(f"GPLSA skl, {names}", random_start(MultimodalGPLSA), n, False, GRAPH_LAMS),
        ]
    return found


def measure(data: Classed, method: Method, lam: float, seed: int) -> list[float]:
    """Accuracy and NMI of both readings, UMass, NPMI, similarity count, processor seconds."""
    started = time.process_time()
    theta, phi = method.fit(data, lam, seed)
    seconds = time.process_time() - started
    clusters = cluster_documents(theta, N_DEBATES, whiten=False, random_state=seed)
    figures = data.figures(theta.argmax(axis=1), clusters)
    words = best_words(phi, 10)
    counts = data.counts["en"]
    coherence = [float(c(words, counts).mean()) for c in (umass_coherence, npmi_coherence)]
    return [*figures, *coherence, float(similarity_count(words)), seconds]


def row(data: Classed, method: Method, choose: int, report: int) -> list[object]:
    chosen = method.grid[0]
    if len(method.grid) > 1:
        scores = [
            np.mean([measure(data, method, lam, 100 + i)[:4] for i in range(choose)])
            for lam in method.grid
        ]
        chosen = method.grid[int(np.argmax(scores))]
    found = np.array([measure(data, method, chosen, seed) for seed in range(report)])
    name = method.name + (f", λ = {chosen:g}" if len(method.grid) > 1 else "")
    umass, npmi, similar, seconds = found[:, 4:].mean(axis=0)
    return [
        name,
        *(spread(found[:, k]) for k in range(4)),
        *(f"{umass:.0f}", f"{npmi:.3f}", f"{similar:.0f}", f"{seconds:.1f}"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--choose", type=int, default=3, help="seeds to choose λ on")
    parser.add_argument("--report", type=int, default=10, help="seeds to report on")
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    data = read_debates()
    header = ["method", "accuracy, argmax", "NMI, argmax", "accuracy, k-means", "NMI, k-means"]
    header += ["UMass", "NPMI", "similar words", "CPU s"]
    print_table(
        f"Europarl, {len(data.classes)} documents of {N_DEBATES} debates",
        header,
        [row(data, method, options.choose, options.report) for method in methods()],
    )


if __name__ == "__main__":
    main()

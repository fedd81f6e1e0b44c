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
import json
import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer

from benchmarks._common import DATA, Array, print_table
from gplsa import GNMF, GPLSA, LDA, PLSA, CoPLSA, DeepNMF, LinkPLSA, MultimodalGPLSA, knn_graph
from gplsa.evaluation import (
    best_words,
    clustering_accuracy,
    normalized_mutual_information,
    npmi_coherence,
    similarity_count,
    umass_coherence,
)
from gplsa.models.clusters import cluster_documents
from gplsa.text import Vocabulary, WordOptions

N_DEBATES = 20
LANGUAGES = ("en", "de", "fr")
Counts = dict[str, sparse.csr_matrix]
Found = tuple[Array, Array]
"""p(z|d) and p(w|z) of English."""


@dataclass(frozen=True)
class Debates:
    """Counts by language, the debate of every document, and a graph of English neighbours."""

    counts: Counts
    classes: Array
    graph: sparse.csr_matrix

    def of(self, n_languages: int) -> Counts:
        return {name: self.counts[name] for name in LANGUAGES[:n_languages]}


@dataclass(frozen=True)
class Method:
    """How to fit, and the λ to choose from."""

    name: str
    fit: Callable[[Debates, float, int], Found]
    grid: tuple[float, ...] = (0.0,)


def read_debates() -> Debates:
    path = DATA / "europarl" / "docs.jsonl"
    if not path.is_file():
        raise SystemExit("Europarl is not on this machine: set GPLSA_DATA to the folder above it")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    sizes = Counter((row["day"], row["chapter"]) for row in rows)
    numbers = {debate: k for k, (debate, _) in enumerate(sizes.most_common(N_DEBATES))}
    rows = [row for row in rows if (row["day"], row["chapter"]) in numbers]
    counts = {
        name: Vocabulary.build([row[name] for row in rows], WordOptions(name, stop_words="nltk"))[1]
        for name in LANGUAGES
    }
    graph = knn_graph(TfidfTransformer().fit_transform(counts["en"]), 5)
    classes = np.array([numbers[row["day"], row["chapter"]] for row in rows])
    return Debates(counts, classes, graph)


def options(seed: int) -> dict[str, object]:
    return {"n_topics": N_DEBATES, "init": "random", "random_state": seed, "n_jobs": 1}


def english(model: object) -> Found:
    """Mixtures and topics of English, whether the model holds them by language or not."""
    theta, phi = model.doc_topic_, model.topic_word_
    return (
        theta["en"] if isinstance(theta, dict) else theta,
        phi["en"] if isinstance(phi, dict) else phi,
    )


def methods() -> list[Method]:
    def deep(variant: str) -> Method:
        return Method(
            f"{variant[0]}DNMF, en",
            lambda data, lam, seed: english(
                DeepNMF(N_DEBATES, variant=variant, random_state=seed, n_jobs=1).fit(
                    data.counts["en"]
                )
            ),
        )

    found = [
        Method(
            "PLSA, en",
            lambda data, lam, seed: english(PLSA(**options(seed)).fit(data.counts["en"])),
        ),
        Method(
            "LDA, en",
            lambda data, lam, seed: english(
                LDA(N_DEBATES, random_state=seed).fit(data.counts["en"])
            ),
        ),
        *(deep(variant) for variant in ("basic", "structured", "constrained")),
        Method(
            "GNMF frobenius, en, graph",
            lambda data, lam, seed: english(
                GNMF(lam=lam, **options(seed)).fit(data.counts["en"], graph=data.graph)
            ),
            (0.1, 1.0, 10.0),
        ),
        Method(
            "GNMF kl, en, graph",
            lambda data, lam, seed: english(
                GNMF(loss="kl", lam=lam, **options(seed)).fit(data.counts["en"], graph=data.graph)
            ),
            (0.1, 1.0, 10.0),
        ),
        Method(
            "GPLSA l2, en, graph",
            lambda data, lam, seed: english(
                GPLSA(regularizer="l2", lam=lam, **options(seed)).fit(
                    data.counts["en"], graph=data.graph
                )
            ),
            (0.1, 1.0, 10.0),
        ),
        Method(
            "GPLSA skl, en, graph",
            lambda data, lam, seed: english(
                GPLSA(lam=lam, **options(seed)).fit(data.counts["en"], graph=data.graph)
            ),
            (0.01, 0.1, 1.0),
        ),
    ]
    for n, names in ((2, "en+de"), (3, "en+de+fr")):
        found += [
            Method(
                f"LDA, {names}",
                lambda data, lam, seed, n=n: english(
                    LDA(N_DEBATES, random_state=seed).fit(data.of(n))
                ),
            ),
            Method(
                f"link-PLSA, {names}",
                lambda data, lam, seed, n=n: english(LinkPLSA(**options(seed)).fit(data.of(n))),
            ),
            Method(
                f"CoPLSA, {names}",
                lambda data, lam, seed, n=n: english(
                    CoPLSA(lam=lam, **options(seed)).fit(data.of(n))
                ),
                (0.001, 0.01, 0.1),
            ),
            Method(
                f"GPLSA skl, {names}",
                lambda data, lam, seed, n=n: english(
                    MultimodalGPLSA(lam=lam, **options(seed)).fit(data.of(n))
                ),
                (0.1, 1.0, 10.0),
            ),
        ]
    return found


def measure(data: Debates, method: Method, lam: float, seed: int) -> list[float]:
    """Accuracy and NMI of both readings, UMass, NPMI, similarity count, processor seconds."""
    started = time.process_time()
    theta, phi = method.fit(data, lam, seed)
    seconds = time.process_time() - started
    figures = [
        figure(data.classes, clusters)
        for clusters in (
            theta.argmax(axis=1),
            cluster_documents(theta, N_DEBATES, whiten=False, random_state=seed),
        )
        for figure in (clustering_accuracy, normalized_mutual_information)
    ]
    words = best_words(phi, 10)
    counts = data.counts["en"]
    coherence = [float(c(words, counts).mean()) for c in (umass_coherence, npmi_coherence)]
    return [*figures, *coherence, float(similarity_count(words)), seconds]


def spread(values: Array) -> str:
    return f"{100 * values.mean():.1f} ± {100 * values.std():.1f}"


def row(data: Debates, method: Method, choose: int, report: int) -> list[object]:
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
    parser.add_argument("--only", default="", help="methods whose name holds this")
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    data = read_debates()
    header = ["method", "accuracy, argmax", "NMI, argmax", "accuracy, k-means", "NMI, k-means"]
    header += ["UMass", "NPMI", "similar words", "CPU s"]
    print_table(
        f"Europarl, {len(data.classes)} documents of {N_DEBATES} debates",
        header,
        [
            row(data, method, options.choose, options.report)
            for method in methods()
            if options.only in method.name
        ],
    )


if __name__ == "__main__":
    main()

"""What restarts bring: the best of n starts by J, and the figure that counts of the fit it picks.

    python -m benchmarks.restarts [--starts 20] [--only debates]

faces     GPLSA ℓ2 on 17 persons, λ as `benchmarks.clusters` chose it: accuracy of `clusters`
debates   PLSA on ten debates of Europarl: the same
captions  1,000 pairs of independent captions (de, en) to learn from, 500 unseen, 30 topics, λ = 1:
          perplexity of the unseen English side, predicted from the German one; less is better

For each problem the starts by NMF (the default) and NNDSVD, and random ones.  Of n random starts
the one of the highest J is kept, as `n_init` does; the mean over all choices of n among those
drawn, exactly.  J is given as the share of |J| by which it is above the mean of single random
starts.
"""

import argparse
import json
import os
from collections.abc import Callable
from math import comb

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from benchmarks._classed import PARTS
from benchmarks._common import DATA, print_table
from gplsa import GPLSA, PLSA, MultimodalGPLSA
from gplsa.evaluation import clustering_accuracy, held_out_perplexity
from gplsa.text import Vocabulary, WordOptions

Array = NDArray[np.float64]
Outcome = tuple[float, float]
"""J, and the figure that counts."""
Problem = Callable[[str, int], Outcome]
"""From the kind of start and a seed."""

FACES_LAM = 1000.0
BEST_OF = (1, 3, 5, 10)
CAPTIONS, UNSEEN, CAPTION_TOPICS, STEPS = 1500, 500, 30, 3


def faces() -> Problem:
    data = PARTS["faces"][1]()

    def solve(init: str, seed: int) -> Outcome:
        model = GPLSA(data.n_classes, regularizer="l2", lam=FACES_LAM, init=init, random_state=seed)
        model.fit(data.first, graph=data.graph)
        found = model.clusters(data.n_classes, random_state=seed)
        return float(model.objective_history_[-1]), clustering_accuracy(data.classes, found)

    return solve


def debates() -> Problem:
    data = PARTS["debates"][1]()

    def solve(init: str, seed: int) -> Outcome:
        model = PLSA(data.n_classes, init=init, random_state=seed).fit(data.first)
        found = model.clusters(data.n_classes, random_state=seed)
        return float(model.objective_history_[-1]), clustering_accuracy(data.classes, found)

    return solve


def captions() -> Problem:
    lines = (DATA / "comparable" / "captions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines[:CAPTIONS]]
    order = np.random.default_rng(0).permutation(len(rows))
    seen, unseen = order[UNSEEN:], order[:UNSEEN]
    train, test = {}, {}
    for side in ("de", "en"):
        texts = [" ".join(row[side]) if isinstance(row[side], list) else row[side] for row in rows]
        options = WordOptions(side, stop_words="nltk")
        vocabulary, train[side] = Vocabulary.build([texts[row] for row in seen], options)
        test[side] = vocabulary.count([texts[row] for row in unseen])

    def solve(init: str, seed: int) -> Outcome:
        model = MultimodalGPLSA(CAPTION_TOPICS, init=init, random_state=seed).fit(train)
        read = model.transform({"de": test["de"]}, max_iter=STEPS)["de"]
        surprise = held_out_perplexity(test["en"], read, model.topic_word_["en"])
        return float(model.objective_history_[-1]), surprise

    return solve


PROBLEMS = {"faces": faces, "debates": debates, "captions": captions}


def best_of(n: int, objectives: Array, figures: Array) -> tuple[float, float]:
    """Means of J and of the figure that goes with it, over all choices of n: the k-th smallest J
    is the largest in C(k−1, n−1) of C(N, n) choices."""
    order = np.argsort(objectives)
    weight = np.array([comb(k, n - 1) for k in range(len(order))]) / comb(len(order), n)
    return float(weight @ objectives[order]), float(weight @ figures[order])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--only", nargs="+", choices=PROBLEMS, default=list(PROBLEMS))
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    rows: list[list[object]] = []
    for name in options.only:
        solve = PROBLEMS[name]()
        found = np.array([solve("random", seed) for seed in range(options.starts)])
        objectives, figures = found.T
        mean = objectives.mean()
        for init in ("nmf", "nndsvd"):
            objective, figure = solve(init, 0)
            gain = (objective - mean) / abs(mean)
            rows.append([name, init, f"{gain:+.2e}", f"{figure:.3f}", ""])
        for n in [n for n in BEST_OF if n <= options.starts]:
            objective, figure = best_of(n, objectives, figures)
            gain = (objective - mean) / abs(mean)
            spread = f"sd {figures.std(ddof=1):.3f}" if n == 1 else ""
            rows.append([name, f"best of {n} random", f"{gain:+.2e}", f"{figure:.3f}", spread])
        together = np.corrcoef(objectives, figures)[0, 1]
        rows.append([name, "correlation of J and the figure", f"{together:+.2f}", "", ""])
    header = ["problem", "start", "J above one random start, share of |J|", "figure", "single"]
    print_table(f"{options.starts} random starts", header, rows)


if __name__ == "__main__":
    main()

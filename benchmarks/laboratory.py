"""Is the λ that Compare recommends the best one on documents nobody has seen?

    python -m benchmarks.laboratory [--seeds 0 1 2] [--topics 25 50 100] [--lams 0 0.1 1 10 100]

Europarl, de–en: of the 1,333 documents, 333 drawn by the seed are kept out as a fresh test set.
The laboratory hides 200 of the other 1,000, tries the grid and recommends by each measure.  Then
every setting of the grid is trained on all 1,000 and measured on the fresh 333.  Printed, by
measure: what is recommended, its figure on the fresh set, the best figure there among all λ with
the same number of topics and among the whole grid, and by how much the choice falls short of them.
"""

import argparse
import json

import numpy as np

from benchmarks._common import DATA, print_table
from gplsa.compare import DECIDES, MEASURES, Bench, Outcome, Plan, Trial, recommend, run
from gplsa.corpus.corpus import Corpus

N_TEST = 333
SIDES = ("de", "en")


def europarl(seed: int) -> tuple[Corpus, Corpus]:
    """1,000 documents for Compare, 333 for the fresh test."""
    lines = (DATA / "europarl" / "docs.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    corpus = Corpus(
        "europarl",
        [row["id"] for row in rows],
        {side: [row[side] for row in rows] for side in SIDES},
        {side: side for side in SIDES},
    )
    order = np.random.default_rng(seed).permutation(len(corpus))
    return corpus.subset(order[:-N_TEST]), corpus.subset(order[-N_TEST:])


def shortfall(measure: str, figure: float, best: float) -> float:
    """How much worse, in percent of the best."""
    sign = 1 if MEASURES[measure].higher_is_better else -1
    return 100 * sign * (best - figure) / abs(best)


def row_of(measure: str, chosen: Trial, fresh: dict[Trial, float], seed: int) -> list[object]:
    best = max if MEASURES[measure].higher_is_better else min
    same = [figure for trial, figure in fresh.items() if trial.n_topics == chosen.n_topics]
    gaps = [shortfall(measure, fresh[chosen], best(some)) for some in (same, fresh.values())]
    figures = [fresh[chosen], best(same), best(fresh.values())]
    return [
        f"{measure}{' (decides)' if measure == DECIDES else ''}",
        seed,
        f"λ={chosen.lam:g}, K={chosen.n_topics}",
        *(f"{figure:.4g}" for figure in figures),
        *(f"{abs(gap):.2f} %" for gap in gaps),
    ]


def figures_of(measure: str, outcomes: list[Outcome]) -> dict[Trial, float]:
    return {outcome.trial: outcome.figures[measure] for outcome in outcomes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2])
    parser.add_argument("--topics", nargs="+", type=int, default=[25, 50, 100])
    parser.add_argument("--lams", nargs="+", type=float, default=[0, 0.1, 1, 10, 100])
    options = parser.parse_args()
    plan = Plan(lams=tuple(options.lams), topics=tuple(options.topics))
    rows = []
    for seed in options.seeds:
        seen, test = europarl(seed)
        held_out = run(seen, plan)
        bench = Bench.of(seen, test, plan.base)
        fresh = [bench.measure(plan.settings_of(trial)) for trial in plan.trials(0)]
        for reason in recommend(held_out).reasons:
            print(f"seed {seed}: {reason}", flush=True)
        for measure in MEASURES:
            if measure != "seconds":
                chosen = recommend(held_out, measure).trial
                rows.append(row_of(measure, chosen, figures_of(measure, fresh), seed))
    header = ["measure", "seed", "recommended", "fresh", "best λ, same K", "best of grid"]
    header += ["short of best λ", "short of grid"]
    print_table("Europarl de–en, 333 fresh documents", header, sorted(rows, key=lambda r: r[0]))


if __name__ == "__main__":
    main()

"""The tables of `benchmarks.comparable`, from the figures that it wrote."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks._common import interval, print_table
from benchmarks._comparable_measures import overall

Run = dict[str, Any]
MEASURES = {
    "perplexity": "perplexity of the unseen partner",
    "counterparts": "counterparts found by topics (LSI: by its space), MRR",
    "keywords": "right among the ten most probable words of the partner's side",
    "agreement": "agreement of topics between unseen counterparts, correlation",
}
BASELINES = ("a training", "separate PLSAs", "link-PLSA", "CL-LSI")
DIGITS = {"perplexity": 0}


def print_tables(runs: Sequence[Run]) -> None:
    """Every measure by method; GPLSA of every D and λ; what a chosen λ gains on link-PLSA."""
    names = list(dict.fromkeys(run["setting"] for run in runs))
    grid = sorted({(run["regularizer"], run["lam"]) for run in runs if run.get("lam") is not None})
    for measure, title in MEASURES.items():
        header = ["", "λ = 0", *(f"{d} {lam:g}" for d, lam in grid if d == "skl"), "λ chosen"]
        print_table(
            title,
            [*header, *BASELINES],
            [
                [
                    name,
                    *(
                        mean_of(picked(runs, name, *at), measure)
                        for at in grid
                        if at[0] in ("", "skl")
                    ),
                    mean_of(chosen(runs, name), measure),
                    *(mean_of(of_method(runs, name, baseline), measure) for baseline in BASELINES),
                ]
                for name in names
            ],
        )
    others = [at for at in grid if at[0] not in ("", "skl")]
    if others:
        print_table(
            "perplexity of the unseen partner under ℓ1 and ℓ2",
            ["", *(f"{d} {lam:g}" for d, lam in others)],
            [
                [name, *(mean_of(picked(runs, name, *at), "perplexity") for at in others)]
                for name in names
            ],
        )
    print_table(
        "perplexity against link-PLSA, % (less is better), seed by seed",
        [
            "",
            "seeds",
            "λ = 0",
            "λ < 1 chosen",
            "λ = 1, sKL",
            "λ chosen",
            "which",
            *BASELINES[:2],
        ],
        [
            [
                name,
                len(chosen(runs, name)),
                against_linked(runs, name, picked(runs, name, "", 0.0)),
                against_linked(runs, name, chosen(runs, name, most=0.99)),
                against_linked(runs, name, picked(runs, name, "skl", 1.0)),
                against_linked(runs, name, chosen(runs, name)),
                which(chosen(runs, name)),
                *(
                    against_linked(runs, name, of_method(runs, name, baseline))
                    for baseline in BASELINES[:2]
                ),
            ]
            for name in names
        ],
    )


def of_method(runs: Sequence[Run], setting: str, method: str) -> list[Run]:
    return [run for run in runs if (run["setting"], run["method"]) == (setting, method)]


def picked(runs: Sequence[Run], setting: str, regularizer: str, lam: float) -> list[Run]:
    found = of_method(runs, setting, "GPLSA")
    return [run for run in found if (run["regularizer"], run["lam"]) == (regularizer, lam)]


def chosen(runs: Sequence[Run], setting: str, most: float = np.inf) -> list[Run]:
    """Of every seed the D and λ ≤ `most` that did best where one may choose."""
    found = [run for run in of_method(runs, setting, "GPLSA") if run["lam"] <= most]
    seeds = sorted({run["seed"] for run in found})
    return [
        min((run for run in found if run["seed"] == seed), key=lambda run: run["choosing"])
        for seed in seeds
    ]


def which(runs: Sequence[Run]) -> str:
    return ", ".join(f"{run['regularizer'] or '–'} {run['lam']:g}" for run in runs)


def mean_of(runs: Sequence[Run], measure: str) -> str:
    values = [
        overall(run["figures"], measure)
        for run in runs
        if all(measure in one for one in run["figures"].values())
    ]
    return interval(values, DIGITS.get(measure, 3)) if values else "–"


def against_linked(runs: Sequence[Run], setting: str, theirs: Sequence[Run]) -> str:
    linked = {
        run["seed"]: overall(run["figures"], "perplexity")
        for run in of_method(runs, setting, "link-PLSA")
    }
    gains = [
        100 * (overall(run["figures"], "perplexity") / linked[run["seed"]] - 1) for run in theirs
    ]
    return interval(gains, 1, signed=True) if gains else "–"

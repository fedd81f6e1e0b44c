"""Where coupling pays: translations, comparable texts, missing sides, wrong pairs.

    python -m benchmarks.comparable [--quick] [--seeds 0 1 2 3 4] [--only NAME …]

Eleven settings (`_comparable_corpora.py`): 300 speeches as translated; the same cut to different
halves; 500 photos with captions written independently in two languages; news articles of which
each side has other paragraphs; captions with one side a tenth as long, with a side missing in 10,
50 or 90 % of the pairs, with 20 or 40 % of the pairs wrong; three languages that have different
thirds, of which half of the documents lack one.

Methods (`_comparable_methods.py`): GPLSA over D and λ, PLSAs of each side whose mixtures are
carried over by p(z'|z), link-PLSA, cross-language LSI; *a training* is GPLSA (sKL, λ = 1) as
gplsa trains it, where documents without a counterpart weigh less.

A seed draws the split, what is missing and what is wrong.  The unseen pairs are cut in two: on one
half λ, D, the steps of folding in and the share of the background are chosen by the perplexity of
partners, on the other every figure is taken.  Printed are means over the seeds with 95 % intervals
(Student's t); a gain over link-PLSA is taken seed by seed.  Fifty minutes of a processor;
--quick two.
"""

import argparse
import os
import time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from benchmarks._comparable_corpora import Setting, settings
from benchmarks._comparable_measures import chosen_manner, figures_of, lsi_figures
from benchmarks._comparable_methods import methods
from benchmarks._comparable_tables import print_tables

QUICK = ("different halves", "independent captions", "40% wrong pairs", "a side missing in 50%")
Run = dict[str, Any]


def measure(setting: Setting, seed: int, regularizers: tuple[str, ...]) -> list[Run]:
    """Every method on one split."""
    split = setting.split(seed)
    runs = []
    for method in methods(regularizers):
        started = time.process_time()
        found = method.fit(split.learned, setting.n_topics, seed)
        seconds = time.process_time() - started
        manner, choosing = chosen_manner(found, split.choosing)
        runs.append(
            {
                "method": method.name,
                "regularizer": method.regularizer,
                "lam": method.lam,
                "steps": manner.steps,
                "share": manner.share,
                "seconds": round(seconds, 2),
                "choosing": choosing,
                "figures": figures_of(found, split.unseen, manner),
            }
        )
    runs.append({"method": "CL-LSI", "figures": lsi_figures(split)})
    return [{"setting": setting.name, "seed": seed, **run} for run in runs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="four settings, two seeds, sKL alone")
    parser.add_argument("--seeds", nargs="+", type=int)
    parser.add_argument(
        "--only", nargs="+", default=[], help="settings whose name holds one of these"
    )
    options = parser.parse_args()
    wanted = options.only or (QUICK if options.quick else [""])
    regularizers = ("skl",) if options.quick else ("l1", "l2", "skl")
    runs: list[Run] = []
    chosen = [one for one in settings() if any(name in one.name for name in wanted)]
    for seed in options.seeds or range(2 if options.quick else 5):
        for setting in chosen:
            started = time.perf_counter()
            runs += measure(setting, seed, regularizers)
            print(f"{setting.name}, {seed}: {time.perf_counter() - started:.0f} s", flush=True)
    print_tables(runs)


if __name__ == "__main__":
    main()

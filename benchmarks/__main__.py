"""Methods for paired collections, measured on any pairs: keywords, partners, translations, topics.

    python -m benchmarks PAIRS … [--source de --target en] [--methods gplsa dice nmf …]
                         [--only keywords …] [--test 0.25] [--seed 0] [--seeds 1] [--lexicon FILE]
                         [--headings COLUMN] [--json FILE]

PAIRS is what `gplsa train` takes: a table, two files of lines, a folder, a TMX.  The source is the
side a person holds and cannot read, the target the one that is read.  A share of the pairs is held
out at random; every method learns from the same others and sees nothing else.  What each figure is
stands in `benchmarks/paired/figures.py`, what a method has to give in `contract.py`, and how to add
one in `methods.py`.  --lexicon: lines of a word, a tab, and its right translations between "|".
--headings: a column of headings between "|" or ";", for methods that have `fit_headings`.
"""

import argparse
import json
import re
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import gplsa
from benchmarks._common import interval, print_table
from benchmarks.paired import figures
from benchmarks.paired.methods import METHODS, make
from benchmarks.paired.yardstick import Side
from gplsa.text.languages import guess_side

FEWEST = 20


def main() -> None:
    options = _options()
    corpus = _read(options.pairs, options.source, options.target)
    found: dict[str, dict[str, list[dict[str, float]]]] = {}
    for seed in range(options.seed, options.seed + options.seeds):
        for name in options.methods:
            for group, row in measure(name, corpus, seed, options).items():
                found.setdefault(group, {}).setdefault(name, []).append(row)
    where = f"{corpus.name}: {corpus.n_documents:,} pairs, {options.test:g} held out"
    for group, rows in found.items():
        _print(f"{group}, {where}", rows)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def measure(
    name: str, corpus: gplsa.Corpus, seed: int, options: argparse.Namespace
) -> dict[str, dict[str, float]]:
    """Figures of one method on one split, by group."""
    texts = list(corpus.texts.values())
    train, test = split(len(corpus), options.test, seed)
    a, b = (
        Side(guess_side(side), [side[row] for row in train], [side[row] for row in test])
        for side in texts
    )
    method = make(name)
    began = time.perf_counter()
    method.fit(a.train, b.train)
    found = {"fit": {"seconds": time.perf_counter() - began}}
    for group, (needs, figure) in figures.GROUPS.items():
        if hasattr(method, needs) and group in options.only:
            found[group] = figure(method, a, b)
    if options.lexicon and hasattr(method, "translations"):
        listed = _lexicon(options.lexicon)
        found["listed"] = figures.listed_translations(method, listed, a, b)
    if options.headings and hasattr(method, "fit_headings"):
        given = [_values(cell) for cell in corpus.fields[options.headings]]
        method.fit_headings(a.train, b.train, [given[row] for row in train])
        found["headings"] = figures.headings(method, a.test, [given[row] for row in test])
    return found


def split(n: int, share: float, seed: int) -> tuple[list[int], list[int]]:
    """Rows to learn from and rows held out, in the order of the corpus."""
    order = np.random.default_rng(seed).permutation(n)
    n_test = max(1, round(share * n))
    return sorted(order[: n - n_test].tolist()), sorted(order[n - n_test :].tolist())


def _read(paths: Sequence[str], source: str | None, target: str | None) -> gplsa.Corpus:
    """The pairs that have both sides, the source first."""
    named = [source, target] if source and target else None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gplsa.InputWarning)
            corpus = gplsa.read(*paths, sides=named)
    except gplsa.InputError as error:
        raise SystemExit(str(error)) from None
    if len(corpus.texts) != 2:
        sides = ", ".join(corpus.modalities)
        raise SystemExit(f"Two sides of texts are measured; name them among {sides}.")
    whole = np.flatnonzero(corpus.complete())
    if len(whole) < FEWEST:
        raise SystemExit(f"{len(whole)} pairs have both sides: {FEWEST} are needed to measure.")
    return corpus.subset(whole)


def _values(cell: str) -> list[str]:
    return [value.strip() for value in re.split(r"[|;\n]", cell) if value.strip()]


def _lexicon(path: Path) -> dict[str, set[str]]:
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line]
    return {row[0]: {*row[1].split("|")} for row in rows if len(row) > 1}


def _print(title: str, rows: dict[str, list[dict[str, float]]]) -> None:
    columns = list(next(iter(rows.values()))[0])

    def cell(column: str, values: list[float]) -> Any:
        whole = all(float(value).is_integer() for value in values) and values[0] > 1
        return f"{values[0]:,.0f}" if whole and len(values) == 1 else interval(values)

    table = [
        [name, *(cell(c, [run[c] for run in runs]) for c in columns)] for name, runs in rows.items()
    ]
    print_table(title, ["", *columns], table)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pairs", nargs="+", metavar="PAIRS", help="as for gplsa train")
    parser.add_argument("--source", help="column or mark of the side that a person holds")
    parser.add_argument("--target", help="column or mark of the side that is read")
    usual = [name for name in METHODS if name not in ("tomotopy", "e5")]
    parser.add_argument("--methods", nargs="+", default=usual, metavar="METHOD",
                        help=f"{', '.join(METHODS)}, or module:class")  # fmt: skip
    parser.add_argument("--only", nargs="+", choices=figures.GROUPS, default=[*figures.GROUPS])
    parser.add_argument("--test", type=float, default=0.25, help="share held out")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=1, help="splits, for an interval")
    parser.add_argument("--lexicon", type=Path, help="translations judged by people")
    parser.add_argument("--headings", metavar="COLUMN")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


if __name__ == "__main__":
    main()

"""The benchmark of coupling measures every method and prints its tables."""

import sys
from typing import Any

import numpy as np

from benchmarks import comparable
from benchmarks._comparable_corpora import Setting, exchange, leave_gaps
from benchmarks.comparable import measure
from tests.planted import THEMES, planted_corpus

SIDES = ("de", "en")


def test_wrong_and_missing_sides_are_as_many_as_asked_for():
    texts = {side: [f"{side} {row}" for row in range(20)] for side in SIDES}
    rng = np.random.default_rng(0)
    right = exchange(texts, "en", 0.4, rng)
    own = [first[3:] == second[3:] for first, second in zip(*texts.values(), strict=True)]
    assert own == right.tolist() and right.sum() == 12
    leave_gaps(texts, 0.5, rng)
    missing = [
        (first == "") + (second == "") for first, second in zip(*texts.values(), strict=True)
    ]
    assert sorted(missing) == [0] * 10 + [1] * 10


def test_every_method_is_measured_and_its_tables_are_printed(monkeypatch, capsys):
    texts = planted_corpus(140).texts
    made = Setting("planted", lambda rng: texts, 100, THEMES, wrong=0.1)
    monkeypatch.setattr(comparable, "settings", lambda: [made])
    runs: list[dict[str, Any]] = []

    def measured(*given: Any) -> list[dict[str, Any]]:
        runs.extend(found := measure(*given))
        return found

    monkeypatch.setattr(comparable, "measure", measured)
    monkeypatch.setattr(sys, "argv", ["comparable", "--quick", "--only", "planted"])
    comparable.main()
    methods = {"separate PLSAs", "GPLSA", "a training", "link-PLSA", "CL-LSI"}
    assert {run["method"] for run in runs} == methods
    for run in runs:
        for figures in run["figures"].values():
            assert all(np.isfinite(value) for value in figures.values())
            assert figures["counterparts"] <= 1 and figures["keywords"] > 0.3
    assert "| planted |" in capsys.readouterr().out

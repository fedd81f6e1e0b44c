"""The benchmark of coupling measures every method, and its tables can be printed again."""

import json
import sys

import numpy as np
import pytest

from benchmarks import comparable
from benchmarks._comparable_corpora import Setting, exchange, leave_gaps
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


def test_every_method_is_measured_and_the_tables_print_again(tmp_path, monkeypatch, capsys):
    texts = planted_corpus(140).texts
    made = Setting("planted", lambda rng: texts, 100, THEMES, wrong=0.1)
    monkeypatch.setattr(comparable, "settings", lambda: [made])
    out = tmp_path / "figures.json"
    _run(monkeypatch, "--quick", "--only", "planted", "--out", str(out))
    shown = capsys.readouterr().out
    runs = json.loads(out.read_text(encoding="utf-8"))
    assert {run["method"] for run in runs} == {
        *(
            "separate PLSAs",
            "GPLSA",
            "a training",
            "link-PLSA",
            "CL-LSI",
        )
    }
    for run in runs:
        for figures in run["figures"].values():
            assert all(np.isfinite(value) for value in figures.values())
            assert figures["counterparts"] <= 1 and figures["keywords"] > 0.3
    _run(monkeypatch, "--print", str(out))
    again = capsys.readouterr().out
    assert "| planted |" in again and shown.endswith(again)


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["comparable", *arguments])
    comparable.main()

"""The benchmark of coupling: its baselines find what was planted, its tables can be printed
again."""

import json
import sys

import numpy as np
import pytest
from scipy import sparse

from benchmarks import comparable
from benchmarks._comparable_corpora import Setting, exchange, leave_gaps
from benchmarks._comparable_methods import linked, posterior_coupled
from benchmarks._coupled_plsa import coupled_plsa
from benchmarks._polylingual import polylingual_lda
from tests.planted import THEMES, planted_corpus

SIDES = ("de", "en")


def themes(n_docs: int = 90, n_words: int = 12, n_topics: int = 3) -> dict[str, sparse.csr_matrix]:
    """Documents of one theme each; words of a theme follow each other, on both sides."""
    rng = np.random.default_rng(0)
    counts = {}
    for side in SIDES:
        matrix = np.zeros((n_docs, n_words))
        for d in range(n_docs):
            size = n_words // n_topics
            own = (d % n_topics) * size + rng.integers(size, size=20)
            np.add.at(matrix[d], own, 1)
        counts[side] = sparse.csr_matrix(matrix)
    return counts


def test_polylingual_lda_finds_planted_themes():
    counts = themes()
    model = polylingual_lda(counts, 3, seed=0)
    found = model.doc_topic.argmax(axis=1).reshape(-1, 3)
    assert {*found[0]} == {0, 1, 2} and (found == found[0]).all()
    for side, topic_word in model.topic_word.items():
        np.testing.assert_allclose(topic_word.sum(axis=1), 1)
        assert topic_word[found[0][0], :4].sum() > 0.9  # the first theme's words, on both sides
        read = model.read(side, counts[side], 20)
        assert (read.argmax(axis=1).reshape(-1, 3) == found[0]).all()


def test_coupled_plsa_gives_topics_the_same_share_of_both_sides():
    rng = np.random.default_rng(1)
    counts = {side: sparse.csr_matrix(rng.poisson(1.0, (40, 15)).astype(float)) for side in SIDES}
    start = linked(counts, 4)
    theta, topics = coupled_plsa(start.scaled, start.offsets, start.doc_topic, start.topics)
    np.testing.assert_allclose(theta.sum(axis=1), 1)
    for phi in topics:
        np.testing.assert_allclose(phi.sum(axis=1), 1)
    # The sides' own words pull the shares apart; held together they differ less than link-PLSA's.
    assert _gap(start, theta, topics, tilted=True) < 0.5 * _gap(
        start, start.doc_topic, start.topics, tilted=False
    )
    assert set(posterior_coupled(counts, 4, 0).topics) == set(SIDES)


def _gap(start, theta, topics, *, tilted):
    """Mean distance between the shares that topics have of the two sides, document by document."""
    mixtures = [theta, theta]
    for _ in range(20 if tilted else 0):
        q = _shares(start, mixtures, topics)
        middle = np.mean([np.log(np.maximum(one, 1e-12)) for one in q], axis=0)
        mixtures = [
            m * np.exp(0.5 * (middle - np.log(np.maximum(one, 1e-12))))
            for m, one in zip(mixtures, q, strict=True)
        ]
        mixtures = [m / m.sum(axis=1, keepdims=True) for m in mixtures]
    first, second = _shares(start, mixtures, topics)
    return np.abs(first - second).sum(axis=1).mean()


def _shares(start, mixtures, topics):
    found = []
    for x, m, phi, offset in zip(start.scaled, mixtures, topics, start.offsets, strict=True):
        q = m * ((x.toarray() / (m @ phi + offset)) @ phi.T)
        found.append(q / q.sum(axis=1, keepdims=True))
    return found


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
            "coupled PLSA",
            "polylingual LDA",
            "CL-LSI",
        )
    }
    for run in runs:
        for figures in run["figures"].values():
            assert all(np.isfinite(value) for value in figures.values())
            assert figures["mates"] <= 1 and figures["keywords"] > 0.3
    _run(monkeypatch, "--print", str(out))
    again = capsys.readouterr().out
    assert "| planted |" in again and shown.endswith(again)


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["comparable", *arguments])
    comparable.main()

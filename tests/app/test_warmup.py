"""Compiling early: the small training goes through, and only where it has not been done."""

import gplsa.core
from gplsa.app.desk import corpora, counting, warmup


def test_the_small_training_runs(monkeypatch):
    done = []

    def kept(name):
        real = getattr(warmup, name)
        monkeypatch.setattr(warmup, name, lambda *given: done.append(real(*given)) or done[-1])

    monkeypatch.setattr(warmup.os, "nice", done.append, raising=False)
    kept("train")
    kept("summarize")
    warmup.main()
    politeness, model, [summary] = done
    assert politeness == 10
    assert model.validation is not None  # held-out pairs and gist, too
    assert model.rankers
    assert set(summary.words) <= {"harvest", "harbour", "school", "market"}
    assert summary.words


def test_it_starts_only_where_nothing_is_compiled(monkeypatch, tmp_path):
    monkeypatch.setattr(gplsa.core, "__path__", [str(tmp_path)])
    monkeypatch.setattr(warmup, "_started", [])
    monkeypatch.setattr(warmup.subprocess, "Popen", lambda command, **options: command[-1])
    assert warmup.start() == "gplsa.app.desk.warmup"
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "em.nbi").touch()
    assert warmup.start() is None


def test_kernels_may_be_kept_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setattr(warmup, "_started", [])
    monkeypatch.setattr(warmup.subprocess, "Popen", lambda command, **options: command[-1])
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert warmup.start() == "gplsa.app.desk.warmup"
    (tmp_path / "core_1").mkdir()
    (tmp_path / "core_1" / "em.nbi").touch()
    assert warmup.start() is None


def test_whoever_trains_meanwhile_is_told(monkeypatch, laid_out, open_page):
    told = "goes into compiling"
    desk = laid_out
    corpus = desk.corpus
    corpora.count_again(desk, counting.default_words(corpus), lambda *_: None)
    assert not any(told in caption.value for caption in open_page("train.py").caption)

    class Compiling:
        def poll(self):
            return None

    long_ago = float("-inf")
    monkeypatch.setattr(warmup, "_started", [(long_ago, Compiling())])
    assert warmup.seconds_left() == warmup.COMPILING / 4
    captions = [caption.value for caption in open_page("train.py").caption]
    assert any(told in caption for caption in captions)
    assert any(": about 8" in caption for caption in captions)  # seconds, the compiling included


def test_the_other_process_finds_the_package():
    module = warmup.__name__.replace(".", "/") + ".py"
    assert (warmup.ROOT / module).is_file()

"""Compiling early: the small training goes through, and only where it has not been done."""

import gplsa.core
from gplsa.app.workshop import warmup


def test_the_small_training_runs(monkeypatch):
    monkeypatch.setattr(warmup.os, "nice", lambda by: by, raising=False)
    warmup.main()


def test_it_starts_only_where_nothing_is_compiled(monkeypatch, tmp_path):
    monkeypatch.setattr(gplsa.core, "__path__", [str(tmp_path)])
    monkeypatch.setattr(warmup.subprocess, "Popen", lambda command, **options: command[-1])
    assert warmup.start() == "gplsa.app.workshop.warmup"
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "em.nbi").touch()
    assert warmup.start() is None


def test_the_other_process_finds_the_package():
    module = warmup.__name__.replace(".", "/") + ".py"
    assert (warmup.ROOT / module).is_file()

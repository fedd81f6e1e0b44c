"""What `import gplsa` gives, and when."""

import sys

import pytest

import gplsa


class Broken:
    """Finds gplsa.models, whose import fails as beside a NumPy of another age."""

    def find_spec(self, name, path=None, target=None):
        if name == "gplsa.models":
            raise AttributeError("module 'numpy' has no attribute 'old'")


def test_every_name_is_there():
    for name in gplsa.__all__:
        assert getattr(gplsa, name)
    with pytest.raises(ImportError, match="cannot import name 'NoModel'"):
        from gplsa import NoModel  # noqa: F401


def test_the_cause_of_a_failed_import_is_told(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, "gplsa.models", raising=False)
    monkeypatch.delattr(gplsa, "models", raising=False)
    with pytest.raises(ImportError, match="no attribute 'old'"):
        from gplsa import PLSA  # noqa: F401

"""Everything public has an example in its docstring, and every example does what it says, those of
other functions too."""

import doctest
import inspect
import sys
from importlib import import_module

import pytest

import gplsa
from gplsa import figures
from tests.conftest import REPOSITORY

PUBLIC = {name: getattr(gplsa, name) for name in gplsa.__all__ if name != "__version__"}
PUBLIC |= {f"figures.{name}": getattr(figures, name) for name in figures.__all__}
PUBLIC |= {
    f"Model.{name}": method
    for name, method in vars(gplsa.Model).items()
    if inspect.isfunction(method) and not name.startswith("_")
}
MODULES = [
    import_module(path.relative_to(REPOSITORY).with_suffix("").as_posix().replace("/", "."))
    for path in sorted((REPOSITORY / "gplsa").rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]
WITHIN = {
    f"{module.__name__}.{name}": of
    for module in MODULES
    for name, of in vars(module).items()
    if getattr(of, "__module__", "") == module.__name__
    and of not in PUBLIC.values()
    and ">>>" in (of.__doc__ or "")
}
"""What is not public; some of it goes on from a model."""
BEFORE = {"Model": inspect.getdoc(gplsa.Model) or "", "figures": inspect.getdoc(figures) or ""}
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def failures(of, name: str, before: str = "") -> str:
    """What the examples of one docstring, which goes on from another, did otherwise than they say;
    "no example" without one."""
    module, own = sys.modules[of.__module__], inspect.getdoc(of) or ""
    parser = doctest.DocTestParser()
    if not parser.get_examples(own):
        return "no example"
    text = f"{before}\n\n{own}"
    test = parser.get_doctest(text, dict(vars(module)), name, module.__file__, 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=told.append)
    return "".join(told)


@pytest.mark.parametrize("name", PUBLIC)
def test_example(name):
    assert failures(PUBLIC[name], name, BEFORE.get(name.rpartition(".")[0], "")) == ""


@pytest.mark.parametrize("name", WITHIN)
def test_example_of_what_is_not_public(name):
    of = WITHIN[name]
    before = BEFORE["Model"] if "(model, " in of.__doc__ else ""
    assert failures(of, name, before) == ""


def test_a_wrong_example_fails():
    def wrong():
        """
        >>> 1 + 1
        3
        """

    assert "Expected:\n    3" in failures(wrong, "wrong")
    assert failures(failures, "failures") == "no example"

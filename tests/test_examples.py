"""Everything public has an example in its docstring, and every example does what it says."""

import doctest
import inspect
import sys

import pytest

import gplsa
from gplsa import figures

PUBLIC = {name: getattr(gplsa, name) for name in gplsa.__all__ if name != "__version__"}
PUBLIC |= {f"figures.{name}": getattr(figures, name) for name in figures.__all__}
PUBLIC |= {
    f"Model.{name}": method
    for name, method in vars(gplsa.Model).items()
    if inspect.isfunction(method) and not name.startswith("_")
}
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def failures(of, name: str) -> str:
    """What the examples of one docstring did otherwise than they say; "no example" without one."""
    module = sys.modules[of.__module__]
    test = doctest.DocTestParser().get_doctest(
        inspect.getdoc(of) or "", dict(vars(module)), name, module.__file__, 0
    )
    if not test.examples:
        return "no example"
    told: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=told.append)
    return "".join(told)


@pytest.mark.parametrize("name", PUBLIC)
def test_example(name):
    assert failures(PUBLIC[name], name) == ""


def test_a_wrong_example_fails():
    def wrong():
        """
        >>> 1 + 1
        3
        """

    assert "Expected:\n    3" in failures(wrong, "wrong")
    assert failures(failures, "failures") == "no example"

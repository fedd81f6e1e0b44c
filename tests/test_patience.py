"""No test brings a deadline of its own, or hopes that a time is long enough: tests/patience.py."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, SLOWNESS, SOON, eventually

NAME = re.compile("timeout|patience|deadline|_ms$", re.IGNORECASE)
# What waits for as long as its first argument says.
WAITS = "wait join sleep close finish poll communicate settimeout set_default_timeout".split()
WALL_CLOCKS = "monotonic perf_counter time".split()
# What measures for somebody who looks on, on a computer to itself, or sets the clock.
MEASURES = (
    "test_patience.py",
    "test_clock.py",
    "e2e/test_hostile_files.py",
    "fuzz/__main__.py",
    "fuzz/kills.py",
)
FILES = (REPOSITORY / "tests").rglob("*.py")
FILES = [path for path in FILES if path.name != "patience.py" and path.parent.name != "hub"]


def is_time(value: ast.AST | None) -> bool:
    """A number that is written there; 0 is no deadline."""
    match value:
        case ast.Constant(value=int() | float() as number):
            return number != 0 and number is not True
        case ast.UnaryOp(operand=operand):
            return is_time(operand)
        case ast.BinOp(left=left, right=right):
            return is_time(left) and is_time(right)
    return False


def own_times(tree: ast.AST, measures: bool) -> Iterator[int]:
    """Lines that bring a time of their own, or look at a clock that goes on while others work."""
    for node in ast.walk(tree):
        given: list[tuple[str, ast.AST | None]] = []
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                given = [(keyword.arg or "", keyword.value) for keyword in node.keywords]
                given += [("timeout", node.args[0])] if name in WAITS and node.args else []
            case ast.arguments():
                named = node.posonlyargs + node.args
                given = [
                    (a.arg, value)
                    for a, value in zip(named[::-1], node.defaults[::-1], strict=False)
                ]
                given += [
                    (a.arg, value)
                    for a, value in zip(node.kwonlyargs, node.kw_defaults, strict=True)
                ]
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                given = [(name, node.value)]
            case ast.Attribute(value=ast.Name(id="time"), attr=name):
                if name in WALL_CLOCKS and not measures:
                    yield node.lineno
        for name, value in given:
            if NAME.search(name) and is_time(value):
                yield value.lineno


def test_deadlines_are_in_one_place():
    found = {
        f"{path.relative_to(REPOSITORY)}:{line}"
        for path in FILES
        for line in own_times(ast.parse(path.read_text("utf-8")), str(path).endswith(MEASURES))
    }
    assert found == set()


@pytest.mark.parametrize(
    "line",
    [
        "thing.wait(5)",
        "time.sleep(0.01)",
        "run(command, timeout=2 * 60)",
        "desk.close(patience=-1.0)",
        "PATIENCE_MS = 1_000",
        "patience: float = 3",
        "def wait(desk, patience=60.0): ...",
        "def wait(*, timeout=60.0): ...",
        "time.monotonic() - start < limit",
    ],
)
def test_a_deadline_is_seen(line):
    assert list(own_times(ast.parse(line), measures=False)) == [1]


@pytest.mark.parametrize(
    "line",
    [
        "thing.wait(PATIENCE)",
        "asyncio.sleep(0)",
        "settings(deadline=None)",
        "'; '.join(words)",
        "rates.wait('a', 4)",
        "PATIENCE_MS = 1_000 * PATIENCE",
        "time.process_time() - start",
    ],
)
def test_what_is_none_is_not_taken_for_one(line):
    assert list(own_times(ast.parse(line), measures=False)) == []


def test_waiting_ends_with_what_it_waits_for_or_fails():
    looks = iter(["", 0, "there"])
    assert eventually(lambda: next(looks)) == "there"
    with pytest.raises(AssertionError, match="in vain"):
        eventually(lambda: False, SOON)
    assert SLOWNESS >= 1 and PATIENCE >= 120

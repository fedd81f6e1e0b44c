"""Every benchmark is in the table of what benchmarks prove, and every figure's command is there."""

import re

import pytest

from benchmarks.scale_journey import STEPS
from tests.conftest import REPOSITORY

FOLDER = REPOSITORY / "benchmarks"
HERE = {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}
MOST_LINES = 7_120
PAGES = [
    REPOSITORY / "README.md",
    REPOSITORY / "CHANGELOG.md",
    *sorted((REPOSITORY / "docs").rglob("*.md")),
]


def test_the_table_lists_what_is_there():
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = [line for line in told.splitlines() if line.startswith("| **")]
    listed = set(re.findall(r"`(\w+)(?: topics)?`", "".join(rows)))
    assert listed | {"_common", "_corpora"} == HERE


def test_they_stay_few():
    n = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.rglob("*.py"))
    assert n <= MOST_LINES


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_commands_of_figures_are_there(page):
    """Wherever a page names one, in a sentence as in a block, with options that it takes."""
    text = page.read_text(encoding="utf-8")
    for module, rest in re.findall(
        r"python\s+-m\s+benchmarks\.(\w+)([^`]*?)(?:`|\n\n|\npython)", text
    ):
        assert module in HERE, f"benchmarks.{module} is not there"
        code = "".join(path.read_text(encoding="utf-8") for path in files_of(module))
        for option in re.findall(r"--[a-z][a-z-]*", rest):
            assert f'"{option}"' in code, f"benchmarks.{module} takes no {option}"


def files_of(module):
    return [FOLDER / f"{module}.py", FOLDER / "_reader_topics.py"]


def test_what_has_gone_is_said_to_have_gone():
    text = (REPOSITORY / "docs" / "figures.md").read_text(encoding="utf-8")
    part = text[text.index("## No longer here") :].split("\n## ")[0]
    names = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", part, re.MULTILINE))))
    assert len(names) > 15 and not (names & HERE) - {"comparable"}
    for page in PAGES:
        for found in re.findall(r"`(\w+)[^`]*`,\s+\[no longer here\]", page.read_text("utf-8")):
            whole = found in names or f"`{found} --" in part
            assert whole, f"{page.name}: {found} is in no list"


def test_what_is_timed_is_there():
    assert all(hasattr(place, name) for steps in STEPS.values() for place, name, _ in steps)

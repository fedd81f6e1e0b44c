"""Short runs of `make fuzz`, and that it would notice."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gplsa import files
from gplsa.corpus import archive
from tests.conftest import REPOSITORY
from tests.fuzz import cases, kills
from tests.fuzz.__main__ import PHASES, fuzz
from tests.fuzz.samples import KINDS, sample

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs limits of memory and time")
MANY = 10**6  # seconds: as many as the cases take


@pytest.mark.parametrize("kind", KINDS)
def test_the_sound_files_are_read(kind):
    name = f"a.{cases.SUFFIXES.get(kind, kind)}"
    files = {name: sample(kind)}
    if kind in ("docx", "odt", "pdf", "html", "md", "png", "jpg", "webp", "gif", "tif", "sparse"):
        cases._as_documents(files)
    else:
        assert cases.outcome(files) == cases.READ


def test_a_case_is_the_same_every_time():
    assert cases.files_of(3, 17) == cases.files_of(3, 17) != cases.files_of(4, 17)


@pytest.mark.parametrize(
    ("phase", "last"), [("cases", 96), ("models", 18), ("notes", 10), ("kills", 12), ("writers", 5)]
)
def test_nothing_is_lost_hangs_or_ends_in_a_traceback(phase, last):
    tally = fuzz(0, MANY, 1, phase, last)
    assert tally.failed == {}
    assert sum(tally.tried.values()) == last
    assert phase in PHASES


def test_a_writer_that_is_not_careful_is_noticed(monkeypatch):
    """One that writes into the file itself, as most do."""

    @contextmanager
    def careless(path):
        with files.target(path).open("wb") as stream:
            os.listdir(files.target(path).parent)  # a call, so that a kill comes in between
            yield stream

    calls = kills.clean("shape").calls
    monkeypatch.setattr(archive, "replaced", careless)
    with pytest.raises(AssertionError):
        for call in reversed(range(calls)):
            when = {"kind": "shape", "by": "calls", "at": call / calls}
            kills.outcome({"kill.json": json.dumps(when).encode()})


@pytest.fixture
def broken_reader(tmp_path) -> Iterator[dict[str, str]]:
    """A child whose readers die, hang and fail, by the number of the case."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "if 'tests.fuzz.child' in ' '.join(sys.orig_argv):\n"
        "    import ctypes, tests.fuzz.cases as cases\n"
        "    def outcome(files, calls=[]):\n"
        "        calls.append(1)\n"
        "        if len(calls) == 2: raise KeyError('mistake')\n"
        "        if len(calls) == 4: ctypes.string_at(0)\n"
        "        return cases.READ\n"
        "    cases.outcome = outcome\n"
    )
    yield {"PYTHONPATH": f"{tmp_path}{os.pathsep}{REPOSITORY}"}


def test_deaths_and_mistakes_are_noticed(broken_reader):
    ended = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--cases", "8", "--processes", "1", "--seed", "9"],
        cwd=REPOSITORY,
        env=os.environ | broken_reader,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "error KeyError" in ended.stdout and "death -11" in ended.stdout
    assert "kept in .fuzz/" in ended.stdout

"""What the manual and the README tell people to type does what they say, and prints what they show.

Blocks marked `bash` and `python` are run, page by page, in a fresh folder after `gplsa sample`
(`tools.manual`); what stands in `console` blocks and in the README is at least understood by the
command line.
"""

import contextlib
import io
import re
import shlex
import shutil

import pytest

from gplsa.cli.parser import parse
from gplsa.errors import InputError
from tests.conftest import REPOSITORY
from tools import manual
from tools.manual import DOCS, PAGES, blocks

OTHER_PROGRAMS = {"make", "pip", "dask", "curl", "openssl", "sudo", "docker"}


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manual") / "town"
    manual.sample(folder)
    return folder


@pytest.mark.parametrize("page", [page for page in PAGES if manual.runs(page)])
def test_what_a_page_says_works(page, samples, tmp_path, monkeypatch):
    place = tmp_path / "town"
    shutil.copytree(samples, place)
    monkeypatch.chdir(place)
    for block, now in manual.printed(page):
        assert manual.agrees(block.text, now), f"{page} states\n{block.text}\nbut it is\n{now}"


def test_outputs_are_compared():
    assert manual.agrees("a …\n…\nz\n", "a b c\nd\ne\nz\n")
    assert not manual.agrees("a …\n", "a b\nc\n") and not manual.agrees("a\n", "b\n")


def commands_of(text: str) -> list[str]:
    """The command lines of ours in indented or `console` blocks."""
    found = re.findall(r"^(?: {4})?((?:\$ )?gplsa [a-z].*)$", text, re.MULTILINE)
    return [command for command in found if "…" not in command and "..." not in command]


@pytest.mark.parametrize("page", ["../README.md", *PAGES])
def test_commands_are_understood(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    for command in commands_of(text):
        words = shlex.split(command.removeprefix("$ "), comments=True)[1:]
        if ">" in words:
            words = words[: words.index(">")]
        with contextlib.redirect_stderr(io.StringIO()) as complaint:
            try:
                parse(words)
            except (InputError, SystemExit) as error:
                pytest.fail(f"{command}: {error} {complaint.getvalue()}")


def is_benchmark(line: str) -> bool:
    """Whether a line runs a benchmark that is there, with options that it takes."""
    words = shlex.split(line, comments=True)
    if words[:2] != ["python", "-m"] or words[2].split(".")[0] != "benchmarks":
        return False
    module = "benchmarks.__main__" if words[2] == "benchmarks" else words[2]
    path = REPOSITORY / (module.replace(".", "/") + ".py")
    options = [word for word in words[3:] if word.startswith("--")]
    return path.is_file() and all(f'"{option}"' in path.read_text("utf-8") for option in options)


def test_what_is_not_run_is_only_what_cannot_be():
    for page in PAGES:
        for kind, text, *_ in blocks(page):
            assert kind != "sh", f"{page}: say bash (run by the tests) or console (not run)"
            if kind == "console":
                for line in text.splitlines():
                    first = line.split()[0] if line.split() else ""
                    known = first in OTHER_PROGRAMS or line.startswith(("gplsa app", "gplsa serve"))
                    known = known or is_benchmark(line)
                    assert known or "--cluster" in line or not line.strip(), f"{page}: {line}"

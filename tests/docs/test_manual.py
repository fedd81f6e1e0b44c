"""What the manual and the README tell people to type does what they say.

Blocks marked `bash` and `python` are run, page by page, in a folder that holds the files they name;
what stands in `console` blocks and in the README is at least understood by the command line.
"""

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

import gplsa
from gplsa.cli import main
from gplsa.cli.parser import parse
from gplsa.errors import InputError
from tests.conftest import REPOSITORY

DOCS = REPOSITORY / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OTHER_PROGRAMS = {"make", "pip", "dask", "curl", "openssl", "sudo", "docker"}


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


def has_runnable(page: str) -> bool:
    return any(kind in ("bash", "python") for kind, _ in blocks(page))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `gplsa sample` writes, with a model of the letters: what pages of the manual name."""
    folder = tmp_path_factory.mktemp("manual") / "desk"
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["sample", str(folder)]) == 0
    model = gplsa.train(gplsa.read(folder / "letters.csv", sides=["de", "en"]), n_topics=12)
    model.save(folder / "letters.gplsa")
    return folder


def type_in(command: str) -> None:
    """One line of a shell: a command of ours, perhaps with its output in a file."""
    words = shlex.split(command, comments=True)
    output = Path(words.pop()) if ">" in words else None
    if output is not None:
        words.remove(">")
    assert words[0] == "gplsa", f"a bash block runs nothing but gplsa: {command}"
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        assert main(words[1:]) == 0, command
    if output is not None:
        output.write_text(told.getvalue(), encoding="utf-8")
    made = words[words.index("--out") + 1] if "--out" in words else None
    assert told.getvalue() or made, f"{command} said nothing"
    assert made is None or Path(made).exists(), command


@pytest.mark.parametrize("page", [page for page in PAGES if has_runnable(page)])
def test_what_a_page_says_works(page, desk, tmp_path, monkeypatch):
    place = tmp_path / "desk"
    shutil.copytree(desk, place)
    monkeypatch.chdir(place)
    names: dict[str, object] = {}
    for kind, text in blocks(page):
        if kind == "bash":
            for line in re.sub(r"\\\n\s*", " ", text).splitlines():
                if line and not line.startswith("#"):
                    type_in(line)
        elif kind == "python":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, page, "exec"), names)


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
    if words[:2] != ["python", "-m"] or not words[2].startswith("benchmarks."):
        return False
    path = REPOSITORY / (words[2].replace(".", "/") + ".py")
    options = [word for word in words[3:] if word.startswith("--")]
    return path.is_file() and all(f'"{option}"' in path.read_text("utf-8") for option in options)


def test_what_is_not_run_is_only_what_cannot_be():
    for page in PAGES:
        for kind, text in blocks(page):
            assert kind != "sh", f"{page}: say bash (run by the tests) or console (not run)"
            if kind == "console":
                for line in text.splitlines():
                    first = line.split()[0] if line.split() else ""
                    known = first in OTHER_PROGRAMS or line.startswith(("gplsa app", "gplsa serve"))
                    known = known or is_benchmark(line)
                    assert known or "--cluster" in line or not line.strip(), f"{page}: {line}"

"""The manual's blocks, run as a reader would copy them: in a fresh folder after `gplsa sample`.

    python -m tools.manual            writes into the pages what their commands print now
    python -m tools.manual PAGE …     of these pages alone

A block `bash` holds commands of gplsa, a block `python` a part of one program; both are run
from the top of the page to its end. A block `text output` behind one is what it prints: `…`
stands for the rest of a line, and alone on a line for any number of lines.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gplsa.cli import main as gplsa

REPOSITORY = Path(__file__).resolve().parent.parent
DOCS = REPOSITORY / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
_BLOCK = re.compile(r"^```([a-z]+(?: output)?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OUTPUT = "text output"


class Block(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def blocks(page: str) -> list[Block]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [Block(m[1], m[2], m.start(2), m.end(2)) for m in _BLOCK.finditer(text)]


def runs(page: str) -> bool:
    return any(block.kind in ("bash", "python") for block in blocks(page))


def sample(folder: Path) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        assert gplsa(["sample", str(folder)]) == 0


def printed(page: str) -> Iterator[tuple[Block, str]]:
    """Runs the page in the folder at hand; every block of output with what is printed now."""
    names: dict[str, object] = {}
    told = io.StringIO()
    for block in blocks(page):
        if block.kind == OUTPUT:
            yield block, told.getvalue()
            continue
        told = io.StringIO()
        if block.kind == "bash":
            for line in re.sub(r"\\\n\s*", " ", block.text).splitlines():
                if line and not line.startswith("#"):
                    told.write(type_in(line))
        elif block.kind == "python":
            with contextlib.redirect_stdout(told):
                exec(compile(block.text, page, "exec"), names)


def type_in(command: str) -> str:
    """One line of a shell, a command of ours, perhaps with its output in a file; what it prints."""
    words = shlex.split(command, comments=True)
    output = Path(words.pop()) if ">" in words else None
    if output is not None:
        words.remove(">")
    assert words[0] == "gplsa", f"a bash block runs nothing but gplsa: {command}"
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        assert gplsa(words[1:]) == 0, command
    made = words[words.index("--out") + 1] if "--out" in words else None
    assert told.getvalue() or made, f"{command} said nothing"
    assert made is None or Path(made).exists(), command
    if output is None:
        return told.getvalue()
    output.write_text(told.getvalue(), encoding="utf-8")
    return ""


def agrees(stated: str, now: str) -> bool:
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, re.split(" ?…", line))) + "\n"
        for line in stated.splitlines()
    )
    return re.fullmatch(pattern, now) is not None


def rewrite(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for block, now in reversed(list(printed(page))):
        if not agrees(block.text, now):
            text = text[: block.start] + now + text[block.end :]
    (DOCS / page).write_text(text, encoding="utf-8")


def main(pages: list[str]) -> None:
    for page in pages or PAGES:
        if any(block.kind == OUTPUT for block in blocks(page)):
            with tempfile.TemporaryDirectory() as folder:
                sample(Path(folder))
                with contextlib.chdir(folder):
                    rewrite(page)
            print(page)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main(sys.argv[1:])

"""Processor milliseconds of every page of the app: drawn first, and once more after one change.

    python -m benchmarks.pages [--rounds 20] [--beside CHECKOUT]

The sample corpus and a model of it lie on the desk; what pages cache is dropped before each first
drawing. --beside: the version in another folder; pages of the two are drawn by turns.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

DRAWING = "--drawing"  # what the process of a version is told
Version = subprocess.Popen[str]
TEXTS = "Das Schiff lag im Hafen, der Kapitän an Land.", "Die Ernte war gut, das Korn ist trocken."
WORDS = "Hafen", "Ernte"
CHANGES: dict[str, dict[str, tuple[Any, Any]]] = {
    "corpus": {"pairs-from": (1, 2)},
    "train": {"sweeps": (150, 180)},
    "topics": {"order": ("name", "largest")},
    "keywords": {"pasted": TEXTS},
    "saved": {},  # nothing on it can be chosen: it is drawn again as it is
    "search": {"search-from": (0, 0), "search-to": (1, 1)}
    | dict.fromkeys(("search-text", "search-text-de"), TEXTS),
    "words": {"words-typed": WORDS},
    "fields": {"by-topics": ([0, 1, 2], [3, 4])},
    "documents": {"sought-documents": WORDS},
    "compare": {"compare-lams": ([1.0], [0.1, 1.0])},
}
"""What is set on each page, by turns, under keys that begin so."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", nargs=1, default=[])
    options = parser.parse_args()
    spent: dict[str, list[list[float]]] = {page: [] for page in CHANGES}
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folders = [Path(__file__).resolve().parents[1], *(at.resolve() for at in options.beside)]
        versions = [stack.enter_context(started(at, home / str(n))) for n, at in enumerate(folders)]
        for turn in range(options.rounds + 1):
            for page, found in spent.items():
                order = versions[:: 1 if turn % 2 else -1]
                both = {version: asked(version, page) for version in order}
                if turn:  # the first is not counted: whatever is done once is done then
                    found.append([one for version in versions for one in both[version]])
    rows = []
    for page, found in spent.items():
        medians = [1000 * median(column) for column in zip(*found, strict=True)]
        rows.append([page, *beside(medians[::2]), *beside(medians[1::2])])
    columns = ["this", "other", "this / other"] if options.beside else ["this"]
    head = ["page", *(f"{step}, {one}" for step in ("first", "again") for one in columns)]
    from benchmarks._common import print_table  # not of the version that is drawn

    print_table("Processor milliseconds of a page, medians", head, rows)


def beside(found: list[float]) -> list[object]:
    return [*(f"{one:.1f}" for one in found), *(found[0] / one for one in found[1:])]


def started(folder: Path, home: Path) -> Version:
    """The version in a folder, in a process of its own that draws what it is asked for."""
    given = os.environ | {"PYTHONPATH": str(folder), "GPLSA_HOME": str(home)}
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, __file__, DRAWING], cwd=folder, env=given, **pipes)


def asked(version: Version, page: str) -> list[float]:
    """Seconds of the processor for a page, and for the page once more."""
    assert version.stdin and version.stdout
    print(page, file=version.stdin, flush=True)
    return [float(spent) for spent in json.loads(version.stdout.readline())]


def draw() -> None:
    """Each page that is asked for, twice."""
    import streamlit as st
    from streamlit.testing.v1 import AppTest

    app = AppTest.from_file(str(Path.cwd() / "pages" / "_shell.py"), default_timeout=300).run()
    done(app, "Try the sample")
    done(app.switch_page("train.py").run(), "Train")
    for turn, page in enumerate(map(str.strip, sys.stdin)):
        app.switch_page("corpus.py" if page == "saved" else "saved.py").run()
        st.cache_data.clear()
        st.cache_resource.clear()
        app.switch_page(f"{page}.py")
        began = time.process_time()
        app.run()
        drawn = time.process_time()
        for key, values in CHANGES[page].items():
            lists = (str(one.key) for one in (*app.multiselect, *app.selectbox))
            name = next((one for one in lists if one.startswith(key)), key)
            app.session_state[name] = values[turn // len(CHANGES) % 2]
        changed = time.process_time()
        app.run()
        spent = drawn - began, time.process_time() - changed
        assert not app.exception, (page, app.exception)
        print(json.dumps(spent), flush=True)


def done(app: Any, text: str) -> None:
    """Press the button that begins so, and wait until its job has ended."""
    next(button for button in app.button if button.label.startswith(text)).click().run()
    while any(button.label == "Cancel" for button in app.run().button):
        time.sleep(0.2)


if __name__ == "__main__":
    draw() if DRAWING in sys.argv else main()

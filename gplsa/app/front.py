"""Where the front of the app stands: app.py, pages, assets and its configuration.

In a checkout that is the top folder. An installed package carries the same four beside its code, as
`gplsa/front`.
"""

import re
from pathlib import Path

from gplsa.language import language

_PACKAGE = Path(__file__).resolve().parents[1]


def front() -> Path:
    """The folder that holds app.py, pages/, assets/ and .streamlit/."""
    installed = _PACKAGE / "front"
    return installed if (installed / "app.py").is_file() else _PACKAGE.parent


def sample(name: str) -> Path:
    """A sample that comes along: "chronicle.csv", "pictures.zip", "unseen.csv"."""
    return front() / "assets" / "samples" / name


def manual() -> list[list[str]]:
    """The page of the manual on what the app shows, in the reader's language: its title and what
    stands below it, then each part. Other pages stand beside the app, not in it: no links."""
    pages = front() / "docs"
    translated = pages / language() / "reading.md"
    source = translated if translated.is_file() else pages / "reading.md"
    text = re.sub(r"\[([^][]{1,99})\]\([^()]{1,99}\)", r"*\1*", source.read_text("utf-8"))
    return [part.split("\n", 1) for part in text.removeprefix("# ").split("\n## ")]


PAGE_SCRIPT = front() / "assets" / "page.js"
"""The one script of ours; the guard lets no other run."""

"""Where the front of the app stands: app.py, pages, assets and its configuration.

In a checkout that is the top folder. An installed package carries the same four beside its code, as
`gplsa/front`.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def front() -> Path:
    """The folder that holds app.py, pages/, assets/ and .streamlit/."""
    installed = _PACKAGE / "front"
    return installed if (installed / "app.py").is_file() else _PACKAGE.parent


def sample(name: str) -> Path:
    """A sample that comes along: "chronicle.csv", "pictures.zip", "unseen.csv"."""
    return front() / "assets" / "samples" / name


PAGE_SCRIPT = front() / "assets" / "page.js"
"""The one script of ours; the guard lets no other run."""

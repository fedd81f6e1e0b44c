"""The look of a report, what runs in it, and its letters: those of the app, as far as texts in
Latin and Greek letters need them."""

import json
from base64 import b64encode
from importlib.resources import files

_HERE = files("gplsa.report")
FACES = {"Report Sans": ("sans", "400 600"), "Report Serif": ("serif", "600")}


def style() -> str:
    return (_HERE / "report.css").read_text("utf-8")


def script() -> str:
    """With the letters in it: a page may ask for nothing, not even for itself."""
    return (_HERE / "report.js").read_text("utf-8").replace("FACES", json.dumps(_faces()))


def _faces() -> list[tuple[str, str, str]]:
    """Of each face its name, its weights, and its file in base64."""
    return [
        (name, weights, b64encode((_HERE / "fonts" / f"{stem}.woff2").read_bytes()).decode("ascii"))
        for name, (stem, weights) in FACES.items()
    ]

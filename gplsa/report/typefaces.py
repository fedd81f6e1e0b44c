"""The letters of a report: those of the app, as far as Latin and Greek texts need them."""

from base64 import b64encode
from importlib.resources import files

SANS = '"Report Sans", "Source Sans 3", system-ui, sans-serif'
SERIF = '"Report Serif", "Source Serif 4", Georgia, serif'
FACES = {"Report Sans": ("sans", "400 600"), "Report Serif": ("serif", "600")}


def faces() -> list[tuple[str, str, str]]:
    """Of each face its name, its weights, and its file in base64."""
    folder = files("gplsa.report") / "fonts"
    return [
        (name, weights, b64encode((folder / f"{stem}.woff2").read_bytes()).decode("ascii"))
        for name, (stem, weights) in FACES.items()
    ]

"""The report as one file: sections, figures, and the program that draws them, all inside.

Nothing is asked of the network, and a policy in the file forbids it; only the two programs that
this module writes may run, so that a text of the corpus could not even if it got into the markup.
"""

import hashlib
import json
from base64 import b64encode
from datetime import date
from importlib.resources import files

from plotly.offline import get_plotlyjs

from gplsa import language as languages
from gplsa.figures.columns import written
from gplsa.html.elements import Html, html, tag
from gplsa.language import in_language, tr
from gplsa.model.model import TrainedModel
from gplsa.report import by_field, card, examples, sections
from gplsa.report.cover import cover, lead
from gplsa.report.settings import settings
from gplsa.version import VERSION

_HERE = files("gplsa.report")
FACES = {"Report Sans": ("sans", "400 600"), "Report Serif": ("serif", "600")}
"""The letters of the app, as far as texts in Latin and Greek letters need them."""


def report_html(
    model: TrainedModel, made: date | None = None, *, language: str | None = None
) -> str:
    """Everything about a model for a reader without the app: about 5 MB, most of it plotly.

    made      the date it states; today where None
    language  one of `gplsa.language.LANGUAGES`; where None the reader's of a page, else English
    Holds the topics with both sides and by the fields of the documents, the check, examples with
    evidence, the corpus and its notes, a model card, settings and versions, how to cite.  Words of
    the corpus are escaped.

    Examples
    --------
    >>> import gplsa
    >>> from gplsa.report import report_html
    >>> corpus = gplsa.corpus_of({
    ...     "de": ["Korn und Ernte", "Ernte im Regen", "Schiff im Hafen", "Hafen und Schiff"],
    ...     "en": ["grain and harvest", "harvest in rain", "ship in port", "port and ship"],
    ... }, languages={"de": "de", "en": "en"})
    >>> page = report_html(gplsa.train(corpus, n_topics=2))
    >>> "Ernte" in page, len(page) < 6_000_000
    (True, True)
    """
    with in_language(language or languages.language()):
        return _report(model, made or date.today())


def _report(model: TrainedModel, day: date) -> str:
    of_field = by_field.by_each(model)
    found = (
        sections.topics(model),
        by_field.by_fields(model, of_field, sections.FIGURES + 1),
        sections.check(model),
        examples.examples(model),
        sections.corpus(model),
        card.model_card(model),
        settings(model),
        card.citing(),
    )
    parts = [part for part in found if part is not None]
    links = (tag("li", tag("a", part.title, href=f"#{part.name}")) for part in parts)
    back = tag("a", "↑", href="#sections", aria_label=tr("Sections"))
    name, style = html(model.name), (_HERE / "report.css").read_text("utf-8")
    body = html(
        tag(
            "header",
            tag("p", f"{tr('Report')} · {written(day)} · gplsa {VERSION}", class_="soft small"),
            tag("h1", model.name),
            tag("p", lead(model), class_="lead"),
            cover(model, of_field),
        ),
        tag("nav", tag("ul", *links), aria_label=tr("Sections"), id="sections"),
        tag("main", *(tag("section", tag("h2", t, back), part, id=n) for n, t, part in parts)),
    )
    # With the letters in it: a page may ask for nothing, not even for itself.
    ours = (_HERE / "report.js").read_text("utf-8").replace("FACES", json.dumps(_faces()))
    # Ours first: the letters are there before plotly has been read.
    programs = [Html(ours), Html(get_plotlyjs())]
    # Inside a script element only its own end would end it; neither program holds one.
    scripts = html(*(Html(f"<script>{program}</script>\n") for program in programs))
    return (
        f'<!DOCTYPE html>\n<html lang="{languages.language()}">\n'
        '<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(programs)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{name}</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n{body}\n{scripts}</body>\n</html>\n"
    )


def _policy(programs: list[Html]) -> str:
    """What a browser lets this page do: run these programs, and use what stands in it."""
    hashes = " ".join(
        f"'sha256-{b64encode(hashlib.sha256(program.encode()).digest()).decode()}'"
        for program in programs
    )
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data: blob:"
    )


def _faces() -> list[tuple[str, str, str]]:
    """Of each face its name, its weights, and its file in base64."""
    return [
        (name, weights, b64encode((_HERE / "fonts" / f"{stem}.woff2").read_bytes()).decode("ascii"))
        for name, (stem, weights) in FACES.items()
    ]

"""What pages of the manual quote from the app stands in the app: in English as in its source, in
German as in the catalogues.

A quotation is what stands in *italics* or in **bold** and begins with a capital, and whatever
stands so where a row of a table begins.  None is what fills a paragraph, or ends as a sentence in
bold does: those are heads.
"""

import re
from functools import cache

import pytest
from babel.messages.pofile import read_po

from tests.conftest import REPOSITORY

DOCS = REPOSITORY / "docs"
OF_THE_APP = [
    *(f"{name}.md" for name in ("start", "reading", "limits", "troubleshooting", "idea")),
    *(path.relative_to(DOCS).as_posix() for path in sorted((DOCS / "how").glob("*.md"))),
    *(path.relative_to(DOCS).as_posix() for path in sorted((DOCS / "de").glob("*.md"))),
]
QUOTED = re.compile(r"(?<![\w*])(\*{1,2})(?!\s)([^*]+?)(?<!\s)\1(?![\w*])")
OTHERS = {
    # words of examples, and of other programs
    *(
        "Ernte",
        "Ships",
        "Hafen → harbour",
        "Meteor",
        "Meteor (Schiff)",
        "Stop my server",
        "Zero to JupyterHub",
    ),
    # heads and stress
    *("Exit status", "Where things are kept", "A server ends", "The share", "A mark"),
    *("Words left out", "Words that a topic must hold", "Merges and splits"),
    *("Under 40 pairs there is no validation", "Unter 40 Paaren gibt es keine Validierung"),
    "Read the evidence before you rely on a keyword",
    "Lesen Sie, was dafür spricht, bevor Sie sich auf ein Stichwort verlassen",
    "Stichwörter",
    # the buttons of the languages, which are not translated
    *("DE", "EN"),
}


@cache
def catalogue(language: str) -> str:
    """A pattern of every text of the app, marks of emphasis aside, what is filled in open."""
    texts: set[str] = set()
    for path in sorted((REPOSITORY / "gplsa" / "locale").rglob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale="de"):
                said = message.id if language == "en" else message.string
                texts |= {said} if isinstance(said, str) else {*said}
    return "\n".join(plain(text) for text in sorted(texts) if text)


def plain(text: str) -> str:
    text = re.sub(r":\w+\[([^\]]*)\]|<[^>]+>|[*`_~“”„]", r"\1", text)
    return " ".join(text.split())


def stands_in_app(quotation: str, language: str) -> bool:
    """As one text, or as several that the app puts beside each other."""
    pieces = [piece for piece in re.split(r" \(|\)$|; ", quotation) if piece]
    return _stands(quotation, language) or all(_stands(one, language) for one in pieces)


def _stands(quotation: str, language: str) -> bool:
    said = re.escape(plain(quotation).strip(" .…:,"))
    # A number or a name in a quotation stands for what is filled in.
    said = re.sub(r"\d[\d.,]*(?:\\ %)?", r"(?:\\d[\\d.,]*(?:\\ ?%)?|\\{[^}]*\\}(?:\\ ?%)?)", said)
    pattern = rf"(?<!\w){said}(?!\w)"
    return re.search(pattern, catalogue(language), re.IGNORECASE) is not None


def quotations(page: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```|`[^`]*`|^#.*?$", "", text, flags=re.MULTILINE | re.DOTALL)
    found = []
    for paragraph in re.split(r"\n\s*\n|\n(?=\| )", text):
        row = re.match(r"\| ([^|]*)", paragraph)
        first = set(QUOTED.findall(row[1])) if row else set()
        for mark, quoted in QUOTED.findall(paragraph):
            whole = " ".join(paragraph.split()) == " ".join(f"{mark}{quoted}{mark}".split())
            head = mark == "**" and quoted[-1] in ".?"
            shown = quoted[0].isupper() or (mark, quoted) in first
            if shown and not whole and not head and quoted not in OTHERS:
                found.append(" ".join(quoted.split()))
    return found


@pytest.mark.parametrize("page", OF_THE_APP)
def test_quotations_stand_in_the_app(page):
    language = "de" if page.startswith("de/") else "en"
    wrong = [one for one in quotations(page) if not stands_in_app(one, language)]
    assert not wrong, f"{page} quotes what the app does not say: {wrong}"


def test_quotations_are_found_and_compared():
    assert len(quotations("start.md")) > 5 and len(quotations("de/start.md")) > 5
    assert stands_in_app("Use this corpus", "en") and stands_in_app("Stichwörter", "de")
    assert not stands_in_app("Use that corpus", "en") and not stands_in_app("Use this", "de")

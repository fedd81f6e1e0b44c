"""No text of the pages escapes translation, and the language of the reader is theirs."""

import html.parser
import json
import re
from typing import ClassVar

import pytest

from gplsa import language
from gplsa.app.corpus import first
from gplsa.app.desk.desk import DeskNote
from gplsa.app.front import manual
from gplsa.app.show import reader
from tests.app.test_pages import TITLES, button

OPENED, CLOSED = "⟦", "⟧"
# What stands outside translated texts and is not the person's: signs of formulas, formats, names.
NAMES = {"gplsa", "lam", "csv", "json", "html", "zip", "tbx", "tmx", "xlsx", "jsonl", "tsv", "pdf"}
NAMES |= {"utc", "docx", "odt", "npz", "mat", "txt", "xml", "png", "jpg", "skl", "de", "en", "nbsp"}
NAMES |= {"deutsch", "english"}  # every language by its own name
NOT_TEXT = re.compile(
    r"^(id|.*_id|key|.*url.*|icon|.*mime.*|color|.*color|element_hash|.*hash|type|format|theme|"
    r"form_id|query_string|user_key|data|arrow_data|selection_mode|file_type|script.*|width.*|"
    r"page_script_hash|default|options_value|spec_config|.*position|config|tag|variant)$"
)


class Marking:
    """A catalogue that puts every text between marks."""

    _catalog: ClassVar[dict[str, str]] = {}

    def gettext(self, text):
        return f"{OPENED}{text}{CLOSED}"

    def ngettext(self, one, many, n):
        return self.gettext(one if n == 1 else many)


@pytest.fixture(autouse=True)
def of_the_desk(desk, monkeypatch):
    """The test itself asks the page's widgets what they show, on a thread of no session."""
    monkeypatch.setattr(reader, "_of_the_session", lambda: desk.language or "en")


@pytest.fixture
def marked(monkeypatch):
    """Texts are marked, sentences of the library too."""
    monkeypatch.setattr(language, "_catalogue", lambda domain, code: Marking())
    monkeypatch.setattr(language, "_translated", lambda message, code: f"{OPENED}{message}{CLOSED}")


class _Visible(html.parser.HTMLParser):
    """Text of HTML, with what is read out or shown on pointing."""

    def __init__(self):
        super().__init__()
        self.found, self._style = [], False

    def handle_starttag(self, tag, attrs):
        self._style = tag in ("style", "script")
        self.found += [v or "" for k, v in attrs if k in {"title", "alt", "aria-label"}]

    def handle_endtag(self, tag):
        self._style = False

    def handle_data(self, data):
        if not self._style:
            self.found.append(data)


def visible(text):
    parser = _Visible()
    parser.feed(text)
    return " \n ".join(parser.found)


def strings(proto):
    """The texts in a message of Streamlit, but for names of its own."""
    for field, value in proto.ListFields():
        if NOT_TEXT.match(field.name):
            continue
        for one in value if field.is_repeated else [value]:
            if isinstance(one, str):
                yield field.name, one
            elif hasattr(one, "ListFields"):
                yield from strings(one)


def shown(node):
    """Every text below a node of the page."""
    proto = getattr(node, "proto", None)
    if proto is not None and hasattr(proto, "ListFields"):
        kind = type(proto).__name__
        for name, text in strings(proto):
            if kind == "PlotlyChart" and name == "spec":
                yield from ((kind, one) for one in titles(json.loads(text)))
            elif name == "columns":  # the configuration of a table
                yield from ((kind, c.get("label") or "") for c in json.loads(text or "{}").values())
            else:
                yield kind, text
    for child in (getattr(node, "children", None) or {}).values():
        yield from shown(child)


def titles(spec):
    """Titles of a chart and of its axes."""
    layout = spec.get("layout", {})
    for part in [layout, *(v for k, v in layout.items() if "axis" in k and isinstance(v, dict))]:
        title = part.get("title")
        yield title.get("text", "") if isinstance(title, dict) else title or ""


def outside_marks(text):
    """What of a text stands outside all marks."""
    depth, kept = 0, []
    for sign in text:
        depth += (sign == OPENED) - (sign == CLOSED)
        if depth == 0 and sign != CLOSED:
            kept.append(sign)
    return "".join(kept)


def escaped(app, known):
    """Words on the page that no catalogue was asked for and that are not the person's; a page may
    quote the manual, whose parts it may cut short; that has its own translation."""
    found, quoted = set(), [part[1].strip() for part in manual()]
    for kind, text in shown(app._tree):
        if len(text) > 200 and any(part.startswith(text.strip()) for part in quoted):
            continue
        plain = outside_marks(visible(text))
        plain = re.sub(r":[\w-]+/[\w-]+:|:[a-z]+-badge|https?://\S+|\\", " ", plain)
        strange = [w for w in re.findall(r"[^\W\d_]{2,}", plain) if w.casefold() not in known]
        if strange:
            found.add(f"{kind}: {text[:150]!r} {strange[:6]}")
    return sorted(found)


@pytest.fixture
def known(corpus):
    """The words of the corpus, its names and ids, which nobody translates."""
    texts = [*corpus.texts["de"], *corpus.texts["en"], *corpus.ids, corpus.name, *corpus.fields]
    for text, keywords in map(first.example, ("de", "en")):
        texts += [text, *(one["word"] for one in keywords)]
    return NAMES | {w for t in texts for w in re.findall(r"[^\W\d_]{2,}", t.casefold())}


# The manual is translated page by page.
IN_CATALOGUES = [page for page in TITLES if page != "manual.py"]


@pytest.mark.parametrize("page", IN_CATALOGUES)
def test_no_text_of_an_empty_page_escapes(desk, marked, open_page, known, page):
    desk.language = "xx"
    assert escaped(open_page(page), known) == []


@pytest.mark.parametrize("page", IN_CATALOGUES)
def test_no_text_of_a_page_with_a_model_escapes(laid_out, marked, open_page, known, page):
    laid_out.language = "xx"
    assert escaped(open_page(page), known) == []


def test_the_switch_changes_the_language_and_is_remembered(laid_out, open_page):
    app = open_page("topics.py")
    assert [title.value for title in app.title] == [TITLES["topics.py"]]
    button(app, "DE").click().run()
    assert [title.value for title in app.title] != [TITLES["topics.py"]]
    assert "DE" not in {b.label for b in app.button}
    assert laid_out.language == "de"
    assert laid_out.library.note("desk", DeskNote).language == "de"
    button(app, "EN").click().run()
    assert [title.value for title in app.title] == [TITLES["topics.py"]]


@pytest.mark.parametrize(
    ("locale", "code"),
    [("de-AT", "de"), ("de", "de"), ("en-GB", "en"), ("pt-BR", "en"), (None, "en")],
)
def test_the_browsers_language_comes_first(monkeypatch, locale, code):
    monkeypatch.setattr(type(reader.st.context), "locale", property(lambda _: locale))
    assert reader._of_the_browser() == code


def test_threads_without_a_reader_write_english(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(language, "_asked", [reader._of_the_session])
    assert language.language() == "en"

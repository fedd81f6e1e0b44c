"""What people read, in their language: catalogues, and the sentences of the library found in them.

Everything is written in English, and English is what files, logs, the command line and the service
hold, so that the language somebody reads changes no byte of theirs. Pages, figures and reports ask
`tr` for their texts as they show them. What the library says (errors, doubts, phases) reaches a
page as an English sentence, often from another thread, another process or a file of last year;
`spoken` finds the sentence it was made from in the catalogue, and says it with the same values.

Catalogues are GNU gettext's: `app` for the texts given to `tr`, `library` for those of the library.
"""

import gettext
import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
"""Languages that the app speaks, each by its own name."""

LOCALES = Path(__file__).with_name("locale")
_COMMA_FOR_POINT = str.maketrans(",.", ".,")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")
_LISTED = re.compile(" and |, |; |: ")
_SENTENCES = re.compile(r"(?<=[.?!]) (?=[A-Z“0-9])")
_CLAUSES = re.compile("; ")
_QUOTED = re.compile("“([^“”]*)”")
_LAST_WORD = re.compile(r"(?<!\w)\w++$")

_override: ContextVar[str | None] = ContextVar("language", default=None)
_asked: list[Callable[[], str]] = []


def chosen_by(ask: Callable[[], str]) -> None:
    """Whom to ask for the language of the person served: the app knows, by the session."""
    _asked[:] = [ask]


def language() -> str:
    """One of LANGUAGES: the reader's, English where nobody says otherwise."""
    return _override.get() or (_asked[0]() if _asked else ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """In this language, whoever asks."""
    before = _override.set(code)
    try:
        yield
    finally:
        _override.reset(before)


# Texts of pages and figures


def tr(text: str, /, **values: Any) -> str:
    """A text in the reader's language, with values put in as `str.format` does.

    Numbers are written as that language writes them.  A translation may ask for the dative of a
    counted noun, which English does not have, by `{pairs!d}`.

    Examples
    --------
    >>> from gplsa.language import speaking, tr
    >>> with speaking("de"):
    ...     tr("Cancel")
    'Abbrechen'
    """
    found = _catalogue("app", language()).gettext(text) if text else ""
    return _formatted(found, values)


def plural(number: int, one: str, many: str, /, **values: Any) -> str:
    """The one text or the other, with `{n}` for the number."""
    found = _catalogue("app", language()).ngettext(one, many, number)
    return _formatted(found, {"n": number, **values})


def count(number: int, noun: str) -> str:
    """ "1 pair", "1,200 pairs", "1.200 Paare": `gplsa.wording.count` in the reader's language."""
    return plural(number, f"{{n:,}} {noun}", f"{{n:,}} {noun}s")


def later(text: str) -> str:
    """Marks a text that `tr` will be asked for elsewhere; returns it."""
    return text


QUOTED = later(r"“\1”")
"""How words of the person's stand in a sentence."""


def number(value: float, form: str = ",") -> str:
    """A number as the reader's language writes it: "1,234.5" or "1.234,5"."""
    return _formatted("{value:" + form + "}", {"value": value})


class _Formatter(string.Formatter):
    """`str.format` with numbers as a language writes them, and the dative of counted nouns."""

    def __init__(self, code: str) -> None:
        self.code = code

    def format_field(self, value: Any, format_spec: str) -> str:
        written = format(value, format_spec)
        if isinstance(value, (int, float)) or hasattr(value, "dtype"):
            return localized(written, self.code)
        return written

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion == "d":
            return _dative(str(value))
        return super().convert_field(value, conversion)


def localized(written: str, code: str) -> str:
    """A number as Python writes it, as a language does."""
    return written.translate(_COMMA_FOR_POINT) if code != ENGLISH else written


def _formatted(text: str, values: Mapping[str, Any]) -> str:
    return _Formatter(language()).vformat(text, (), values) if values else text


def _dative(counted: str) -> str:
    """ "3 Paare" → "3 Paaren"; every German plural takes an n, but one that ends in n or s."""
    if counted.startswith("1 ") or counted.endswith(("n", "s")):
        return counted
    return _LAST_WORD.sub(lambda word: word[0] + "n", counted)


@cache
def _catalogue(domain: str, code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(domain, LOCALES, [code])


# Sentences of the library


@dataclass(frozen=True)
class _Template:
    """A sentence with places for values, as a pattern; `quoted`: places between quotation marks,
    which hold words of the person's and are never translated, but for those called `own_…`."""

    pattern: re.Pattern[str]
    translated: str
    quoted: frozenset[str]
    literal: int


def spoken(message: str) -> str:
    """A message of the library in the reader's language; as it is where no catalogue has it."""
    if language() == ENGLISH or not message:
        return message
    return _spoken(message, language())


def _spoken(message: str, code: str) -> str:
    # Several sentences or clauses that are known, before one that would swallow its neighbours.
    for cut in (_SENTENCES, _CLAUSES):
        pieces = _cut(cut, message)
        told = [found for piece in pieces[::2] if (found := _said(piece, code)) is not None]
        if 1 < len(told) == len(pieces[::2]):
            pieces[::2] = told
            return "".join(pieces)
    if (whole := _said(message, code)) is not None:
        return whole
    if len(sentences := _cut(_SENTENCES, message)) > 1:
        return "".join(_spoken(sentence, code) for sentence in sentences)
    if len(items := _cut(_LISTED, message)) > 1:
        return _listed(items, code)
    if _NUMBER.fullmatch(message):
        return localized(message, code)
    return _QUOTED.sub(_catalogue("app", code).gettext(QUOTED), message)


def _cut(cut: re.Pattern[str], message: str) -> list[str]:
    """The pieces of a message and their joints, in turn; nothing is cut within a quotation."""
    pieces, start = [], 0
    for joint in cut.finditer(message):
        before = message[: joint.start()]
        if before.count("“") <= before.count("”"):
            pieces += [message[start : joint.start()], joint[0]]
            start = joint.end()
    return [*pieces, message[start:]]


def _listed(pieces: Sequence[str], code: str) -> str:
    """A list and its joints, where it is one of ours: of words we know, or of quoted ones."""
    told = [_spoken(item, code) for item in pieces[::2]]
    if told == list(pieces[::2]):
        return "".join(pieces)
    joints = [_catalogue("app", code).gettext(joint) for joint in pieces[1::2]]
    return "".join(piece for pair in zip(told, [*joints, ""], strict=True) for piece in pair)


def _said(message: str, code: str) -> str | None:
    """The message by the template with the most letters of its own that it fits."""
    exact, templates = _templates(code)
    if message in exact:
        return exact[message]
    for template in templates:
        if found := template.pattern.fullmatch(message):
            values = {
                name: value if name in template.quoted else _spoken(value, code)
                for name, value in found.groupdict().items()
            }
            return _Formatter(code).vformat(template.translated, (), values)
    return None


@cache
def _templates(code: str) -> tuple[dict[str, str], Sequence[_Template]]:
    """The catalogue of the library: sentences without values, and those with, the longest first."""
    entries: dict[str, str] = _catalogue("library", code)._catalog  # type: ignore[attr-defined]
    exact, templates = {}, []
    for text, translated in entries.items():
        if "{" in text:
            templates.append(_template(text, translated))
        else:
            exact[text] = translated
    return exact, sorted(templates, key=lambda t: -t.literal)


def _template(text: str, translated: str) -> _Template:
    pattern, literal, quoted = "", 0, set()
    seen: set[str] = set()
    for own, name, _, _ in string.Formatter().parse(text):
        pattern += re.escape(own)
        literal += len(own)
        if name is None:
            continue
        held = r"\d[\d,]*" if name == "n" else ".+?"
        if own.endswith("“") and not name.startswith("own_"):
            quoted.add(name)
            held = "[^“”]*"
        pattern += f"(?P={name})" if name in seen else f"(?P<{name}>{held})"
        seen.add(name)
    return _Template(re.compile(pattern, re.DOTALL), translated, frozenset(quoted), literal)

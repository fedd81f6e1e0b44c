"""What people read, in their language: catalogues of texts, and the messages of the library.

Everything is written in English, and English is what files, logs, the command line and the service
hold, so that the language somebody reads changes no byte of theirs. Pages, figures and reports ask
`tr` for their texts as they show them. What the library says (errors, warnings, phases) reaches a
page as a `Message`, often from another thread, another process or a file of last year; `translated`
says its template with its values.

Catalogues are GNU gettext's: `app` for the texts given to `tr`, `library` for those of the library.
"""

import gettext
import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from gplsa.message import Message

ENGLISH, CATALOGUED = "en", "de"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
"""Languages that the app speaks, each by its own name."""

LOCALES = Path(__file__).with_name("locale")
_COMMA_FOR_POINT = str.maketrans(",.", ".,")

_override: ContextVar[str | None] = ContextVar("language", default=None)
_asked: list[Callable[[], str]] = []


def chosen_by(ask: Callable[[], str]) -> None:
    """Whom to ask for the language of the person served: the app knows, by the session."""
    _asked[:] = [ask]


def language() -> str:
    """One of LANGUAGES: the reader's, English where nobody says otherwise."""
    return _override.get() or (_asked[0]() if _asked else ENGLISH)


@contextmanager
def in_language(code: str) -> Iterator[None]:
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

    >>> with in_language("de"):
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
    """ "1 pair", "1,200 pairs", "1.200 Paare": `gplsa.message.count` in the reader's language."""
    return plural(number, f"{{n:,}} {noun}", f"{{n:,}} {noun}s")


def later(text: str) -> str:
    """Marks a text that `tr` will be asked for elsewhere; returns it."""
    return text


def number(value: float, form: str = ",") -> str:
    """A number as the reader's language writes it: "1,234.5" or "1.234,5"."""
    return localized(format(value, form), language())


def percent(share: float, digits: int = 0) -> str:
    """A share of 1 in percent: "12 %", "12.5 %"."""
    return _bound(number(100 * share, f".{digits}f") + " %")


def chance(probability: float) -> str:
    """A probability in percent: neither certain nor impossible unless it is.

    >>> chance(0.42), chance(0.998), chance(0.002), chance(1)
    ('42\\xa0%', '> 99\\xa0%', '< 1\\xa0%', '100\\xa0%')
    """
    percent = round(100 * probability)
    if percent in (0, 100) and 0 < probability < 1:
        return _bound("> 99 %" if percent else "< 1 %")
    return _bound(f"{percent} %")


class _Formatter(string.Formatter):
    """`str.format` with numbers as a language writes them, and the dative of counted nouns."""

    def __init__(self, code: str) -> None:
        self.code = code

    def format_field(self, value: Any, format_spec: str) -> str:
        written = format(value, format_spec)
        if isinstance(value, (int, float)) or hasattr(value, "dtype"):
            return localized(written.replace("%", " %"), self.code)
        return written

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion == "d":
            return _dative(str(value))
        return super().convert_field(value, conversion)


def localized(written: str, code: str) -> str:
    """A number as Python writes it, as a language does."""
    return written.translate(_COMMA_FOR_POINT) if code != ENGLISH else written


def _formatted(text: str, values: Mapping[str, Any]) -> str:
    return _bound(_Formatter(language()).vformat(text, (), values) if values else text)


def _bound(text: str) -> str:
    """No line begins with a per cent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _dative(counted: str) -> str:
    """ "3 Paare" → "3 Paaren"; every German plural takes an n, but one that ends in n or s."""
    one = counted.startswith("1 ") or counted.endswith(("n", "s"))
    return counted if one or not counted[-1:].isalnum() else counted + "n"


@cache
def _catalogue(domain: str, code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(domain, LOCALES, [code])


# Messages of the library


def translated(message: str | Exception) -> str:
    """A message of the library, or that of an error, in the reader's language.

    English where the catalogue does not have it, as with finished sentences of old files.
    """
    if isinstance(message, Exception):
        message = message.args[0] if message.args else ""
    return _bound(_translated(message, language())) if isinstance(message, str) else str(message)


def _translated(message: str, code: str) -> str:
    known: Mapping[str, str] = getattr(_catalogue("library", code), "_catalog", {})
    # Files of others have templates, too: only our own, which a catalogue has, are filled in.
    ours = getattr(_catalogue("library", CATALOGUED), "_catalog", {}) if code == ENGLISH else known
    is_known = isinstance(message, Message) and (message.is_list or message.template in ours)
    if not message or not isinstance(message, Message) or not is_known:
        return known.get(message, str(message)) if message else ""
    values = {
        name: _translated(value, code) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    template, formatter = known.get(message.template, message.template), _Formatter(code)
    if message.is_list:
        return template.join(formatter.format_field(value, "") for value in values.values())
    try:
        if not values:
            return known.get(message.template, str(message))
        return formatter.vformat(template, (), values)
    except (KeyError, ValueError, TypeError, AttributeError):  # values of a changed file
        return str(message)

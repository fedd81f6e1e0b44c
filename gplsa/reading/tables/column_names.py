"""What the headings of tables say: ids, titles, names of files, and in which language a text is."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

from gplsa.errors import InputError
from gplsa.message import listed, quoted
from gplsa.text.language.word_lists import LANGUAGES_WITH_STOP_WORDS, word_lists
from gplsa.text.languages import is_ambiguous_mark, language_of


def _kind(name: str) -> frozenset[str]:
    """The words of all languages that call a column so."""
    lists = map(word_lists, LANGUAGES_WITH_STOP_WORDS)
    return frozenset(word for one in lists for word in one.headings.get(name, ()))


_ID, _TITLE, _FILE, _TEXT, _TIME, _OTHER = map(_kind, "id title file text time other".split())
_SUBJECTS = _kind("subjects")
_LINE = _kind("line")  # of a letter, or what a record is about
_EVERY = _ID | _TITLE | _FILE | _TEXT | _TIME | _OTHER


def words_of(heading: str) -> list[str]:
    """ "TitelDe_2 (kurz)" → titel, de, 2, kurz."""
    parted = re.sub(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])", " ", heading)
    return [word.lower() for word in re.findall(r"[^\W\d_]+|\d+", parted)]


def _is(heading: str, known: frozenset[str]) -> bool:
    words = words_of(heading)
    return bool(words) and ("".join(words) in known or any(word in known for word in words))


is_id_heading = partial(_is, known=_ID)
is_time_heading = partial(_is, known=_TIME)
is_file_heading = partial(_is, known=_FILE)
may_be_title_heading = partial(_is, known=_LINE)
"""Whether what stands below it tells: titles, or terms."""


def is_title_heading(heading: str) -> bool:
    """Subject headings are none, though both words may stand over titles."""
    return _is(heading, _TITLE) and not _SUBJECTS & {*words_of(heading)}


def may_repeat(heading: str) -> bool:
    """Whether several columns may have it, of whose values a record has as many as it needs."""
    return not _is(heading, _ID | _TITLE | _FILE | _TEXT) and not language_in(heading)


_NUMBERED = re.compile(r"(.+?)(?:\.\d+| \(\d+\))")
"""subject.1 as pandas calls the second subject, subject (2) as it is called here."""


def repeated(columns: Sequence[str]) -> list[list[str]]:
    """Columns of one heading that may repeat, numbered from the second one on, together."""
    groups: dict[str, list[str]] = {}
    for name in columns:
        found = _NUMBERED.fullmatch(name)
        first = found[1] if found and found[1] in columns else name
        groups.setdefault(first, []).append(name)
    return [names for first, names in groups.items() if len(names) > 1 and may_repeat(first)]


def is_known_heading(heading: str) -> bool:
    return _is(heading, _EVERY) or bool(language_in(heading))


def language_in(heading: str) -> str:
    """The language a heading names ("text_de", "English abstract"); "" for none.

    Two-letter codes that mean something else more often ("id", "no") do not count.
    """
    codes = [language_of(w) for w in words_of(heading) if w.isalpha() and not is_ambiguous_mark(w)]
    named = [code for code in codes if code]
    return named[0] if len(set(named)) == 1 else ""


def check_different(name: str, found: Sequence[str]) -> None:
    """InputError where two columns have one heading."""
    twice = [heading for heading, n in Counter(filter(None, found)).items() if n > 1]
    if twice:
        raise InputError(
            "“{name}” has more than one column called {twice}: give each a heading of its own.",
            name=name,
            twice=listed(map(quoted, twice)),
        )

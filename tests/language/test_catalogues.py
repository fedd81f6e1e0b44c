"""The catalogues: complete, of the source as it is, and every sentence in them found again."""

import io
import string

import pytest
from babel.messages.pofile import read_po

from gplsa import language
from gplsa.language import LANGUAGES, LOCALES, in_language, translated
from gplsa.message import LONGEST, Message
from tools import catalogues

FOREIGN = [code for code in LANGUAGES if code != "en"]


def entries(code, domain):
    path = LOCALES / code / "LC_MESSAGES" / f"{domain}.po"
    return [m for m in read_po(io.BytesIO(path.read_bytes()), locale=code) if m.id]


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(entry):
    """English and translation, form by form."""
    if isinstance(entry.id, tuple):
        return zip(entry.id, entry.string, strict=True)
    return [(entry.id, entry.string)]


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize("domain", ["app", "library"])
def test_nothing_is_missing_or_behind_the_source(code, domain):
    source = catalogues.app_texts() if domain == "app" else catalogues.library_sentences()
    path = LOCALES / code / "LC_MESSAGES" / domain
    assert catalogues.bring_up_to_date(path, code, source, check=True) == []


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize("domain", ["app", "library"])
def test_translations_have_the_places_and_the_signs_of_their_texts(code, domain):
    for entry in entries(code, domain):
        for english, foreign in forms(entry):
            assert places(english) == places(foreign), english
            for sign in ("**", "`", "<", ":material/", "\n"):
                assert english.count(sign) == foreign.count(sign), (sign, english)
            assert english[:1].isspace() == foreign[:1].isspace(), english
            assert english[-1:].isspace() == foreign[-1:].isspace(), english


@pytest.mark.parametrize("code", FOREIGN)
def test_every_message_of_the_library_is_said_with_its_values(code):
    """Filled with values that nobody would translate, it comes out as its own translation."""
    wrong = []
    with in_language(code):
        for entry in entries(code, "library"):
            values = {
                name: 0.5 if spec else f"qx{name}"
                for _, name, spec, _ in string.Formatter().parse(entry.id)
                if name is not None
            }
            message = Message(entry.id, **values)
            expected = language._bound(language._Formatter(code).vformat(entry.string, (), values))
            if len(message) > LONGEST or translated(message) != expected:
                wrong.append((message, translated(message), expected))
    assert wrong == []

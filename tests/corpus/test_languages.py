import pytest
from py3langid.langid import LanguageIdentifier

from gplsa.text.languages import guess_language, is_ambiguous_mark, language_name, language_of


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        ("de", "de"),
        ("DEU", "de"),
        ("ger", "de"),
        ("Deutsch", "de"),
        ("de-AT", "de"),
        ("en_GB", "en"),
        ("Englisch", "en"),
        ("français", "fr"),
        ("xx", ""),
        ("", ""),
        ("text", ""),
    ],
)
def test_marks_are_known_in_several_spellings(mark: str, code: str) -> None:
    assert language_of(mark) == code


def test_marks_that_mostly_mean_something_else() -> None:
    assert is_ambiguous_mark("ID") and is_ambiguous_mark("no")
    assert not is_ambiguous_mark("de")


def test_names() -> None:
    assert language_name("de") == "German"
    assert language_name("tlh") == "tlh"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Die Ernte war schlecht, und das Korn wurde teuer.", "de"),
        ("The harvest was poor and corn became expensive.", "en"),
        ("La récolte était mauvaise et le blé devint cher.", "fr"),
        ("17. 3. 1841", ""),
        ("", ""),
    ],
)
def test_guess(text: str, code: str) -> None:
    assert guess_language(text) == code


def test_guess_among_candidates() -> None:
    assert guess_language("The harvest was poor and corn became dear.", ["de", "fr"]) != "en"


def test_what_tells_languages_apart_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    harvest = "The harvest was poor and corn became dear."
    assert guess_language(harvest) == "en"
    monkeypatch.setattr(LanguageIdentifier, "from_model_file", None)
    for candidates in (["en", "la"], ["de", "eo"], ["en", "eo"], None):
        assert (guess_language(harvest, candidates) == "en") == ("en" in (candidates or ["en"]))

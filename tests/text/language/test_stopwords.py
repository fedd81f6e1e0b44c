"""Function words: what is in, what must stay out, where NLTK's lists are looked for."""

import os
from pathlib import Path

import pytest

from gplsa.errors import InputError
from gplsa.text import LANGUAGES_WITH_STOP_WORDS, WordOptions, stop_words

FUNCTION = {
    "de": "der dessen einem eurer dieselben irgendwelche anlässlich daß dass hätte gekonnt muß "
    "daran worüber jedoch nicht überhaupt zur wieder schen",
    "en": "the hers themselves whose notwithstanding although might won't isn't shan't therein",
    "es": "las aquellos nuestra según aunque estuvieron hubiese podría también",
    "fr": "des celles vôtre auxquelles malgré lorsqu seraient eussent puisse qu aujourd'hui",
    "it": "gli dell nella coloro quest affinché sarebbero avessimo potrebbe anch",
}
CONTENT = {
    "de": "zeit ehe recht kraft laut weg gen staat land mensch arbeit jahr frau welt gesetz wolle "
    "art frage bericht natürlich gut groß neu zwei",
    "en": "state states system research people year time work law country report right like mine "
    "well need new good two first government",
    "es": "estado estados tiempo país vez gobierno año",
    "fr": "état homme pays temps année personne or point",
    "it": "stato stati cosa tempo paese anno male",
}


@pytest.mark.parametrize("language", LANGUAGES_WITH_STOP_WORDS)
def test_function_words_are_in_and_content_words_are_not(language: str) -> None:
    listed = stop_words(WordOptions(language))
    assert [word for word in FUNCTION[language].split() if word not in listed] == []
    assert [word for word in CONTENT[language].split() if word in listed] == []


@pytest.mark.parametrize("language", LANGUAGES_WITH_STOP_WORDS)
def test_lists_hold_single_words_in_small_letters(language: str) -> None:
    listed = stop_words(WordOptions(language))
    assert len(listed) > 250
    assert [
        word for word in listed if word != word.lower().strip() or " " in word or not word
    ] == []


def test_other_languages_have_none_and_none_can_be_asked_for() -> None:
    assert stop_words(WordOptions("pl")) == frozenset()
    assert stop_words(WordOptions("")) == frozenset()
    assert stop_words(WordOptions("de", stop_words="none")) == frozenset()


def test_nltk_lists_are_read_from_the_folder_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "nltk_data" / "corpora" / "stopwords"
    folder.mkdir(parents=True)
    (folder / "german").write_text("aber\nüber\n", encoding="utf-8")
    monkeypatch.delenv("GPLSA_DATA", raising=False)
    monkeypatch.setenv(
        "NLTK_DATA", os.pathsep.join([str(tmp_path / "no"), str(tmp_path / "nltk_data")])
    )
    assert stop_words(WordOptions("de", stop_words="nltk")) == {"aber", "über"}
    monkeypatch.delenv("NLTK_DATA")
    monkeypatch.setenv("GPLSA_DATA", str(tmp_path))
    assert stop_words(WordOptions("de", stop_words="nltk")) == {"aber", "über"}
    with pytest.raises(InputError, match="NLTK_DATA"):
        stop_words(WordOptions("eo", stop_words="nltk"))
    with pytest.raises(InputError, match="unknown language"):
        stop_words(WordOptions("", stop_words="nltk"))

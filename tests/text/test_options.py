"""Settings of words: everything wrong is said at once, and they survive storage."""

import json
from dataclasses import replace

import pytest

from gplsa.errors import InputError
from gplsa.message import LONGEST
from gplsa.text import WordOptions

WRONG = {
    "'German'": {"language": "German"},
    "'mine'": {"stop_words": "mine"},
    "leave out": {"add_stop_words": (1,)},
    "letters": {"min_length": 0},
    "from 1 up": {"min_df": 0},
    "1.5": {"max_df": 1.5},
    "not 4": {"ngrams": 4},
    "base": {"base": "yes"},
    "Compounds": {"split_compounds": True},
}


@pytest.mark.parametrize("first", range(len(WRONG)))
def test_all_problems_are_reported_together(first: int) -> None:
    named = [*WRONG, *WRONG][first : first + 2]
    with pytest.raises(InputError) as caught:
        WordOptions(**{name: value for one in named for name, value in WRONG[one].items()})
    assert [word for word in named if word not in str(caught.value)] == []


def test_of_too_many_problems_the_first_are_reported() -> None:
    with pytest.raises(InputError, match=r"^The language .*'mine'; .*; …\.$") as caught:
        WordOptions(**{name: value for one in WRONG.values() for name, value in one.items()})
    assert len(str(caught.value)) <= LONGEST


def test_words_count_by_lemmas_unless_figures_of_the_papers_are_wanted() -> None:
    assert WordOptions("de").base == "lemma"
    assert WordOptions("de", stop_words="nltk").base == "stem"


def test_settings_stored_before_there_were_lemmas_keep_their_stems() -> None:
    stored = WordOptions("de").to_json()
    del stored["base"]
    assert WordOptions.from_json(stored | {"stem": True}).base == "stem"
    assert WordOptions.from_json(stored | {"stem": False}).base == "none"


def test_compounds_are_split_in_german_unless_figures_of_the_papers_are_wanted() -> None:
    assert WordOptions("de").split_compounds is True
    assert WordOptions("de", split_compounds=False).split_compounds is False
    assert WordOptions("de", stop_words="nltk").split_compounds is False
    assert WordOptions("en").split_compounds is False
    assert replace(WordOptions(), language="de").split_compounds is True
    assert WordOptions.from_json(WordOptions("de").to_json()) == WordOptions("de")


@pytest.mark.parametrize(
    "wrong",
    [
        {"min_df": True},
        {"min_df": 2.0},
        {"max_df": 0},
        {"max_df": float("nan")},
        {"min_length": "2"},
        {"keep_words": "Haus"},
        {"language": "DE"},
        {"language": None},
    ],
    ids=str,
)
def test_values_of_the_wrong_kind_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        WordOptions(**wrong)  # type: ignore[arg-type]


def test_settings_survive_storage() -> None:
    options = WordOptions("de", add_stop_words=["Zehnt", "Amt"], max_df=0.4, ngrams=2)  # type: ignore[arg-type]
    assert options.add_stop_words == ("Amt", "Zehnt")
    assert WordOptions.from_json(json.loads(json.dumps(options.to_json()))) == options
    with pytest.raises(InputError, match="version"):
        WordOptions.from_json({"language": "de", "colour": "blue"})
    with pytest.raises(InputError):
        WordOptions.from_json(["de"])  # type: ignore[arg-type]

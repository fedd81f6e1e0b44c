"""Vocabularies against a naive count, and the promises others rely on."""

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from nltk.stem.snowball import SnowballStemmer

from gplsa.errors import Cancelled, InputError
from gplsa.language import in_language, translated
from gplsa.text import Vocabulary, WordOptions
from tests.text.harvest import EVERY, HARVEST, as_terms, same


@pytest.mark.parametrize(("side", "name"), [("de", "german"), ("en", "english"), ("fr", "french")])
def test_published_preprocessing_is_reproduced_exactly(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, side: str, name: str
) -> None:
    monkeypatch.setenv("NLTK_DATA", str(data_dir / "nltk_data"))
    lines = (data_dir / "europarl" / "docs.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)[side] for line in lines[:300]]
    file = data_dir / "nltk_data" / "corpora" / "stopwords" / name
    stop_words = set(file.read_text(encoding="utf-8").split())
    stem = SnowballStemmer(name).stem
    naive = [
        Counter(
            stem(word)
            for word in re.findall(r"[^\W\d_]+", text.lower())
            if len(word) >= 2 and word not in stop_words
        )
        for text in texts
    ]
    document_frequency = Counter(term for of_text in naive for term in of_text)
    terms = sorted(term for term, n in document_frequency.items() if 2 <= n <= len(texts) / 2)

    vocabulary, counts = Vocabulary.build(texts, WordOptions(side, stop_words="nltk"))

    assert len(terms) > 1000
    assert vocabulary.terms == terms
    assert vocabulary.document_frequency.tolist() == [document_frequency[term] for term in terms]
    expected = np.array([[of_text[term] for term in terms] for of_text in naive], dtype=np.float64)
    np.testing.assert_array_equal(counts.toarray(), expected)
    np.testing.assert_array_equal(vocabulary.count(texts).toarray(), expected)


def test_terms_are_base_forms_shown_as_nouns_stand_and_as_a_dictionary_has_verbs() -> None:
    vocabulary, counts = Vocabulary.build(HARVEST, WordOptions("de"))
    assert dict(zip(vocabulary.terms, vocabulary.forms, strict=True)) == {
        "bauer": "Bauer",
        "ernte": "Ernte",
        "feld": "Feld",
        "korn": "Korn",
        "liegen": "liegen",
        "regen": "Regen",
        "scheune": "Scheune",
    }
    assert vocabulary.document_frequency.tolist() == [3, 3, 3, 2, 2, 3, 2]
    assert vocabulary.n_documents == len(HARVEST)
    assert as_terms(vocabulary, counts[4]) == {"regen": 3, "feld": 1}
    assert counts.dtype == np.float64
    assert counts.has_sorted_indices


def test_german_words_are_shown_as_one_would_write_them_in_a_list() -> None:
    texts = ["Den sozialen Männern, sozialen Gruppen, in Wien", "sozialen Männern, Männer, Gruppen"]
    texts += ["Den Männern der sozialen Gruppe. Wie und Wien, nukleare", "nukleare Wien, Mann"]
    texts += ["Des Grundwassers, des Grundwassers, Grundwasser in Straßen, Straße"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", min_df=1, max_df=1.0))
    assert vocabulary.forms == [
        *("Grundwasser", "Gruppen", "Männer", "nuklear", "sozial", "Straße", "Wien")
    ]
    english, _ = Vocabulary.build(["social policies"] * 2, WordOptions("en", max_df=1.0))
    assert english.forms == ["policies", "social"]


def test_words_that_mostly_begin_sentences_are_shown_in_small_letters_and_names_are_not() -> None:
    texts = [
        "Finally, the trains to London left.",
        "Finally, London. Finally, trains",
        "London" * 9,
    ]
    texts += ["The trains finally left London", "At last in london clay", "London " * 9]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("en", max_df=1.0))
    assert {"finally", "London"} <= {*vocabulary.forms}


def test_what_is_left_out_is_said_with_the_setting() -> None:
    vocabulary, _ = Vocabulary.build([*HARVEST, "Feld. Feld! A b"], WordOptions("de", max_df=0.45))
    reasons = {word.word: word.setting for word in vocabulary.dropped}
    assert reasons["Feld"] == "max_df"
    assert reasons["der"] == "stop_words"
    assert reasons["pachtet"] == "min_df"
    assert reasons["A"] == "min_length"
    documents = [word.documents for word in vocabulary.dropped]
    assert documents == sorted(documents, reverse=True)
    assert sum(vocabulary.n_dropped.values()) == len(vocabulary.dropped)


def test_own_stop_words_go_with_every_form_and_kept_words_stay() -> None:
    options = WordOptions("de", min_df=1, max_df=0.6, add_stop_words=("Ernten", "Korn-Scheunen"))
    vocabulary, _ = Vocabulary.build(HARVEST, options)
    assert not {"ernte", "korn", "scheune"} & set(vocabulary.terms)
    options = WordOptions("de", min_df=1, max_df=0.4)
    vocabulary, _ = Vocabulary.build(HARVEST, options)
    assert "feld" not in vocabulary.terms
    kept = WordOptions("de", min_df=3, max_df=0.4, keep_words=("Feld", "beide", "Obrigkeit"))
    vocabulary, _ = Vocabulary.build(HARVEST, kept)
    assert vocabulary.terms == ["beide", "feld", "obrigkeit"]


def test_stop_words_are_optional_and_short_words_can_be_let_in() -> None:
    options = WordOptions("de", stop_words="none", base="none", min_length=1, **EVERY)
    vocabulary, _ = Vocabulary.build(["Das A und O."], options)
    assert vocabulary.terms == ["a", "das", "o", "und"]


def test_empty_texts_do_not_count_as_documents() -> None:
    texts = ["Korn und Ernte", "Ernte", "", "  ", "", "1848", ""]
    vocabulary, counts = Vocabulary.build(texts, WordOptions("de", max_df=1.0))
    assert vocabulary.n_documents == 2
    assert vocabulary.terms == ["ernte"]
    np.testing.assert_array_equal(counts.toarray().ravel(), [1, 1, 0, 0, 0, 0, 0])
    with pytest.raises(InputError, match="max_df"):
        Vocabulary.build(texts, WordOptions("de"))


def test_unknown_words_are_counted_and_those_too_frequent_are_not_among_them() -> None:
    vocabulary, _ = Vocabulary.build([*HARVEST, "Feld"], WordOptions("de", max_df=0.5))
    assert vocabulary.frequent == ["feld"]
    text = "Das Korn auf dem Feld und der Zehnt, der Zehnt!"
    counts, unknown, _ = vocabulary.read([text, "Korn", ""])
    assert as_terms(vocabulary, counts[0]) == {"korn": 1}
    assert unknown == [{"Zehnt": 2}, {}, {}]
    assert [text[s.start : s.end] for s in vocabulary.spans(text) if s.term < 0] == ["Zehnt"] * 2


def test_parts_of_compounds_count_beside_the_whole() -> None:
    texts = [
        "Ernte Jahr Ernte",
        "Ernte Jahr",
        "Erntejahr",
        "Arbeit Zeit",
        "Arbeitszeit Zeit Arbeit",
    ]
    options = WordOptions("de", split_compounds=True, **EVERY)
    vocabulary, counts = Vocabulary.build(texts, options)
    assert as_terms(vocabulary, counts[2]) == {"erntejahr": 1, "ernte": 1, "jahr": 1}
    assert as_terms(vocabulary, counts[4]) == {"arbeitszeit": 1, "arbeit": 2, "zeit": 2}
    text = "Das Erntejahr"
    spans = [(text[s.start : s.end], vocabulary.terms[s.term]) for s in vocabulary.spans(text)]
    assert spans == [("Erntejahr", "erntejahr"), ("Ernte", "ernte"), ("jahr", "jahr")]
    # A word that is counted by its parts alone is not itself counted.
    numbers = map(vocabulary.number_of, ["Erntejahre.", "Zeit", "JahrErnte", "Ernte Jahr"])
    assert [number is not None for number in numbers] == [True, True, False, False]
    _, unknown, _ = vocabulary.read(["Jahreszeit", "Zehntjahr"])
    assert unknown == [{}, {"Zehntjahr": 1}]


def test_new_compounds_whose_parts_say_something_else_stay_whole() -> None:
    texts = 2 * ["Anti national sozialistisch Barriere frei freien Nation wide Ernte Jahr"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", split_compounds=True, **EVERY))
    new = "Nationalernte antinationalsozialistisch barrierefreien barrierefrei Nationwide"
    _, [unknown], _ = vocabulary.read([new])
    assert [*unknown] == new.split()[1:]
    assert [span.term < 0 for span in vocabulary.spans(new)][-4:] == [True] * 4


def test_which_terms_are_compounds_of_which() -> None:
    texts = ["Ernte Jahr Ernte", "Ernte Jahr", "Erntejahr", "Erntejahre", "Wetter"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", **EVERY))
    parts = vocabulary.compounds()
    held = {
        term: as_terms(vocabulary, parts[[row]])
        for row, term in enumerate(vocabulary.terms)
        if parts[[row]].nnz
    }
    assert held == {"erntejahr": {"ernte": 1, "jahr": 1}}
    whole, _ = Vocabulary.build(texts, WordOptions("de", split_compounds=False, **EVERY))
    assert whole.compounds().nnz == 0


def test_scripts_without_spaces_count_pairs_of_characters() -> None:
    texts = ["委員会は報告した", "委員会 EU委員会"]
    vocabulary, counts = Vocabulary.build(texts, WordOptions("ja", **EVERY))
    assert as_terms(vocabulary, counts[1]) == {"eu": 1, "委員": 2, "員会": 2}
    assert any("pairs of characters" in warning for warning in vocabulary.warnings)


def test_a_language_without_lists_says_so() -> None:
    texts = ["Praha je město", "Brno je město", "Praha a Brno"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("eu", max_df=0.9))
    assert [("stems" in w, "stop words" in w) for w in vocabulary.warnings] == [
        (True, False),
        (False, True),
    ]
    assert len(Vocabulary.build(texts, WordOptions("cs", max_df=0.9))[0].warnings) == 1
    assert Vocabulary.build(HARVEST, WordOptions("de"))[0].warnings == []


def test_notes_of_kept_words_are_said_in_german() -> None:
    texts = ["Praha je město", "Brno je město", "Praha a Brno"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("eu", max_df=0.9))
    again = Vocabulary.from_json(json.loads(json.dumps(vocabulary.to_json())))
    with in_language("de"):
        told = [translated(warning) for warning in again.warnings]
        assert told == [translated(warning) for warning in vocabulary.warnings]
    assert all("Baskisch" in sentence for sentence in told)


@pytest.mark.parametrize(
    ("texts", "options", "named"),
    [
        (["", " "], WordOptions("de"), "No words in the German texts"),
        (["12", "1848"], WordOptions("de"), "digits"),
        ([], WordOptions("de"), "No words"),
        (["der die", "und das"], WordOptions("de"), "stop_words"),
        (["Haus", "Brot"], WordOptions("de"), "min_df"),
        (["Haus", "Haus"], WordOptions("de"), "all 2 documents hold the same words"),
        (["Haus", "Haus", "12 Haus", "die"], WordOptions("de"), "larger share under “Words”"),
        (["der die und Haus", "der die und Brot"], WordOptions("de"), "min_df"),
        (["Haus Brot", "Haus Korn", "Haus"], WordOptions("de"), "at most 50% (max_df) of the 3"),
        (["ab ac", "ad ac"], WordOptions("", min_length=5), "min_length"),
        (["x" * 100, "x" * 100], WordOptions(""), "80 letters"),
        (["Haus", "Haus"], WordOptions("de", max_df=1.0, add_stop_words=("haus",)), "stop_words"),
    ],
)
def test_nothing_left_names_the_setting_in_one_sentence(
    texts: list[str], options: WordOptions, named: str
) -> None:
    with pytest.raises(InputError, match=re.escape(named)) as caught:
        Vocabulary.build(texts, options)
    assert str(caught.value).endswith(".")
    assert str(caught.value).count(". ") == 0


def test_the_order_of_documents_changes_only_the_order_of_rows() -> None:
    order = np.random.default_rng(0).permutation(len(HARVEST))
    vocabulary, counts = Vocabulary.build(HARVEST, WordOptions("de", ngrams=2))
    shuffled, permuted = Vocabulary.build(
        [HARVEST[row] for row in order], WordOptions("de", ngrams=2)
    )
    assert shuffled.to_json() == vocabulary.to_json()
    assert same(counts[order], permuted)


def test_progress_rises_to_the_end_and_can_stop_the_work() -> None:
    seen: list[float] = []
    Vocabulary.build(HARVEST * 50, WordOptions("de"), lambda done, phase: seen.append(done))
    assert seen == sorted(seen)
    assert seen[0] < 0.1
    assert seen[-1] == 1

    def stop(done: float, phase: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        Vocabulary.build(HARVEST, WordOptions("de"), stop)
    vocabulary, _ = Vocabulary.build(HARVEST, WordOptions("de"))
    with pytest.raises(Cancelled):
        vocabulary.count(HARVEST, stop)


def test_stored_words_keep_the_list_they_were_made_with() -> None:
    vocabulary, _ = Vocabulary.build(HARVEST, WordOptions("de"))
    content = json.loads(json.dumps(vocabulary.to_json()))
    content["stop_words"] = ["korn"]
    assert "korn" not in as_terms(
        vocabulary, Vocabulary.from_json(content).count(["Korn und Regen"])
    )


def test_a_boy_is_a_word_that_models_of_before_count_as_young() -> None:
    texts = ["Ein Junge und eine junge Frau", "Der Junge sah Jungen", "Ein junger Mann"]
    vocabulary, counts = Vocabulary.build(texts, WordOptions("de", min_df=1, max_df=1.0))
    assert counts[1, vocabulary.terms.index("junge")] == 2
    assert counts[:, vocabulary.terms.index("jung")].sum() == 2
    kept = [n for n, term in enumerate(vocabulary.terms) if term != "junge"]
    content = vocabulary.to_json()
    for name in ("terms", "forms", "document_frequency"):
        content[name] = [content[name][n] for n in kept]
    before = Vocabulary.from_json(content)
    assert before.count(texts)[:, before.terms.index("jung")].sum() == 5


@pytest.mark.parametrize(
    "damage",
    [
        {"terms": ["a"]},
        {"forms": None},
        {"document_frequency": [1]},
        {"options": {"language": "de", "colour": "blue"}},
        {"options": {"language": "de", "ngrams": 99}},
        {"dropped": [1]},
        {"parts": {"a": "b"}},
        {"extra": 1},
        {"n_documents": "many"},
    ],
)
def test_damaged_content_is_refused(damage: dict[str, object]) -> None:
    content = Vocabulary.build(HARVEST, WordOptions("de"))[0].to_json()
    with pytest.raises(InputError):
        Vocabulary.from_json(content | damage)

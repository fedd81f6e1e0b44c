"""Vocabularies against a naive count, and the promises others rely on."""

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.snowball import SnowballStemmer
from scipy import sparse

from gplsa.corpus.words import Vocabulary, WordOptions
from gplsa.errors import Cancelled, InputError

HARVEST = [
    "Die Ernte war gut. Das Korn liegt in der Scheune.",
    "Der Regen kam spät, die Ernten fielen schlecht aus.",
    "Das Korn und der Regen: ein Bauer schreibt der Obrigkeit.",
    "Ein Bauer klagt; die Ernte liegt im Feld.",
    "Regen, Regen, Regen auf dem Feld.",
    "Das Feld und die Scheune: der Bauer pachtet beide.",
]
EVERY = {"min_df": 1, "max_df": 1.0}
ODD_TEXTS = [
    "",
    "1848 12.5 ½ m² ²³",
    "Donau­dampf­schiff",
    "Cafe\u0301 cafe\u0301 Café",
    "לשלום עליכם שָׁלוֹם",
    "مُحَمَّد يكتب الرسالة",
    "👩‍🌾 Ernte 🌾🌾 ❤️",
    "委員会は報告した。EU委員会",
    "हिन्दी में लिखा",
    "x" * 5000 + " Ende",
    "-" * 3000 + "a-" * 3000,
    "ﬁnden ﬂiegen Waſſer Ern-\nte",
    "Straße STRASSE İstanbul ŉ ǆ",
    "\u0301\u0301 a\u0301 \ufeff\u200d",
    "각 각",
    "\ud800 lone surrogate",
]


def as_terms(vocabulary: Vocabulary, row: sparse.csr_matrix) -> dict[str, float]:
    row = sparse.csr_matrix(row)
    return {vocabulary.terms[term]: n for term, n in zip(row.indices, row.data, strict=True)}


def spans_as_terms(vocabulary: Vocabulary, text: str) -> dict[str, float]:
    found = Counter(span.term for span in vocabulary.spans(text) if span.term >= 0)
    return {vocabulary.terms[term]: float(n) for term, n in found.items()}


def same(one: sparse.csr_matrix, other: sparse.csr_matrix) -> bool:
    return one.shape == other.shape and abs(one - other).nnz == 0


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


def test_terms_are_stems_shown_in_their_most_frequent_form() -> None:
    vocabulary, counts = Vocabulary.build(HARVEST, WordOptions("de"))
    assert dict(zip(vocabulary.terms, vocabulary.forms, strict=True)) == {
        "bau": "Bauer",
        "ernt": "Ernte",
        "feld": "Feld",
        "korn": "Korn",
        "liegt": "liegt",
        "reg": "Regen",
        "scheun": "Scheune",
    }
    assert vocabulary.document_frequency.tolist() == [3, 3, 3, 2, 2, 3, 2]
    assert vocabulary.n_documents == len(HARVEST)
    assert as_terms(vocabulary, counts[4]) == {"reg": 3, "feld": 1}
    assert counts.dtype == np.float64
    assert counts.has_sorted_indices


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
    assert not {"ernt", "korn", "scheun"} & set(vocabulary.terms)
    options = WordOptions("de", min_df=1, max_df=0.4)
    vocabulary, _ = Vocabulary.build(HARVEST, options)
    assert "feld" not in vocabulary.terms
    kept = WordOptions("de", min_df=3, max_df=0.4, keep_words=("Feld", "beide", "Obrigkeit"))
    vocabulary, _ = Vocabulary.build(HARVEST, kept)
    assert vocabulary.terms == ["beid", "feld", "obrig"]


def test_stop_words_are_optional_and_short_words_can_be_let_in() -> None:
    options = WordOptions("de", stop_words="none", stem=False, min_length=1, **EVERY)
    vocabulary, _ = Vocabulary.build(["Das A und O."], options)
    assert vocabulary.terms == ["a", "das", "o", "und"]


def test_empty_texts_do_not_count_as_documents() -> None:
    texts = ["Korn und Ernte", "Ernte", "", "  ", "", "1848", ""]
    vocabulary, counts = Vocabulary.build(texts, WordOptions("de", max_df=1.0))
    assert vocabulary.n_documents == 2
    assert vocabulary.terms == ["ernt"]
    np.testing.assert_array_equal(counts.toarray().ravel(), [1, 1, 0, 0, 0, 0, 0])
    with pytest.raises(InputError, match="max_df"):
        Vocabulary.build(texts, WordOptions("de"))


def test_unknown_words_are_counted_and_those_too_frequent_are_not_among_them() -> None:
    vocabulary, _ = Vocabulary.build([*HARVEST, "Feld"], WordOptions("de", max_df=0.5))
    assert vocabulary.frequent == ["feld"]
    text = "Das Korn auf dem Feld und der Zehnt, der Zehnt!"
    counts, unknown = vocabulary.count_with_unknown([text, "Korn", ""])
    assert as_terms(vocabulary, counts[0]) == {"korn": 1}
    assert unknown == [{"Zehnt": 2}, {}, {}]
    assert [text[s.start : s.end] for s in vocabulary.spans(text) if s.term < 0] == ["Zehnt"] * 2


@pytest.mark.parametrize(
    "options",
    [
        WordOptions("de", **EVERY),
        WordOptions("en", ngrams=3, **EVERY),
        WordOptions("fr", stem=False, stop_words="none", min_length=1, **EVERY),
        WordOptions("ja", **EVERY),
        WordOptions("tr", **EVERY),
        WordOptions("", **EVERY),
        WordOptions("de", split_compounds=True, ngrams=2, replace_long_s=True, **EVERY),
        WordOptions("de", join_line_end_hyphens=True, replace_long_s=True, **EVERY),
    ],
    ids=[
        *("german", "english phrases", "whole forms", "japanese", "turkish", "unknown language"),
        *("compounds", "clean-up"),
    ],
)
def test_build_count_spans_and_lines_agree(options: WordOptions) -> None:
    texts = [*ODD_TEXTS, *HARVEST, "Erntefeld Kornfeld Regenfelder\nErnte-Regen\n\nKorn,\tFeld."]
    vocabulary, counts = Vocabulary.build(texts, options, n_processes=0)
    assert same(vocabulary.count(texts), counts)
    restored = Vocabulary.from_json(json.loads(json.dumps(vocabulary.to_json())))
    assert same(restored.count(texts), counts)
    lines, documents = vocabulary.count_lines(texts)
    for row, text in enumerate(texts):
        assert spans_as_terms(vocabulary, text) == as_terms(vocabulary, counts[row])
        assert all(0 <= s.start < s.end <= len(text) for s in vocabulary.spans(text))
        of_text = lines[np.flatnonzero(documents == row)]
        assert of_text.shape[0] == text.removesuffix("\n").count("\n") + 1
        np.testing.assert_array_equal(of_text.sum(axis=0), counts[[row]].toarray())


PIECES = [
    *(
        "Ernte",
        "Korn",
        "Feld",
        "jahr",
        "s",
        "und",
        "der",
        "n't",
        "E-Mail",
        "x" * 90,
        "委員会",
        "กา",
    ),
    *("ä", "ſ", "ß", "İ", "I", "'", "’", "-", ".", ",", "1", "²", "_", "हि", "한", "ﬁ", "ᄒ", "ᅡ"),
    *(" ", " ", "\n", "\r\n", "\t", "\u00ad", "\u0301", "\u0308", "\u200d", "\ufeff"),
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(TEXT, min_size=1, max_size=3),
    options=st.builds(
        WordOptions,
        language=st.just("de"),
        ngrams=st.integers(1, 3),
        min_length=st.integers(1, 2),
        split_compounds=st.booleans(),
        join_line_end_hyphens=st.booleans(),
        replace_long_s=st.booleans(),
        min_df=st.just(1),
        max_df=st.just(1.0),
    ),
)
def test_spans_and_lines_agree_with_counts_on_any_text(
    texts: list[str], options: WordOptions
) -> None:
    vocabulary, counts = Vocabulary.build([*texts, "Ernte Korn Feld Jahr"], options)
    lines, documents = vocabulary.count_lines(texts)
    for row, text in enumerate(texts):
        assert spans_as_terms(vocabulary, text) == as_terms(vocabulary, counts[row])
        assert lines[np.flatnonzero(documents == row)].sum() == counts[[row]].sum()


def test_spans_point_into_the_text_as_it_came() -> None:
    text = "Cafe\u0301, Waſ\u00adſer; ﬁnden: Ern-\n  te 👩‍🌾 und Öl"
    options = WordOptions(
        "de", stem=False, join_line_end_hyphens=True, replace_long_s=True, **EVERY
    )
    vocabulary, _ = Vocabulary.build([text], options)
    found = {vocabulary.terms[s.term]: text[s.start : s.end] for s in vocabulary.spans(text)}
    assert found == {
        "café": "Cafe\u0301",
        "wasser": "Waſ\u00adſer",
        "finden": "ﬁnden",
        "ernte": "Ern-\n  te",
        "öl": "Öl",
    }


def test_phrases_end_at_stop_words_and_sentence_ends() -> None:
    texts = ["Guter Wein. Roter Wein und weißes Brot", "Roter Wein, weißes Brot 7 Wein"]
    options = WordOptions("de", ngrams=3, stem=False, **EVERY)
    vocabulary, counts = Vocabulary.build(texts, options)
    phrases = [term for term in vocabulary.terms if " " in term]
    assert phrases == [
        "guter wein",
        "roter wein",
        "weißes brot",
    ]
    assert vocabulary.forms[vocabulary.terms.index("roter wein")] == "Roter Wein"
    assert counts[:, [vocabulary.terms.index("roter wein")]].toarray().ravel().tolist() == [1, 1]


def test_phrases_obey_the_bounds_on_document_frequency() -> None:
    texts = ["neues Haus", "neues Haus", "neues Brot", "altes Brot"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", ngrams=2, max_df=0.5, stem=False))
    assert vocabulary.terms == ["brot", "haus", "neues haus"]


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
    assert as_terms(vocabulary, counts[2]) == {"erntejahr": 1, "ernt": 1, "jahr": 1}
    assert as_terms(vocabulary, counts[4]) == {"arbeitszeit": 1, "arbeit": 2, "zeit": 2}
    text = "Das Erntejahr"
    spans = [(text[s.start : s.end], vocabulary.terms[s.term]) for s in vocabulary.spans(text)]
    assert spans == [("Erntejahr", "erntejahr"), ("Ernte", "ernt"), ("jahr", "jahr")]
    _, unknown = vocabulary.count_with_unknown(["Jahreszeit", "Zehntjahr"])
    assert unknown == [{}, {"Zehntjahr": 1}]


def test_scripts_without_spaces_count_pairs_of_characters() -> None:
    texts = ["委員会は報告した", "委員会 EU委員会"]
    vocabulary, counts = Vocabulary.build(texts, WordOptions("ja", **EVERY))
    assert as_terms(vocabulary, counts[1]) == {"eu": 1, "委員": 2, "員会": 2}
    assert any("pairs of characters" in warning for warning in vocabulary.warnings)


def test_a_language_without_lists_says_so() -> None:
    texts = ["Praha je město", "Brno je město", "Praha a Brno"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("cs", max_df=0.9))
    assert [("stems" in w, "stop words" in w) for w in vocabulary.warnings] == [
        (True, False),
        (False, True),
    ]
    assert Vocabulary.build(HARVEST, WordOptions("de"))[0].warnings == []


@pytest.mark.parametrize(
    ("texts", "options", "named"),
    [
        (["", " "], WordOptions("de"), "No words in the German texts"),
        (["12", "1848"], WordOptions("de"), "digits"),
        ([], WordOptions("de"), "No words"),
        (["der die", "und das"], WordOptions("de"), "stop_words"),
        (["Haus", "Brot"], WordOptions("de"), "min_df"),
        (["Haus", "Haus"], WordOptions("de"), "max_df"),
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


def test_phrases_are_counted_in_blocks_of_documents(monkeypatch) -> None:
    texts = ["", *HARVEST, "", *HARVEST, ""]
    options = WordOptions("de", ngrams=2)
    _, whole = Vocabulary.build(texts, options)
    monkeypatch.setattr("gplsa.corpus.words.phrases._BLOCK_WORDS", 7)
    told: list[float] = []
    vocabulary, counts = Vocabulary.build(texts, options, lambda fraction, _: told.append(fraction))
    assert any(" " in term for term in vocabulary.terms)
    assert abs(counts - whole).nnz == 0
    assert len([fraction for fraction in told if 0.96 < fraction < 1]) > 4

"""Counts, spans and lines of a text agree, whatever the text."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gplsa.text import Vocabulary, WordOptions
from tests.text.harvest import EVERY, HARVEST, as_terms, same

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


def spans_as_terms(vocabulary: Vocabulary, text: str) -> dict[str, float]:
    found = Counter(span.term for span in vocabulary.spans(text) if span.term >= 0)
    return {vocabulary.terms[term]: float(n) for term, n in found.items()}


@pytest.mark.parametrize(
    "options",
    [
        WordOptions("de", **EVERY),
        WordOptions("en", ngrams=3, **EVERY),
        WordOptions("fr", base="none", stop_words="none", min_length=1, **EVERY),
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


@pytest.mark.parametrize(
    ("language", "more"),
    [
        *((language, {}) for language in ("de", "en", "fr", "es", "it")),
        *((language, {"ngrams": 2}) for language in ("de", "en", "fr", "es", "it")),
        ("de", {"split_compounds": True}),
        ("de", {"split_compounds": True, "ngrams": 3}),
    ],
    ids=str,
)
def test_lines_sum_to_the_bytes_that_whole_documents_give(
    data_dir: Path, language: str, more: dict[str, Any]
) -> None:
    """A full stop in place of every line break makes a document one line and changes no word."""
    rows = (data_dir / "europarl" / "docs.jsonl").read_text(encoding="utf-8").splitlines()[:60]
    texts = ["", *(json.loads(row)[language] for row in rows), "\n"]
    options = WordOptions(language, **more)
    vocabulary, lines, _ = Vocabulary.build_encoded(texts, options)
    whole, counts = Vocabulary.build([" . ".join(text.split("\n")) for text in texts], options)
    assert lines.counts.shape[0] > 5 * len(texts)
    assert vocabulary.to_json() == whole.to_json()
    summed = lines.by_document()
    for found, expected in (
        (summed.data, counts.data),
        (summed.indices, counts.indices),
        (summed.indptr, counts.indptr),
    ):
        assert (found.dtype, found.tobytes()) == (expected.dtype, expected.tobytes())


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
        "de", base="none", join_line_end_hyphens=True, replace_long_s=True, **EVERY
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

"""The built-in sample: enough pairs, distinct themes, real counterparts and nothing twice."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

SAMPLES = Path(__file__).resolve().parents[2] / "assets" / "samples"


@pytest.fixture(scope="module")
def chronicle() -> pd.DataFrame:
    return pd.read_csv(SAMPLES / "chronicle.csv", dtype=str, keep_default_na=False)


@pytest.fixture(scope="module")
def unseen() -> pd.DataFrame:
    return pd.read_csv(SAMPLES / "unseen.csv", dtype=str, keep_default_na=False)


@pytest.fixture(scope="module")
def both(chronicle: pd.DataFrame, unseen: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([chronicle, unseen])[["id", "de", "en"]]


@pytest.fixture(scope="module")
def identifier() -> LanguageIdentifier:
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(["de", "en"])
    return identifier


def sentences(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+", text) if len(part) > 15]


def test_columns_and_ids(chronicle, unseen):
    assert list(chronicle.columns) == ["id", "title", "theme", "de", "en"]
    assert list(unseen.columns) == ["id", "de", "en"]
    assert len(unseen) == 12
    assert list(chronicle["id"]) == [f"C{n:03d}" for n in range(1, len(chronicle) + 1)]
    for table in (chronicle, unseen):
        assert table["id"].is_unique
    assert chronicle["title"].str.fullmatch(r"Chronicle \d{3}, 18\d\d").all()


def test_at_least_200_pairs_over_a_dozen_interleaved_themes(chronicle):
    assert len(chronicle) >= 200
    sizes = Counter(chronicle["theme"])
    assert len(sizes) == 12
    assert min(sizes.values()) >= 15
    themes = chronicle["theme"].to_numpy()
    assert np.mean(themes[1:] == themes[:-1]) < 0.2


def test_no_side_is_empty_or_spoiled(both):
    for side in ("de", "en"):
        words = both[side].str.split().str.len()
        assert words.between(25, 130).all(), both.loc[~words.between(25, 130), "id"].tolist()
        assert not both[side].str.contains("\N{REPLACEMENT CHARACTER}|Ã|\n|  ").any()
    assert both["de"].str.contains("[äöüßÄÖÜ]").mean() > 0.95


def test_no_text_or_sentence_twice(both):
    for side in ("de", "en"):
        assert both[side].is_unique
        counts = Counter(sentence for text in both[side] for sentence in sentences(text))
        assert [sentence for sentence, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("side", ["de", "en"])
def test_each_side_is_in_its_language(both, identifier, side):
    wrong = [
        name
        for name, text in zip(both["id"], both[side], strict=True)
        if identifier.classify(text)[0] != side
    ]
    assert wrong == []


def test_lengths_of_mates_go_together(both):
    german, english = both["de"].str.len(), both["en"].str.len()
    assert (english / german).between(0.6, 1.6).all()
    assert np.corrcoef(german, english)[0, 1] > 0.5

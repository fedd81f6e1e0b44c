from collections.abc import Callable

import numpy as np
import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.reading import Doubt, Upload, read_corpus
from gplsa.reading.doubts import find_doubts

Letters = Callable[[int], list[tuple[str, str]]]


def corpus_of(de: list[str], en: list[str], languages: tuple[str, str] = ("de", "en")) -> Corpus:
    return Corpus(
        "x",
        [str(i + 1) for i in range(len(de))],
        {"de": de, "en": en},
        dict(zip(("de", "en"), languages, strict=True)),
    )


def doubts_of(kind: str, corpus: Corpus) -> list[Doubt]:
    return [doubt for doubt in find_doubts(corpus) if doubt.kind == kind]


def unzipped(pairs: list[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [de for de, _ in pairs], [en for _, en in pairs]


def test_good_pairs_raise_no_doubt(letters: Letters) -> None:
    assert find_doubts(corpus_of(*unzipped(letters(200)))) == []


@pytest.mark.parametrize(("start", "stop"), [(39, 52), (60, 200), (0, 200)])
@pytest.mark.parametrize("step", [1, -1])
def test_shifted_rows_are_found(letters: Letters, start: int, stop: int, step: int) -> None:
    de, en = unzipped(letters(200))
    en[start:stop] = np.roll(en[start:stop], step).tolist()
    (doubt,) = doubts_of("shifted", corpus_of(de, en))
    found, truth = set(doubt.rows), set(range(start, stop))
    assert len(found & truth) / len(found | truth) > 0.8
    assert ("throughout" in doubt.message) == (stop - start == 200)
    assert ("next" if step == 1 else "previous") in doubt.message


@pytest.mark.parametrize("seed", range(10))
def test_pairs_without_any_order_are_no_shift(letters: Letters, seed: int) -> None:
    de, en = unzipped(letters(200))
    mixed = np.random.default_rng(seed).permutation(200)
    doubts = find_doubts(corpus_of(de, [en[row] for row in mixed]))
    assert [doubt.kind for doubt in doubts] == ["unrelated"]
    assert "was one of them sorted by itself?" in doubts[0].message


def test_lengths_that_do_not_go_together() -> None:
    rng = np.random.default_rng(0)
    de, en = (["Ein Satz, " * n for n in rng.integers(1, 60, 100)] for _ in range(2))
    (doubt,) = doubts_of("lengths", corpus_of(de, en))
    assert "are these really translations?" in doubt.message


def test_swapped_sides(letters: Letters) -> None:
    de, en = unzipped(letters(30))
    (doubt,) = find_doubts(corpus_of(en, de))
    assert doubt.kind == "swapped"
    assert "the side called German reads like English" in doubt.message


def test_swapped_columns_of_a_table(letters: Letters) -> None:
    lines = ["de;en"] + [f"{en};{de}" for de, en in letters(30)]
    reading = read_corpus([Upload.from_bytes("a.csv", "\n".join(lines).encode())])
    assert [doubt.kind for doubt in reading.doubts] == ["swapped"]


def test_another_language_than_named(letters: Letters) -> None:
    de, en = unzipped(letters(30))
    (doubt,) = find_doubts(corpus_of(de, en, ("fr", "en")))
    assert (doubt.kind, doubt.message) == ("language", "“de” (French) reads like German.")
    twice = find_doubts(corpus_of(de, [text.replace("18", "19") for text in de], ("", "")))
    assert twice[0].message == "“de” and “en” are both in German, as far as can be told."


def test_copies_gaps_and_equal_sides(letters: Letters) -> None:
    de, en = unzipped(letters(50))
    de[7], en[7] = de[3], en[3]
    en[20:30] = [""] * 10
    en[40] = de[40]
    corpus = corpus_of(de, en)
    assert doubts_of("duplicates", corpus) == [
        Doubt("duplicates", "1 pair repeats an earlier one word by word.", (7,))
    ]
    assert doubts_of("missing", corpus) == [
        Doubt("missing", "10 documents of 50 have no English text.", tuple(range(20, 30)))
    ]
    assert [doubt.rows for doubt in doubts_of("same text", corpus)] == [(40,)]


def test_pairs_of_very_different_length(letters: Letters) -> None:
    de, en = unzipped(letters(100))
    en[12] = en[12] * 12
    (doubt,) = doubts_of("lengths", corpus_of(de, en))
    assert doubt.rows == (12,)
    assert (
        doubt.message == "1 pair is of very different length in German and English, “13” for one."
    )


def test_real_pairs(data_dir) -> None:  # type: ignore[no-untyped-def]
    reading = read_corpus([Upload.from_path(data_dir / "ntrex" / "docs.jsonl")])
    assert len(reading.corpus) == 123
    assert [(doubt.kind, len(doubt.rows)) for doubt in reading.doubts] == [("addresses", 1)]
    de, en = reading.corpus.texts["de"], list(reading.corpus.texts["en"])
    en[39:52] = [*en[40:52], en[39]]
    (doubt,) = doubts_of("shifted", corpus_of(de, en))
    assert set(doubt.rows) <= set(range(38, 53)) and len(doubt.rows) >= 11

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from gplsa.corpus.cleaning.applying import clean
from gplsa.corpus.corpus import Corpus
from gplsa.reading import DataWarning, Upload, read_corpus
from gplsa.reading.data_warnings import find_warnings

Letters = Callable[[int], list[tuple[str, str]]]


def corpus_of(de: list[str], en: list[str], languages: tuple[str, str] = ("de", "en")) -> Corpus:
    return Corpus(
        "x",
        [str(i + 1) for i in range(len(de))],
        {"de": de, "en": en},
        dict(zip(("de", "en"), languages, strict=True)),
    )


def warnings_of(kind: str, corpus: Corpus) -> list[DataWarning]:
    return [warning for warning in find_warnings(corpus) if warning.kind == kind]


def unzipped(pairs: list[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [de for de, _ in pairs], [en for _, en in pairs]


def test_good_pairs_raise_no_doubt(letters: Letters) -> None:
    assert find_warnings(corpus_of(*unzipped(letters(200)))) == []


@pytest.mark.parametrize(("start", "stop"), [(39, 52), (60, 200), (0, 200)])
@pytest.mark.parametrize("step", [1, -1])
def test_shifted_rows_are_found(letters: Letters, start: int, stop: int, step: int) -> None:
    de, en = unzipped(letters(200))
    en[start:stop] = np.roll(en[start:stop], step).tolist()
    (warning,) = warnings_of("shifted", corpus_of(de, en))
    found, truth = set(warning.rows), set(range(start, stop))
    assert len(found & truth) / len(found | truth) > 0.8
    assert ("throughout" in warning.message) == (stop - start == 200)
    assert ("next" if step == 1 else "previous") in warning.message


def test_many_shifts_are_one_doubt(letters: Letters) -> None:
    de, en = unzipped(letters(400))
    for start in range(20, 400, 80):
        en[start : start + 15] = np.roll(en[start : start + 15], 1).tolist()
    assert not warnings_of("shifted", corpus_of(de, en))
    (warning,) = warnings_of("slips", corpus_of(de, en))
    assert warning.message.startswith("In 5 places rows look shifted by one: ")
    assert len({*warning.rows} & {*range(20, 35)}) > 10 and len(warning.rows) < 90


@pytest.mark.parametrize("first", [0, 1])
def test_rows_of_which_every_other_has_one_side_are_not_shifted(
    letters: Letters, first: int
) -> None:
    de, en = unzipped(letters(200))
    en[first::2] = [""] * 100
    assert not warnings_of("shifted", corpus_of(de, en))


@pytest.mark.parametrize("seed", range(10))
def test_pairs_without_any_order_are_no_shift(letters: Letters, seed: int) -> None:
    de, en = unzipped(letters(200))
    mixed = np.random.default_rng(seed).permutation(200)
    warnings = find_warnings(corpus_of(de, [en[row] for row in mixed]))
    assert [warning.kind for warning in warnings] == ["unrelated"]
    assert "was one of them sorted by itself?" in warnings[0].message


def test_lengths_that_do_not_go_together() -> None:
    rng = np.random.default_rng(0)
    de, en = (["Ein Satz, " * n for n in rng.integers(1, 60, 100)] for _ in range(2))
    (warning,) = warnings_of("lengths", corpus_of(de, en))
    assert "are these really translations?" in warning.message


def test_captions_of_a_picture_need_not_be_translations() -> None:
    draw = np.random.default_rng(0)
    texts = {side: ["wort " * n for n in draw.integers(2, 40, 60)] for side in ("de", "en")}
    corpus = corpus_of(texts["de"], texts["en"])
    assert warnings_of("lengths", corpus)
    assert not warnings_of("lengths", replace(corpus, pictures={"image": [b"x"] * 60}))


def test_odd_pairs_among_good_ones_are_named(letters: Letters) -> None:
    de, en = unzipped(letters(50))
    corpus = corpus_of([*de, "Schiff " * 4000, "a" * 30_000], [*en, "A ship", "A letter"])
    (warning,) = warnings_of("lengths", corpus)
    assert warning.rows == (50, 51)
    assert "2 pairs are of very different length" in warning.message
    assert warning.message.endswith("such as “51” and “52”.")


def test_swapped_sides(letters: Letters) -> None:
    de, en = unzipped(letters(30))
    (warning,) = find_warnings(corpus_of(en, de))
    assert warning.kind == "swapped"
    assert "the side called German reads like English" in warning.message


def test_swapped_columns_of_a_table(letters: Letters) -> None:
    lines = ["de;en"] + [f"{en};{de}" for de, en in letters(30)]
    reading = read_corpus([Upload.from_bytes("a.csv", "\n".join(lines).encode())])
    assert [warning.kind for warning in reading.warnings] == ["swapped"]


def test_another_language_than_named(letters: Letters) -> None:
    de, en = unzipped(letters(30))
    (warning,) = find_warnings(corpus_of(de, en, ("fr", "en")))
    assert (warning.kind, warning.message) == ("language", "“de” (French) reads like German.")
    twice = find_warnings(corpus_of(de, [text.replace("18", "19") for text in de], ("", "")))
    assert twice[0].message == "“de” and “en” are both in German, as far as can be told."


def test_copies_gaps_and_equal_sides(letters: Letters) -> None:
    de, en = unzipped(letters(50))
    de[7], en[7] = de[3], en[3]
    en[20:30] = [""] * 10
    en[40] = de[40]
    corpus = corpus_of(de, en)
    assert warnings_of("duplicates", corpus) == [
        DataWarning("duplicates", "1 pair repeats an earlier one word by word.", (7,), firsts=(3,))
    ]
    assert warnings_of("missing", corpus) == [
        DataWarning("missing", "10 documents of 50 have no English text.", tuple(range(20, 30)))
    ]
    assert [warning.rows for warning in warnings_of("same text", corpus)] == [(40,)]


def test_pairs_of_very_different_length(letters: Letters) -> None:
    de, en = unzipped(letters(100))
    en[12] = en[12] * 12
    (warning,) = warnings_of("lengths", corpus_of(de, en))
    assert warning.rows == (12,)
    assert warning.message == "1 pair is of very different length in German and English: “13”."


def test_real_pairs(data_dir) -> None:  # type: ignore[no-untyped-def]
    reading = read_corpus([Upload.from_path(data_dir / "ntrex" / "docs.jsonl")])
    assert len(reading.corpus) == 123
    assert [(warning.kind, len(warning.rows)) for warning in reading.warnings] == [("addresses", 1)]
    de, en = reading.corpus.texts["de"], list(reading.corpus.texts["en"])
    en[39:52] = [*en[40:52], en[39]]
    (warning,) = warnings_of("shifted", corpus_of(de, en))
    assert set(warning.rows) <= set(range(38, 53)) and len(warning.rows) >= 11


@pytest.mark.parametrize("headings", ["de,en", "original,translation"])
@pytest.mark.parametrize("often", [2, 3, 5])
def test_originals_in_either_language(letters: Letters, headings: str, often: int) -> None:
    """Half of the rows are exchanged, or a third, or four fifths."""
    pairs = letters(60)
    turned = [i for i in range(60) if (i % often == 0) != (often == 5)]
    rows = [f'"{a}","{b}"' for a, b in (p[::-1] if i in turned else p for i, p in enumerate(pairs))]
    data = "\n".join([headings, *rows]).encode()
    corpus = read_corpus([Upload.from_bytes("a.csv", data)]).corpus
    assert {*corpus.languages.values()} == {"de", "en"}
    [warning] = [one for one in corpus.warnings if one.kind in ("exchanged", "language", "foreign")]
    put_right = clean(corpus, [warning])
    by_language = {corpus.languages[m]: texts for m, texts in put_right.texts.items()}
    assert list(zip(by_language["de"], by_language["en"], strict=True)) == pairs

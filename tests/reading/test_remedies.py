"""A corpus that looked doubtful, put right."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.features import Features
from gplsa.reading import (
    Choices,
    DataWarning,
    Upload,
    exchanged,
    find_warnings,
    moved_back,
    read_corpus,
    without_rows,
)

GERMAN = "Der Bauer fährt heute mit dem Wagen {} in die Stadt und kauft dort Saatgut bei Herrn K{}."
ENGLISH = "The farmer drives to the town today with the cart {} and buys seed there from Mr K{}."


def sides(n: int) -> tuple[list[str], list[str]]:
    rows = [(100 + 7 * row, chr(97 + row % 26) * 4) for row in range(n)]
    return [GERMAN.format(*row) for row in rows], [ENGLISH.format(*row) for row in rows]


def corpus_of(german: list[str], english: list[str]) -> Corpus:
    ids = [f"L{row}" for row in range(len(german))]
    return Corpus("letters", ids, {"de": german, "en": english}, {"de": "de", "en": "en"})


@pytest.mark.parametrize("offset", [1, -1])
def test_rows_that_slipped_by_one_go_back(offset):
    german, english = sides(60)
    slipped = list(english)
    if offset == 1:  # a cell was put in above row 20, and one taken out at row 40
        slipped[20:40] = ["A heading.", *english[20:39]]
    else:
        slipped[20:40] = [*english[21:40], "A footnote."]
    corpus = corpus_of(german, slipped)
    (warning,) = [warning for warning in find_warnings(corpus) if warning.kind == "shifted"]
    assert (warning.side, abs(warning.offset)) == ("en", 1)
    right = moved_back(corpus, warning)
    assert not [warning for warning in find_warnings(right) if warning.kind == "shifted"]
    paired = zip(right.texts["de"], right.texts["en"], strict=True)
    truth = dict(zip(german, english, strict=True))
    wrong = [row for row, (de, en) in enumerate(paired) if de and en and truth[de] != en]
    assert len(wrong) <= 2  # where exactly it slipped shows in no text
    kept = set(right.texts["en"])
    assert set(filter(None, slipped)) <= kept


def test_pictures_and_features_stay_with_their_rows():
    """Of a shift only the texts of one side move; what stands alone then has no picture."""
    german, english = sides(4)
    slipped = ["A heading.", *english[:3]]
    values = sparse.csr_matrix(np.eye(4))
    corpus = replace(
        corpus_of(german, slipped),
        pictures={"image": [b"0", b"1", b"2", b"3"]},
        features={"sound": Features(list("abcd"), values)},
        languages={"de": "de", "en": "en"},
    )
    right = moved_back(corpus, DataWarning("shifted", "", (0, 1, 2, 3), side="en", offset=1))
    assert right.texts["en"] == [*english[:3], "", "A heading."]
    assert right.pictures["image"] == [b"0", b"1", b"2", b"3", b""]
    np.testing.assert_array_equal(right.side("sound").toarray(), np.eye(5)[:, :4])


def test_copies_are_left_out():
    german, english = sides(30)
    corpus = corpus_of([*german, german[3]], [*english, english[3]])
    (warning,) = [warning for warning in find_warnings(corpus) if warning.kind == "duplicates"]
    assert without_rows(corpus, warning.rows) == corpus_of(german, english)


def test_sides_in_columns_called_by_the_other_language_are_exchanged():
    german, english = sides(30)
    pairs = zip(german, english, strict=True)
    rows = ["nr\tde\ten", *(f"{number}\t{en}\t{de}" for number, (de, en) in enumerate(pairs))]
    upload = Upload.from_bytes("letters.tsv", "\n".join(rows).encode())
    reading = read_corpus([upload])
    assert [warning.kind for warning in reading.warnings] == ["swapped"]
    choices = exchanged(reading.recognised, reading.corpus)
    again = read_corpus([upload], choices)
    assert again.warnings == []
    assert again.corpus.modalities == ["de", "en"]
    assert again.corpus.texts == {"de": german, "en": english}
    assert again.corpus.languages == {"de": "de", "en": "en"}


def test_two_swapped_files_are_exchanged():
    german, english = sides(30)
    files = [
        Upload.from_bytes("train.de", "\n".join(english).encode()),
        Upload.from_bytes("train.en", "\n".join(german).encode()),
    ]
    reading = read_corpus(files)
    again = read_corpus(files, exchanged(reading.recognised, reading.corpus))
    assert again.corpus.texts == {"de": german, "en": english}


def test_nothing_is_exchanged_where_only_one_side_looks_wrong():
    german, _ = sides(30)
    assert (
        exchanged(Choices(columns={"de": ("a",), "en": ("b",)}), corpus_of(german, german)) is None
    )


def test_a_text_with_no_place_left_is_kept():
    german, english = sides(4)
    warning = DataWarning("shifted", "", (0, 1, 2, 3), side="en", offset=1)
    right = moved_back(corpus_of(german, ["Extra.", *english[:3]]), warning)
    assert right.texts["en"] == [*english[:3], "", "Extra."]
    assert right.ids == ["L0", "L1", "L2", "L3", "L0 (en)"]

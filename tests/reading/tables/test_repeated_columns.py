"""Fields that repeat, as catalogues and pandas write them, are one list of terms; a column called
*subject* holds terms or is the line above a letter."""

import json

import pytest

from gplsa.headings import columns_of_headings
from gplsa.reading import Upload
from gplsa.reading.chunks.streams import read_records
from gplsa.reading.tables.formats import read_table
from tests.reading.made_tables import Letters, read, to_csv, to_xlsx

TERMS = (("Hafen", "Schiff"), ("Ernte", ""), ("Hafen", "Zoll"), ("", "Ernte"))
JOINED = ["Hafen\nSchiff", "Ernte", "Hafen\nZoll", "Ernte"]


def rows(letters: Letters, names: list[str], n_letters: int = 12) -> list[list[object]]:
    return [["id", "de", "en", *names]] + [
        [f"r{number}", de, en, *TERMS[number % 4]]
        for number, (de, en) in enumerate(letters(n_letters))
    ]


@pytest.mark.parametrize(
    "names",
    [
        ["subject", "subject"],
        ["dcterms:subject", "dcterms:subject"],
        ["650", "650"],
        ["650$a", "650$a"],
        ["subject", "subject.1"],
        ["Schlagwort", "Schlagwort (2)"],
    ],
    ids=" ".join,
)
def test_columns_of_one_heading_are_one_list(letters, names, tmp_path):
    made = rows(letters, names)
    files = {"a.csv": to_csv(made), "a.tsv": to_csv(made, "\t"), "a.xlsx": to_xlsx(made)}
    for name, data in files.items():
        reading = read(name, data)
        assert reading.recognised.columns == {"de": ("de",), "en": ("en",)}
        assert reading.recognised.title_column == ""
        assert reading.columns == ["id", "de", "en", names[0]]
        assert reading.corpus.fields == {names[0]: JOINED * 3}
        assert columns_of_headings(reading.corpus.fields) == [names[0]]
    (tmp_path / "a.csv").write_bytes(files["a.csv"])
    read_bit_by_bit = [*read_records([tmp_path / "a.csv"], ["de", "en"])]
    assert [one.fields for one in read_bit_by_bit] == [{names[0]: cell} for cell in JOINED * 3]
    assert not any(one.title for one in read_bit_by_bit)


def test_records_of_pandas_as_json(letters):
    head, *below = rows(letters, ["subject", "subject.1"])
    records = [dict(zip(head, row, strict=True)) for row in below]
    corpus = read("a.json", json.dumps(records).encode()).corpus
    assert corpus.fields == {"subject": JOINED * 3}


@pytest.mark.parametrize("names", [["text", "text"], ["caption", "caption.1"], ["id", "id"]])
def test_what_is_no_term_is_not_joined(letters, names):
    table = [["year", *names]] + [[str(1800 + n), *pair] for n, pair in enumerate(letters(6))]
    for header in (None, True):
        found = read("a.csv", to_csv(table), header=header)
        assert len(found.columns) == 3
        assert [*found.corpus.texts["de"]][-6:] == [de for de, _ in letters(6)]


def test_rows_without_a_header_are_none(letters):
    pairs = letters(6)
    doubled = [["Brief", "Brief"], *([f"{de} {n}", en] for n, (de, en) in enumerate(pairs))]
    numbered = [[str(100 + n), de, f"{en} text"] for n, (de, en) in enumerate(pairs)]
    for table in (doubled, numbered):
        assert read_table(Upload.from_bytes("a.tsv", to_csv(table, "\t"))).n_rows == len(table)


def test_a_subject_that_is_written_out_is_a_title(letters):
    pairs = letters(8)
    for line, expected in (
        (lambda n: f"Re: your letter of {n} March", "subject"),
        (lambda n: ("Hafen", "Ernte")[n % 2], ""),
        (lambda n: f"Hafen und Schiff; Ernte im Jahr {n % 3}; Zoll", ""),
    ):
        table = [["de", "en", "subject"], *([*pair, line(n)] for n, pair in enumerate(pairs))]
        reading = read("a.csv", to_csv(table))
        assert reading.recognised.title_column == expected
        # An English title stands with the English text.
        assert (reading.recognised.columns["en"] == ("en", "subject")) == bool(expected)

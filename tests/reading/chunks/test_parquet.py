"""Parquet files as pairs, one after the other."""

import datetime

import pytest

from gplsa.errors import InputError
from gplsa.reading.chunks.build import build
from gplsa.reading.chunks.streams import read_records
from gplsa.reading.tables import records

pytest.importorskip("pyarrow")
import pyarrow as pa
from pyarrow.parquet import write_table

SIDES = ["de", "en"]


@pytest.fixture
def path(tmp_path):
    table = pa.table(
        {
            "id": [f"r{n}" for n in range(600)],
            "de": ["Korn und Ernte", None, *["Schiff im Hafen", "Ernte im Regen"] * 299],
            "en": [["grain", "harvest"], None, *[["ship"], ["harvest", "rain"]] * 299],
            "day": [datetime.date(1910, 5, 1)] * 600,
            "n": list(range(600)),
        }
    )
    write_table(table, tmp_path / "pairs.parquet")
    return tmp_path / "pairs.parquet"


def test_rows_are_pairs(path):
    found = list(read_records([path], SIDES))
    assert len(found) == 599
    assert found[0].texts == {"de": "Korn und Ernte", "en": "grain\nharvest"}
    assert found[0].fields == {"day": "1910-05-01", "n": "0"}
    assert [found[0].id, found[1].id, found[-1].id] == ["r0", "r2", "r599"]


def test_a_corpus_is_built_of_it(path, tmp_path):
    corpus = build([path], SIDES, tmp_path / "out").corpus
    assert len(corpus) == 599


def test_a_column_that_is_missing_is_named(path):
    with pytest.raises(InputError, match=r"“pairs\.parquet” has no column “fr”"):
        list(read_records([path], ["de", "fr"]))


@pytest.mark.parametrize("damage", ["cut off", "another file", "empty"])
def test_what_is_damaged_is_one_sentence(path, damage):
    content = path.read_bytes()
    damaged = {"cut off": content[:-20], "another file": b"PAR1 nothing PAR1", "empty": b""}
    path.write_bytes(damaged[damage])
    with pytest.raises(InputError, match=r"“pairs\.parquet” is no readable Parquet file"):
        list(read_records([path], SIDES))


def test_any_byte_may_be_wrong(path):
    content = path.read_bytes()
    for place in range(0, len(content), max(len(content) // 60, 1)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :])
        try:
            list(read_records([path], SIDES))
        except InputError as error:
            assert "pairs.parquet" in str(error)


def test_a_cell_that_is_too_long_is_refused(path, monkeypatch):
    monkeypatch.setattr(records.limits, "TEXT_CHARACTERS", 10)
    with pytest.raises(InputError, match="a cell of more than 10 characters"):
        list(read_records([path], SIDES))


def test_without_pyarrow_the_extra_is_named(path, monkeypatch):
    monkeypatch.setattr(records, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'gplsa\[parquet\]'"):
        list(read_records([path], SIDES))

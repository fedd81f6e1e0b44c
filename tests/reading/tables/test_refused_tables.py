"""Tables that cannot be read: one clear sentence each."""

import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable

import openpyxl
import pytest

from gplsa.errors import InputError
from gplsa.reading import Upload, read_corpus
from gplsa.reading.choices import Choices
from gplsa.reading.files import limits
from gplsa.reading.tables.formats import read_table
from tests.reading.made_tables import Letters, letter_rows, read, to_csv, to_xlsx


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.csv", b"", "“a.csv” is empty."),
        ("a.csv", b" \n\n", "“a.csv” is empty."),
        ("a.csv", b"de,en\n", "“a.csv” has no rows below its header."),
        ("a.csv", b"text\nEin Satz, und noch einer\nNoch ein Satz\n", "only one column with text"),
        ("a.csv", b"id,n\n1,2\n2,3\n", "no column with text"),
        ("a.csv", b"de,en\nein Haus,a house\n", "Only one pair was found: at least two"),
        ("a.csv", b"de,en\nein Haus,\n,a house\n", "No pair was found that has a text in both"),
        ("a.csv", b"de,en\nein Haus,\nzwei Baeume,\n", "only one column with text (“de”)"),
        (
            "a.csv",
            bytes(range(256)),
            "“a.csv” is not a text file: save it as text or CSV, or leave it out.",
        ),
        ("a.xlsx", b"PK\3\4 no workbook", "“a.xlsx” is damaged or incomplete"),
        ("a.xlsx", b"", "“a.xlsx” is empty."),
        ("a.xls", b"\xd0\xcf\x11\xe0", "“a.xls” is an old Excel file: open it"),
        ("a.jsonl", b'{"de": "a", "en": "b"}\n{"de":\n', "no valid JSONL: line 2"),
        (
            "a.jsonl",
            b'{"de": "a"}\n{"de": ' + b"[" * 200 + b"]" * 200 + b"}\n",
            "no valid JSONL: line 2: nested too deeply.",
        ),
        ("a.json", b'[{"de": ' + b"[" * 200 + b"]" * 200 + b"}]", "nested too deeply."),
        ("a.jsonl", b'{"de": "a"}\n17\n', "line 2 is not a JSON object"),
        ("a.json", b"[" * 100_000, "“a.json” is no valid JSON: nested too deeply"),
        ("a.json", b'["a", "b"]', "not a list of JSON objects"),
        ("a.json", b'[{"a": 1} {"a": 2}]', "Expecting ',' delimiter at character 11"),
        ("a.json", b'[{"a": 1},]', "Expecting value at character 11"),
        ("a.json", b'[{"a": 1}', "Expecting ',' delimiter at character 10"),
        ("a.json", b'[{"a": "1', "Unterminated string starting at character 8"),
        ("a.json", b'[{"a": 1}] x', "Extra data at character 12"),
        ("a.csv", (",".join(f"c{i}" for i in range(10_000)) + "\n").encode() * 2, "10,000 columns"),
        (
            "a.jsonl",
            json.dumps(dict.fromkeys(map(str, range(10_000)), 1)).encode(),
            "10,000 columns",
        ),
    ],
)
def test_bad_input_is_one_clear_sentence(name: str, data: bytes, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read(name, data)
    message = str(caught.value)
    assert sentence in message
    assert message.endswith(".") and "\n" not in message


def test_wrong_choices_are_named(letters: Letters) -> None:
    data = to_csv(letter_rows(letters(3)))
    with pytest.raises(InputError, match=r"no column “Inhalt”; its columns are “Signatur”"):
        read("a.csv", data, columns={"de": ("Inhalt",), "en": ("Regest",)})
    with pytest.raises(InputError, match="at least one column for each of two sides"):
        read("a.csv", data, columns={"de": ("Text",)})
    with pytest.raises(InputError, match=r"no sheet “Blatt 9”; it has Sheet"):
        read("a.xlsx", to_xlsx([["de", "en"], ["a", "b"]]), sheet="Blatt 9")
    with pytest.raises(InputError, match="There is no TMX file"):
        read("a.csv", data, kind="tmx")
    with pytest.raises(InputError, match="There is no kind of input called “table pair”"):
        read("a.csv", data, kind="table pair")
    with pytest.raises(InputError, match="not written in utf-8"):
        read("a.csv", to_csv(letter_rows(letters(3)), encoding="cp1252"), encoding="utf-8")


def test_a_file_just_over_the_limit(monkeypatch: pytest.MonkeyPatch, letters: Letters) -> None:
    data = to_csv(letter_rows(letters(3)))
    monkeypatch.setattr(limits, "FILE_BYTES", len(data))
    assert len(read("a.csv", data).corpus) == 3
    with pytest.raises(InputError, match=r"“a\.csv” is larger than"):
        read("a.csv", data + b"\n")


def test_a_workbook_that_unpacks_to_far_too_much(make_zip: Callable[..., bytes]) -> None:
    bomb = make_zip({"xl/worksheets/sheet1.xml": b"0" * 20_000_000})
    with pytest.raises(InputError, match="would unpack to 19 MB: refused"):
        read("a.xlsx", bomb)


def wide_book() -> bytes:
    book = openpyxl.Workbook()
    for row in range(1, 40):
        book.active.cell(row, 900, "x")
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


NARROW = '\n{"column1": "b"}' * 40
HEADINGS = ",".join(f"column{number}" for number in range(900))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", (HEADINGS + "\n" + "a,b\n" * 40).encode()),
        ("a.jsonl", (json.dumps(dict.fromkeys(HEADINGS.split(","), "")) + NARROW).encode()),
        ("a.xlsx", wide_book()),
    ],
    ids=["csv", "jsonl", "xlsx"],  # the workbook has the time in it, and each process its own
)
def test_rows_of_two_cells_below_a_thousand_headings(monkeypatch, name, data):
    monkeypatch.setattr(limits, "CELLS", 30_000)
    with pytest.raises(InputError, match="nearly all of them empty"):
        read_table(Upload.from_bytes(name, data))
    monkeypatch.setattr(limits, "CELLS", 60_000)
    assert len(read_table(Upload.from_bytes(name, data)).columns) >= 900


def test_halves_of_characters_are_replaced_when_read():
    rows = '{"de": "abgeschnitten \\ud83d", "\\ud83dx": ["\\udc00"], "n": {"a": "\\ud83d"}}\n'
    table = read_table(Upload.from_bytes("a.jsonl", (rows * 2).encode()))
    assert table.columns == ["de", "\ufffdx", "n.a"]
    assert [column[0] for column in table.cells] == ["abgeschnitten \ufffd", "\ufffd", "\ufffd"]
    book = openpyxl.Workbook()
    book.active.append(["de", "en"])
    book.active.append(["x_xD800_y", "z"])
    written = io.BytesIO()
    book.save(written)
    table = read_table(Upload.from_bytes("a.xlsx", written.getvalue()))
    assert table.cells == [["x\ufffdy"], ["z"]]


def test_a_list_of_records_is_not_there_beside_its_columns():
    """As in Python objects, all at once: more than twenty times the bytes of the file."""
    data = b"[" + b'{"a":[[],[],[]]},' * 50_000 + b'{"b":"x"}\n]\n'
    tracemalloc.start()
    try:
        table = read_table(Upload.from_bytes("a.json", data))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert table.n_rows == 50_001 and table.column("b")[-1] == "x"
    assert peak < 8 * len(data)


@pytest.mark.parametrize("heading", ["de,en,de", "id,text_en,Text_de,text_en"])
def test_a_heading_that_stands_twice_is_the_cause(heading):
    row = "Die Ernte war gut,The harvest was good," + ",".join("x" * (heading.count(",") - 1))
    table = Upload.from_bytes("twice.csv", "\n".join([heading, *[row] * 5]).encode())
    twice = max(heading.split(","), key=heading.count)
    for choices in (Choices(columns={"de": ("de",), "en": ("en",)}), Choices()):
        with pytest.raises(InputError, match=f"more than one column called “{twice}”"):
            read_corpus([table], choices)


def test_a_workbook_that_declares_entities_is_refused():
    plain, written = zipfile.ZipFile(io.BytesIO(to_xlsx([["de", "en"], ["a", "b"]]))), io.BytesIO()
    with zipfile.ZipFile(written, "w") as package:
        for name in plain.namelist():
            part = plain.read(name).decode()
            if name == "xl/worksheets/sheet1.xml":
                head, _, rest = part.partition("<worksheet")
                part = f'{head}<!DOCTYPE d [<!ENTITY a "b">]><worksheet{rest}'
            package.writestr(name, part)
    with pytest.raises(InputError, match=r"“a\.xlsx” declares entities of its own"):
        read("a.xlsx", written.getvalue())

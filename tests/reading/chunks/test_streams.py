"""Pairs out of large files, one after the other."""

import gzip
import json

import pytest

from gplsa.errors import InputError
from gplsa.reading import read_paths
from gplsa.reading.chunks.streams import read_records

SIDES = ["de", "en"]


def write(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def texts_of(*paths, sides=SIDES):
    return [(one.id, *(one.texts[side] for side in sides)) for one in read_records(paths, sides)]


def test_doubts_about_the_cells_of_a_table_are_told_at_its_end(tmp_path):
    rows = [f"{n}\tWort {n}\tword {n}\n" for n in range(9)]
    rows[4] = '4\t"Wort 4\tword 4\n'
    rows[2] = "2\t#NAME?\tword 2\n"
    content = "".join(["id\tde\ten\n", *rows[:7], "id\tde\ten\n", *rows[7:]])
    doubts = []
    found = [*read_records([write(tmp_path, "a.tsv", content)], SIDES, doubts)]
    assert [one.texts["en"] for one in found] == [f"word {n}" for n in range(9)]
    assert found[2].texts["de"] == ""
    assert doubts == [
        "Cells of “de” hold errors of the spreadsheet, such as #NAME?, and are read as empty.",
        "1 row of “a.tsv” repeats the headings and was left out.",
        "A quote opened in line 6 of “a.tsv” is not closed: see whether its cells are whole, and "
        "close it there.",
    ]


def test_packed_by_gzip(tmp_path):
    packed = gzip.compress(b"de\ten\nKorn\tgrain\nMarkt\tmarket\n")
    expected = [("1", "Korn", "grain"), ("2", "Markt", "market")]
    assert texts_of(write(tmp_path, "pairs.tsv.gz", packed)) == expected
    lines = [
        write(tmp_path, f"pairs.{side}.gz", gzip.compress(text))
        for side, text in (("en", b"grain\nmarket\n"), ("de", b"Korn\nMarkt\n"))
    ]
    assert texts_of(*lines) == expected
    for broken in (packed[:-9], b"no gzip"):
        with pytest.raises(InputError, match=r"“pairs\.tsv” is damaged or cannot be read"):
            texts_of(write(tmp_path, "pairs.tsv.gz", broken))


def test_jsonl(tmp_path):
    rows = [
        {
            "id": "a",
            "de": "Korn\r\nErnte",
            "en": ["grain", "harvest"],
            "year": 1910,
            "title": " T ",
        },
        {"id": "b", "de": " ", "en": None},
        {"id": "c", "de": "", "en": "ship"},
    ]
    path = write(tmp_path, "pairs.jsonl", "\n".join(map(json.dumps, rows)) + "\n\n")
    found = list(read_records([path], SIDES))
    assert [(one.id, one.texts) for one in found] == [
        ("a", {"de": "Korn\nErnte", "en": "grain\nharvest"}),
        ("c", {"de": "", "en": "ship"}),
    ]
    assert found[0].title == "T"
    assert found[0].fields == {"year": "1910", "title": "T"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pairs.csv", 'de,en\n"Korn, Ernte",grain\nSchiff,"a ship"\n'),
        ("pairs.csv", '\ufeffde;en\r\n"Korn, Ernte";grain\r\nSchiff;a ship\r\n'),
        ("pairs.csv", '"de";"en"\n"1";"Korn, Ernte";"grain"\n"2";"Schiff";"a ship"\n'),
        ("pairs.tsv", "en\tde\ngrain\tKorn, Ernte\na ship\tSchiff\n"),
    ],
)
def test_tables(tmp_path, name, content):
    path = write(tmp_path, name, content)
    assert texts_of(path) == [("1", "Korn, Ernte", "grain"), ("2", "Schiff", "a ship")]


@pytest.mark.parametrize(
    "content",
    [
        "sep=;\nde;en\nKorn;grain\nSchiff;ship\n",
        "Pairs of words;\nde;en\nKorn;grain\n;\nSchiff;ship\n",
    ],
)
def test_a_table_is_read_as_if_it_were_small(tmp_path, content):
    path = write(tmp_path, "pairs.csv", content)
    whole = read_paths([path]).corpus
    pairs = zip(whole.ids, *(whole.texts[side] for side in SIDES), strict=True)
    assert texts_of(path) == [*pairs] == [("1", "Korn", "grain"), ("2", "Schiff", "ship")]


@pytest.mark.parametrize("names", [("x.de", "x.en"), ("x.en", "x.de"), ("one.txt", "two.txt")])
def test_line_pairs_in_the_order_of_the_sides(tmp_path, names):
    content = {"de": "Korn\n\nSchiff\n", "en": "grain\n\nship\n"}
    order = [name[-2:] if name[-2:] in content else None for name in names]
    order = SIDES if None in order else order
    paths = [write(tmp_path, n, content[mark]) for n, mark in zip(names, order, strict=True)]
    assert texts_of(*paths) == [("1", "Korn", "grain"), ("3", "Schiff", "ship")]


def test_tmx(tmp_path):
    def unit(de, en):
        both = {"de-DE": de, "en": en}.items()
        sides = "".join(f'<tuv xml:lang="{code}"><seg>{t}</seg></tuv>' for code, t in both)
        return f"<tu>{sides}</tu>"

    body = "".join(unit(f"Korn {n}", f"grain <ph>x</ph>{n}") for n in range(3000))
    path = write(tmp_path, "memory.tmx", f"<tmx><body>{body}</body></tmx>")
    found = texts_of(path)
    assert len(found) == 3000
    assert found[2999] == ("3000", "Korn 2999", "grain 2999")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.jsonl": '{"de": "x"}\n'}, "“a.jsonl” has no column “en”"),
        ({"a.jsonl": '{"de": "x"\n'}, "“a.jsonl” is no valid JSONL: line 1"),
        ({"a.jsonl": "[1]\n"}, "line 1 is not a JSON object"),
        ({"a.jsonl": b'{"de": "\xff"}\n'}, "is not UTF-8: save it as UTF-8"),
        ({"a.csv": "de,fr\nx,y\n"}, "“a.csv” has no column “en”"),
        ({"a.tmx": "<tmx><body>"}, "“a.tmx” is damaged or incomplete"),
        ({"a.tmx": "<tmx></tmx>"}, "has no language “de”, “en”"),
        ({"a.de": "x\ny\n", "a.en": "x\n"}, "“a.en” ends after line 1, the other file goes on"),
        ({"a.jsonl": "", "a.csv": ""}, "give files of one kind"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path, files, said):
    paths = [write(tmp_path, name, content) for name, content in files.items()]
    with pytest.raises(InputError, match=said):
        list(read_records(paths, SIDES))


def test_a_line_without_end_is_not_read_whole(tmp_path, monkeypatch):
    from gplsa.reading.files import limits

    monkeypatch.setattr(limits, "TEXT_CHARACTERS", 1000)
    path = write(tmp_path, "a.jsonl", '{"de": "' + "x" * 5000)
    with pytest.raises(InputError, match="has a line of more than 1,000 characters"):
        list(read_records([path], SIDES))


def test_a_side_that_two_columns_are_called_by(tmp_path):
    path = write(
        tmp_path, "twice.csv", "de,en,note,de,note\nHaus,house,a,Hof,b\nBaum,tree,c,Ast,d\n"
    )
    with pytest.raises(InputError, match="more than one column called “de”:"):
        texts_of(path)


def test_a_file_that_may_not_be_read_says_why(tmp_path, monkeypatch):
    path = write(tmp_path, "a.csv", "de,en\nHaus,house\n")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(InputError, match=r"“a\.csv” cannot be read: Permission denied\."):
        texts_of(path)

import json
from datetime import datetime

import pytest

from gplsa.errors import Cancelled, InputError
from gplsa.reading import Choices, Upload, read_corpus
from gplsa.reading.tables.formats import read_table
from tests.reading.made_tables import Letters, letter_rows, read, to_csv, to_xlsx


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_any_separator_and_encoding(letters: Letters, delimiter: str, encoding: str) -> None:
    pairs = letters(12)
    reading = read("briefe.csv", to_csv(letter_rows(pairs), delimiter, encoding))
    assert reading.kind == "table"
    assert reading.recognised.delimiter == delimiter
    assert reading.recognised.columns == {"de": ("Text",), "en": ("Regest",)}
    assert reading.recognised.id_column == "Signatur"
    assert reading.recognised.carried == ("Jahr",)
    corpus = reading.corpus
    assert corpus.name == "briefe"
    assert list(zip(corpus.texts["de"], corpus.texts["en"], strict=True)) == pairs
    assert corpus.ids[:2] == ["NL 0", "NL 1"]
    assert corpus.fields["Jahr"][0] == "1801"
    assert corpus.languages == {"de": "de", "en": "en"}
    assert reading.columns == ["Signatur", "Jahr", "Text", "Regest"]
    assert reading.examples["Text"][0] == pairs[0][0]


def test_the_recognised_choices_read_the_same_again(letters: Letters) -> None:
    data = to_csv(letter_rows(letters(12)), ";", "cp1252")
    first = read("a.csv", data)
    again = read_corpus([Upload.from_bytes("a.csv", data)], first.recognised)
    assert again.corpus == first.corpus
    assert again.recognised == first.recognised


def test_xlsx_jsonl_and_json_give_the_same_as_csv(letters: Letters) -> None:
    rows = letter_rows(letters(12))
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    lines = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    expected = read("a.csv", to_csv(rows)).corpus
    for name, data in [
        ("a.xlsx", to_xlsx(rows)),
        ("a.xlsx", to_xlsx(rows, first_sheet_empty=True)),
        ("a.jsonl", lines.encode()),
        ("a.json", json.dumps(records).encode()),
    ]:
        assert read(name, data).corpus == expected


def test_cells_that_are_no_text(letters: Letters) -> None:
    rows = [["id", "de", "en", "n", "when"]]
    rows += [[i, de, en, 2.0 * i, None] for i, (de, en) in enumerate(letters(4))]
    corpus = read("a.xlsx", to_xlsx(rows)).corpus
    assert corpus.ids == ["0", "1", "2", "3"]
    assert corpus.fields["n"] == ["0", "2", "4", "6"]
    records = [{"de": de, "en": en.split(". "), "x": {"y": 1}} for de, en in letters(3)]
    corpus = read("a.jsonl", "\n".join(map(json.dumps, records)).encode()).corpus
    assert corpus.texts["en"][0].count("\n") == 1
    assert corpus.fields["x.y"][0] == "1"


def test_an_object_within_a_record_has_a_column_for_each_of_its_values(letters: Letters) -> None:
    records = [
        {"translation": {"de": de, "en": en}, "deep": {"a": {"b": 1}}} for de, en in letters(12)
    ]
    reading = read("a.jsonl", "\n".join(map(json.dumps, records)).encode())
    assert reading.corpus.texts["de"][3] == records[3]["translation"]["de"].strip()
    assert reading.corpus.texts["en"][3] == records[3]["translation"]["en"].strip()
    assert reading.corpus.fields["deep.a.b"][0] == "1"


def test_so_has_an_object_within_it(letters: Letters) -> None:
    """A cell of JSON was no text of any language, and some other column took its place."""
    records = [
        {
            "meta": {"made": "2011-05-11", "author": {"name": "Nesbit"}},
            "text": {"de": {"title": f"Brief {n}", "body": de}, "en": {"body": en}},
        }
        for n, (de, en) in enumerate(letters(12))
    ]
    reading = read("a.jsonl", "\n".join(map(json.dumps, records)).encode())
    assert reading.recognised.columns == {
        "de": ("text.de.title", "text.de.body"),
        "en": ("text.en.body",),
    }
    assert reading.corpus.fields["meta.author.name"][0] == "Nesbit"


def test_dates_booleans_and_gaps_in_a_workbook(letters: Letters) -> None:
    rows: list[list[object]] = [["id", "de", "en", "when", "at", "yes", "sum", None, "far"]]
    for i, (de, en) in enumerate(letters(4)):
        day = datetime(1941, 3, 17 + i)
        rows.append([i, de, en, day, day.replace(hour=6, minute=30), i > 1, 0.5 + i, None, "x"])
    rows.insert(3, [])
    fields = read("a.xlsx", to_xlsx(rows)).corpus.fields
    assert fields["when"][:2] == ["1941-03-17", "1941-03-18"]
    assert fields["at"][0] == "1941-03-17 06:30:00"
    assert fields["yes"] == ["false", "false", "true", "true"]
    assert fields["sum"][1] == "1.5"
    assert fields["far"] == ["x"] * 4


def test_dates_before_1900_in_a_workbook_of_libreoffice(letters: Letters) -> None:
    rows: list[list[object]] = [["id", "de", "en", "when", "at"]]
    days = [datetime(1850, 1, 1), datetime(1899, 5, 3), datetime(1900, 3, 1), datetime(1, 1, 1)]
    for i, (de, en) in enumerate(letters(4)):
        rows.append([i, de, en, days[i], days[i].replace(hour=18)])
    fields = read("a.xlsx", to_xlsx(rows)).corpus.fields
    assert fields["when"] == ["1850-01-01", "1899-05-03", "1900-03-01", "0001-01-01"]
    assert fields["at"][0] == "1850-01-01 18:00:00"


def test_a_column_of_subject_headings_is_no_text_of_a_side(letters: Letters) -> None:
    rows = [["PPN", "Abstract", "Abstract engl.", "Schlagwörter"]]
    for i, (de, en) in enumerate(letters(40)):
        given = "Deutsche Geschichte; Briefe aus der Stadt" if i % 3 else ""
        rows.append([f"B{i}", de, en, f"Der Handel mit dem Ausland {i}; {given}"])
    found = read("katalog.csv", to_csv(rows, ";"))
    assert found.recognised.columns == {"de": ("Abstract",), "en": ("Abstract engl.",)}
    assert "Schlagwörter" in found.recognised.carried
    # Where there is nothing else they are the texts.
    rows = [["id", "keywords_de", "keywords_en"]]
    rows += [[f"{i}", f"Ernte; Korn {i}; Hafen", f"harvest; grain {i}"] for i in range(20)]
    assert set(read("a.csv", to_csv(rows)).corpus.texts) == {"de", "en"}


def test_several_columns_of_a_language_are_joined(letters: Letters) -> None:
    rows = [["PPN", "Titel_de", "Title_en", "Inhalt_de", "Abstract_en", "Ort"]]
    for i, (de, en) in enumerate(letters(9)):
        rows.append([f"{i:05}", de.split(" über")[0], en.split(" about")[0], de, en, "Köln"])
    rows[3][3] = ""
    reading = read("katalog.csv", to_csv(rows, ";"))
    assert reading.recognised.columns == {
        "de": ("Titel_de", "Inhalt_de"),
        "en": ("Title_en", "Abstract_en"),
    }
    assert reading.corpus.texts["de"][0] == rows[1][1] + "\n" + rows[1][3]
    assert reading.corpus.texts["de"][2] == rows[3][1]
    assert reading.corpus.titles[0] == rows[1][1]
    assert reading.recognised.carried == ("Ort",)


def test_columns_are_chosen(letters: Letters) -> None:
    reading = read(
        "a.csv",
        to_csv(letter_rows(letters(5))),
        columns={"quelle": ("Regest",), "ziel": ("Text", "Jahr")},
        id_column="",
        carried=(),
        languages={"ziel": "lb"},
    )
    assert reading.corpus.modalities == ["quelle", "ziel"]
    assert reading.corpus.languages == {"quelle": "en", "ziel": "lb"}
    assert reading.corpus.texts["ziel"][0].endswith("\n1801")
    assert reading.corpus.ids == ["1", "2", "3", "4", "5"]
    assert reading.corpus.fields == {}


def test_a_missing_side_stays_missing_and_empty_rows_go(letters: Letters) -> None:
    rows = letter_rows(letters(6))
    rows[2][3] = ""
    rows[4][2] = rows[4][3] = "  "
    rows.append([""] * len(rows[0]))
    corpus = read("a.csv", to_csv(rows)).corpus
    assert corpus.ids == ["NL 0", "NL 1", "NL 2", "NL 4", "NL 5"]
    [told] = [warning.message for warning in corpus.warnings if warning.kind == "cells"]
    assert told == "1 row has nothing on any side and was left out: “NL 3”."
    assert corpus.texts["en"][1] == ""
    assert corpus.complete().tolist() == [True, False, True, True, True]


def test_repeated_ids_are_numbered_and_pointed_out(letters: Letters) -> None:
    rows = letter_rows(letters(30))
    rows[3][0] = rows[2][0]
    reading = read("a.csv", to_csv(rows), id_column="Signatur")
    assert reading.corpus.ids[1:3] == ["NL 1", "NL 1 (2)"]
    assert [d.rows for d in reading.warnings if d.kind == "ids"] == [(2,)]


def test_a_table_without_header(letters: Letters) -> None:
    reading = read("a.tsv", to_csv([list(pair) for pair in letters(6)], "\t"))
    assert reading.recognised.header is False
    assert reading.recognised.columns == {"de": ("column 1",), "en": ("column 2",)}
    assert len(reading.corpus) == 6
    assert len(read("a.tsv", to_csv([list(p) for p in letters(6)], "\t"), header=True).corpus) == 5


def test_a_table_in_a_text_file(letters: Letters) -> None:
    data = to_csv([list(pair) for pair in letters(6)], "\t")
    reading = read("deu.txt", data)
    assert reading.kind == "table"
    assert len(reading.corpus) == 6


def test_stray_quotes_in_tsv_swallow_no_rows(letters: Letters) -> None:
    pairs = letters(8)
    lines = ["de\ten"] + [
        f'"{de}\t{en}' if i in (2, 5) else f"{de}\t{en}" for i, (de, en) in enumerate(pairs)
    ]
    corpus = read("a.tsv", "\n".join(lines).encode()).corpus
    assert len(corpus) == 8
    assert corpus.texts["de"][2] == '"' + pairs[2][0]


def test_cells_with_line_breaks_keep_them(letters: Letters) -> None:
    rows = [["de", "en"]] + [[f"{de}\nZeile", f"{en}\nline"] for de, en in letters(4)]
    corpus = read("a.csv", to_csv(rows)).corpus
    assert len(corpus) == 4
    assert corpus.texts["de"][0].endswith(".\nZeile")


def test_excels_separator_line(letters: Letters) -> None:
    data = b"sep=;\n" + to_csv(letter_rows(letters(4)), ";")
    assert read("a.csv", data).recognised.columns == {"de": ("Text",), "en": ("Regest",)}


@pytest.mark.parametrize(
    "heading", ["id,text,text,note", "id,de,en,id", "id,de,en,note,note", "id;;de;en;Name;Name;"]
)
def test_headings_that_repeat_are_no_document(letters: Letters, heading: str) -> None:
    delimiter = ";" if ";" in heading else ","
    gap = [""] if ";;" in heading else []
    rows = [heading.split(delimiter)]
    for number, pair in enumerate(letters(8)):
        row = [f"A{number}", *gap, *pair]
        rows.append([*row, *["x"] * (len(rows[0]) - len(row))])
    corpus = read("a.csv", to_csv(rows, delimiter)).corpus
    assert (len(corpus), corpus.ids[0], [*corpus.texts]) == (8, "A0", ["de", "en"])


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_what_stands_above_the_headings_is_left_out_and_told(letters: Letters, name: str) -> None:
    rows = letter_rows(letters(8))
    rows[:0] = [["Town archive", *[""] * 2], ["As of 2024"], [""]]
    reading = read(name, to_csv(rows) if name == "a.csv" else to_xlsx(rows))
    assert reading.recognised.columns == {"de": ("Text",), "en": ("Regest",)}
    assert len(reading.corpus) == 8
    assert "left out: “Town archive”, “As of 2024”" in reading.warnings[0].message


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_quotes_escaped_by_a_backslash(letters: Letters, delimiter: str) -> None:
    """As MySQL and Spark write them."""
    pairs = [(f'„{de}" sagt er, ja', f'"{en}", he says:\nyes') for de, en in letters(8)]
    lines = [f"id{delimiter}de{delimiter}en"]
    for number, two in enumerate(pairs):
        quoted = ['"' + cell.replace('"', '\\"') + '"' for cell in two]
        lines.append(delimiter.join([str(number), *quoted]))
    corpus = read("a.csv", "\n".join(lines).encode()).corpus
    assert [*zip(corpus.texts["de"], corpus.texts["en"], strict=True)] == pairs


def test_surplus_cells_are_pointed_out(letters: Letters) -> None:
    rows = letter_rows(letters(30))
    rows[5].append("more")
    warning = next(d for d in read("a.csv", to_csv(rows)).warnings if d.kind == "cells")
    assert warning.rows == (4,)
    assert "1 row of “a.csv” has more cells" in warning.message


def test_several_tables_of_the_same_columns_follow_each_other(letters: Letters) -> None:
    rows = letter_rows(letters(10))
    other_order = [[row[i] for i in (3, 0, 1, 2)] for row in [rows[0], *rows[6:]]]
    uploads = [
        Upload.from_bytes("a.csv", to_csv(rows[:6])),
        Upload.from_bytes("b.csv", to_csv(other_order, ";")),
    ]
    assert read_corpus(uploads).corpus.texts == read("c.csv", to_csv(rows)).corpus.texts
    uploads.append(Upload.from_bytes("c.csv", b"x,y\n1,2\n"))
    with pytest.raises(InputError, match=r"“a\.csv” and “c.csv” have different columns"):
        read_corpus(uploads)


def test_three_languages_and_other_names_for_them(letters: Letters) -> None:
    records = [
        {"id": i, "eng": en, "deu": de, "fra": f"Le {i}, rien."}
        for i, (de, en) in enumerate(letters(4))
    ]
    reading = read("a.jsonl", "\n".join(map(json.dumps, records)).encode())
    assert reading.recognised.columns == {"en": ("eng",), "de": ("deu",), "fr": ("fra",)}


def test_cancel(letters: Letters) -> None:
    data = to_csv(letter_rows(letters(5000)))

    def stop(fraction: float, phase: str) -> None:
        if fraction > 0.1:
            raise Cancelled

    with pytest.raises(Cancelled):
        read_table(Upload.from_bytes("a.csv", data), progress=stop)


def test_europarl_as_csv_xlsx_and_jsonl(data_dir) -> None:  # type: ignore[no-untyped-def]
    path = data_dir / "europarl" / "docs.jsonl"
    pick = Choices(columns={"de": ("de",), "en": ("en",)}, carried=("day",))
    original = read_corpus([Upload.from_path(path)], pick).corpus
    assert len(original) == 1333
    rows: list[list[object]] = [["id", "day", "de", "en"]]
    rows += [
        list(row)
        for row in zip(original.ids, original.fields["day"], *original.texts.values(), strict=True)
    ]
    assert read("docs.csv", to_csv(rows, ";")).corpus == original
    assert read("docs.xlsx", to_xlsx(rows[:200])).corpus == original.subset(range(199))
    assert read("docs.csv", to_csv(rows, "\t")).warnings == []


def test_a_title_beside_the_text_is_taken_for_both_sides_alike(letters: Letters) -> None:
    rows = [["id", "titel", "abstract_de", "title_en", "abstract_en", "subject_headings"]]
    rows += [
        [f"B{n}", de.split(". ")[0], de, en.split(". ")[0], en, f"{en.split()[1]}; trade"]
        for n, (de, en) in enumerate(letters(12))
    ]
    found = read("catalogue.csv", to_csv(rows)).recognised
    assert found.columns == {"de": ("titel", "abstract_de"), "en": ("title_en", "abstract_en")}
    assert "subject_headings" in found.carried
    rows[0][3] = "shelf"  # of numbered names no side has a title of its own
    assert read("catalogue.csv", to_csv(rows)).recognised.columns == {
        "de": ("abstract_de",),
        "en": ("abstract_en",),
    }


def test_a_title_in_one_language_stands_with_the_text_in_it(letters: Letters) -> None:
    pairs = letters(40)
    rows = [["id", "titel", "abstract_de", "abstract_en"]]
    rows += [[f"B{n}", f"Bericht über {de[-90:]}", de, en] for n, (de, en) in enumerate(pairs)]
    found = read("catalogue.csv", to_csv(rows)).recognised
    assert found.columns == {"de": ("titel", "abstract_de"), "en": ("abstract_en",)}
    rows[0][1] = "title"
    for row, (_, en) in zip(rows[1:], pairs, strict=True):
        row[1] = f"Report on {en[-90:]}"
    found = read("catalogue.csv", to_csv(rows)).recognised
    assert found.columns == {"de": ("abstract_de",), "en": ("title", "abstract_en")}

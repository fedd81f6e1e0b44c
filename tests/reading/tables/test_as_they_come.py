"""Tables as people's programs write them."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.reading import Upload, read_corpus
from gplsa.reading.choices import Choices
from gplsa.reading.tables import separated
from tests.reading.made_tables import Letters, read, to_csv, to_xlsx


def _columns(pairs: list[tuple[str, str]]) -> list[list[str]]:
    return [[str(i), de, en] for i, (de, en) in enumerate(pairs, start=1)]


def test_headings_stand_below_rows_of_several_cells_or_in_two_rows(letters: Letters) -> None:
    pairs = letters(20)
    above = [["Register of letters", "", ""], ["as of 2020", "", "contact: Mrs Ahrens"], []]
    for heading in (
        ["No", "German", "English", "year", "place"],
        ["No", "text", "text en", "a", "b"],
    ):
        rows = [*above, heading, *([*row, "1", "x"] for row in _columns(pairs))]
        found = read("a.xlsx", to_xlsx(rows))
        assert [*found.corpus.texts.values()] == [list(side) for side in zip(*pairs, strict=True)]
        assert "contact: Mrs Ahrens" in str(found.warnings[-1].message)
    rows = [["", "German", "", "English"], ["No", "title", "text", "title", "text"]]
    rows += [[number, f"Titel {number}", de, "Title", en] for number, de, en in _columns(pairs)]
    found = read("a.xlsx", to_xlsx(rows))
    assert found.recognised.columns == {
        "de": ("German title", "German text"), "en": ("English title", "English text"),
    }  # fmt: skip
    assert found.corpus.texts["de"][3] == f"Titel 4\n{pairs[3][0]}"


@pytest.mark.parametrize(
    ("over", "names"),
    [
        ([], ["Ficha", "Presidencia", "Versión", "Traslado"]),
        (["Datensatz", "", "Texte", ""], ["Signatur", "Datum", "Text", "Regest"]),
        (["Ficha", "", "Texto", ""], ["Signatura", "Fecha", "Original", "Traducción"]),
    ],
)
def test_a_title_above_headings_of_any_language_or_of_two_rows(
    letters: Letters, over: list[str], names: list[str]
) -> None:
    pairs = letters(20)
    rows = [["Debates de la Eurocámara", "", "", ""], [], *filter(None, [over]), names]
    rows += [[number, f"{number}.2.1900", de, en] for number, de, en in _columns(pairs)]
    found = read("a.xlsx", to_xlsx(rows))
    assert [*found.corpus.texts.values()] == [list(side) for side in zip(*pairs, strict=True)]
    joined = f"{over[0]} {names[1]}" if over else names[1]
    assert found.corpus.fields[joined][3] == "4.2.1900"


def test_a_title_stands_above_a_table_without_headings_too(letters: Letters) -> None:
    rows = [["Letters of Anna"], *([*row, "x"] for row in _columns(letters(12)))]
    found = read("a.xlsx", to_xlsx(rows))
    assert len(found.corpus) == 12 and "“Letters of Anna”" in found.warnings[0].message


def test_years_that_are_all_different_are_no_ids(letters: Letters) -> None:
    rows = [["Année", "Texte", "Text"]]
    rows += [[f"{1900 + row}", de, en] for row, (de, en) in enumerate(letters(12))]
    corpus = read("a.xlsx", to_xlsx(rows)).corpus
    assert corpus.ids[0] == "1" and corpus.fields["Année"][0] == "1900"


def test_files_that_a_table_does_not_name_are_told(letters: Letters) -> None:
    rows = [["No", "German", "English"], *_columns(letters(12))]
    files = {"a.xlsx": to_xlsx(rows), "b.ttl": b"@prefix x: <y> .", "c.pdf": b"%PDF"}
    found = read_corpus([Upload.from_bytes(name, data) for name, data in files.items()])
    assert "“b.ttl” is a vocabulary" in found.refused[0]
    assert found.refused[1] == "“c.pdf” was left out: no row names it."


def test_merged_cells_are_those_of_every_row(letters: Letters) -> None:
    pairs = letters(12)
    rows = [["The town's letters"], ["No", "German", "", "English", "", "Box"]]
    rows += [["", "title", "text", "title", "text", ""]]
    rows += [[number, "Brief", de, "Letter", en] for number, de, en in _columns(pairs)]
    for row, box in ((3, "A"), (9, "B")):
        rows[row].append(box)
    merged = ["A1:F1", "B2:C2", "D2:E2", "A2:A3", "F2:F3", "F4:F9", "F10:F14", "B13:B15"]
    found = read("a.xlsx", to_xlsx(rows, merged=merged)).corpus
    assert found.fields["Box"] == ["A"] * 6 + ["B"] * 5 + [""]
    assert found.ids == [str(number) for number in range(1, 13)]
    assert found.texts["de"] == [f"Brief\n{de}" for de, _ in pairs]


def test_rows_longer_than_their_headings(letters: Letters) -> None:
    pairs = [(de.replace(";", ","), en.replace(";", ",")) for de, en in letters(20)]
    both = [list(side) for side in zip(*pairs, strict=True)]
    rows = ["de;en", *(";".join(row) for row in _columns(pairs))]  # as R writes them
    found = read("a.csv", "\n".join(rows).encode())
    assert [*found.corpus.texts.values()] == both and found.corpus.ids[1] == "2"
    for end in (";", ";;"):
        lines = ["de;en", *(f"{de};{en}{end}" for de, en in pairs)]
        if end == ";":
            assert [*read("a.csv", "\n".join(lines).encode()).corpus.texts.values()] == both
        lines[0] += end
        assert [*read("a.csv", "\n".join(lines).encode()).corpus.texts.values()] == both
    noted = [["de", "en"], *([*pair, "seen"] for pair in pairs)]
    found = read("a.xlsx", to_xlsx(noted))
    assert found.corpus.fields["column 3"] == ["seen"] * 20 and not found.warnings


def test_a_line_without_separators_stands_above_a_table_of_them(letters: Letters) -> None:
    rows = [["de", "en"], *map(list, letters(20))]
    data = b"Export of the catalogue, 3 April\n\n" + to_csv(rows, ";")
    assert [*read("a.csv", data).corpus.texts] == ["de", "en"]


def test_a_line_of_some_separators_stands_above_a_table_of_more(letters: Letters) -> None:
    """Sentences of as many commas each make no table of commas."""
    rows = [["id", "de", "en", "year"]]
    rows += [[str(n), f"{de}, so", f"{en}, so", "1900"] for n, (de, en) in enumerate(letters(20))]
    data = b"Register of letters\nRead by: Meier; Schulz\n\n" + to_csv(rows, ";")
    found = read("a.csv", data).corpus
    assert [*found.texts] == ["de", "en"] and found.ids == [str(n) for n in range(20)]


def test_a_quote_that_nothing_closes_takes_in_no_rows(letters: Letters) -> None:
    pairs = letters(300)
    for wrong, near in ((170, 171), (250, None)):
        cells = [
            ['"' * (i == wrong) + de, en + ' "so" ' * (i == near)]
            for i, (de, en) in enumerate(pairs)
        ]
        data = "\n".join("\t".join(row) for row in [["de", "en"], *cells])
        found = read("a.tsv", data.encode()).corpus
        assert found.n_documents == 300 and found.texts["de"][wrong] == '"' + pairs[wrong][0]


@pytest.mark.parametrize("inner", ["", "; so sagt er"])
def test_a_quote_that_nothing_closes_is_told_and_others_are_undone(
    letters: Letters, inner: str
) -> None:
    pairs = [(f'Er sagte "ja"{inner}. {de}', en) for de, en in letters(30)]
    lines = to_csv([["id", "de", "en"], *([str(i), *pair] for i, pair in enumerate(pairs))], ";")
    written = lines.decode().split("\r\n")
    written[11] = f'10;"{letters(30)[10][0]};{pairs[10][1]}'
    found = read("a.csv", "\n".join(written).encode())
    expected = [de for de, _ in pairs]
    expected[10] = '"' + letters(30)[10][0]
    assert found.corpus.texts["de"] == expected
    assert found.corpus.texts["en"] == [en for _, en in pairs]
    told = "A quote opened in line 12 of “a.csv” is not closed"
    assert any(told in one.message for one in found.warnings)


@pytest.mark.parametrize("behind", [" ", "\t", " \t "])
@pytest.mark.parametrize("some", [1, 30])
def test_blanks_behind_a_closing_quote_are_no_cells(
    letters: Letters, behind: str, some: int
) -> None:
    pairs = [
        (f'{de} " , und " ,\nso "fort"', f'{en} " , and " \nso "on"') for de, en in letters(30)
    ]
    rows = [
        f'{n},"{de}"{{0}},""{{0}},"{en}"{{0}}'
        for n, (de, en) in enumerate([text.replace('"', '""') for text in pair] for pair in pairs)
    ]
    written = [row.format(behind if n < some else "") for n, row in enumerate(rows)]
    found = read("a.csv", "\n".join(["id,de,note,en", *written]).encode())
    assert list(zip(*found.corpus.texts.values(), strict=True)) == pairs
    assert not [one for one in found.warnings if "quote" in one.message]


def test_an_escaped_quote_at_the_very_end_is_one() -> None:
    table = separated.read_separated(
        "a.csv", b'"de","en"\n"Haus","house"\n"Haus","a \\""\n', Choices(), None
    )
    assert table.cells[1] == ["house", 'a "']


PIECES = 'Haus|sagte|"|" ,| , |""|\\|;|\n|“so”|\t|- "Ja" ,|\\"|" '.split("|")
CELLS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(
    cells=st.lists(st.tuples(CELLS, CELLS), min_size=5, max_size=30),
    delimiter=st.sampled_from(",;\t"),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    escaped=st.booleans(),
)
def test_what_programs_write_is_read_as_it_was(
    cells: list[tuple[str, str]], delimiter: str, quoting: Any, escaped: bool
) -> None:
    rows = [(str(n), f"Text {de}", f"text {en}") for n, (de, en) in enumerate(cells)]
    written = io.StringIO()
    way: dict[str, Any] = {"escapechar": "\\", "doublequote": False} if escaped else {}
    look: dict[str, Any] = {"delimiter": delimiter, "quoting": quoting, "lineterminator": "\n"}
    csv.writer(written, **look, **way).writerows([("id", "de", "en"), *rows])
    table = separated.read_separated("a.csv", written.getvalue().encode(), Choices(), None)
    found = [tuple(map(str.strip, row)) for row in zip(*table.cells, strict=True)]
    assert found == [tuple(map(str.strip, row)) for row in rows]
    assert not table.doubts


def test_direct_speech_that_goes_on_in_the_next_row_is_as_it_was(letters: Letters) -> None:
    pairs = [
        (f'"{de}', f'"{en}') if n % 2 else (f'{de}"', f'{en}"')
        for n, (de, en) in enumerate(letters(40))
    ]
    found = read("a.tsv", "\n".join(["de\ten", *map("\t".join, pairs)]).encode())
    assert list(zip(*found.corpus.texts.values(), strict=True)) == pairs
    assert not [one for one in found.warnings if "quote" in one.message]


def test_a_table_is_not_read_again_and_again_for_its_quotes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every quote reaches to the end, in vain."""
    n_read, reader = 0, separated._csv_reader

    def counting(lines: Iterator[str], *how: Any, **more: Any) -> Any:
        def counted() -> Iterator[str]:
            nonlocal n_read
            for line in lines:
                n_read += 1
                yield line

        return reader(counted(), *how, **more)

    rows = ['"de","en","xx","yy"\n', *['",a",b"c,"\n'] * 2_000]
    _, found = separated.separated_rows("a.csv", "".join(rows), iter(rows), ",")
    monkeypatch.setattr(separated, "_csv_reader", counting)
    monkeypatch.setattr(separated, "MOST_AGAIN", 5_000)
    assert len([*found]) == len(rows)
    assert n_read < 5_000 + 3 * len(rows)


def test_what_people_and_databases_write_for_nothing_is_no_text(letters: Letters) -> None:
    missing = "NULL|\\N|NaN|None| NA |n/a|N/a|#N/A|n. a.|N.A.|k. A.|-|–|—|\x07\u200b".split("|")
    pairs = letters(2 * len(missing))
    cells = [[de, missing[i // 2] if i % 2 else en] for i, (de, en) in enumerate(pairs)]
    texts = read("a.csv", to_csv([["de", "en"], *cells])).corpus.texts["en"]
    assert not any(texts[1::2]) and texts[::2] == [en for _, en in pairs[::2]]


def test_a_column_of_few_values_is_no_side(letters: Letters) -> None:
    rows = [
        ["lang", "text"],
        *(
            [code, text]
            for pair in letters(40)
            for code, text in zip(("de", "en"), pair, strict=True)
        ),
    ]
    with pytest.raises(InputError, match="only one column with text"):
        read("a.csv", to_csv(rows))


def test_a_language_that_few_rows_have_is_no_side_beside_two(letters: Letters) -> None:
    pairs = letters(60)
    french = [pairs[0][1] if number in (7, 41) else "" for number in range(60)]
    rows = [["de", "en", "fr"], *([*pair, text] for pair, text in zip(pairs, french, strict=True))]
    found = read("a.csv", to_csv(rows))
    assert found.recognised.columns == {"de": ("de",), "en": ("en",)}
    assert found.corpus.fields["fr"] == french


def test_of_a_workbook_sheets_with_the_same_headings_are_read_and_others_are_told(
    letters: Letters,
) -> None:
    book, pairs = openpyxl.Workbook(), letters(30)
    for title, rows in {
        "Notes": [["What is in here."], ["As of 2020."]],
        "1990": [["de", "en"], *map(list, pairs[:10])],
        "1991": [["Letters of 1991"], ["en", "de"], *([en, de] for de, en in pairs[10:])],
        "Words": [["de", "en", "es"], ["Hafen", "harbour", "puerto"]],
        "Empty": [],
    }.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    found = read("a.xlsx", written.getvalue())
    assert list(zip(*found.corpus.texts.values(), strict=True)) == pairs
    assert [str(one.message) for one in found.warnings if one.kind == "cells"] == [
        "Of “a.xlsx” “Notes”, “Words” were not read: the headings are others than those of the "
        "sheet “1990”."
    ]
    again = read_corpus([Upload.from_bytes("a.xlsx", written.getvalue())], found.recognised)
    assert again.corpus == found.corpus


def test_columns_of_several_tables_may_differ_by_capitals(letters: Letters) -> None:
    pairs = letters(20)
    uploads = [
        Upload.from_bytes(name, to_csv([head, *map(list, rows)]))
        for name, head, rows in (
            ("a.csv", ["Deutsch", "English"], pairs[:10]),
            ("b.csv", ["deutsch", "ENGLISH"], pairs[10:]),
        )
    ]
    assert list(zip(*read_corpus(uploads).corpus.texts.values(), strict=True)) == pairs


def test_hidden_sheets_are_left_out_and_told_unless_nothing_else_is_a_table(
    letters: Letters,
) -> None:
    book, rows = openpyxl.Workbook(), [["de", "en"], *map(list, letters(10))]
    for title in ("Letters", "More", "Old"):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    sheet.sheet_state = "hidden"
    written = io.BytesIO()
    book.save(written)
    found = read("a.xlsx", written.getvalue())
    assert len(found.corpus) == 20
    [told] = [str(one.message) for one in found.warnings if one.kind == "cells"]
    assert told.startswith("“a.xlsx” has hidden sheets that were not read: “Old”.")
    again = read_corpus([Upload.from_bytes("a.xlsx", written.getvalue())], found.recognised)
    assert again.corpus == found.corpus
    del book["Letters"], book["More"]
    written = io.BytesIO()
    book.save(written)
    assert len(read("a.xlsx", written.getvalue()).corpus) == 10


def test_merged_cells_above_headings_that_are_not_all_known(letters: Letters) -> None:
    head: list[list[object]] = [
        ["Sammlung Muster", *[""] * 5],
        ["Angaben", "", "Texte", "", "Anderes", ""],
        ["Signatur", "Abgabe", "Deutsch", "Englisch", "Ort", "Wert"],
    ]
    rows = [[f"S{n}", "nein", *pair, "Bern", "hoch"] for n, pair in enumerate(letters(20))]
    found = read("a.xlsx", to_xlsx(head + rows, merged=["A1:F1", "A2:B2", "C2:D2", "E2:F2"]))
    assert found.recognised.columns == {"de": ("Texte Deutsch",), "en": ("Texte Englisch",)}
    assert found.corpus.n_documents == 20 and found.corpus.fields["Anderes Ort"][0] == "Bern"


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_headings_that_stand_in_the_middle_again_are_no_document(
    letters: Letters, name: str
) -> None:
    pairs = letters(80)
    head = ["No", "German", "English", ""]
    rows = [head, *([str(n), *pair, ""] for n, pair in enumerate(pairs))]
    again = ["\ufeffNo", "German ", "English"] if name == "a.csv" else head
    rows[61:61] = [[""] * 4, again]
    found = read(name, to_csv(rows) if name == "a.csv" else to_xlsx(rows))
    assert list(zip(*found.corpus.texts.values(), strict=True)) == pairs
    assert found.corpus.ids == [str(n) for n in range(80)]
    told = f"1 row of “{name}” repeats the headings and was left out."
    assert told in [one.message for one in found.warnings]


def test_formulas_without_results_are_told(letters: Letters) -> None:
    """As openpyxl writes them; results that are empty texts are results."""
    rows: list[list[object]] = [["id", "de", "en", "length"]]
    rows += [[n, de, en, f"=LEN(B{n + 2})"] for n, (de, en) in enumerate(letters(8))]
    found = read("a.xlsx", to_xlsx(rows))
    told = "The results of formulas are not in “a.xlsx”, so cells of “{}” are empty"
    assert any(told.format("length") in one.message for one in found.warnings)
    everything = [["id", "de", "en"], *[["=1", "=B1", "=C1"]] * 5]
    with pytest.raises(InputError, match=told.format("id”, “de”, “en")):
        read("a.xlsx", to_xlsx(everything))
    with pytest.raises(InputError, match=r"“a\.xlsx” holds formulas alone"):
        read("a.xlsx", to_xlsx(everything[1:]))
    refused = [[*row[:2], f'=CONCATENATE("{row[2]}")' if row[0] != "id" else "en"] for row in rows]
    with pytest.raises(InputError, match=told.format("en")):
        read("a.xlsx", to_xlsx(refused))


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_errors_of_a_spreadsheet_and_cut_cells_are_told(letters: Letters, name: str) -> None:
    """A text that begins with “-” becomes #NAME?; a pasted one ends where a cell of Excel does."""
    rows = [["id", "de", "en"], *([str(n), *pair] for n, pair in enumerate(letters(40)))]
    rows[4][2], rows[5][2], rows[6][0] = "#NAME?", "#N/A", "#REF!"
    rows[7][1] = (rows[7][1] * 5_000)[:32_766] + "."
    found = read(name, to_csv(rows) if name == "a.csv" else to_xlsx(rows))
    assert found.corpus.texts["en"][3:5] == ["", ""] and found.corpus.n_documents == 40
    told = [one.message for one in found.warnings if one.kind == "cells"]
    assert told == [
        "Cells of “en”, “id” hold errors of the spreadsheet, such as #NAME?, and are read as "
        "empty.",
        "Cells of “de” have 32,767 characters, the most that Excel holds: the rest of their texts "
        "is probably missing.",
    ]


def test_a_list_of_objects_within_an_object(letters: Letters) -> None:
    rows = [{"id": f"a{i}", "text": {"de": de, "en": en}} for i, (de, en) in enumerate(letters(5))]
    answer = {"count": 5, "data": {"results": rows}}
    for indent in (None, 2):
        found = read("a.json", json.dumps(answer, indent=indent).encode())
        assert found.corpus.ids[4] == "a4" and found.corpus.texts["en"][4] == letters(5)[4][1]
    for wrong in ({"a": rows, "b": rows}, {"menu": {"open": "Öffnen"}}):
        with pytest.raises(InputError, match="is one JSON object"):
            read("a.json", json.dumps(wrong).encode())


def test_a_table_for_each_language_is_joined_by_ids(letters: Letters) -> None:
    pairs = letters(30)
    made = {}
    for side, name in enumerate(("letters.de.csv", "letters.en.csv")):
        rows = [
            [f"a{i}", f"{name[8:10]} {i}", pair[side], str(1800 + i)]
            for i, pair in enumerate(pairs)
        ]
        rows = rows[:-1] if side == 0 else rows[::-1]  # one is missing, the others turned round
        made[name] = to_csv([["id", "title", "text", "year"], *rows])
    found = read_corpus([Upload.from_bytes(*one) for one in made.items()])
    corpus = found.corpus
    assert list(corpus.texts) == ["de", "en"] and corpus.n_documents == 30
    assert corpus.texts["en"][3] == f"en 3\n{pairs[3][1]}" and corpus.ids[29] == "a29"
    assert corpus.texts["de"][29] == "" and corpus.fields["year"][29] == "1829"
    again = read_corpus([Upload.from_bytes(*one) for one in made.items()], found.recognised)
    assert again.corpus == corpus
    book = openpyxl.Workbook()
    for side, title in enumerate(("Deutsch", "Englisch")):
        sheet = book.create_sheet(title)
        for row in [["id", "text"], *([i, pair[side]] for i, pair in enumerate(pairs))]:
            sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    sheets = read("a.xlsx", written.getvalue())
    assert list(zip(*sheets.corpus.texts.values(), strict=True)) == pairs
    again = read_corpus([Upload.from_bytes("a.xlsx", written.getvalue())], sheets.recognised)
    assert again.corpus == sheets.corpus
    columns = ["id", "lang", "title", "text", "year"]
    rows = [
        [f"a{i}", code, "", pair[side], "1800"]
        for i, pair in enumerate(pairs)
        for side, code in enumerate(("ger", "eng"))
    ]
    found = read("a.csv", to_csv([columns, *rows]))
    assert list(zip(*found.corpus.texts.values(), strict=True)) == pairs
    assert found.recognised.carried == ("title", "year")
    twice = {name: data + data.split(b"\n", 1)[1] for name, data in made.items()}
    assert len(read_corpus([Upload.from_bytes(*one) for one in twice.items()]).corpus) == 118


def test_ids_that_lost_leading_zeros_are_the_same_unless_one_table_has_both(
    letters: Letters,
) -> None:
    pairs = letters(12)

    def joined(*more: list[str]) -> Corpus:
        rows = {
            "letters.de.csv": [[f"{i:02d}", de] for i, (de, _) in enumerate(pairs)],
            "letters.en.csv": [*([str(i), en] for i, (_, en) in enumerate(pairs)), *more],
        }
        files = {name: to_csv([["id", "text"], *own]) for name, own in rows.items()}
        return read_corpus([Upload.from_bytes(*one) for one in files.items()]).corpus

    corpus = joined()
    assert list(zip(*corpus.texts.values(), strict=True)) == pairs
    assert corpus.ids == [f"{i:02d}" for i in range(12)]
    assert joined(["07", pairs[7][1]]).n_documents == 22

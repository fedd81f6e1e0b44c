from collections.abc import Callable
from pathlib import Path

import pytest

from gplsa.errors import InputError
from gplsa.reading import Choices, Reading, Upload, read_corpus, uploads_from_folder

Letters = Callable[[int], list[tuple[str, str]]]
MakeZip = Callable[[dict[str, bytes | str]], bytes]


def read_zip(data: bytes, **choices: object) -> Reading:
    return read_corpus([Upload.from_bytes("a.zip", data)], Choices(**choices))


def members(pairs: list[tuple[str, str]]) -> dict[str, bytes | str]:
    files: dict[str, bytes | str] = {}
    for i, (de, en) in enumerate(pairs):
        files[f"briefe/de/{i:02}.txt"] = de
        files[f"briefe/en/{i:02}.txt"] = en
    return files


def test_folders_by_language(letters: Letters, make_zip: MakeZip) -> None:
    pairs = letters(12)
    reading = read_zip(make_zip(members(pairs)))
    assert reading.kind == "file pairs"
    assert reading.corpus.name == "a"
    assert reading.corpus.ids[:2] == ["00", "01"]
    assert reading.corpus.texts == {"de": [p[0] for p in pairs], "en": [p[1] for p in pairs]}
    assert reading.recognised.columns == {"de": ("de",), "en": ("en",)}
    assert reading.columns == ["de", "en"]
    turned = read_zip(make_zip(members(pairs)), columns={"target": ("en",), "source": ("de",)})
    assert turned.corpus.modalities == ["target", "source"]
    assert turned.corpus.languages == {"target": "en", "source": "de"}


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("18{}-03-11 Brief", "1851-03-11"),
        ("Brief vom 3.12.18{}", "3.12.1851"),
        ("Briefe/18{}_03 an Anna", "1851-03"),
        ("18{} Brief", "1851"),
    ],
)
def test_dates_in_names_are_a_field(
    letters: Letters, make_zip: MakeZip, name: str, date: str
) -> None:
    pairs = letters(12)
    files: dict[str, bytes | str] = {}
    for i, (de, en) in enumerate(pairs, start=51):
        files |= {f"{name.format(i)} (de).txt": de, f"{name.format(i)} (en).txt": en}
    assert read_zip(make_zip(files)).corpus.fields["date"][0] == date
    assert not read_zip(make_zip(members(pairs))).corpus.fields


@pytest.mark.parametrize(
    ("first", "per_year", "apart", "years"),
    [
        (1501, 1, 1, False),
        (1501, 2, 1, True),
        (1501, 1, 3, True),
        (1851, 1, 1, True),
        (2080, 1, 1, False),
        (2080, 2, 1, False),
    ],
)
def test_numbers_that_count_files_are_no_years(
    letters: Letters, make_zip: MakeZip, first: int, per_year: int, apart: int, years: bool
) -> None:
    files: dict[str, bytes | str] = {}
    for n, (de, en) in enumerate(letters(16)):
        name = f"{first + apart * (n // per_year)} Brief {n}"
        files |= {f"{name} (de).txt": de, f"{name} (en).txt": en}
    fields = read_zip(make_zip(files), date_field="Datum").corpus.fields
    assert read_zip(make_zip(files), name="letters").corpus.name == "letters"
    assert [*fields] == ["Datum"] * years


def test_missing_sides_and_files_without_one(letters: Letters, make_zip: MakeZip) -> None:
    files = members(letters(12))
    del files["briefe/en/03.txt"]
    files["briefe/Liesmich.txt"] = "Zur Sammlung"
    files["briefe/foto.jpg"] = b"\xff\xd8"
    reading = read_zip(make_zip(files))
    assert reading.corpus.texts["en"][3] == ""
    assert reading.corpus.complete().sum() == 11
    assert any("“briefe/Liesmich.txt” for one" in warning.message for warning in reading.warnings)
    assert reading.refused == ["“briefe/foto.jpg” is a picture, and only texts are read here."]


def test_a_file_that_cannot_be_read_is_one_missing_side(
    letters: Letters, make_zip: MakeZip, make_docx: Callable[[str], bytes]
) -> None:
    files = members(letters(6))
    word = make_docx("<w:p><w:r><w:t>Ein Brief</w:t></w:r></w:p>")
    files["briefe/de/06.docx"], files["briefe/en/06.txt"] = word, "A letter"
    files["briefe/de/07.docx"], files["briefe/en/07.txt"] = word[:100], "Cut off"
    reading = read_zip(make_zip(files))
    assert reading.corpus.texts["de"][6:] == ["Ein Brief", ""]
    assert reading.refused == ["“briefe/de/07.docx” is damaged or incomplete: save it anew."]


def test_two_files_for_one_place(letters: Letters, make_zip: MakeZip) -> None:
    files = members(letters(4))
    files["briefe/de/00.md"] = "# Doppelt"
    reading = read_zip(make_zip(files))
    assert len(reading.corpus) == 4
    assert reading.refused == [
        "“briefe/de/00.md” was left out: “briefe/de/00.txt” stands in its place."
    ]


def test_a_folder_on_the_disk(letters: Letters, tmp_path: Path) -> None:
    folder = tmp_path / "Briefe aus Köln"
    folder.mkdir()
    for i, (de, en) in enumerate(letters(5)):
        (folder / f"{i}_de.txt").write_text(de, encoding="utf-8")
        (folder / f"{i}_en.txt").write_text(en, encoding="utf-8")
    reading = read_corpus(uploads_from_folder(folder))
    assert reading.corpus.name == "Briefe aus Köln"
    assert reading.kind == "file pairs"
    assert len(reading.corpus) == 5
    assert reading.corpus.ids == ["0", "1", "2", "3", "4"]


def test_bad_input(letters: Letters, make_zip: MakeZip) -> None:
    with pytest.raises(InputError, match="do not fall into pairs: call them alike"):
        read_zip(make_zip({f"{word}.txt": word for word in ("Haus", "Hof", "Feld")}))
    with pytest.raises(InputError, match=r"“a\.doc” is an old Word file: open it in Word"):
        read_zip(make_zip({"a.doc": "x", "b.doc": "y"}))
    with pytest.raises(InputError, match=r"No file name holds “fr”; the sides found are “de”"):
        read_zip(make_zip(members(letters(3))), columns={"de": ("de",), "fr": ("fr",)})


def test_markup_in_names_and_texts_is_only_text(make_zip: MakeZip) -> None:
    name = "<img src=x onerror=alert(1)>.{}.txt"
    files = {name.format(code): f"**{code}** <b>5$ und 6$</b>" for code in ("de", "en")}
    files |= {f"2.{code}.txt": "Text" for code in ("de", "en")}
    corpus = read_zip(make_zip(dict(files))).corpus
    assert corpus.texts["de"][0] == "**de** <b>5$ und 6$</b>"

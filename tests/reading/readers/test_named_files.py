"""Tables with a column that names text files beside them."""

from collections.abc import Callable

import pytest

from gplsa.errors import InputError
from gplsa.reading import Upload, read_corpus
from tests.reading.made_tables import Letters, read, to_csv, to_xlsx


def test_a_column_names_text_files(letters: Letters, make_zip: Callable[..., bytes]) -> None:
    pairs = letters(20)
    rows: list[list[object]] = [["Signatur", "Datei", "Regest"]]
    members: dict[str, bytes | str] = {}
    for i, (de, en) in enumerate(pairs):
        rows.append([f"NL {i}", f"ocr\\Brief_{i:03}.TXT" if i % 2 else f"Brief_{i:03}.txt", en])
        members[f"Nachlass/ocr/Brief_{i:03}.txt"] = de.encode("cp1252" if i == 3 else "utf-8")
    del members["Nachlass/ocr/Brief_007.txt"]
    members["Nachlass/ocr/Brief_008.txt"] = b""
    members["Nachlass/Liste.xlsx"] = to_xlsx(rows)
    reading = read("Nachlass.zip", make_zip(members))
    assert reading.recognised.file_columns == ("Datei",)
    assert reading.recognised.columns == {"de": ("Datei",), "en": ("Regest",)}
    assert reading.recognised.id_column == "Signatur"
    assert reading.corpus.texts["de"][:4] == [de for de, _ in pairs[:4]]
    assert reading.corpus.texts["de"][7] == reading.corpus.texts["de"][8] == ""
    assert reading.corpus.fields["Datei"][2] == "Brief_002.txt"
    assert [d.rows for d in reading.warnings if d.kind == "files"] == [(7,)]
    assert reading.refused == ["“Nachlass/ocr/Brief_008.txt” is empty."]
    again = read_corpus([Upload.from_bytes("Nachlass.zip", make_zip(members))], reading.recognised)
    assert again.corpus == reading.corpus
    plain = read(
        "Nachlass.zip",
        make_zip(members),
        file_columns=(),
        columns={"a": ("Datei",), "b": ("Regest",)},
    )
    assert plain.corpus.texts["a"][2] == "Brief_002.txt"


def test_files_may_be_in_another_encoding_than_the_table_that_names_them(
    letters: Letters, make_zip: Callable[..., bytes]
) -> None:
    pairs = letters(10)
    rows = [["Datei", "Regest – englisch"], *([f"{i}.txt", en] for i, (_, en) in enumerate(pairs))]
    files = {f"{i}.txt": de.encode("cp1252") for i, (de, _) in enumerate(pairs)}
    data = make_zip({"liste.csv": to_csv(rows), **files})
    first = read("a.zip", data)
    assert first.corpus.texts["de"] == [de for de, _ in pairs]
    again = read_corpus([Upload.from_bytes("a.zip", data)], first.recognised)
    assert again.corpus == first.corpus


def test_files_of_one_name_in_several_folders_are_told_apart_by_them(
    letters: Letters, make_zip: Callable[..., bytes]
) -> None:
    pairs = letters(12)
    folders = ["scans/a", "scans/b", "scans/c"]
    paths = [f"{folders[i % 3]}/{i // 3}.txt" for i in range(12)]
    files = {path: de for path, (de, _) in zip(paths, pairs, strict=True)}

    def table(names: list[str]) -> str:
        texts = [en for _, en in pairs]
        return to_csv([["file", "en"], *map(list, zip(names, texts, strict=True))])

    elsewhere = [f"C:\\Users\\me\\{path}" for path in paths]
    found = read("a.zip", make_zip({"list.csv": table(elsewhere), **files}))
    assert found.corpus.texts["de"] == [de for de, _ in pairs]
    with pytest.raises(InputError, match=r"“0\.txt” may be “scans/a/0\.txt” or “scans/"):
        read("a.zip", make_zip({"list.csv": table([f"{i // 3}.txt" for i in range(12)]), **files}))
    missing = {path: text for path, text in files.items() if "scans/a" in path}
    lacking = read("a.zip", make_zip({"list.csv": table(paths), **missing}), file_columns=("file",))
    assert [bool(text) for text in lacking.corpus.texts["de"]] == [i % 3 == 0 for i in range(12)]
    told = [one.message for one in lacking.warnings]
    [missed] = [message for message in told if "go without" in message]
    assert missed.startswith("8 files named in the column “file” are not there, “scans/b/0.txt”")
    assert not [message for message in told if "have no" in message]  # which says it once more
    names = ["0.txt", *paths[1:]]  # beside the table, and in each of the folders
    beside = {**files, "0.txt": files[paths[0]], "list.csv": table(names)}
    assert read("a.zip", make_zip(beside)).corpus.texts["de"] == [de for de, _ in pairs]


def test_a_table_about_pairs_of_files_is_left_out(
    letters: Letters, make_zip: Callable[..., bytes]
) -> None:
    pairs = letters(6)
    files = {
        f"{side}/{i}.txt": pairs[i][n] for i in range(6) for n, side in enumerate(("de", "en"))
    }
    table = to_csv([["id", "year"], *([str(i), "1990"] for i in range(6))])
    found = read("a.zip", make_zip({**files, "about.csv": table}))
    assert found.kind == "file pairs" and found.corpus.texts["de"] == [de for de, _ in pairs]
    [told] = found.refused
    assert told.startswith("“about.csv” was left out: ")

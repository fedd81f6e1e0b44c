from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gplsa.errors import Cancelled, InputError
from gplsa.reading import Upload, iter_documents, read_documents, uploads_from_folder

Letters = Callable[[int], list[tuple[str, str]]]
MakeZip = Callable[[dict[str, bytes | str]], bytes]


def test_files_of_many_kinds(make_zip: MakeZip, make_docx: Callable[[str], bytes]) -> None:
    packed = make_zip(
        {
            "a.txt": "Größe".encode("cp1252"),
            "b/c.docx": make_docx("<w:p><w:r><w:t>Wort</w:t></w:r></w:p>"),
            "d.md": "# Titel",
            "e.doc": "x",
            "f.pdf": "%PDF- cut",
            "g.zip": "x",
        }
    )
    batch = read_documents(
        [Upload.from_bytes("z.zip", packed), Upload.from_bytes("h.html", b"<p>H")]
    )
    assert batch.ids == ["a.txt", "b/c.docx", "d.md", "h.html"]
    assert batch.items == ["Größe", "Wort", "Titel", "H"]
    assert batch.fields == {}
    assert len(batch) == 4
    assert [sentence.split(" ")[0] for sentence in batch.refused] == [
        "“g.zip”",
        "“e.doc”",
        "“f.pdf”",
    ]


def test_a_damaged_or_hostile_zip_is_left_out_and_the_rest_goes_on(make_zip: MakeZip) -> None:
    hostile = make_zip({"a.txt": "kept from being read", "../b.txt": "outside"})
    uploads = [
        Upload.from_bytes("cut.zip", make_zip({"a.txt": "text" * 1000})[:-30]),
        Upload.from_bytes("hostile.zip", hostile),
        Upload.from_bytes("letter.txt", b"Wort"),
    ]
    batch = read_documents(uploads)
    assert (batch.ids, batch.items) == (["letter.txt"], ["Wort"])
    assert [sentence.split(" ")[0] for sentence in batch.refused] == ["“cut.zip”", "“hostile.zip”"]
    with pytest.raises(InputError, match="leads outside"):
        read_documents(uploads[1:2])


def table(pairs: list[tuple[str, str]]) -> bytes:
    lines = ["Signatur;Jahr;Brief;Regest"]
    lines += [f"NL {i};{1801 + i};{de};{en}" for i, (de, en) in enumerate(pairs)]
    return "\n".join(lines).encode("cp1252")


def test_rows_of_a_table_with_their_columns(letters: Letters) -> None:
    pairs = letters(8)
    upload = Upload.from_bytes("a.csv", table(pairs))
    german = read_documents([upload], language="de")
    assert german.items == [de for de, _ in pairs]
    assert german.ids == [f"NL {i}" for i in range(8)]
    assert list(german.fields) == ["Signatur", "Jahr", "Brief", "Regest"]
    assert german.fields["Jahr"][1] == "1802"
    assert german.fields["Brief"][1] is german.items[1]
    assert read_documents([upload], language="en").items == [en for _, en in pairs]


def test_one_column_is_enough(letters: Letters) -> None:
    lines = [f"{de}, und so weiter" for de, _ in letters(5)]
    batch = read_documents([Upload.from_bytes("a.csv", "\n".join(["text", *lines]).encode())])
    assert batch.items == lines
    assert batch.ids == ["1", "2", "3", "4", "5"]


def test_files_that_a_table_names_are_its_texts(letters: Letters, make_zip: MakeZip) -> None:
    pairs = letters(6)
    files: dict[str, bytes | str] = {f"ocr/{i}.txt": de for i, (de, _) in enumerate(pairs)}
    files["liste.csv"] = "Nr;Datei\n" + "\n".join(f"B{i};{i}.txt" for i in range(6))
    files["ocr/extra.txt"] = "Ohne Eintrag"
    batch = read_documents([Upload.from_bytes("z.zip", make_zip(files))])
    assert batch.ids == [*(f"B{i}" for i in range(6)), "ocr/extra.txt"]
    assert batch.items == [*(de for de, _ in pairs), "Ohne Eintrag"]
    assert batch.fields["Datei"][:2] == ["0.txt", "1.txt"]
    assert batch.fields["Datei"][6] == ""


def test_equal_ids_are_numbered(letters: Letters) -> None:
    uploads = [Upload.from_bytes(name, table(letters(2))) for name in ("a.csv", "b.csv")]
    assert read_documents(uploads).ids == ["NL 0", "NL 1", "NL 0 (2)", "NL 1 (2)"]


def test_a_thousand_files_are_opened_one_by_one(tmp_path: Path) -> None:
    for i in range(1000):
        (tmp_path / f"{i:04}.txt").write_text(f"Brief {i}", encoding="utf-8")
    opened: list[str] = []

    def watched() -> Iterator[Upload]:
        for upload in uploads_from_folder(tmp_path):

            def open_file(upload: Upload = upload):  # type: ignore[no-untyped-def]
                opened.append(upload.name)
                return upload.open()

            yield Upload(upload.name, upload.size, open_file)

    documents = iter_documents(watched())
    assert next(documents).item == "Brief 0"
    assert len(opened) == 1
    assert sum(1 for _ in documents) == 999


def test_progress_and_cancel(tmp_path: Path) -> None:
    for i in range(20):
        (tmp_path / f"{i}.txt").write_text("x", encoding="utf-8")
    seen: list[float] = []

    def progress(fraction: float, phase: str) -> None:
        seen.append(fraction)
        if fraction >= 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        read_documents(uploads_from_folder(tmp_path), progress=progress)
    assert seen == sorted(seen) and len(seen) == 11


def test_nothing_to_read() -> None:
    with pytest.raises(InputError, match=r"“a\.heic” is a photo in Apple's format"):
        read_documents([Upload.from_bytes("a.heic", b"x")])
    with pytest.raises(InputError, match="There is no document to read"):
        read_documents([])


def test_titles_are_read_with_the_texts_beside_them_and_stay(letters: Letters) -> None:
    lines = [f"B{n};{de.split('. ')[0]};{de};{en}" for n, (de, en) in enumerate(letters(8))]
    table = "\n".join(["id;titel;abstract_de;abstract_en", *lines]).encode()
    found = read_documents([Upload.from_bytes("new.csv", table)], language="de")
    de = letters(8)[0][0]
    assert found.items[0] == f"{de.split('. ')[0]}\n{de}"
    assert list(found.fields) == ["id", "titel", "abstract_de", "abstract_en"]


def test_rows_without_a_text_are_told(letters: Letters, make_zip: MakeZip) -> None:
    rows = ["id;text", *(f"{i};{'' if i < 2 else de}" for i, (de, _) in enumerate(letters(6)))]
    batch = read_documents([Upload.from_bytes("a.csv", "\n".join(rows).encode())])
    assert batch.ids == ["2", "3", "4", "5"]
    assert batch.refused == ["2 rows of “a.csv” have no text."]
    files = {f"{i}.txt": de for i, (de, _) in enumerate(letters(5))}
    files["a.csv"] = "id;file\n" + "\n".join(f"B{i};{i}.txt" for i in range(6))
    batch = read_documents([Upload.from_bytes("z.zip", make_zip(files))])
    assert len(batch.ids) == 5 and batch.refused == ["1 row of “a.csv” has no text."]

"""Readers in a process of their own give what they give here, and no file costs more than a
sentence."""

import io
import sys
import zipfile

import numpy as np
import pytest

from gplsa.errors import InputError
from gplsa.reading import Choices, Upload, read_corpus, read_documents, sandboxed
from gplsa.reading.files import limits
from tests.photos import encoded, photo


def csv(rows) -> Upload:
    lines = ["nr;de;en", *(f"{number};{de};{en}" for number, (de, en) in enumerate(rows))]
    return Upload.from_bytes("letters.csv", "\n".join(lines).encode())


def photos_beside_values() -> list[Upload]:
    packed, arrays = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for number in range(3):
            package.writestr(f"{number}.png", encoded(photo(number, 48)[0]))
            package.writestr(f"{number}.txt", f"caption number {number}")
    np.savez(arrays, sift=np.arange(6.0).reshape(2, 3), text=np.arange(8).reshape(2, 4))
    return [
        Upload.from_bytes("photos.zip", packed.getvalue()),
        Upload.from_bytes("f.npz", arrays.getvalue()),
    ]


@pytest.mark.usefixtures("started_workers")
def test_a_corpus_is_the_same_as_here(letters, tmp_path):
    table = csv(letters(150))
    (tmp_path / "t.csv").write_bytes(table.read())
    for upload in (table, Upload.from_path(tmp_path / "t.csv")):
        assert sandboxed.read_corpus([upload]) == read_corpus([upload])
    choices = Choices(columns={"en": ("en",), "de": ("de",)}, id_column="")
    assert sandboxed.read_corpus([table], choices) == read_corpus([table], choices)


def test_pictures_and_matrices_come_back(letters):
    photos, values = photos_beside_values()
    assert sandboxed.read_corpus([photos]) == read_corpus([photos])
    here, there = read_corpus([values]).corpus, sandboxed.read_corpus([values]).corpus
    for name in ("sift", "text"):
        assert here.features[name].names == there.features[name].names
        assert abs(here.side(name) - there.side(name)).max() == 0
    [(name, picture)] = [("a.png", encoded(photo(1)[0]))]
    assert sandboxed.read_picture(name, picture)[:3] == b"\xff\xd8\xff"
    assert sandboxed.read_arrays(values)["text"].tolist() == np.arange(8).reshape(2, 4).tolist()


def test_documents_are_the_same_as_here(letters):
    files = [Upload.from_bytes(f"{n}.txt", de.encode()) for n, (de, _) in enumerate(letters(150))]
    files += [csv(letters(90)), Upload.from_bytes("scan.pdf", b"none")]
    there = sandboxed.read_documents(files, language="de")
    assert there == read_documents(files, language="de")
    assert there.refused == ["“scan.pdf” is no PDF, whatever its name says."]
    _, values = photos_beside_values()
    rows = sandboxed.read_documents([values], kind="features")
    assert rows.ids == ["1", "2", "1 (2)", "2 (2)"] and rows.items[1].values.toarray()[0, 0] == 3


def test_a_bad_file_is_the_same_sentence_as_here():
    for upload in (Upload.from_bytes("a.csv", b""), Upload.from_bytes("a.xyz", b"x")):
        with pytest.raises(InputError) as here:
            read_corpus([upload])
        with pytest.raises(InputError) as there:
            sandboxed.read_corpus([upload])
        assert str(there.value) == str(here.value)


def test_limits_grow_with_what_is_read(monkeypatch):
    monkeypatch.setattr(sandboxed, "memory_at_hand", lambda: 10**12)
    small, large = (Upload("a", size, io.BytesIO) for size in (1_000, 100_000_000))
    assert sandboxed.limits_for([small]).memory == limits.READING_BYTES
    assert sandboxed.limits_for([large]).memory == 20 * large.size
    assert sandboxed.limits_for([large] * 50).memory == limits.READING_MOST_BYTES
    assert sandboxed.limits_for([small]).seconds == 60 < sandboxed.limits_for([large]).seconds
    monkeypatch.setattr(sandboxed, "memory_at_hand", lambda: 10**8)
    assert sandboxed.limits_for([large]).memory == 10**8


@pytest.mark.usefixtures("started_workers")
def test_large_ordinary_tables_are_read():
    """Within the limit of twenty times their size: as rows of cells they took forty."""
    cells, headings = (";".join(f"{c}{n % m}" for n in range(60)) for c, m in (("c", 7), ("h", 60)))
    rows = "".join(f"Der Hafen {n};The harbour {n};{cells}\n" for n in range(96_000))
    short = Upload.from_bytes("short.csv", f"de;en;{headings}\n{rows}".encode())
    words = " ".join(f"Wort{n}" for n in range(70))
    rows = "".join(f"{n};{words} {n};{words.lower()} {n}\n" for n in range(9_000))
    texts = Upload.from_bytes("texts.csv", f"id;de;en\n{rows}".encode())
    for upload, megabytes, n_rows in ((short, 20, 96_000), (texts, 8, 9_000)):
        assert upload.size > megabytes * 10**6
        corpus = sandboxed.read_corpus([upload]).corpus
        assert len(corpus) == n_rows
        assert [*corpus.texts] == ["de", "en"]


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory on this system")
@pytest.mark.usefixtures("started_workers")
def test_files_beside_one_that_ends_its_reader_are_read(letters):
    """Nine megabytes of emphasis that is never closed take more memory than reading may."""
    pairs = letters(3)
    members = {f"{n}.de.txt": de for n, (de, _) in enumerate(pairs)}
    members |= {f"{n}.en.txt": en for n, (_, en) in enumerate(pairs)}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in {"00.de.md": "*a " * 3_300_000, **members}.items():
            package.writestr(name, text)
    files = [Upload.from_bytes("letters.zip", packed.getvalue())]
    reading = sandboxed.read_corpus(files)
    assert [*reading.corpus.texts.values()] == [[*side] for side in zip(*pairs, strict=True)]
    [sentence] = reading.refused
    assert sentence.startswith("“00.de.md” needs more than 300 MB of memory to be read")
    found = sandboxed.read_documents(files, language="de")
    assert found.ids == [*members] and found.refused == [sentence]
    with pytest.raises(InputError, match=r"“a.md” needs more than 300 MB"):
        sandboxed.read_documents([Upload.from_bytes("a.md", b"*a " * 3_300_000)])

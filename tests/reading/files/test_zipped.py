import gzip
import io
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from gplsa.errors import InputError
from gplsa.reading import Upload, read_corpus, uploads_from_folder
from gplsa.reading.files import limits
from gplsa.reading.files.extract import text_of
from gplsa.reading.files.zipped import expand

MakeZip = Callable[[dict[str, bytes | str]], bytes]


def names(data: bytes) -> list[str]:
    return [upload.name for upload in expand([Upload.from_bytes("a.zip", data)]).uploads]


def test_members_take_the_place_of_the_zip(make_zip: MakeZip) -> None:
    packed = make_zip({"de/1.txt": "eins", "en/1.txt": "one", "__MACOSX/x": "", ".DS_Store": ""})
    files = expand([Upload.from_bytes("b.txt", b"b"), Upload.from_bytes("a.zip", packed)])
    assert [upload.name for upload in files.uploads] == ["b.txt", "de/1.txt", "en/1.txt"]
    assert files.uploads[1].read() == b"eins"
    assert files.refused == []


@pytest.mark.parametrize(
    "name", ["../x.txt", "/etc/x.txt", "a/../../x.txt", "C:\\x.txt", "..\\x.txt"]
)
def test_names_that_lead_outside(make_zip: MakeZip, name: str) -> None:
    with pytest.raises(InputError, match=r"holds a name that leads outside of it .*: refused\.$"):
        names(make_zip({"ok.txt": "x", name: "y"}))


def test_names_that_are_none(make_zip: MakeZip) -> None:
    empty = make_zip({"ok.txt": "x"}).replace(b"ok.txt", b"\0k.txt")  # a NUL ends a name
    for data in (make_zip({"a" * 2000 + ".txt": "x"}), empty):
        with pytest.raises(InputError, match="no file name"):
            names(data)


def test_a_version_that_no_program_writes(make_zip: MakeZip) -> None:
    data = bytearray(make_zip({"ok.txt": "x"}))
    data[data.rindex(b"PK\1\2") + 6] = 148  # the version needed to unpack it, times ten
    with pytest.raises(InputError, match="damaged, or no ZIP file"):
        names(bytes(data))


def test_links_are_left_out() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        link = zipfile.ZipInfo("secret.txt")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        package.writestr(link, "/etc/passwd")
        package.writestr("ok.txt", "x")
    files = expand([Upload.from_bytes("a.zip", packed.getvalue())])
    assert [upload.name for upload in files.uploads] == ["ok.txt"]
    assert files.refused == ["“secret.txt” in “a.zip” is a link and was left out."]


def test_a_zip_in_a_zip_is_left_out_and_the_rest_goes_on(make_zip: MakeZip) -> None:
    inner = make_zip({"x.txt": "x"})
    outer = make_zip({"inner.ZIP": inner, "de.txt": "Eins.\nZwei.\n", "en.txt": "One.\nTwo.\n"})
    reading = read_corpus([Upload.from_bytes("a.zip", outer)])
    assert len(reading.corpus) == 2
    assert reading.refused == [
        "“inner.ZIP” in “a.zip” is an archive within an archive: unpack it first."
    ]
    with pytest.raises(InputError, match="archive within an archive"):
        read_corpus([Upload.from_bytes("a.zip", make_zip({"inner.zip": inner}))])


def test_a_bomb_is_refused_before_it_is_unpacked(make_zip: MakeZip) -> None:
    bomb = make_zip({"a.txt": b"0" * 50_000_000})
    assert len(bomb) < 100_000
    with pytest.raises(InputError, match=r"“a\.zip” would unpack to 47 MB: refused"):
        names(bomb)


def test_a_size_in_the_header_that_lies_only_fails(make_zip: MakeZip) -> None:
    packed = bytearray(make_zip({"a.txt": b"0" * 1_000_000}))
    entry = packed.index(b"PK\1\2")
    packed[entry + 24 : entry + 28] = struct.pack("<I", 10)
    upload = expand([Upload.from_bytes("a.zip", bytes(packed))]).uploads[0]
    with pytest.raises(InputError, match=r"“a\.txt” is damaged"):
        upload.read()


def test_a_directory_of_too_many_entries_is_not_even_parsed(make_zip: MakeZip) -> None:
    packed = bytearray(make_zip({"a.txt": "x"}))
    end = packed.rindex(b"PK\5\6")
    packed[end + 12 : end + 16] = struct.pack("<I", 2**31)
    with pytest.raises(InputError, match="far more than 100,000 files"):
        names(bytes(packed))


def test_limits_on_number_and_size(make_zip: MakeZip, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = make_zip({f"{i}.txt": "text" for i in range(5)})
    monkeypatch.setattr(limits, "FILES", 4)
    with pytest.raises(InputError, match="more than 4 files"):
        names(packed)
    monkeypatch.setattr(limits, "FILES", 5)
    assert len(names(packed)) == 5
    monkeypatch.setattr(limits, "FILE_BYTES", 3)
    assert names(packed) == []
    monkeypatch.setattr(limits, "TOTAL_BYTES", len(packed) - 1)
    with pytest.raises(InputError, match=r"“a\.zip” is larger than"):
        names(packed)


def test_a_file_that_states_too_large_a_size_is_not_even_opened() -> None:
    def never() -> BinaryIO:
        raise AssertionError("opened")

    with pytest.raises(InputError, match="is larger than 200 MB, the most that is read"):
        Upload("a.csv", limits.FILE_BYTES + 1, never).read()


@pytest.mark.parametrize("data", [b"no zip at all" * 10, b""])
def test_no_zip(data: bytes) -> None:
    with pytest.raises(InputError, match=r"“a\.zip” is (damaged, or no ZIP file|empty)"):
        names(data)


def test_a_truncated_zip(make_zip: MakeZip) -> None:
    with pytest.raises(InputError, match="damaged, or no ZIP file"):
        names(make_zip({"a.txt": "text" * 1000})[:-30])


def test_a_protected_member() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        package.writestr("a.txt", "x")
    data = bytearray(packed.getvalue())
    data[data.index(b"PK\1\2") + 8] |= 1
    files = expand([Upload.from_bytes("a.zip", bytes(data))])
    assert files.refused == ["“a.txt” in “a.zip” is protected by a password: pack it without one."]


def test_names_without_the_flag_for_utf8() -> None:
    for encoding in ("utf-8", "cp850"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as package:
            package.writestr("Gr??e.txt" if encoding == "cp850" else "Gr????e.txt", "x")
        raw = "Größe".encode(encoding)
        data = packed.getvalue().replace(b"Gr??e" if encoding == "cp850" else b"Gr????e", raw)
        assert names(data) == ["Größe.txt"]


def test_other_archives_are_refused_by_name() -> None:
    files = expand([Upload.from_bytes("a.7z", b"x")])
    assert files.refused == ["“a.7z” is an archive: unpack it, or make it a ZIP."]


def test_a_file_packed_by_gzip_is_the_file_within(tmp_path: Path) -> None:
    data = b"de\ten\nKorn\tgrain\nMarkt\tmarket\n"
    path = tmp_path / "Pairs.TSV.gz"
    path.write_bytes(gzip.compress(data))
    [found] = expand([Upload.from_path(path)]).uploads
    assert (found.name, found.suffix, found.read()) == ("Pairs.TSV", ".tsv", data)
    cut = Upload.from_bytes("a.tmx.gz", gzip.compress(bytes(9_999))[:-9])
    for broken in (cut, Upload.from_bytes("a.tmx.gz", data)):
        with pytest.raises(InputError, match=r"“a\.tmx” is damaged or cannot be read"):
            expand([broken]).uploads[0].read()
    with pytest.raises(InputError, match="is larger than"):
        expand([Upload.from_bytes("a.csv.gz", gzip.compress(bytes(2_000)))]).uploads[0].read(1_000)
    assert expand([Upload.from_bytes("a.tar.gz", data)]).refused


def test_folders(tmp_path: Path) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "b.txt").write_text("b")
    (tmp_path / "de" / "a.txt").write_text("a")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "link.txt").symlink_to("/etc/hostname")
    (tmp_path / "away").symlink_to("/etc")
    assert [u.name for u in uploads_from_folder(tmp_path)] == ["de/a.txt", "de/b.txt"]
    with pytest.raises(InputError, match="There is no folder"):
        uploads_from_folder(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="There is no file in the folder"):
        uploads_from_folder(tmp_path / "empty")
    with pytest.raises(InputError, match="is a folder, not a file"):
        Upload.from_path(tmp_path)
    with pytest.raises(InputError, match=r"cannot be read"):
        Upload.from_path(tmp_path / "nothing.txt")


def test_what_is_no_file_is_told_with_what_to_do(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for pipe in ("-", "/dev/stdin", tmp_path / "pipe"):
        with pytest.raises(InputError, match="pipes are not read: write what comes through it to"):
            Upload.from_path(pipe)
    with pytest.raises(InputError, match=r"a\.csv” is an address, .* download the file"):
        Upload.from_path("https://example.org/a.csv")


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_rare_packings_are_left_out_with_a_sentence(packing: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as package:
        package.writestr("rare.txt", "x" * 100)
        package.writestr("ok.txt", "x", zipfile.ZIP_DEFLATED)
    files = expand([Upload.from_bytes("a.zip", packed.getvalue())])
    assert [upload.name for upload in files.uploads] == ["ok.txt"]
    assert files.refused == ["“rare.txt” in “a.zip” is packed in a rare way: make an ordinary ZIP."]
    with pytest.raises(InputError, match="save it anew"):
        text_of(Upload.from_bytes("a.docx", packed.getvalue()))
    for name in ("a.xlsx", "a.npz"):
        with pytest.raises(InputError, match=r"save it anew|damaged"):
            read_corpus([Upload.from_bytes(name, packed.getvalue())])


def test_names_of_bytes_that_are_no_text(tmp_path: Path) -> None:
    name = "Gr\udcfc\udcdfe.txt"  # how Python holds bytes of another encoding
    try:
        (tmp_path / name).write_text("x")
    except OSError:
        pytest.skip("this disk has only names that are text")
    [upload] = uploads_from_folder(tmp_path)
    assert upload.name == "Gr\ufffd\ufffde.txt" and upload.read() == b"x"

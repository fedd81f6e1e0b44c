"""The container of saved models and corpora: same bytes, and hostile files refused."""

import io
import json
import os
import pickle
import stat
import zipfile

import numpy as np
import pytest
from scipy import sparse

from gplsa.corpus import archive, archive_json
from gplsa.corpus.archive import pack_sparse, read_archive, unpack_sparse, write_archive
from gplsa.corpus.archive_json import FILE_VERSION
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import load_corpus, save_corpus, without_texts
from gplsa.errors import InputError
from gplsa.model.public import Model
from tests.growth import assert_linear

ARRAYS = {
    "a": np.arange(6.0).reshape(2, 3),
    "b/small": np.array([1, 2, 3], dtype="u1"),
    "empty": np.zeros((0, 4), dtype="<f4"),
}
DOCUMENTS = {"text": {"words": ["Größe", "naïve", "日本"], "none": None}}


def written(documents=DOCUMENTS, arrays=ARRAYS) -> bytes:
    stream = io.BytesIO()
    write_archive(stream, "model", documents, arrays)
    return stream.getvalue()


def rewritten(content: bytes, change, compressed=()) -> io.BytesIO:
    """The archive with its members passed through `change(members: dict[name, bytes])`."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in members.items():
            kind = zipfile.ZIP_DEFLATED if name in compressed else zipfile.ZIP_STORED
            archive.writestr(name, part, compress_type=kind)
    stream.seek(0)
    return stream


def with_manifest(**changes) -> io.BytesIO:
    def change(members):
        members["manifest.json"] = json.dumps(
            json.loads(members["manifest.json"]) | changes
        ).encode()

    return rewritten(written(), change)


def with_array(content: bytes) -> io.BytesIO:
    return rewritten(written(), lambda members: members.update({"a.npy": content}))


def npy(header: str, data: bytes) -> bytes:
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data


def refusal(file, kind="model", **options) -> str:
    with pytest.raises(InputError) as caught:
        read_archive(file, kind, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


def test_what_was_written_is_read_back():
    found = read_archive(io.BytesIO(written()), "model")
    assert found.documents == DOCUMENTS
    assert set(found.arrays) == set(ARRAYS)
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(found.arrays[name], array)
        assert found.arrays[name].flags.writeable
    with zipfile.ZipFile(io.BytesIO(written())) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert set(manifest["written_by"]) == {"gplsa", "numpy", "scipy"}


def test_same_content_gives_same_bytes_in_any_order():
    again = written(arrays=dict(reversed(list(ARRAYS.items()))))
    assert again == written()
    with zipfile.ZipFile(io.BytesIO(again)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert written({"text": 1}) != written()


def test_half_a_surrogate_pair_does_not_stop_saving():
    found = read_archive(io.BytesIO(written({"text": "broken \ud83d"})), "model")
    assert found.documents["text"] == "broken ?"


def test_text_that_shrinks_like_a_bomb_is_read_back():
    documents = {"text": "the same again " * 200_000}
    assert read_archive(io.BytesIO(written(documents)), "model").documents == documents


def test_unknown_array_type_is_not_written():
    with pytest.raises(TypeError, match="complex128"):
        written(arrays={"a": np.zeros(2, dtype=complex)})


def test_path_is_replaced_only_when_complete(tmp_path):
    path = tmp_path / "m.gplsa"
    write_archive(path, "model", DOCUMENTS, ARRAYS)
    before = path.read_bytes()
    with pytest.raises(TypeError):
        write_archive(path, "model", DOCUMENTS, {"z": np.zeros(2, dtype=complex)})
    assert path.read_bytes() == before == written()
    assert [file.name for file in tmp_path.iterdir()] == ["m.gplsa"]
    assert path.stat().st_mode & stat.S_IWUSR


def test_folder_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        write_archive(tmp_path / "nowhere" / "m.gplsa", "model", DOCUMENTS, ARRAYS)


def test_missing_file_is_named(tmp_path):
    assert "No such file" in refusal(tmp_path / "none.gplsa")


@pytest.mark.parametrize("content", [b"", b"hello", b"%PDF-1.7", b"PK\x05\x06" + bytes(18)])
def test_other_files_are_not_models(content):
    assert refusal(io.BytesIO(content)).startswith("This is not a gplsa model file: choose")


def test_other_zip_is_not_a_model(tmp_path):
    path = tmp_path / "photos.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../photo.jpg", b"x")
    assert refusal(path).startswith("This is not a gplsa model file: choose")


def test_corpus_instead_of_model_is_said():
    assert "needed here" in refusal(io.BytesIO(written()), kind="corpus")


def test_later_version_says_update():
    message = refusal(with_manifest(version=FILE_VERSION + 1))
    assert "later version" in message
    assert "update" in message


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9, 0.999])
def test_truncated_file(cut, tmp_path):
    content = written()
    path = tmp_path / "m.gplsa"
    path.write_bytes(content[: int(cut * len(content))])
    assert "damaged" in refusal(path)


def test_every_flipped_byte_is_refused_or_harmless():
    """No byte of the file can be altered so that another error than InputError comes out."""
    content = bytearray(written())
    refused = 0
    for place in range(0, len(content), 3):
        content[place] ^= 0x41
        try:
            read_archive(io.BytesIO(bytes(content)), "model")
        except InputError:
            refused += 1
        content[place] ^= 0x41
    assert refused > len(content) / 6


@pytest.mark.parametrize(
    "changes",
    [
        {"version": "one"},
        {"version": -1},
        {"arrays": 7},
        {"arrays": {}},
        {"documents": ["text", "../etc/passwd"]},
        {"documents": [{}]},
        {"written_by": None},
        {"kind": "recipe"},
    ],
)
def test_implausible_manifest(changes):
    assert "damaged" in refusal(with_manifest(**changes))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x93NUMPY",
        pickle.dumps([1, 2]),
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (10**12, 10**12)}", b""),
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 3)}", b"12345678"),
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, -1)}", b"12345678"),
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (True,)}", b"12345678"),
        npy("{'descr': '<f8', 'fortran_order': True, 'shape': (1, 1)}", b"12345678"),
        npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", b"12345678"),
        npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", b"12345678"),
        npy("{'descr': '<c16', 'fortran_order': False, 'shape': (1,)}", b"1234567812345678"),
        npy("{'descr': '<f8', 'shape': (1,)}", b"12345678"),
        npy("[" * 5000, b""),
        npy("__import__('os').getcwd()", b""),
    ],
)
def test_absurd_arrays(content):
    assert "(an array in it " in refusal(with_array(content))


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b"[NaN]", b"{", b"\xff", b"9" * 10_000, rb'["a \ud83d", "\\"]']
)
def test_text_that_is_not_json(content):
    file = rewritten(written(), lambda members: members.update({"text.json": content}))
    assert "not valid JSON" in refusal(file)


def test_escapes_are_whole_characters_or_none():
    content = rb'["\ud83d\ude00", "\\ud83d"]'
    file = rewritten(written(), lambda members: members.update({"text.json": content}))
    assert read_archive(file, "model").documents["text"] == ["😀", r"\ud83d"]


def test_zip_bomb_is_not_unpacked():
    bomb = b'"' + b"a" * 50_000_000 + b'"'
    file = rewritten(written(), lambda members: members.update({"text.json": bomb}), {"text.json"})
    assert "unpack to far more" in refusal(file)


def test_compressed_array_is_refused():
    file = rewritten(written(), lambda members: None, {"a.npy"})
    assert "not stored plainly" in refusal(file)


def test_limit_on_size():
    assert "limit" in refusal(io.BytesIO(written()), max_bytes=100)


def test_name_twice_is_refused():
    stream = io.BytesIO(written())
    with (
        zipfile.ZipFile(stream, "a") as archive,
        pytest.warns(UserWarning, match="Duplicate name"),
    ):
        archive.writestr("text.json", b"{}")
    stream.seek(0)
    assert "damaged" in refusal(stream)


def test_sparse_counts_take_the_smallest_type():
    matrix = sparse.random(30, 20, 0.2, format="csr", random_state=0)
    matrix.data = np.ceil(matrix.data * 200)
    arrays = pack_sparse("x", matrix)
    assert arrays["x/data"].dtype == np.uint8
    back = unpack_sparse(arrays, "x", (30, 20))
    assert (back != matrix).nnz == 0
    assert back.dtype == np.float64
    assert pack_sparse("x", matrix * 0.3)["x/data"].dtype == np.float64
    assert pack_sparse("x", matrix * 1000)["x/data"].dtype == np.uint32


@pytest.mark.parametrize(
    "change",
    [
        {"x/indices": np.array([0, 99], dtype="<i4")},
        {"x/indices": np.array([0, -1], dtype="<i4")},
        {"x/indptr": np.array([0, 3, 2], dtype="<i8")},
        {"x/indptr": np.array([0, 3, 2], dtype="<u4")},
        {"x/indptr": np.array([0, np.nan, 2])},
        {"x/indices": np.array([0, np.nan])},
        {"x/indptr": np.array([0, 1, 9], dtype="<i8")},
        {"x/indptr": np.array([0], dtype="<i8")},
        {"x/data": np.array([1.0, np.nan])},
        {"x/data": np.array([1.0])},
    ],
)
def test_sparse_matrix_that_does_not_hold_together(change):
    arrays = {
        "x/data": np.array([1.0, 2.0]),
        "x/indices": np.array([0, 1], dtype="<i4"),
        "x/indptr": np.array([0, 1, 2], dtype="<i8"),
    }
    unpack_sparse(arrays, "x", (2, 3))
    with pytest.raises(ValueError):
        unpack_sparse(arrays | change, "x", (2, 3))


@pytest.fixture
def letters() -> Corpus:
    return Corpus(
        name="letters",
        ids=["b", "a"],
        texts={"en": ["harvest\nand corn", ""], "de": ["Ernte", "Größe"]},
        languages={"en": "en", "de": ""},
        fields={"year": ["1801", "=1"]},
    )


def test_corpus_file_round_trip(letters, tmp_path):
    save_corpus(letters, tmp_path / "c.gplsa")
    found = load_corpus(tmp_path / "c.gplsa")
    assert found == letters
    assert found.modalities == ["en", "de"]


def test_corpus_without_texts_keeps_given_titles_only(letters):
    titled = Corpus(
        letters.name, letters.ids, letters.texts, letters.languages, ["Of harvest", "Größe"]
    )
    bare = without_texts(titled)
    assert bare.texts == {"en": ["", ""], "de": ["", ""]}
    assert bare.titles == ["Of harvest", ""]


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {"name": "x"},
        {"name": "x", "ids": ["1"], "titles": [], "texts": [], "languages": [], "fields": []},
        {
            "name": "x",
            "ids": ["1", "1"],
            "titles": ["", ""],
            "texts": [["de", ["a", "b"]]],
            "languages": [["de", "de"]],
            "fields": [],
        },
        {
            "name": "x",
            "ids": ["1"],
            "titles": [""],
            "texts": [["de", [7]]],
            "languages": [["de", "de"]],
            "fields": [],
        },
    ],
)
def test_corpus_file_with_other_content(content, tmp_path):
    path = tmp_path / "c.gplsa"
    write_archive(path, "corpus", {"corpus": content}, {})
    with pytest.raises(InputError, match="damaged"):
        load_corpus(path)


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_rare_packings_are_refused(packing):
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written())) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name), packing)
    content = bytearray(stream.getvalue())
    for data in (content, content[:80] + bytes(20) + content[100:]):
        with pytest.raises(InputError, match="damaged"):
            read_archive(io.BytesIO(bytes(data)), "model")


def dense(entries: bytes, n: int) -> bytes:
    return b"[" + b",".join([entries] * n) + b"]"


@pytest.mark.parametrize("entry", [b"[]", b"{}", b"[[]]", b'"abc"'])
def test_json_that_swells_is_refused_before_it_is_parsed(monkeypatch, entry):
    monkeypatch.setattr(archive_json, "JSON_BYTES", 1_000_000)

    def change(members):
        members["text.json"] = dense(entry, 30_000)

    for compressed in ((), ("text.json",)):
        stream = rewritten(written(), change, compressed)
        if not compressed and entry == b'"abc"':
            assert read_archive(stream, "model").documents["text"]  # as large as it says
        else:
            with pytest.raises(InputError, match="far more than it should"):
                read_archive(stream, "model")


def test_a_manifest_has_a_size(monkeypatch):
    monkeypatch.setattr(archive, "MAX_MANIFEST", 100)
    with pytest.raises(InputError, match="list of contents is not plausible"):
        read_archive(io.BytesIO(written()), "model")


def test_what_swells_by_nature_is_kept_plain_and_comes_back(monkeypatch):
    monkeypatch.setattr(archive_json, "JSON_BYTES", 1_000_000)
    documents = {"years": [str(1900 + n % 10) for n in range(100_000)]}
    assert read_archive(io.BytesIO(written(documents)), "model").documents == documents
    prose = {"texts": ["Es war, so heißt es, im Mai, 1841,in Köln [sic]." * 3] * 4_000}
    assert read_archive(io.BytesIO(written(prose)), "model").documents == prose


def test_deep_text_is_refused_before_the_limit_of_python():
    """Near that limit finalisers of other objects run and fail, whatever they are."""
    file = rewritten(written(), lambda members: members.update({"text.json": b"[" * 100_000}))
    with pytest.raises(InputError) as caught:
        read_archive(file, "model")
    why = caught.value.__cause__
    assert "nested too deeply" in str(why)
    assert why.__cause__ is None and why.__context__ is None


def test_strings_without_an_end_are_measured_in_one_pass():
    """The end was looked for anew from each quote in them."""
    assert_linear(lambda n: archive_json.parsed_bytes(b'["' + b'\\"' * n, 0), 10_000)


@pytest.mark.parametrize("load", [load_corpus, Model.load])
def test_what_is_no_file_is_not_waited_for(tmp_path, load):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "endless", "loop", "folder"):
        with pytest.raises(InputError, match=r"^“.+” cannot be read: .+\.$"):
            load(tmp_path / name)

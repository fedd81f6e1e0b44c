"""Corpora of pictures: named by a table, or called like their texts; whatever is wrong, one
sentence, and the rest goes on."""

import io
import json
import zipfile

import numpy as np
import pytest
from scipy import io as scipy_io
from scipy import sparse

from gplsa.errors import InputError
from gplsa.images import small_picture
from gplsa.reading import Upload, read_corpus, read_documents
from gplsa.reading.choices import Choices
from tests.images.test_decode import bomb
from tests.photos import encoded, photo

PNG = [encoded(photo(number, 48)[0]) for number in range(4)]


def given(**files: bytes | str) -> list[Upload]:
    """Uploads by name, "__" for a dot and "_in_" after a folder."""
    return named({n.replace("_in_", "/").replace("__", "."): data for n, data in files.items()})


def named(files: dict[str, bytes | str]) -> list[Upload]:
    return [
        Upload.from_bytes(name, data.encode() if isinstance(data, str) else data)
        for name, data in files.items()
    ]


def zipped(files: dict[str, bytes | str]) -> list[Upload]:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return [Upload.from_bytes("holiday.zip", stream.getvalue())]


def captions(n: int) -> str:
    rows = [
        {"file": f"photos/p{k}.png", "en": f"a photo of thing {k}", "de": f"ein Bild mit Ding {k}"}
        for k in range(n)
    ]
    return "\n".join(map(json.dumps, rows))


def test_a_zip_with_a_table_that_names_its_pictures():
    files = {f"photos/p{k}.png": PNG[k] for k in range(4)} | {"captions.jsonl": captions(4)}
    reading = read_corpus(zipped(files))
    corpus = reading.corpus
    assert corpus.modalities == ["image", "en", "de"] and corpus.name == "holiday"
    assert corpus.complete().all() and corpus.ids[1] == "photos/p1.png"
    assert corpus.languages == {"image": "", "en": "en", "de": "de"}
    assert not reading.refused and not reading.warnings
    again = read_corpus(zipped(files), reading.recognised)
    assert again.corpus == corpus and again.recognised == reading.recognised


def test_a_csv_with_one_caption_column_and_names_without_suffix():
    table = "picture;caption\np0;red balls\np1;green bars\np2;a chess board\n"
    uploads = given(list__csv=table) + named({f"p{k}.jpg": encoded(photo(k)[0]) for k in range(3)})
    corpus = read_corpus(uploads).corpus
    assert corpus.modalities[0] == "image" and len(corpus.modalities) == 2
    assert corpus.complete().all()


@pytest.mark.parametrize(
    "name",
    ["p{k}.{m}.txt", "{m}/p{k}.txt", "texts/p{k}_{m}.txt"],
)
def test_texts_called_like_the_pictures(name):
    files: dict[str, bytes | str] = {f"images/p{k}.png": PNG[k] for k in range(4)}
    for k in range(4):
        files[name.format(k=k, m="en")] = f"an English text on thing {k}"
        files[name.format(k=k, m="de")] = f"ein deutscher Text zu Ding {k}"
    corpus = read_corpus(named(files)).corpus
    assert corpus.modalities == ["image", "en", "de"]
    assert corpus.ids == ["p0", "p1", "p2", "p3"] and corpus.complete().all()


def test_texts_without_a_language_in_their_names():
    files = {f"p{k}.png": PNG[k] for k in range(3)}
    files |= {f"p{k}.txt": f"this is the text about thing {k}" for k in range(3)}
    corpus = read_corpus(named(files)).corpus
    assert corpus.modalities == ["image", "text"] and corpus.complete().all()


def test_folders_tell_pictures_of_one_name_apart():
    files: dict[str, bytes | str] = {}
    for folder in ("berlin", "rome"):
        for k in range(2):
            files[f"{folder}/{k}.png"] = PNG[k]
            files[f"{folder}/{k}.txt"] = f"{folder} number {k}"
    corpus = read_corpus(named(files)).corpus
    assert len(corpus) == 4 and corpus.complete().all()
    assert corpus.texts["text"][2].startswith("rome")


def test_every_bad_picture_has_its_sentence_and_the_rest_goes_on():
    bad = {
        "none.png": b"I am a letter",
        "short.png": PNG[0][:-30],
        "bomb.png": bomb(),
        "dot.png": encoded(np.zeros((1, 1, 3), np.uint8)),
    }
    good = {f"p{k}.png": PNG[k] for k in range(3)}
    table = "file,en\n" + "".join(f"{name},a text for {name}\n" for name in {**good, **bad})
    reading = read_corpus(named({**good, **bad, "list.csv": table + "gone.png,no picture there\n"}))
    assert len(reading.corpus) == 8, "no text is lost"
    assert int(reading.corpus.has("image").sum()) == 3
    sentences = "\n".join(reading.refused)
    assert len(reading.refused) == 4
    for part in ("“none.png” is no picture", "“short.png” is cut short", "megapixels", "1 × 1"):
        assert part in sentences
    assert any("gone.png" in warning.message for warning in reading.warnings)


def test_two_pictures_for_one_text_and_pictures_without_one():
    files = {"a.png": PNG[0], "b.png": PNG[1], "c.png": PNG[2], "b.jpg": encoded(photo(1)[0])}
    texts = {"a.txt": "first", "b.txt": "second", "d.txt": "nobody drew this"}
    reading = read_corpus(named({**files, **texts}))
    assert reading.corpus.ids == ["a", "b", "c", "d"]
    assert reading.refused == ["“b.jpg” was left out: “b.png” is the picture of that name."]
    assert any("“c.png”" in warning.message for warning in reading.warnings)
    table = "file,en\na.png,one\nb.png,two\n"
    unnamed = read_corpus(
        named({"a.png": PNG[0], "b.png": PNG[1], "x.png": PNG[2], "l.csv": table})
    )
    assert any("named in no row, “x.png”" in warning.message for warning in unnamed.warnings)


@pytest.mark.parametrize("sign", [";", " | ", ", ", "\n"])
@pytest.mark.parametrize("folder", ["", "img/"])
def test_of_several_pictures_in_a_cell_the_first_is_read_and_that_is_said(sign, folder):
    files = {f"{folder}{k}_{n}.png": PNG[(k + n) % 4] for k in range(4) for n in range(2)}
    cells = [sign.join(f"{folder}{k}_{n}.png" for n in range(2)) for k in range(4)]
    rows = [f'"{cell}",a text about {k}\n' for k, cell in enumerate(cells)]
    table = "picture,en\n" + "".join([*rows, f'"{folder}0_1.png",alone\n'])
    reading = read_corpus(named({**files, "list.csv": table}))
    firsts = [PNG[k] for k in (0, 1, 2, 3, 1)]
    assert reading.corpus.pictures["image"] == [small_picture("", data) for data in firsts]
    told = [warning for warning in reading.warnings if warning.kind == "files"]
    assert [warning.rows for warning in told] == [(0, 1, 2, 3)]
    assert "4 cells of the column “picture” name several files" in told[0].message


def test_pictures_alone_and_texts_of_other_names():
    with pytest.raises(InputError, match="no texts beside 2 pictures: add a table"):
        read_corpus(given(a__png=PNG[0], b__png=PNG[1]))
    with pytest.raises(InputError, match="No text is called like a picture"):
        read_corpus(given(a__png=PNG[0], b__png=PNG[1], x__txt="one", y__txt="two"))


def test_chosen_sides_as_the_command_line_names_them():
    files = {f"photos/p{k}.png": PNG[k] for k in range(4)} | {"captions.jsonl": captions(4)}
    choices = Choices(columns={"image": ("image",), "de": ("de",)})
    assert read_corpus(named(files), choices).corpus.modalities == ["image", "de"]
    pairs = {f"p{k}.png": PNG[k] for k in range(2)}
    pairs |= {f"p{k}.{m}.txt": f"text {k} {m}" for k in range(2) for m in ("en", "de")}
    assert read_corpus(named(pairs), choices).corpus.modalities == ["image", "de"]


def test_unseen_pictures_are_documents():
    uploads = zipped({"a/1.png": PNG[0], "b/2.jpg": encoded(photo(1)[0]), "x.png": b"no"})
    batch = read_documents([*uploads, *given(note__txt="hello")], kind="image")
    assert batch.ids == ["a/1.png", "b/2.jpg"] and all(batch.items)
    assert len(batch.refused) == 2
    with pytest.raises(InputError, match="no picture"):
        read_documents(given(note__txt="hello"), kind="image")


# ---- features computed elsewhere


def npz(**arrays) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def mat(**arrays) -> bytes:
    stream = io.BytesIO()
    scipy_io.savemat(stream, arrays)
    return stream.getvalue()


VALUES = np.arange(12.0).reshape(4, 3)
TEXTS = "id,en\na,one thing\nb,two things\nc,three things\nd,four things\n"


def test_matrices_beside_a_table_and_beside_each_other():
    for data, suffix in ((npz(sift=VALUES), "npz"), (mat(sift=VALUES), "mat")):
        reading = read_corpus(named({f"f.{suffix}": data, "t.csv": TEXTS}))
        assert reading.corpus.modalities == ["sift", "en"] and reading.kind == "matrix"
        np.testing.assert_array_equal(reading.corpus.side("sift").toarray(), VALUES)
        again = read_corpus(named({f"f.{suffix}": data, "t.csv": TEXTS}), reading.recognised)
        assert again.corpus.texts == reading.corpus.texts
    both = read_corpus(given(f__mat=mat(I_tr=VALUES, T_tr=sparse.csc_matrix(VALUES[:, :2] + 1))))
    assert both.corpus.modalities == ["I_tr", "T_tr"] and both.corpus.complete().sum() == 4


def test_rows_meet_by_id_and_columns_keep_their_names():
    data = npz(x=VALUES[::-1], ids=np.array([*"dcba"]), x_names=np.array(["low", "mid", "high"]))
    corpus = read_corpus(given(f__npz=data, t__csv=TEXTS)).corpus
    np.testing.assert_array_equal(corpus.side("x").toarray(), VALUES)
    assert corpus.features["x"].names == ["low", "mid", "high"]
    table = "id,low,high\nd,4,1\na,1,2\n"
    corpus = read_corpus(given(values__csv=table, t__csv=TEXTS)).corpus
    np.testing.assert_array_equal(corpus.side("values").toarray(), [[1, 2], [0, 0], [0, 0], [4, 1]])


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (("f.npz", npz(x=VALUES + np.inf)), "no numbers"),
        (("f.npz", npz(x=VALUES[:3])), "“x” has 3, “en” has 4"),
        (("f.npz", npz(x=VALUES[0])), "no matrix"),
        (("f.npz", npz(x=VALUES)[:200]), "damaged"),
        (("f.npz", npz(x=np.array([[{}, {}], [{}, {}]], dtype=object))), "damaged"),
        (("f.mat", b"MATLAB 5.0 MAT-file" + bytes(300)), "damaged|no matrix"),
    ],
)
def test_bad_matrices(file, sentence):
    with pytest.raises(InputError, match=sentence):
        read_corpus(named({file[0]: file[1], "t.csv": TEXTS}))


def test_negative_values_become_columns_of_their_own():
    corpus = read_corpus(named({"f.npz": npz(x=VALUES - 5), "t.csv": TEXTS})).corpus
    names = corpus.features["x"].names
    assert names == ["x 1", "x 2", "x 3", "x 1 −", "x 2 −", "x 3 −"]
    values = corpus.features["x"].values.toarray()
    np.testing.assert_array_equal(values[:, :3] - values[:, 3:], VALUES - 5)


def test_unseen_rows_are_documents():
    batch = read_documents(given(f__npz=npz(x=VALUES)), kind="features")
    assert batch.ids == ["1", "2", "3", "4"]
    np.testing.assert_array_equal(batch.items[2].values.toarray(), VALUES[2:3])


def test_ids_of_another_number_of_rows_are_no_ids():
    data = npz(x=VALUES, y=np.eye(4), ids=np.array(["a", "b"]))
    assert read_documents(given(f__npz=data), kind="features").ids[:4] == ["1", "2", "3", "4"]
    assert read_corpus(given(f__npz=data)).corpus.ids == ["1", "2", "3", "4"]


@pytest.mark.parametrize("suffix", ["bmp", "svg", "heic"])
def test_a_picture_of_another_kind_is_called_that_and_not_absent(suffix):
    files: dict[str, bytes | str] = {f"photos/p{k}.png": PNG[k] for k in range(3)}
    files[f"photos/p3.{suffix}"] = b"II*\0"
    files["captions.jsonl"] = captions(4).replace("p3.png", f"p3.{suffix}")
    reading = read_corpus(zipped(files))
    [told] = reading.refused
    assert f"p3.{suffix}” is a p" in told and "JPEG" in told
    assert not [warning for warning in reading.warnings if "not there" in warning.message]
    # Without a table, and for keywords, likewise.
    loose = {f"p{k}.png": PNG[k] for k in range(3)} | {
        f"p{k}.en.txt": f"thing {k}" for k in range(4)
    }
    loose[f"p3.{suffix}"] = b"II*\0"
    assert any(f"p3.{suffix}” is a p" in told for told in read_corpus(zipped(loose)).refused)
    batch = read_documents(named({"a.png": PNG[0], f"b.{suffix}": b"II*\0"}), kind="image")
    assert batch.ids == ["a.png"] and "JPEG" in batch.refused[0]


def test_pictures_that_are_all_of_another_kind():
    files: dict[str, bytes | str] = {f"photos/p{k}.bmp": b"BM" for k in range(4)}
    files["captions.jsonl"] = captions(4).replace(".png", ".bmp")
    reading = read_corpus(zipped(files))
    assert len(reading.refused) == 4 and "another kind" in reading.refused[0]


def test_of_two_files_of_one_name_the_one_that_can_be_read_is_meant():
    files: dict[str, bytes | str] = {f"p{k}.bmp": b"BM" for k in range(4)}
    files |= {f"p{k}.png": PNG[k] for k in range(4)}
    files["captions.jsonl"] = captions(4).replace("photos/", "").replace(".png", "")
    reading = read_corpus(zipped(files))
    assert not reading.refused and all(reading.corpus.has("image"))


def test_a_text_of_a_kind_that_is_not_read_is_called_that_and_not_absent():
    rows = [{"file": f"t{k}.txt", "en": f"a letter about thing {k}"} for k in range(4)]
    rows[3]["file"] = "t3.rtf"
    files: dict[str, bytes | str] = {f"t{k}.txt": f"ein Brief von Ding {k}" for k in range(3)}
    files |= {"t3.rtf": "{\\rtf1", "letters.jsonl": "\n".join(map(json.dumps, rows))}
    reading = read_corpus(zipped(files))
    [told] = reading.refused
    assert "t3.rtf” is an RTF file" in told
    assert not [warning for warning in reading.warnings if "not there" in warning.message]

"""One sound file of every kind that the app reads, made here: the cases are spoiled copies."""

import io
import json
import struct
import zipfile
import zlib
from functools import cache

import numpy as np
import openpyxl
from scipy import io as scipy_io
from scipy import sparse

from gplsa.corpus.storage import save_corpus
from gplsa.model.settings import TrainSettings
from gplsa.reading import Upload, read_corpus
from gplsa.training.train import train
from tests.photos import encoded, photo

PAIRS = [
    (
        f"Am {day}. März {1800 + day} schrieb Anna aus Köln über die Ernte und {word}.",
        f"On {day} March {1800 + day} Anna wrote from Cologne about the harvest and {english}.",
    )
    for day in range(1, 25)
    for word, english in [[("Salz", "salt"), ("Wolle", "wool"), ("Größe", "size")][day % 3]]
]
GERMAN, ENGLISH = zip(*PAIRS, strict=True)
VALUES = sparse.random(24, 7, 0.4, format="csr", random_state=0)


def zipped(members: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return stream.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _table(separator: str) -> bytes:
    rows = [("id", "de", "en"), *((str(n), de, en) for n, (de, en) in enumerate(PAIRS))]
    return "\n".join(map(separator.join, rows)).encode()


def _book() -> bytes:
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for number, pair in enumerate(PAIRS):
        book.active.append([number, *pair])
    book.save(stream)
    return stream.getvalue()


def _docx() -> bytes:
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in GERMAN)
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    document = f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'
    return zipped(
        {"word/document.xml": document.encode(), "word/footnotes.xml": b"<w:x xmlns:w='w'/>"}
    )


def _odt() -> bytes:
    content = "<o xmlns:t='t'>" + "".join(f"<t:p>{text}</t:p>" for text in GERMAN) + "</o>"
    return zipped({"content.xml": content.encode(), "META-INF/manifest.xml": b"<m/>"})


def pdf(drawing: bytes, packed: bool = True) -> bytes:
    """One page; its drawing is deflated, as nearly all are."""
    stream = zlib.compress(drawing) if packed else drawing
    kind = b"/Filter /FlateDecode " if packed else b""
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< " + kind + b"/Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    file, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    start = len(file)
    file += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(
        b"%010d 00000 n \n" % at for at in places
    )
    return file + b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start


def _drawing() -> bytes:
    lines = " ".join(f"({text}) Tj 0 -14 Td" for text in GERMAN)
    return f"BT /F1 12 Tf 72 720 Td {lines} ET".encode("cp1252")


def _tmx() -> bytes:
    units = "".join(
        f'<tu><tuv xml:lang="de"><seg>{de}</seg></tuv><tuv xml:lang="en"><seg>{en}</seg></tuv></tu>'
        for de, en in PAIRS
    )
    return (
        f'<!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><body>{units}</body></tmx>'.encode()
    )


def _html() -> bytes:
    body = "".join(f"<p class='a'>{text} &amp; <b>mehr</b></p>" for text in GERMAN)
    return f"<html><head><meta charset='utf-8'></head><body>{body}</body></html>".encode()


def _markdown() -> bytes:
    return "\n\n".join(f"# {text[:20]} #\n\n*{text}* [mehr](a_b) | `x`" for text in GERMAN).encode()


def npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


@cache
def sparse_parts(kind: str) -> dict[str, np.ndarray]:
    stream = io.BytesIO()
    sparse.save_npz(stream, VALUES.tobsr((4, 7)) if kind == "bsr" else VALUES.asformat(kind))
    with np.load(io.BytesIO(stream.getvalue())) as arrays:
        return dict(arrays)


def _mat(compressed: bool) -> bytes:
    stream = io.BytesIO()
    names = np.array([f"column {n}" for n in range(7)], dtype=object)
    content = {"x": VALUES.toarray(), "y": VALUES.tocsc(), "x_names": names, "s": {"a": 1}}
    scipy_io.savemat(stream, content, do_compression=compressed)
    return stream.getvalue()


def png(width: int, height: int, depth: int, colour: int, rows: bytes) -> bytes:
    """With sound checksums, whatever is in it."""

    def chunk(name: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + check

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    chunks = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def _paired_zip() -> bytes:
    sides = {"de": GERMAN, "en": ENGLISH}
    members = {
        f"{s}/{n}.txt": t.encode() for s, texts in sides.items() for n, t in enumerate(texts)
    }
    return zipped(members)


def _photo_zip() -> bytes:
    members = {f"{n}.png": encoded(photo(n, 48)[0]) for n in range(4)}
    return zipped(members | {f"{n}.txt": text.encode() for n, text in enumerate(ENGLISH[:4])})


def _corpus() -> bytes:
    stream = io.BytesIO()
    save_corpus(read_corpus([Upload.from_bytes("a.csv", _table(";"))]).corpus, stream)
    return stream.getvalue()


def _model() -> bytes:
    stream = io.BytesIO()
    corpus = read_corpus([Upload.from_bytes("a.csv", _table(";"))]).corpus
    train(corpus, TrainSettings(n_topics=3, max_iter=5)).save(stream)
    return stream.getvalue()


def _records() -> list[dict[str, object]]:
    return [{"id": n, "de": de, "en": en} for n, (de, en) in enumerate(PAIRS)]


_MAKERS = {
    "csv": lambda: _table(";"),
    "tsv": lambda: _table("\t"),
    "jsonl": lambda: "\n".join(map(json.dumps, _records())).encode(),
    "json": lambda: json.dumps(_records()).encode(),
    "xlsx": _book,
    "docx": _docx,
    "odt": _odt,
    "pdf": lambda: pdf(_drawing()),
    "html": _html,
    "md": _markdown,
    "txt": lambda: "\n".join(GERMAN).encode(),
    "tmx": _tmx,
    "zip": _paired_zip,
    "photos": _photo_zip,
    "png": lambda: encoded(photo(1, 48)[0]),
    "jpg": lambda: encoded(photo(1, 48)[0], ".jpg"),
    "webp": lambda: encoded(photo(1, 48)[0], ".webp"),
    "gif": lambda: encoded(photo(1, 48)[0], ".gif"),
    "tif": lambda: encoded(photo(1, 48)[0], ".tif"),
    "npz": lambda: npz(x=VALUES.toarray(), y=np.arange(48).reshape(24, 2), ids=np.arange(24)),
    "sparse": lambda: npz(**sparse_parts("csr")),
    "mat": lambda: _mat(compressed=False),
    "mat7": lambda: _mat(compressed=True),
    "corpus": _corpus,
    "model": _model,
}
KINDS = [*_MAKERS]
ZIPS = frozenset({"xlsx", "docx", "odt", "zip", "photos", "npz", "sparse", "corpus", "model"})


@cache
def sample(kind: str) -> bytes:
    return _MAKERS[kind]()

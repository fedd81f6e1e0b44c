"""The worst ten files: small, and each keeps its reader at work for seconds or until a limit.

Chosen by measurement among the kinds that once killed, froze or swelled the app.
"""

import zlib
from collections.abc import Callable

import numpy as np

from tests.fuzz.samples import npz, png, zipped

MOST_FREE = 9_900_000  # bytes that a ZIP may unpack to however small it is


def _beside(name: str, data: bytes) -> bytes:
    """One side of a pair in a ZIP, which shrinks repetition a thousandfold."""
    return zipped({f"de/1.{name}": data, "en/1.txt": b"its other side"})


def _filled(piece: str) -> bytes:
    return piece.encode() * (MOST_FREE // len(piece.encode()))


def matrix_that_lies() -> bytes:
    """CSR whose very last index leads outside; 220 MB once unpacked."""
    n = 17_000_000
    indices = np.zeros(n, np.int32)
    indices[-1] = 2**30
    starts = np.linspace(0, n, 1_001).astype(np.int32)
    shape, kind = np.array([1_000, 1_000]), np.array(b"csr")
    return npz(format=kind, shape=shape, data=np.ones(n, "u1"), indices=indices, indptr=starts)


def _element(kind: int, content: bytes) -> bytes:
    size = len(content).to_bytes(4, "little")
    return kind.to_bytes(4, "little") + size + content + bytes(-len(content) % 8)


def _matlab(kind: int, rows: int, name: bytes, content: bytes) -> bytes:
    flags = _element(6, np.array([kind, 0], "<u4").tobytes())
    shape = _element(5, np.array([rows, 1], "<i4").tobytes())
    return _element(14, flags + shape + _element(1, name) + content)


def cells_within_a_matrix() -> bytes:
    """A MATLAB cell array of 400,000 letters, each an array of its own."""
    n = 400_000
    packed = zlib.compress(_matlab(1, n, b"x", _matlab(4, 1, b"", _element(16, b"x")) * n))
    head = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"
    return head + (15).to_bytes(4, "little") + len(packed).to_bytes(4, "little") + packed


def pdf_of_pages(n_pages: int, drawing: bytes) -> bytes:
    """So many pages of one and the same drawing, which is unpacked and read for each."""
    stream = zlib.compress(drawing)
    kids = b" ".join(b"%d 0 R" % (5 + page) for page in range(n_pages))
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>" % (n_pages, kids),
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 3 0 R "
    page += b"/Resources << /Font << /F 4 0 R >> >> >>"
    file, table = b"%PDF-1.4\n", b"0000000000 65535 f \n"
    for number, part in enumerate([*parts, *[page] * n_pages], start=1):
        table += b"%010d 00000 n \n" % len(file)
        file += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    size = 5 + n_pages
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(file))
    return file + b"xref\n0 %d\n" % size + table + end


def _pictures() -> bytes:
    """48 million points in each, all black, and a caption for one only."""
    side = 6_900
    black = png(side, side, 8, 2, bytes((3 * side + 1) * side))
    return zipped({f"{n}.png": black for n in range(5)} | {"0.txt": b"a picture"}, packing=0)


def _table() -> bytes:
    """900 headings above empty cells, nearly as many as are read at most."""
    headings = ",".join(f"column {number}" for number in range(900))
    return zipped({"a.csv": (headings + ("\na,b" + 898 * ",") * 10_900).encode()})


WORST: dict[str, Callable[[], bytes]] = {
    "matrix.npz": matrix_that_lies,
    "cells.mat": cells_within_a_matrix,
    "stars.zip": lambda: _beside("md", _filled("*a ")),
    "tags.zip": lambda: _beside("html", _filled("<a ")),
    "accents.zip": lambda: _beside("txt", b"a" + _filled("\u0301\u0323")),
    "paragraphs.zip": lambda: _beside(
        "docx", zipped({"word/document.xml": b"<d>" + _filled("<p/>")[:-4] + b"</d>"})
    ),
    "headings.zip": _table,
    "lists.zip": lambda: zipped({"a.json": b"[" + _filled('{"a":[[],[]]},') + b"{}]"}),
    "pictures.zip": _pictures,
    "pages.zip": lambda: _beside("pdf", pdf_of_pages(4, b"() Tj " * 50_000)),
}
"""File name -> what makes it."""


def endless() -> bytes:
    """A PDF of 50 KB that its reader has not read when its time is over."""
    return _beside("pdf", pdf_of_pages(400, b"() Tj " * 100_000))

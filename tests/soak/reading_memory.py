"""Peak memory of reading beside the size of what is read, for every kind of file.

    python -m tests.soak.reading_memory

Ordinary files of some megabytes, and those that attackers would send. Each is read as the app reads
it, in a process of its own under its limits: what would take more than 20 times its size, and more
than 300 MB, is refused.
"""

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy import io as scipy_io
from scipy import sparse

from benchmarks._common import print_table
from gplsa import sandbox
from gplsa.corpus.archive import write_archive
from gplsa.corpus.corpus import IMAGE
from gplsa.corpus.storage import load_corpus, save_corpus
from gplsa.errors import InputError
from gplsa.progress import Progress
from gplsa.reading import Upload, read_corpus, read_documents
from gplsa.reading.files import limits
from gplsa.reading.readers.matrices import matrices_in
from gplsa.reading.sandboxed import limits_for
from gplsa.sandbox import in_worker
from tests.fuzz.samples import npz, pdf, png, zipped
from tests.photos import encoded, photo

Case = tuple[str, list[Upload], str]
WORDS = (
    "Ernte Hafen Schule Markt Größe harvest harbour school market size of the and die der".split()
)


def sentences(n: int, length: int = 30) -> list[str]:
    drawn = np.random.default_rng(n).integers(len(WORDS), size=(n, length))
    return [" ".join(WORDS[word] for word in row) for row in drawn]


def cases() -> Iterator[Case]:
    """Kind, files, and the reader: "corpus", "documents", "pictures" or "ours"."""
    yield from tables()
    yield from texts()
    yield from matrices()
    yield from pictures()
    yield from archives()


def tables() -> Iterator[Case]:
    pairs = [*zip(sentences(20_000), sentences(20_001)[1:], strict=True)]
    table = "".join(f"{n};{a};{b}\n" for n, (a, b) in enumerate(pairs))
    yield "CSV of texts", [given("a.csv", "id;de;en\n" + table)], "corpus"
    lines = "".join(f'{{"de": "{a}", "en": "{b}"}}\n' for a, b in pairs)
    yield "JSONL of texts", [given("a.jsonl", lines)], "corpus"
    cells = "\n".join(["de;en;a;b;c;d", *(["ein Text;a text;1;2;3;4"] * 400_000)])
    yield "CSV of short cells", [given("a.csv", cells)], "corpus"
    for rows in (200_000, 500_000):
        tiny = "".join(f"wort{n:x};word{n:x};a{n:x};b{n:x};c{n:x};d{n:x}\n" for n in range(rows))
        yield (
            "CSV of tiny cells, all different",
            [given("a.csv", "de;en;a;b;c;d\n" + tiny)],
            "corpus",
        )
    head = ",".join(f"column{n}" for n in range(990))
    yield "CSV padded to 990 headings", [given("a.csv", head + "\na,b" * 41_000)], "corpus"
    yield "JSON of empty lists", [given("a.json", "[" + "{}," * 500_000 + "{}]")], "corpus"
    cell = "<c t='inlineStr'><is><t>{}</t></is></c>"
    sheet = f"<row>{cell}{cell}</row>".format("Text", "text")
    yield "XLSX of equal rows", [Upload.from_bytes("a.xlsx", workbook(sheet * 60_000))], "corpus"
    many = "".join(f"<row>{cell}{cell}</row>".format(a, b) for a, b in pairs)
    yield "XLSX of texts", [Upload.from_bytes("a.xlsx", workbook(many))], "corpus"
    unit = "<tu><tuv xml:lang='de'><seg>{}</seg></tuv><tuv xml:lang='en'><seg>{}</seg></tuv></tu>"
    units = "".join(unit.format(a, b) for a, b in pairs)
    yield "TMX", [given("a.tmx", f"<tmx><body>{units}</body></tmx>")], "corpus"


def texts() -> Iterator[Case]:
    text = "\n".join(sentences(20_000))
    yield "text", [given("a.txt", text)], "documents"
    yield "Markdown", [given("a.md", text.replace(" die ", " *die* "))], "documents"
    yield "HTML", [given("a.html", text.replace("\n", "</p>\n<p>"))], "documents"
    yield "HTML of tags", [given("a.html", "<td>" * 500_000 + "x")], "documents"
    paragraphs = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in text.split("\n"))
    word = f"<w:document xmlns:w='w'><w:body>{paragraphs}</w:body></w:document>"
    yield (
        "DOCX",
        [Upload.from_bytes("a.docx", zipped({"word/document.xml": word.encode()}))],
        "documents",
    )
    zeros = f"<w:document xmlns:w='w'><w:t>{' ' * 50_000_000}x</w:t></w:document>"
    yield (
        "DOCX of spaces",
        [Upload.from_bytes("a.docx", zipped({"word/document.xml": zeros.encode()}))],
        "documents",
    )
    drawing = "".join(f"({line}) Tj 0 -14 Td\n" for line in sentences(3_000))
    body = f"BT /F1 12 Tf 72 720 Td {drawing} ET".encode("cp1252")
    yield "PDF", [Upload.from_bytes("a.pdf", pdf(body))], "documents"
    yield (
        "PDF of zeros",
        [Upload.from_bytes("a.pdf", pdf(b"BT " + b"0 " * 4_000_000))],
        "documents",
    )
    members = {
        f"{s}/{n}.txt": t.encode() for s in ("de", "en") for n, t in enumerate(sentences(5_000))
    }
    yield "ZIP of text pairs", [Upload.from_bytes("a.zip", zipped(members))], "corpus"
    bomb = {f"{s}/{n}.txt": b"a b\n" * 1_200_000 for s in ("de", "en") for n in range(2)}
    yield "ZIP of repeated texts", [Upload.from_bytes("a.zip", zipped(bomb))], "corpus"


def matrices() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    yield "NPZ, dense", [Upload.from_bytes("a.npz", npz(x=rng.random((8_000, 400))))], "features"
    yield (
        "NPZ of zeros",
        [Upload.from_bytes("a.npz", npz(x=np.zeros((10_000, 11_000))))],
        "features",
    )
    yield (
        "NPZ of ones",
        [Upload.from_bytes("a.npz", npz(x=np.ones((9_000, 1_000), "u1")))],
        "features",
    )
    stream = io.BytesIO()
    sparse.save_npz(stream, sparse.random(50_000, 5_000, 0.004, format="csc", random_state=0))
    yield "NPZ, sparse", [Upload.from_bytes("a.npz", stream.getvalue())], "features"
    for name, x in (("MAT", rng.random((3_000, 400))), ("MAT of zeros", np.zeros((8_000, 9_000)))):
        stream = io.BytesIO()
        scipy_io.savemat(stream, {"x": x}, do_compression=True)
        yield name, [Upload.from_bytes("a.mat", stream.getvalue())], "features"


def pictures() -> Iterator[Case]:
    for suffix in (".png", ".jpg", ".webp", ".gif"):
        packed = zipped({f"{n}{suffix}": encoded(photo(n, 700)[0], suffix) for n in range(8)})
        yield f"photos, {suffix[1:].upper()}", [Upload.from_bytes("a.zip", packed)], "pictures"
    for name, side, channels in (("PNG, 48 MP", 6_900, 2), ("PNG, 49 MP with glass", 7_000, 6)):
        rows = bytes((side * {2: 3, 6: 4}[channels] + 1) * side)
        large = png(side, side, 8, channels, rows)
        packed = zipped({f"{n}.png": large for n in range(3)}, packing=0)
        yield f"{name}, three", [Upload.from_bytes("a.zip", packed)], "pictures"


def archives() -> Iterator[Case]:
    table = "id;de;en\n" + "".join(f"{n};{a};{a[5:]}\n" for n, a in enumerate(sentences(10_000)))
    stream = io.BytesIO()
    save_corpus(read_corpus([given("a.csv", table)]).corpus, stream)
    yield "corpus file", [Upload.from_bytes("a.gplsa", stream.getvalue())], "ours"
    members = {"manifest.json": b"[" + b"[]," * 2_500_000 + b"[]]"}
    yield "corpus file, manifest swells", [Upload.from_bytes("a.gplsa", zipped(members))], "ours"
    stream = io.BytesIO()
    write_archive(stream, "corpus", {"corpus": 0}, {})
    import zipfile

    with zipfile.ZipFile(io.BytesIO(stream.getvalue())) as package:
        members = {name: package.read(name) for name in package.namelist()}
    members["corpus.json"] = b"[" + b"{}," * 7_000_000 + b"{}]"
    yield "corpus file, JSON swells", [Upload.from_bytes("a.gplsa", zipped(members))], "ours"


def given(name: str, text: str) -> Upload:
    return Upload.from_bytes(name, text.encode())


def workbook(rows: str) -> bytes:
    main = "<workbook xmlns:r='r'><sheets><sheet name='1' r:id='a'/></sheets></workbook>"
    relations = "<x><Relationship Id='a' Target='worksheets/1.xml'/></x>"
    sheet = f"<worksheet><sheetData>{rows}</sheetData></worksheet>"
    parts = {"xl/workbook.xml": main, "xl/_rels/workbook.xml.rels": relations}
    return zipped(
        {name: part.encode() for name, part in (parts | {"xl/worksheets/1.xml": sheet}).items()}
    )


def peak(uploads: list[Upload], reader: str, progress: Progress) -> list[Any]:
    """Bytes at the peak above those at the start, the input counted in, and what came of it."""
    Path("/proc/self/clear_refs").write_text("5")  # forgets the peak of the imports
    start = _status("VmRSS")
    readers: dict[str, Callable[[], object]] = {
        "corpus": lambda: read_corpus(uploads),
        "documents": lambda: read_documents(uploads),
        "pictures": lambda: read_documents(uploads, kind=IMAGE),
        "features": lambda: matrices_in(uploads[0]),
        "ours": lambda: load_corpus(uploads[0].open()),
    }
    result = "read"
    try:
        readers[reader]()
    except InputError as error:
        result = f"refused: {error}"
    return [_status("VmHWM") - start + sum(upload.size for upload in uploads), result]


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    [line] = [line for line in lines if line.startswith(name + ":")]
    return 1024 * int(line.split()[1])


def main() -> int:
    from tests.soak import reading_memory  # by which name the other process finds `peak`

    sandbox.warm("gplsa.reading.preloaded", "tests.soak.reading_memory", keep=True)
    rows = []
    over = 0
    for kind, uploads, reader in cases():
        size = sum(upload.size for upload in uploads)
        try:
            found, result = in_worker(
                reading_memory.peak, uploads, reader, what=kind, limits=limits_for(uploads)
            )
        except InputError as error:
            found, result = limits_for(uploads).memory, f"refused: {error}"
        if result == "read" and found > 1.02 * limits.reading_bytes(size):
            over += 1
        rows.append([kind, size / 1e6, found / 1e6, found / size, result.split(":")[0]])
        print(f"{kind}: {found / 1e6:.0f} MB, {result[:150]}", file=sys.stderr)
    sandbox.close()
    print_table("Peak memory of reading", ["kind", "input, MB", "peak, MB", "times", ""], rows)
    print(f"\n{over} of {len(rows)} above 20 times the input and 300 MB")
    return 1 if over else 0


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(main())

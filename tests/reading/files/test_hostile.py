"""Damaged files by the hundred: whatever happens to the bytes, the answer is a sentence."""

import io
import json
import zipfile
from collections.abc import Callable

import numpy as np
import openpyxl
import pytest

from gplsa.errors import InputError
from gplsa.reading import Upload, read_corpus, read_documents

Letters = Callable[[int], list[tuple[str, str]]]
KINDS = ["csv", "tsv", "jsonl", "json", "xlsx", "docx", "odt", "pdf", "html", "md", "tmx", "zip"]
PER_KIND = 60


@pytest.fixture
def whole_files(
    letters: Letters,
    make_zip: Callable[[dict[str, bytes | str]], bytes],
    make_docx: Callable[[str], bytes],
    make_pdf: Callable[[str], bytes],
) -> dict[str, bytes]:
    pairs = letters(30)
    records = [{"id": i, "de": de, "en": en} for i, (de, en) in enumerate(pairs)]
    book = openpyxl.Workbook()
    for record in records:
        book.active.append(list(record.values()))
    written = io.BytesIO()
    book.save(written)
    german = "".join(f"<p>{de}</p>" for de, _ in pairs)
    units = "".join(
        f'<tu><tuv xml:lang="de"><seg>{de}</seg></tuv><tuv xml:lang="en"><seg>{en}</seg></tuv></tu>'
        for de, en in pairs
    )
    return {
        "csv": "\n".join(["de;en", *(f"{de};{en}" for de, en in pairs)]).encode(),
        "tsv": "\n".join(["de\ten", *(f"{de}\t{en}" for de, en in pairs)]).encode("cp1252"),
        "jsonl": "\n".join(map(json.dumps, records)).encode(),
        "json": json.dumps(records).encode(),
        "xlsx": written.getvalue(),
        "docx": make_docx("".join(f"<w:p><w:r><w:t>{de}</w:t></w:r></w:p>" for de, _ in pairs)),
        "odt": make_zip({"content.xml": f"<o>{german}</o>", "META-INF/manifest.xml": "<m/>"}),
        "pdf": make_pdf("Ein Brief aus Wien"),
        "html": f"<html><body>{german}</body></html>".encode(),
        "md": german.encode(),
        "tmx": f'<tmx version="1.4"><body>{units}</body></tmx>'.encode(),
        "zip": make_zip(
            {f"{side}/{i}.txt": r[side] for i, r in enumerate(records) for side in ("de", "en")}
        ),
    }


def damaged(rng: np.random.Generator, data: bytes) -> bytes:
    """Cut off, or some bytes changed, taken out or put in."""
    if rng.random() < 0.25:
        return data[: rng.integers(len(data))]
    changed = bytearray(data)
    for _ in range(rng.choice([1, 5, 50])):
        place = int(rng.integers(len(changed) + 1))
        match rng.integers(3):
            case 0:
                changed[place : place + 1] = rng.bytes(1)
            case 1:
                del changed[place : place + int(rng.integers(40))]
            case _:
                changed[place:place] = rng.bytes(int(rng.integers(20)))
    return bytes(changed)


def damaged_inside(rng: np.random.Generator, data: bytes) -> bytes:
    """A sound ZIP of damaged members."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(written, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, damaged(rng, content) if rng.random() < 0.4 else content)
    return written.getvalue()


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_end_in_a_sentence(kind: str, whole_files: dict[str, bytes]) -> None:
    rng = np.random.default_rng(KINDS.index(kind))
    whole = whole_files[kind]
    is_zip = kind in {"xlsx", "docx", "odt", "zip"}
    refusals = 0
    for number in range(PER_KIND):
        data = damaged_inside(rng, whole) if is_zip and number % 2 else damaged(rng, whole)
        for read in (read_corpus, read_documents):
            try:
                read([Upload.from_bytes(f"a.{kind}", data)])
            except InputError as error:
                sentence = str(error)
                assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 400
                refusals += 1
    assert refusals > 0

"""DOCX, ODT and XLSX are ZIPs of XML: checked before anything is unpacked, then read as events."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO
from xml.sax.handler import ContentHandler

from gplsa.errors import InputError
from gplsa.progress import Progress, report
from gplsa.reading.files import limits
from gplsa.reading.files.upload import DAMAGE
from gplsa.reading.files.xml_events import parse_xml
from gplsa.reading.files.zipped import PACKINGS, check_unpacked

_CHUNK_BYTES = 256 * 1024


def check_office_file(name: str, data: bytes) -> zipfile.ZipFile:
    """The ZIP behind an office file."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError(
            "“{name}” is protected by a password or in an old Office format: save it anew without "
            "a password.",
            name=name,
        )
    try:
        package = zipfile.ZipFile(io.BytesIO(data))
    except (ValueError, *DAMAGE) as error:
        raise _damaged(name) from error
    if any(member.compress_type not in PACKINGS for member in package.infolist()):
        raise InputError(
            "“{name}” is packed in a way that no Office program uses: save it anew.", name=name
        )
    check_unpacked(name, package.infolist(), len(data), limits.OFFICE_BYTES)
    return package


def docx_text(name: str, data: bytes) -> str:
    """Paragraphs, tables (a row a line), footnotes and endnotes of a Word file."""
    package = check_office_file(name, data)
    handler = _TextHandler(_WORD)
    parse_xml(member_chunks(package, "word/document.xml", name), name, handler)
    for notes in ("word/footnotes.xml", "word/endnotes.xml"):
        if notes in package.namelist():
            parse_xml(member_chunks(package, notes, name), name, handler)
    return handler.text()


def odt_text(name: str, data: bytes) -> str:
    """Paragraphs, headings and tables (a row a line) of an OpenDocument text."""
    package = check_office_file(name, data)
    if any(member.endswith("manifest.xml") for member in package.namelist()):
        manifest = b"".join(member_chunks(package, "META-INF/manifest.xml", name))
        if b"encryption-data" in manifest:
            raise InputError("“{name}” is protected by a password: save it without one.", name=name)
    handler = _TextHandler(_OPEN_DOCUMENT)
    parse_xml(member_chunks(package, "content.xml", name), name, handler)
    return handler.text()


def member_chunks(
    package: zipfile.ZipFile, member: str, name: str, progress: Progress | None = None
) -> Iterator[bytes]:
    """One XML file of an office file, unpacked piece by piece."""
    try:
        size = package.getinfo(member).file_size
        stream = package.open(member)
    except (KeyError, ValueError, *DAMAGE) as error:
        raise _damaged(name) from error
    done = 0
    with stream:
        while chunk := _read(stream, name):
            yield chunk
            done += len(chunk)
            report(progress, done / size, "Reading")


def _read(stream: IO[bytes], name: str) -> bytes:
    try:
        return stream.read(_CHUNK_BYTES)
    except (ValueError, *DAMAGE) as error:
        raise _damaged(name) from error


def _damaged(name: str) -> InputError:
    return InputError("“{name}” is damaged or incomplete: save it anew.", name=name)


@dataclass(frozen=True)
class _Format:
    """Local names of elements, as prefixes are only habits and Word has two namespaces.

    gaps  those that stand for characters;  text  that whose characters count, all where ""
    """

    paragraphs: frozenset[str]
    row: str
    skipped: frozenset[str]
    gaps: Mapping[str, str]
    text: str = ""


_WORD = _Format(
    frozenset({"p"}),
    "tr",
    # A text box stands in the file twice, the second time for old programs.
    frozenset({"Fallback", "del", "instrText"}),
    {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"},
    "t",
)
_OPEN_DOCUMENT = _Format(
    frozenset({"p", "h"}),
    "table-row",
    frozenset({"annotation", "tracked-changes", "note-citation", "scripts", "binary-data"}),
    {"tab": "\t", "line-break": "\n", "s": " "},
)


class _TextHandler(ContentHandler):
    """Collects text; a paragraph ends a line, but within a table row only a cell's space does."""

    def __init__(self, form: _Format) -> None:
        super().__init__()
        self._form = form
        self._parts: list[str] = []
        self._in_row = self._in_skipped = 0
        self._last = ""

    def startElement(self, name: str, attrs: object) -> None:
        local = self._last = name.rpartition(":")[2]
        if local in self._form.skipped:
            self._in_skipped += 1
        elif local == self._form.row:
            self._in_row += 1
        elif not self._in_skipped and local in self._form.gaps:
            self._parts.append(self._form.gaps[local])

    def endElement(self, name: str) -> None:
        local, self._last = name.rpartition(":")[2], ""
        if local in self._form.skipped:
            self._in_skipped -= 1
        elif local == self._form.row:
            self._in_row -= 1
            self._parts.append("\n")
        elif local in self._form.paragraphs:
            self._parts.append("\t" if self._in_row else "\n")

    def characters(self, content: str) -> None:
        if not self._in_skipped and self._form.text in ("", self._last):
            self._parts.append(content)

    def text(self) -> str:
        lines = (" ".join(line.split()) for line in "".join(self._parts).split("\n"))
        return "\n".join(line for line in lines if line)

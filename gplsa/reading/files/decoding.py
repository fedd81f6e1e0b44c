"""Bytes to text: byte-order mark, strict UTF-8, the two Western single-byte encodings, NFC."""

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.reading.files import limits
from gplsa.text.composing import nfc, without_halves

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "utf-16"),
)

# The eight places where ISO-8859-15 has another character than ISO-8859-1 and cp1252; as letters of
# words (Š š Ž ž Œ œ Ÿ) or as € they speak for it.
_LATIN_9_ONLY = re.compile(rb"(?<=[A-Za-z\xc0-\xff])[\xa6\xa8\xb4\xb8\xbc\xbd\xbe]|\xa4")
_C1 = re.compile(rb"[\x80-\x9f]")
# What cp1252 has at 0x80-0x9F, mostly quotes and dashes; they seldom stand inside a word.
_SYMBOLS = re.escape(bytes(b for b in range(0x80, 0xA0)).decode("cp1252", errors="ignore"))
_IN_WORD = re.compile(f"(?<=[A-Za-zÀ-ÿ])[{_SYMBOLS}¤¦¨¯\u00b8](?=[A-Za-zÀ-ÿ])")
_TWICE_ENCODED = re.compile(f"Ã[\u0080-\u00bf{_SYMBOLS}]|â€")
_LETTER = re.compile(r"[^\W\d_]")
_LETTER_BEYOND_ASCII = re.compile(r"[À-ÿ]")
_SAMPLE, _DAMAGED = 200_000, 0.02
# What people's files are in. Python has more codecs: some take hours for a megabyte, some are none.
ENCODINGS = frozenset(
    codecs.lookup(name).name
    for name in """ascii utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be
    latin-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9
    iso8859-10 iso8859-11 iso8859-13 iso8859-14 iso8859-15 iso8859-16 cp1250 cp1251 cp1252 cp1253
    cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp737 cp775 cp850 cp852 cp855 cp857 cp858 cp860 cp861
    cp862 cp863 cp864 cp865 cp866 cp869 cp874 koi8-r koi8-u mac-roman mac-latin2 mac-cyrillic
    mac-greek mac-turkish mac-iceland ptcp154 tis-620 big5 big5hkscs cp950 gb2312 gbk gb18030 euc-jp
    shift-jis cp932 iso2022-jp euc-kr cp949 johab""".split()
)


@dataclass(frozen=True)
class Decoded:
    """A text, the encoding it was read in, and a sentence where that is doubtful ("" if not)."""

    text: str
    encoding: str
    warning: str = ""


def decode(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """Text in NFC with "\\n" between lines.

    Without `encoding`: byte-order mark, then strict UTF-8, then cp1252 or ISO-8859-15.
    """
    for mark, codec, plain in _BYTE_ORDER_MARKS:
        if data.startswith(mark) and encoding is None:
            return Decoded(clean(_strictly(data, codec, name)), plain)
    if encoding is not None:
        text = clean(_strictly(data, encoding, name))
        return Decoded(text.removeprefix("\ufeff"), encoding)
    if b"\0" in data[:_SAMPLE]:
        if data.startswith(b"PK\x03\x04"):
            raise InputError(
                "“{name}” is no text file but a ZIP, as Word and Excel write them: give it the "
                "ending of what it is, .docx, .xlsx or .zip.",
                name=name,
            )
        raise InputError(
            "“{name}” is not a text file: save it as text or CSV, or leave it out.", name=name
        )
    try:
        text = clean(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _western(data, name)
    return Decoded(text, "utf-8", _encoded_twice(text, name))


def utf8_lines(name: str, content: Iterable[bytes]) -> Iterator[str]:
    """The lines of a text in UTF-8 that comes piece by piece, cleaned as by `decode`."""
    utf8 = codecs.getincrementaldecoder("utf-8-sig")()
    decoder, line = io.IncrementalNewlineDecoder(utf8, translate=True), ""
    try:
        for piece in chain(content, [b""]):
            *lines, line = (line + decoder.decode(piece, final=not piece)).split("\n")
            if max(map(len, (*lines, line))) >= limits.TEXT_CHARACTERS:
                raise InputError(
                    "“{name}” has a line of more than {most:,} characters.",
                    name=name,
                    most=limits.TEXT_CHARACTERS,
                )
            for whole in lines:
                yield clean(whole) + "\n"
    except UnicodeDecodeError as error:
        raise InputError("“{name}” is not UTF-8: save it as UTF-8.", name=name) from error
    if line:
        yield clean(line)


def clean(text: str) -> str:
    """NFC, "\\n" between lines, no NUL."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "")
    return text if text.isascii() else nfc(without_halves(text))


def _strictly(data: bytes, encoding: str, name: str) -> str:
    try:
        known = codecs.lookup(encoding).name in ENCODINGS
    except (LookupError, ValueError):
        known = False
    if not known:
        raise InputError("There is no encoding called “{encoding}”.", encoding=encoding)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            "“{name}” is not written in {encoding} (byte {byte:,} does not fit): choose another "
            "encoding.",
            name=name,
            encoding=encoding,
            byte=error.start + 1,
        ) from error


def _western(data: bytes, name: str) -> Decoded:
    # Printable characters live at 0x80-0x9F in cp1252 only; elsewhere the two differ in eight.
    latin_9 = _LATIN_9_ONLY.search(data) and not _C1.search(data)
    encoding = "iso8859-15" if latin_9 else "cp1252"
    try:
        text = clean(data.decode(encoding))
    except UnicodeDecodeError as error:
        raise _unknown(name) from error
    sample = text[:_SAMPLE]
    letters = len(_LETTER.findall(sample))
    odd = len(_IN_WORD.findall(sample.replace("\u2019", "'")))
    beyond = len(_LETTER_BEYOND_ASCII.findall(sample))
    if (odd > 2 and odd > 0.1 * beyond) or beyond > 0.4 * letters:
        raise _unknown(name)
    warning = Message(
        "“{name}” is not UTF-8 and was read as {label}: look at the accented letters.",
        name=name,
        label="Windows-1252" if encoding == "cp1252" else "ISO-8859-15",
    )
    return Decoded(text, encoding, warning)


def _unknown(name: str) -> InputError:
    return InputError(
        "“{name}” is neither UTF-8 nor Windows-1252: save it as UTF-8, or choose its encoding on "
        "the page Corpus.",
        name=name,
    )


def _encoded_twice(text: str, name: str) -> str:
    """Three places and more, and a share of what is not ASCII: some texts speak of such letters."""
    found = [*_TWICE_ENCODED.finditer(text[:_SAMPLE])]
    beyond = len(text[:_SAMPLE]) - len(text[:_SAMPLE].encode("ascii", "ignore"))
    if len(found) < max(3, _DAMAGED * beyond):
        return ""
    first = found[0]
    return Message(
        "“{name}” was damaged before: letters such as “{near}” were converted to UTF-8 twice.",
        name=name,
        near=text[max(first.start() - 10, 0) : first.end() + 10].replace("\n", " "),
    )

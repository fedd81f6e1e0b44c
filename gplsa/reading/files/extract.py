"""The text of one document file, whatever program wrote it."""

import io
import logging
from contextlib import suppress

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.progress import Progress, report
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import clean, decode
from gplsa.reading.files.markup import html_charset, html_text, markdown_text
from gplsa.reading.files.office import docx_text, odt_text
from gplsa.reading.files.upload import Upload
from gplsa.text.composing import LIGATURES

_TAIL = 4_096
# Typesetting, not spelling: "ﬁ" as one character would make another word of "finden".
_LIGATURES = str.maketrans(LIGATURES)

PLAIN = frozenset({".txt", ".text"})
_MARKDOWN = frozenset({".md", ".markdown"})
_HTML = frozenset({".html", ".htm", ".xhtml"})
_OFFICE = {".docx": docx_text, ".docm": docx_text, ".odt": odt_text}
OFFICE = frozenset(_OFFICE)
_DOCUMENTS = PLAIN | _MARKDOWN | _HTML | OFFICE | {".pdf"}

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".jpe", ".png", ".gif", ".webp", ".tif", ".tiff"})
_OTHER_PICTURES = (".bmp", ".jp2", ".svg", ".psd", ".avif", ".jxl")
_EBOOK = Message("“{name}” is an e-book: save its chapters as .html or .txt.")
_HEIC = Message("“{name}” is a photo in Apple's format: export it as JPEG.")
_MARC = Message(
    "“{name}” holds MARC records: export titles, abstracts and subjects as a table (.csv or "
    ".xlsx), a column for each."
)
_REFERENCES = Message("“{name}” is a list of references: export it as CSV.")
_PICTURE = Message("“{name}” is a picture, and only texts are read here.")
_OTHER_PICTURE = Message("“{name}” is a picture of another kind: save it as JPEG or PNG.")
_OTHER = Message(
    "“{name}” is of a kind that is not read; texts can be .txt, .md, .html, .docx, .odt or .pdf, "
    "tables .csv, .xlsx or .jsonl."
)
_REMEDIES = {
    ".doc": Message(
        "“{name}” is an old Word file: open it in Word or LibreOffice and save it as .docx."
    ),
    ".rtf": Message(
        "“{name}” is an RTF file: open it in Word or LibreOffice and save it as .docx."
    ),
    ".wpd": Message("“{name}” is a WordPerfect file: open it in LibreOffice and save it as .docx."),
    ".pages": Message("“{name}” is a Pages file: export it from Pages as Word (.docx)."),
    ".xls": Message(
        "“{name}” is an old Excel file: open it in Excel or LibreOffice and save it as .xlsx."
    ),
    ".xlsb": Message(
        "“{name}” is a binary Excel file: open it in Excel or LibreOffice and save it as .xlsx."
    ),
    ".ods": Message(
        "“{name}” is an OpenDocument table: open it in LibreOffice and save it as .xlsx."
    ),
    ".numbers": Message("“{name}” is a Numbers file: export it from Numbers as CSV."),
    ".heic": _HEIC,
    ".heif": _HEIC,
    ".epub": _EBOOK,
    ".mobi": _EBOOK,
    ".po": Message("“{name}” is a catalogue of translated strings: export it as XLIFF or TMX."),
    ".marcxml": _MARC,
    ".mrc": _MARC,
    ".mrk": _MARC,
    ".ris": _REFERENCES,
    ".bib": _REFERENCES,
}
UNREAD_PICTURES = frozenset({*_OTHER_PICTURES, ".heic", ".heif"})
UNREAD_TEXTS = frozenset(_REMEDIES) - UNREAD_PICTURES
"""Kinds of files that can be named where a picture or a text belongs, and are refused by name."""
_REMEDIES |= dict.fromkeys(PICTURE_SUFFIXES, _PICTURE)
_REMEDIES |= dict.fromkeys(_OTHER_PICTURES, _OTHER_PICTURE)


def can_extract(upload: Upload) -> bool:
    return upload.suffix in _DOCUMENTS


def refusal(upload: Upload) -> str:
    """Why a file of this name is not read, and what to do."""
    return Message(_REMEDIES.get(upload.suffix, _OTHER), name=upload.name)


def text_of(upload: Upload, encoding: str | None = None, progress: Progress | None = None) -> str:
    """The text, "\\n" between lines or paragraphs.  `encoding` is for .txt, .md and .html."""
    if upload.suffix in _REMEDIES:
        raise InputError(refusal(upload))
    data = upload.read(limits.DOCUMENT_BYTES)
    if upload.suffix == ".pdf":
        return pdf_text(upload.name, data, progress)
    if upload.suffix in _OFFICE:
        text = _OFFICE[upload.suffix](upload.name, data)
    elif upload.suffix in _HTML:
        text = html_text(_decode_html(upload.name, data, encoding))
    elif upload.suffix in _MARKDOWN:
        text = markdown_text(decode(data, upload.name, encoding).text)
    else:
        text = decode(data, upload.name, encoding).text
    if not text.strip():
        raise InputError("“{name}” has no text in it.", name=upload.name)
    if len(text) > limits.TEXT_CHARACTERS:
        raise InputError(
            "“{name}” holds too much text for one document: split it.", name=upload.name
        )
    return text


def _decode_html(name: str, data: bytes, encoding: str | None) -> str:
    with suppress(InputError):  # pages often state another encoding than they are in
        return decode(data, name, encoding or html_charset(data)).text
    return decode(data, name, encoding).text


def pdf_text(name: str, data: bytes, progress: Progress | None = None) -> str:
    """Errors: InputError where it is cut off, damaged, protected, too long or a scan."""
    from pypdf import PdfReader

    # It reports every oddity of a file, and nobody at the screen can do anything about them.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    if b"%PDF-" not in data[:1024]:
        raise InputError("“{name}” is no PDF, whatever its name says.", name=name)
    if b"%%EOF" not in data.rstrip(b"\0 \r\n\t")[-_TAIL:]:
        raise InputError("“{name}” is incomplete: its end is missing.", name=name)
    try:
        reader = PdfReader(io.BytesIO(data))
        locked = reader.is_encrypted and not reader.decrypt("")
        n_pages = 0 if locked else len(reader.pages)
    except Exception as error:  # a damaged file can make the library raise anything
        if type(error).__name__ == "DependencyError":
            raise _locked(name) from error
        raise InputError("“{name}” is damaged: no page of it can be read.", name=name) from error
    if locked:
        raise _locked(name)
    if n_pages > limits.PDF_PAGES:
        raise InputError(
            "“{name}” has {n_pages:,} pages; at most {pdf_pages:,} are read.",
            name=name,
            n_pages=n_pages,
            pdf_pages=limits.PDF_PAGES,
        )
    pages = []
    size = 0
    for number in range(n_pages):
        report(progress, number / n_pages, "Reading")
        try:
            page = reader.pages[number].extract_text()
        except Exception as error:  # as above
            raise InputError(
                "“{name}” is damaged on page {value:,}.", name=name, value=number + 1
            ) from error
        size += len(page)
        if size > limits.TEXT_CHARACTERS:
            raise InputError("“{name}” holds too much text for one document: split it.", name=name)
        pages.append(page.strip())
    text = clean("\n".join(page for page in pages if page)).translate(_LIGATURES)
    if not text.strip():
        raise InputError("“{name}” has no text in it; run OCR first.", name=name)
    return text


def _locked(name: str) -> InputError:
    return InputError(
        "“{name}” is encrypted: open it and save it as a PDF without protection.", name=name
    )

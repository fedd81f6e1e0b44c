"""The text of a PDF, page by page."""

import io
import logging

from gplsa.errors import InputError
from gplsa.progress import Progress, report
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import clean
from gplsa.text.composing import LIGATURES

_TAIL = 4_096
# Typesetting, not spelling: "ﬁ" as one character would make another word of "finden".
_LIGATURES = str.maketrans(LIGATURES)


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

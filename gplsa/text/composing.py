"""Unicode as every later step expects it: composed (NFC), and whole characters only."""

import unicodedata
from collections.abc import Iterator

# At most so many marks in a row [UAX #15, Stream-Safe Text Format]; no language needs half of them.
_MOST_MARKS = 30
_STEP = _MOST_MARKS + 1
LIGATURES = dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", "ff fi fl ffi ffl st st".split(), strict=True))
"""Of typesetters, which PDF files are full of; NFC leaves them alone."""
_FIRST_MARK = "\u0300"
_JOINER = "\u034f"  # combining grapheme joiner: ends a run of marks and is not seen


def nfc(text: str) -> str:
    """NFC, with a joiner within runs of more than 30 combining marks.

    Marks are put into their order by insertion, so that a run of n of them takes n² steps.
    """
    if text.isascii():
        return text
    parts: list[str] = []
    last = 0
    for start, end in _long_runs(text):
        parts.append(text[last:start])
        marks = (text[at : min(at + _MOST_MARKS, end)] for at in range(start, end, _MOST_MARKS))
        parts.append(_JOINER.join(marks))
        last = end
    return unicodedata.normalize("NFC", "".join([*parts, text[last:]]) if parts else text)


def without_halves(text: str) -> str:
    """Halves of characters, which JSON can hold and no file or page can, become "\ufffd"."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _long_runs(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every run of more than 30 marks."""
    last = 0
    # Such a run has a mark at a multiple of 31, so that few characters need to be looked at.
    looked_at = text[::_STEP]
    if max(looked_at, default="") < _FIRST_MARK:
        return
    for place, sign in enumerate(looked_at):
        start = end = _STEP * place
        if start < last or not unicodedata.combining(sign):
            continue
        while start > last and unicodedata.combining(text[start - 1]):
            start -= 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        if end - start > _MOST_MARKS:
            yield start, end
        last = end

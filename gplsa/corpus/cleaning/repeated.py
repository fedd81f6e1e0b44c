"""Lines that stand in every tenth document: headings of forms, signatures, notes of a copyright.

They are found where they change a little, too: in their numbers (*Seite 3*), in what stands behind
a label (*Reihe: …*) if it is one of a few, in the place before an agency (*BERLIN (Reuters) –*).
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence

SHARE = 0.1
FEWEST_DOCUMENTS = 5
_FEWEST_WORDS = 3
_MANY_LETTERS = 20
_SAMPLED = 3_000
_LONGEST = 100
_FEW_VALUES = 0.5
"""Different values of a label for each document with it: titles are as many as documents."""
_DASHES = " -–—|·"
_VALUE, _DASH = ": …", ") –"
_DIGITS = re.compile(r"\d+")
_LABEL = re.compile(r"\s{0,9}([^\W\d][^:\n]{1,29}):\s")
_PAGE = re.compile(
    r"(?:0\W+)?\W{0,3}(?:seite|page|página|pagina|strana|strona|sida|side|s|p)\W{1,3}0"
    r"(?:\W{1,3}(?:\w{1,4}\W)?0)?\W{0,3}"
)
_AGENCY = re.compile(r"\A[^\n()]{0,60}\(([^\n()]{2,40})\)\s{0,3}[-–—:]\s")


def repeated_lines(texts: Sequence[str]) -> dict[str, int]:
    """The lines of a side that stand in a tenth of its documents and in five at least.

    By `line_key`, `label_key` or `agency_key`, with the number of documents. A whole text that
    stands twice is a copy and counts once. Texts of one line have no lines to repeat, but may begin
    with an agency.
    """
    filled = [*dict.fromkeys(filter(None, texts))]
    least = max(SHARE * len(filled), FEWEST_DOCUMENTS)
    step = max(len(filled) // _SAMPLED, 1)
    sample = filled[::step]
    # What a tenth of all have, a twentieth of a large sample has: the others need no counting.
    first = _documents_with(sample)
    found = first
    if step > 1:
        possible = {key for key, number in first.items() if 2 * number >= SHARE * len(sample)}
        found = _documents_with(filled, possible) if possible else Counter()
    values = Counter(label_key(key) for key in first if not key.endswith(_VALUE))
    often = {key: n for key, n in found.items() if n >= least and _says_enough(key)}
    return {key: n for key, n in often.items() if values[key] <= _FEW_VALUES * first[key]}


def without_lines(text: str, repeated: Collection[str]) -> str:
    """Those lines of a text empty that repeat; the others keep their places."""
    lines = text.split("\n")
    whole = len(lines) > 1
    return "\n".join(
        ""
        if whole and (line_key(line) in repeated or label_key(line) in repeated)
        else _AGENCY.sub("", line, count=1)
        if agency_key(line) in repeated
        else line
        for line in lines
    )


def line_key(line: str) -> str:
    """A line as it is compared: without case, and without numbers that are several or at an end."""
    key = line.strip().casefold()
    without, numbers = _DIGITS.subn("0", key)
    ends = key.strip(_DASHES)
    return without if numbers > 1 or ends[:1].isdigit() or ends[-1:].isdigit() else key


def label_key(line: str) -> str:
    """The label that a short line begins with, "reihe: …"; "" for any other line."""
    label = _LABEL.match(line) if len(line) <= _LONGEST else None
    return line_key(label[1]) + _VALUE if label and label[1].count(" ") < _FEWEST_WORDS else ""


def agency_key(line: str) -> str:
    """What stands in brackets before a dash at the beginning, "(reuters) –"; "" where nothing."""
    agency = _AGENCY.match(line)
    return f"({line_key(agency[1])}{_DASH}" if agency else ""


def _says_enough(key: str) -> bool:
    """No form of address, no “Yes.”: three words at least, a long one, a label, agency or page."""
    words = [word for word in key.split() if any(map(str.isalpha, word))]
    is_field = key.endswith((_VALUE, _DASH)) or _PAGE.fullmatch(key)
    return bool(is_field) or len(words) >= _FEWEST_WORDS or sum(map(len, words)) >= _MANY_LETTERS


def _documents_with(texts: Sequence[str], wanted: set[str] | None = None) -> Counter[str]:
    found: Counter[str] = Counter()
    for text in texts:
        lines = text.split("\n")
        keys = {line_key(line) for line in lines}
        keys.discard("")
        keys = keys | {label_key(line) for line in lines} if len(keys) > 1 else set()
        keys |= {agency_key(line) for line in lines}
        keys.discard("")
        found.update(keys if wanted is None else keys & wanted)
    return found

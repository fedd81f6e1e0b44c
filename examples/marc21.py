"""Records in MARC 21 (ISO 2709, the endings .mrc and .marc), read and written one by one.

Of a record only the field that is filled changes: everything else of it is written as it was read,
byte for byte, and a record that gets nothing is a copy.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

LEADER, ENTRY, LONGEST = 24, 12, 99_999
SUBFIELD, FIELD_END, RECORD_END = b"\x1f", b"\x1e", b"\x1d"
BROKEN = "it is not whole; is the file MARC 21 (ISO 2709)?"
NAME = re.compile(r"(\d{3})([a-z0-9]*)")


class Record(NamedTuple):
    whole: bytes
    leader: bytes
    fields: list[tuple[bytes, bytes]]  # tag; indicators and subfields, with their end

    def subfields(self, tag: str, codes: str) -> list[str]:
        """What stands in those subfields of the fields with a tag; without codes, in all."""
        return [
            part[1:].decode("utf-8", "replace").strip()
            for name, content in self.fields
            if name == tag.encode()
            for part in content.rstrip(FIELD_END).split(SUBFIELD)[1:]
            if part and (not codes or part[:1].decode("latin-1") in codes)
        ]


class Records:
    """Those of a file: their texts are in the fields of `text`, such as 245ab,520a; each keyword
    becomes a field of its own by `field`, such as 653a, where none with this tag is there.
    """

    def __init__(self, path: Path, text: str, field: str) -> None:
        self.path = path
        self._texts = [named(one.strip()) for one in text.split(",")]
        self._tag, self._code = named(field)
        if len(self._code) != 1 or self._tag < "010":
            raise ValueError(f"“{field}” is no field with one subfield, such as 653a.")

    def __iter__(self) -> Iterator[Record]:
        with self.path.open("rb") as stream:
            number = 0
            while start := _start(stream):
                number += 1
                try:
                    yield record(start + stream.read(_number(start) - len(start)))
                except ValueError as error:
                    raise ValueError(f"Record {number} of {self.path}: {error}") from error

    def text(self, one: Record) -> str:
        """ "" where there is none, or keywords stand there already."""
        if any(tag == self._tag.encode() for tag, _ in one.fields):
            return ""
        return "\n".join(part for wanted in self._texts for part in one.subfields(*wanted))

    def write(self, filled: Iterable[tuple[Record, list[str]]], path: Path) -> None:
        with path.open("wb") as stream:
            for number, (one, words) in enumerate(filled, 1):
                made = self._with_keywords(one, words) if words else one.whole
                if len(made) > LONGEST:
                    print(f"Record {number} would be too long: left as it is.", file=sys.stderr)
                    made = one.whole
                stream.write(made)

    def _with_keywords(self, one: Record, words: list[str]) -> bytes:
        mark = b"  " + SUBFIELD + self._code.encode()
        new = [(self._tag.encode(), mark + word.encode() + FIELD_END) for word in words]
        before = [n for n, (tag, _) in enumerate(one.fields, 1) if tag <= self._tag.encode()]
        place = max(before, default=0)
        return written(one.leader, one.fields[:place] + new + one.fields[place:])


def named(name: str) -> tuple[str, str]:
    """Tag and codes of subfields: 520a."""
    found = NAME.fullmatch(name)
    if not found:
        raise ValueError(f"“{name}” is no field of MARC with subfields, such as 520a or 245ab.")
    return found[1], found[2]


def _start(stream: BinaryIO) -> bytes:
    """The length that a record begins with; some programs write line ends between records."""
    start = stream.read(5)
    while start[:1] in (b"\r", b"\n"):
        start = start[1:] + stream.read(1)
    return start


def _number(digits: bytes) -> int:
    if not digits.isdigit():
        raise ValueError(BROKEN)
    return int(digits)


def record(whole: bytes) -> Record:
    """ValueError where it does not hold together."""
    leader = whole[:LEADER]
    if len(leader) < LEADER or len(whole) != _number(leader[:5]) or whole[-1:] != RECORD_END:
        raise ValueError(BROKEN)
    if leader[9:10] != b"a":
        raise ValueError(
            "it is in MARC-8, not in UTF-8. Convert the file: yaz-marcdump -f marc-8 -t utf-8 "
            "-o marc -l 9=97 old.mrc > new.mrc"
        )
    base, fields = _number(leader[12:17]), []
    directory = whole[LEADER : base - 1]
    for at in range(0, len(directory), ENTRY):
        entry = directory[at : at + ENTRY]
        tag, length, begin = entry[:3], _number(entry[3:7]), base + _number(entry[7:])
        content = whole[begin : begin + length]
        if content[-1:] != FIELD_END:
            raise ValueError(f"its field {tag.decode('latin-1')} does not end where it should.")
        fields.append((tag, content))
    return Record(whole, leader, fields)


def written(leader: bytes, fields: list[tuple[bytes, bytes]]) -> bytes:
    """Leader, directory and fields, with all lengths as they are now; too long for the format where
    the result has more than `LONGEST` bytes."""
    directory, data = b"", b""
    for tag, content in fields:
        directory += tag + b"%04d%05d" % (len(content), len(data))
        data += content
    base = LEADER + len(directory) + 1
    length = base + len(data) + 1
    leader = b"%05d" % length + leader[5:12] + b"%05d" % base + leader[17:]
    return leader + directory + FIELD_END + data + RECORD_END

"""What is read back: bounded, never waited for, checked by its type."""

import json
import os
import random
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gplsa.errors import InputError
from gplsa.stored import DEPTH, decoded, depth, opened, read_stored, structure
from tests.growth import assert_linear


@dataclass(frozen=True)
class Sample:
    name: str
    numbers: tuple[int, ...]
    share: float | None = None


def test_a_value_comes_by_its_type(tmp_path):
    (tmp_path / "a.json").write_text('{"name": "Größe", "numbers": [1, 2], "later": {}}')
    assert read_stored(tmp_path / "a.json", Sample) == Sample("Größe", (1, 2))


def pipe(path: Path) -> None:
    os.mkfifo(path)


def bound_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def loop(path: Path) -> None:
    path.symlink_to(path)


def nothing(path: Path) -> None:
    pass


@pytest.mark.parametrize("make", [pipe, bound_socket, endless, loop, Path.mkdir, nothing])
def test_what_is_no_file_is_refused_at_once(tmp_path, make, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket has 107 letters at most
    make(Path("note"))
    with pytest.raises(InputError, match=r"“note” cannot be read: .+"):
        read_stored(Path("note"), Any)
    with pytest.raises(OSError):
        opened("note")


def test_a_name_that_no_file_has():
    for name in ("a\0b", "a" * 300):
        with pytest.raises(InputError, match="cannot be read"):
            read_stored(Path(name), Any)


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path):
    with (tmp_path / "note").open("wb") as stream:
        stream.truncate(2**40)  # takes no room
    with pytest.raises(InputError, match="larger than 1 MB"):
        read_stored(tmp_path / "note", Any, 2**20)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff",
        b'{"name": "\xff", "numbers": []}',
        b'{"name": "\\ud83d", "numbers": []}',
        b'{"name": "\0", "numbers": []}',
        b'{"name": "a", "numbers": [NaN]}',
        b'{"name": "a", "numbers": [1], "share": 1e999}',
        b'{"name": "a", "numbers": [1], "share": ' + b"9" * 5000 + b"}",
        b'{"name": "a", "numbers": [true]}',
        b'{"name": "a", "numbers": ["1"]}',
        b'{"name": 1, "numbers": []}',
        b'{"numbers": []}',
        b'{"name": "a", "numbers": []} {}',
        b"[]",
        b"null",
    ],
)
def test_another_value_is_one_sentence(content):
    with pytest.raises(InputError, match=r"^The body is damaged: [^\n]+\.$"):
        decoded(content, Sample, "The body")


def test_what_is_json_of_another_type_can_be_told():
    for content, kind in ((b"{", msgspec.DecodeError), (b"{}", msgspec.ValidationError)):
        with pytest.raises(InputError) as caught:
            decoded(content, Sample, "The body")
        assert type(caught.value.__cause__) is kind


@pytest.mark.parametrize("unit", [b"[", b'{"a":', b'[{"]":'])
def test_deep_json_never_reaches_the_limit_of_python(unit):
    with pytest.raises(InputError, match="nested too deeply") as caught:
        decoded(unit * 100_000, dict[str, Any], "It")
    assert caught.value.__cause__ is None
    assert depth(b"[" * DEPTH + b"]" * DEPTH) == DEPTH
    with pytest.raises(InputError, match="nested too deeply"):
        decoded(b"[" * (DEPTH + 1) + b"]" * (DEPTH + 1), list[Any], "It")


def test_brackets_in_strings_are_no_levels():
    content = [["[[{{" * 100, '"[\\"[' * 100, "\\"] * 30] * 3
    assert depth(json.dumps(content).encode()) == 2
    assert decoded(json.dumps(content).encode(), list[Any], "It") == content


def test_the_structure_is_that_of_a_walk():
    draw = random.Random(1)

    def text() -> str:
        return "".join(draw.choice('[]{}",\\a\n') for _ in range(draw.randrange(6)))

    def made(levels: int) -> Any:
        kind = draw.randrange(4) if levels else 0
        if kind < 2:
            return text() if kind == 0 else draw.randrange(9)
        below = [made(levels - 1) for _ in range(draw.randrange(4))]
        return below if kind == 2 else {text() + str(i): one for i, one in enumerate(below)}

    def walked(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ",".join(map(walked, value.values())) + "}"
        return "[" + ",".join(map(walked, value)) + "]" if isinstance(value, list) else ""

    for _ in range(2000):
        value = made(5)
        assert structure(json.dumps(value).encode()).decode() == walked(value)


@pytest.mark.parametrize("unit", [b'\\"', b'"', b'"["', b"\\", b'{"', b'["\\", '])
def test_the_look_at_depth_is_linear(unit):
    """A text whose strings do not end was searched anew from each quote in it."""
    assert_linear(lambda n: depth(b"[" * DEPTH + b'["' + unit * n), 100_000)

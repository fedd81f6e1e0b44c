"""One chunk on the disk: arrays in NumPy's format, mapped into memory, with their digests."""

import hashlib
import json
import math
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gplsa.core.out_of_core.arrays import mapped_array
from gplsa.core.out_of_core.store import unwritable
from gplsa.core.sums import entry_rows
from gplsa.core.types import Tick
from gplsa.errors import InputError
from gplsa.files import replace_text
from gplsa.message import Message
from gplsa.stored import Count, decoded, opened, read_stored
from gplsa.text.lines import LineCounts

MANIFEST = "part.json"
VOCABULARY_BYTES = 2**30  # of one side of a corpus, in JSON, at most
_COUNT_TYPES = ("|u1", "<u2", "<u4")


class DocumentFacts(TypedDict):
    """What is kept of one beside its texts."""

    id: str
    title: str
    fields: dict[str, str]


class Digest(TypedDict):
    sha256: str


class Facts(TypedDict):
    """What a chunk says of itself: tokens and documents with any, by side; digests by array."""

    documents: Count
    tokens: list[Count]
    filled: list[Count]
    arrays: dict[str, Digest]


@dataclass(frozen=True)
class Chunk:
    """A chunk that was opened: what it says of itself, and its arrays when they are asked for.

    n_words  by side, the words of the whole corpus
    """

    folder: Path
    facts: Facts
    n_words: tuple[int, ...]

    @property
    def n_documents(self) -> int:
        return self.facts["documents"]

    def counts(self, view: int) -> sparse.csr_matrix:
        """Counts of the documents of one side, (n_documents, n_words), in the type on the disk."""
        return self._matrix(f"counts-{view}", self.n_documents, self.n_words[view])

    def lines(self, view: int) -> LineCounts:
        """The same line by line."""
        first = self._array(f"lines-{view}-first", "<i8", self.n_documents + 1)
        self._check_ends(f"lines-{view}-first", first, None)
        n_lines = int(first[-1])
        document = entry_rows(first)
        counts = self._matrix(f"lines-{view}", n_lines, self.n_words[view])
        return LineCounts(counts.astype(np.float64), document)

    def texts(self, view: int, rows: Sequence[int]) -> list[str]:
        return self._strings(f"texts-{view}", rows)

    def documents(self, rows: Sequence[int]) -> list[DocumentFacts]:
        """id, title and fields of some documents of the chunk."""
        lines = self._strings("documents", rows)
        try:
            return [decoded(line.encode(), DocumentFacts, "documents") for line in lines]
        except InputError as error:
            raise self._damaged("{manifest} says something else", manifest="documents") from error

    def verify(self, tick: Tick = lambda: None) -> None:
        """InputError where an array is not the one written; `tick`, before each, may raise."""
        for name, fact in self.facts["arrays"].items():
            tick()
            path = self.folder / f"{name}.npy"
            if not _is_whole(path) or digest_of(path) != fact["sha256"]:
                raise self._damaged("{name}.npy is not what was written", name=name)

    def mapped(self, view: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """indptr, words and counts of one side as they lie on the disk; words are not read yet, so
        that they may be outside the vocabulary where the chunk is damaged."""
        return self._arrays(f"counts-{view}", self.n_documents)

    def _arrays(self, name: str, n_rows: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        indptr = self._array(f"{name}-indptr", "<i8", n_rows + 1)
        self._check_ends(f"{name}-indptr", indptr, None)
        size = int(indptr[-1])
        words = self._array(f"{name}-words", "<i4", size)
        return indptr, words, self._array(f"{name}-counts", _COUNT_TYPES, size)

    def _matrix(self, name: str, n_rows: int, n_columns: int) -> sparse.csr_matrix:
        indptr, words, values = self._arrays(name, n_rows)
        size = len(words)
        if size and not (int(words.min()) >= 0 and int(words.max()) < n_columns):
            raise self._damaged("{name} has words outside the vocabulary", name=name)
        matrix = sparse.csr_matrix((n_rows, n_columns), dtype=values.dtype)
        # Set one by one: the constructor would copy what is mapped.
        matrix.data, matrix.indices = values, words
        matrix.indptr = indptr if size > np.iinfo(np.int32).max else indptr.astype(np.int32)
        return matrix

    def _strings(self, name: str, rows: Sequence[int]) -> list[str]:
        ends = self._array(f"{name}-ends", "<i8", self.n_documents + 1)
        held = f"{name}-bytes"
        content = self._array(held, "|u1", None)
        self._check_ends(f"{name}-ends", ends, len(content))
        try:
            return [content[ends[row] : ends[row + 1]].tobytes().decode("utf-8") for row in rows]
        except UnicodeDecodeError as error:
            raise self._damaged("{name}.npy holds something else", name=held) from error

    def _array(self, name: str, types: str | tuple[str, ...], length: int | None) -> NDArray[Any]:
        path = self.folder / f"{name}.npy"
        try:
            array = mapped_array(path)
        except (OSError, ValueError) as error:
            raise self._damaged("{name}.npy cannot be read", name=name) from error
        wanted = (types,) if isinstance(types, str) else types
        if array.ndim != 1 or array.dtype.str not in wanted:
            raise self._damaged("{name}.npy holds something else", name=name)
        if length is not None and len(array) != length:
            told = {"n": len(array), "length": length}
            raise self._damaged("{name}.npy has {n:,} entries, not {length:,}", name=name, **told)
        return np.asarray(array)

    def _check_ends(self, name: str, ends: NDArray[Any], last: int | None) -> None:
        wrong = ends[0] != 0 or (np.diff(ends) < 0).any() or (last is not None and ends[-1] != last)
        if wrong:
            raise self._damaged("{name}.npy does not count up", name=name)

    def _damaged(self, why: str, **values: object) -> InputError:
        return damaged(self.folder, why, **values)


def damaged(folder: Path, why: str, **values: object) -> InputError:
    return InputError(
        "The chunk “{folder}” is damaged ({why}): remove it and build the corpus again, its "
        "other chunks are kept.",
        folder=folder,
        why=Message(why, **values),
    )


def open_chunk(folder: Path, n_words: tuple[int, ...]) -> Chunk:
    """Raises InputError where there is no chunk, or not one of this corpus."""
    try:
        facts = read_stored(folder / MANIFEST, Facts)
    except InputError as error:
        raise damaged(folder, "{manifest} cannot be read", manifest=MANIFEST) from error
    of_all_sides = len(facts["tokens"]) == len(facts["filled"]) == len(n_words)
    plain = all(Path(name).name == name for name in facts["arrays"])
    if not (facts["documents"] > 0 and of_all_sides and plain):
        raise damaged(folder, "{manifest} says something else", manifest=MANIFEST)
    return Chunk(folder, facts, n_words)


def write_chunk(
    folder: Path,
    sides: Sequence[LineCounts],
    texts: Sequence[Sequence[str]],
    documents: Sequence[Mapping[str, Any]],
    tick: Tick = lambda: None,
) -> None:
    """Write a chunk whole: it is at its place only when all of it is.

    sides, texts  by side, one text a document;  documents  id, title and fields of each
    tick          is called after every array, and may raise
    Raises InputError where the disk is full or closed to us.
    """
    arrays: dict[str, NDArray[Any]] = {}
    tokens, filled = [], []
    for view, (lines, column) in enumerate(zip(sides, texts, strict=True)):
        tick()
        counts = lines.by_document()
        arrays |= _of_matrix(f"counts-{view}", counts)
        arrays |= _of_matrix(f"lines-{view}", lines.counts)
        edges = np.searchsorted(lines.document, np.arange(len(column) + 1))
        arrays[f"lines-{view}-first"] = edges.astype("<i8")
        arrays |= _of_strings(f"texts-{view}", column)
        tokens.append(int(counts.sum()))
        filled.append(int(np.count_nonzero(np.diff(counts.indptr))))
    arrays |= _of_strings("documents", [json.dumps(one, ensure_ascii=False) for one in documents])
    _write(folder, arrays, {"documents": len(documents), "tokens": tokens, "filled": filled}, tick)


def _write(
    folder: Path, arrays: Mapping[str, np.ndarray], facts: dict[str, Any], tick: Tick
) -> None:
    new = folder.with_name(f".new-{folder.name}")
    try:
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        listed = {}
        for name in sorted(arrays):
            path = new / f"{name}.npy"
            with path.open("wb") as stream:
                np.save(stream, arrays[name], allow_pickle=False)
                stream.flush()
                os.fsync(stream.fileno())
            listed[name] = {"sha256": digest_of(path)}
            tick()
        replace_text(new / MANIFEST, json.dumps({**facts, "arrays": listed}, sort_keys=True))
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)
    except OSError as error:
        raise unwritable(folder.parent.parent, error) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _of_matrix(name: str, counts: sparse.csr_matrix) -> dict[str, NDArray[Any]]:
    most = int(counts.data.max(initial=0))
    kind = next(code for code in _COUNT_TYPES if most <= np.iinfo(code).max)
    return {
        f"{name}-indptr": counts.indptr.astype("<i8"),
        f"{name}-words": counts.indices.astype("<i4"),
        f"{name}-counts": counts.data.astype(kind),
    }


def _of_strings(name: str, strings: Sequence[str]) -> dict[str, NDArray[Any]]:
    encoded = [string.encode("utf-8", "replace") for string in strings]
    lengths = np.array([0, *map(len, encoded)], dtype="<i8")
    content = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    return {f"{name}-ends": np.cumsum(lengths), f"{name}-bytes": content}


def _is_whole(path: Path) -> bool:
    """Whether a file is as long as its array, which is seen before its content is read."""
    try:
        array = mapped_array(path)
        return isinstance(array, np.memmap) and path.stat().st_size == array.offset + array.nbytes
    except (OSError, ValueError):
        return False


def digest_of(path: Path, most: float = math.inf) -> str:
    """SHA-256 of a file; "" where it cannot be read, or is larger than `most` bytes."""
    try:
        with opened(path) as stream:
            if os.fstat(stream.fileno()).st_size > most:
                return ""
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""

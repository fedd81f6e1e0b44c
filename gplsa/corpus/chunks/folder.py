"""The folder of a corpus in chunks, opened."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self, TypedDict, cast

import numpy as np
from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.sums import row_sums, scaled_rows
from gplsa.core.types import IntArray
from gplsa.core.weights import weights_by_length
from gplsa.corpus.chunks.chunk import (
    VOCABULARY_BYTES,
    Chunk,
    Digest,
    DocumentFacts,
    digest_of,
    open_chunk,
)
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.files import replace_text
from gplsa.names import unique_name
from gplsa.progress import Progress, report
from gplsa.stored import Count, converted, read_stored
from gplsa.text import Vocabulary
from gplsa.text.lines import LineCounts

MANIFEST = "manifest.json"
FORMAT, VERSION = "gplsa-parts", 1


class ChunkFact(TypedDict):
    documents: Count
    sha256: str


class Manifest(TypedDict):
    """What stands in the manifest, with one entry a side in the lists but the last."""

    format: str
    version: int
    name: str
    sides: list[str]
    languages: list[str]
    n_words: list[Count]
    vocabularies: list[Digest]
    parts: list[ChunkFact]  # the name of version 1


def _is_sound(manifest: Manifest) -> bool:
    of_sides = (set(manifest["sides"]), manifest["languages"], manifest["n_words"])
    return {len(manifest["sides"])} == {
        len(one) for one in (*of_sides, manifest["vocabularies"])
    } and min([*manifest["n_words"], len(manifest["parts"])]) > 0


def is_corpus_folder(path: Path) -> bool:
    """Whether a path is a corpus in chunks, whole or not."""
    return (path / MANIFEST).is_file()


def chunk_folder(folder: Path, number: int) -> Path:
    return folder / "parts" / f"{number:06d}"


def vocabulary_path(folder: Path, view: int) -> Path:
    return folder / f"vocabulary-{view}.json"


def write_vocabulary(folder: Path, view: int, vocabulary: SideVocabulary) -> None:
    content = json.dumps(vocabulary.to_json(), ensure_ascii=False)
    replace_text(vocabulary_path(folder, view), content)


def read_vocabulary(folder: Path, view: int, sha256: str) -> Vocabulary:
    """Raises InputError where it is not the one of this digest."""
    path = vocabulary_path(folder, view)
    if digest_of(path, VOCABULARY_BYTES) != sha256:
        raise InputError("“{path}” is damaged: build the corpus again.", path=path)
    return Vocabulary.from_json(read_stored(path, dict[str, Any], VOCABULARY_BYTES))


@dataclass(frozen=True)
class ChunkedCorpus:
    """A corpus on the disk: the manifest in memory, the chunks when they are asked for.

    languages  by side, in the order of the sides
    """

    folder: Path
    manifest: Manifest

    @classmethod
    def open(cls, folder: Path) -> "ChunkedCorpus":
        """Raises InputError in one sentence where this is no corpus in chunks, or not whole."""
        try:
            manifest = read_stored(folder / MANIFEST, dict[str, Any])
            version = manifest["version"]
            sound = version != VERSION or _is_sound(converted(manifest, Manifest, MANIFEST))
            if manifest["format"] != FORMAT or not sound:
                raise ValueError("it is a manifest of something else")
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError("“{folder}” is no corpus that gplsa built.", folder=folder) from error
        if version != VERSION:
            raise InputError(
                "“{folder}” is a corpus of version {version}; this gplsa reads version "
                "{version2}: build it again or use a newer gplsa.",
                folder=folder,
                version=version,
                version2=VERSION,
            )
        return cls(folder, cast(Manifest, manifest))

    @property
    def name(self) -> str:
        return self.manifest["name"]

    @property
    def languages(self) -> dict[str, str]:
        names, codes = self.manifest["sides"], self.manifest["languages"]
        return dict(zip(names, codes, strict=True))

    @property
    def n_words(self) -> tuple[int, ...]:
        return tuple(self.manifest["n_words"])

    @property
    def n_chunks(self) -> int:
        return len(self.manifest["parts"])

    def chunk(self, number: int) -> Chunk:
        """Raises InputError where the chunk is damaged."""
        return open_chunk(chunk_folder(self.folder, number), self.n_words)

    @cached_property
    def digest(self) -> str:
        """A name for the content: equal corpora in equal chunks have equal ones."""
        return hashlib.sha256(json.dumps(self.manifest, sort_keys=True).encode()).hexdigest()

    def verify(self, progress: Progress | None = None) -> None:
        """Compare every file with its digest.  Raises InputError naming the first that differs."""
        for number, fact in enumerate(self.manifest["parts"]):
            tick = partial(report, progress, number / self.n_chunks, "Checking the chunks")
            chunk = self.chunk(number)
            if digest_of(chunk.folder / "part.json") != fact["sha256"]:
                raise InputError(
                    "The chunk “{folder}” belongs to another corpus: build this one again.",
                    folder=chunk.folder,
                )
            chunk.verify(tick)

    def vocabularies(self) -> dict[str, Vocabulary]:
        """The words of every side.  Raises InputError where a file is damaged."""
        of_sides = enumerate(zip(self.languages, self.manifest["vocabularies"], strict=True))
        return {side: read_vocabulary(self.folder, v, one["sha256"]) for v, (side, one) in of_sides}

    @cached_property
    def sizes(self) -> list[int]:
        """Documents of each chunk."""
        return [one["documents"] for one in self.manifest["parts"]]

    def __len__(self) -> int:
        return sum(self.sizes)

    def places(self, rows: Sequence[int] | np.ndarray, number: int) -> IntArray:
        """Where a chunk has those that it holds of some documents, ascending, counted over all."""
        before = sum(self.sizes[:number])
        first, last = np.searchsorted(rows, (before, before + self.sizes[number]))
        return np.asarray(rows[first:last], dtype=np.int64) - before

    def drawn(self, rows: np.ndarray) -> tuple[Corpus, dict[str, LineCounts]]:
        """Some documents (ascending, counted over all) in memory, and what their lines count."""
        lines: dict[str, list[LineCounts]] = {side: [] for side in self.languages}
        for chunk, wanted in self._by_chunk(rows):
            drawn = np.isin(np.arange(chunk.n_documents), wanted)
            for view, side in enumerate(lines):
                lines[side].append(chunk.lines(view).of(drawn))
        return self.documents(rows), {side: _joined(found) for side, found in lines.items()}

    def documents(self, rows: np.ndarray) -> Corpus:
        """Some documents (ascending, counted over all); an id that occurs twice gets a number."""
        texts: dict[str, list[str]] = {side: [] for side in self.languages}
        facts: list[DocumentFacts] = []
        for chunk, wanted in self._by_chunk(rows):
            facts += chunk.documents(wanted.tolist())
            for view, side in enumerate(texts):
                texts[side] += chunk.texts(view, wanted.tolist())
        seen: dict[str, int] = {}
        names = list(dict.fromkeys(name for fact in facts for name in fact["fields"]))
        return Corpus(
            name=self.name,
            ids=[unique_name(fact["id"], seen) for fact in facts],
            texts=texts,
            languages=self.languages,
            titles=[fact["title"] for fact in facts],
            fields={name: [fact["fields"].get(name, "") for fact in facts] for name in names},
        )

    def _by_chunk(self, rows: np.ndarray) -> Iterator[tuple[Chunk, np.ndarray]]:
        """The chunks that hold some of these documents, and where these stand in them."""
        for number in range(self.n_chunks):
            if len(places := self.places(rows, number)):
                yield self.chunk(number), places


def _joined(blocks: list[LineCounts]) -> LineCounts:
    counts = sparse.csr_matrix(sparse.vstack([block.counts for block in blocks], format="csr"))
    n_before = np.cumsum([0, *(int(block.document[-1]) + 1 for block in blocks[:-1])])
    documents = [block.document + n for block, n in zip(blocks, n_before, strict=True)]
    return LineCounts(counts, np.concatenate(documents))


@dataclass(frozen=True)
class WeighedParts:
    """The counts as a fit wants them: rows scaled to what each document weighs.

    corpus   its chunks are opened anew wherever a task runs;  most  a document weighs at most
    lengths  by side, the mean length of the documents that have it; None: all weigh the same
    hidden   documents, ascending, counted over all chunks, whose rows are empty: no fit sees them
    """

    corpus: ChunkedCorpus
    lengths: tuple[float, ...] | None = None
    most: float = np.inf
    hidden: tuple[int, ...] = ()

    @classmethod
    def of(cls, corpus: ChunkedCorpus, most: float | None, hidden: Sequence[int] = ()) -> Self:
        """most  as many times the mean weight a document has at most; None: all weigh 1"""
        facts = [corpus.chunk(number).facts for number in range(corpus.n_chunks)]
        tokens = np.sum([one["tokens"] for one in facts], axis=0)
        filled = np.sum([one["filled"] for one in facts], axis=0)
        lengths = tuple((tokens / np.maximum(filled, 1)).tolist()) if most is not None else None
        return cls(corpus, lengths, np.inf if most is None else most, tuple(map(int, hidden)))

    @property
    def n_documents(self) -> tuple[int, ...]:
        return tuple(self.corpus.sizes)

    @property
    def n_words(self) -> tuple[int, ...]:
        return self.corpus.n_words

    def matrices(self, chunk: int) -> list[sparse.csr_matrix]:
        found = self.corpus.chunk(chunk)
        counts = [found.counts(view).astype(np.float64) for view in range(len(self.n_words))]
        weights = self._weights(counts)
        weights[self.corpus.places(self.hidden, chunk)] = 0.0
        return [scaled_rows(matrix, weights) for matrix in counts]

    def _weights(self, counts: list[sparse.csr_matrix]) -> np.ndarray:
        if self.lengths is None:
            return np.ones(counts[0].shape[0])
        sums = np.array([row_sums(matrix) for matrix in counts])
        return weights_by_length(sums, np.array(self.lengths), self.most)

"""The models that answer, each under the name of its file, and loaded again when that changes.

The old one answers until the new one is loaded and has answered once; a request keeps the model it
began with. A file that is no model is refused in one sentence, and what is there stays.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gplsa.corpus.corpus import TEXT
from gplsa.errors import InputError
from gplsa.facts import topic_facts
from gplsa.service.log import Log
from gplsa.service.shared import Meters
from gplsa.trained.keywords import KeywordOptions, summarize
from gplsa.trained.public import Model

Stamp = tuple[int, int, int]
"""Of a file: when it was changed, its size, its place on the disk."""
GONE: Stamp = (0, 0, 0)
_WARMING_WORDS = 50


@dataclass(frozen=True)
class Served:
    """A model under its name; folder: the corpus folder that it searches, where it is of one."""

    name: str
    model: Model
    stamp: Stamp
    folder: Path | None = None


def stamp_of(path: Path) -> Stamp:
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino


class Shelf:
    """Models by name, in the order of the files."""

    def __init__(self, paths: Sequence[Path], log: Log, meters: Meters) -> None:
        self.paths = {path.stem: path for path in paths}
        if len(self.paths) < len(paths):
            raise InputError("Two model files have the same name: a model is called by it.")
        if not paths or not all(self.paths):
            raise InputError("Name at least one model file to serve.")
        self._log, self._meters = log, meters
        self._served: dict[str, Served] = {}
        self._seen: dict[str, Stamp] = {}
        self._refused: dict[str, Stamp] = {}
        self._turn = asyncio.Lock()

    @property
    def ready(self) -> bool:
        return len(self._served) == len(self.paths)

    def all(self) -> list[Served]:
        return [self._served[name] for name in self.paths if name in self._served]

    def get(self, name: str) -> Served | None:
        return self._served.get(name)

    async def open_all(self) -> None:
        """Load every model; InputError or OSError where one cannot be."""
        for name, path in self.paths.items():
            await self._load(name, path, stamp_of(path))

    async def look(self, again: bool = False) -> None:
        """Load those whose files changed and are whole, or all of them; says what is refused."""
        async with self._turn:
            for name, path in self.paths.items():
                try:
                    stamp = await asyncio.to_thread(stamp_of, path)
                except OSError as error:
                    self._refuse(name, path, error, GONE)
                    continue
                # What changed since the last look may still be being written: the next one tells.
                settled = self._seen.get(name) == stamp
                self._seen[name] = stamp
                known = stamp in (self._served[name].stamp, self._refused.get(name))
                if not again and (known or not settled):
                    continue
                try:
                    await self._load(name, path, stamp)
                except (InputError, OSError, MemoryError) as error:
                    self._refuse(name, path, error, stamp)

    def _refuse(self, name: str, path: Path, error: Exception, stamp: Stamp) -> None:
        """Says so once for each content of the file."""
        if self._refused.get(name) == stamp:
            return
        self._refused[name] = stamp
        self._meters.count("load_failures")
        why = error.strerror if isinstance(error, OSError) else str(error) or "memory is full."
        said = f"{path.name} was not taken, the model from before goes on answering: {why}"
        self._log.error("model", model=name, message=" ".join(said.split()))

    async def _load(self, name: str, path: Path, stamp: Stamp) -> None:
        start = time.perf_counter()
        served = await asyncio.to_thread(_opened, name, path, stamp)
        self._served[name] = served
        self._refused.pop(name, None)
        self._meters.count("loads")
        self._meters.gauge("models", len(self._served))
        self._log.info(
            "model", model=name, topics=served.model.n_topics, documents=served.model.n_documents,
            seconds=round(time.perf_counter() - start, 3),
        )  # fmt: skip


def _opened(name: str, path: Path, stamp: Stamp) -> Served:
    model = Model.load(path)
    folder = None
    if model.is_sample and model.whole is not None:
        corpus = model.whole.found([path.resolve().parent])
        folder = corpus.folder if corpus else None
    _warm(model)
    return Served(name, model, stamp, folder)


def _warm(model: Model) -> None:
    """Ask everything once, so that nobody waits for what is worked out at the first question."""
    assert model.digest
    topic_facts(model, 1)
    for source, target in model.gists:
        if model.vocabularies[source].kind != TEXT:
            continue
        words = model.vocabularies[source].forms[:_WARMING_WORDS]
        text = " ".join(words)
        summarize(model, [text], source, target, KeywordOptions(evidence=True))
        model.search(text, source, target)
        if words and model.vocabularies[target].kind == TEXT:
            model.concordance(words[0], source, target)

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from gplsa.corpus.chunks.folder import ChunkedCorpus, is_corpus_folder
from gplsa.errors import InputError


class WholeCorpus(NamedTuple):
    """A corpus in parts: its name and digest, and how many documents and parts it has.

    parts  0 where they lay on the disk only while the model was trained
    """

    name: str
    digest: str
    documents: int
    parts: int

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "WholeCorpus":
        """Raises KeyError, TypeError or ValueError for what `_asdict` did not write."""
        name, digest = str(content["name"]), str(content["digest"])
        return cls(name, digest, int(content["documents"]), int(content["parts"]))

    @property
    def is_kept(self) -> bool:
        """Whether there is a folder to be found."""
        return self.parts > 0

    def opened(self, folder: Path) -> ChunkedCorpus:
        """Raises InputError where the folder is gone, or is of another corpus than this."""
        if not folder.is_dir():
            raise InputError(
                "The folder “{folder}” is not there: name the corpus folder that this model was "
                "trained on.",
                folder=folder,
            )
        corpus = ChunkedCorpus.open(folder)
        if corpus.digest != self.digest:
            raise InputError(
                "“{folder}” is not the corpus that this model was trained on, or it was built "
                "anew with other settings.",
                folder=folder,
            )
        return corpus

    def found(self, places: Iterable[Path]) -> ChunkedCorpus | None:
        """The corpus, where one of these folders is it or holds it."""
        for place in places:
            folders = [place]
            with suppress(OSError):
                folders += sorted(entry for entry in place.iterdir() if entry.is_dir())
            for folder in filter(is_corpus_folder, folders):
                with suppress(InputError):
                    return self.opened(folder)
        return None

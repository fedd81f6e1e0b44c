import json
import os
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from gplsa.core.out_of_core.arrays import mapped_array
from gplsa.errors import InputError
from gplsa.files import is_full, remove_left_over, replaced
from gplsa.stored import read_stored

_NOTE = "note.json"


class FolderStore:
    """Arrays by name and part, and a note: a folder `name`/000012.npy and a file in JSON.

    What was saved under a name never changes, but for being forgotten, so that a task that is done
    twice reads the same both times.  Every file is whole or not there; several processes may write
    at once, also the same array, as it is the same then.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)

    def load(self, name: str, chunk: int) -> np.ndarray:
        path = self._path(name, chunk)
        try:
            return np.array(mapped_array(path))
        except (OSError, ValueError) as error:
            raise InputError(
                "“{path}” cannot be read, so the fit cannot go on from here: remove the folder "
                "“{folder}” and begin again.",
                path=path,
                folder=self.folder,
            ) from error

    def save(self, name: str, chunk: int, array: np.ndarray) -> None:
        self._replace(self._path(name, chunk), array)

    def has(self, name: str, chunk: int) -> bool:
        return self._path(name, chunk).exists()

    def keep(self, names: Collection[str]) -> None:
        """Forget whatever has another name."""
        if self.folder.exists():
            for place in [entry for entry in self.folder.iterdir() if entry.is_dir()]:
                if place.name not in names:
                    shutil.rmtree(place, ignore_errors=True)
                else:
                    remove_left_over(place)

    def read_note(self) -> dict[str, Any] | None:
        """What `write_note` wrote last; None where it never did."""
        try:
            return read_stored(self.folder / _NOTE, dict[str, Any])
        except InputError:
            return None

    def write_note(self, note: dict[str, Any]) -> None:
        self._replace(self.folder / _NOTE, json.dumps(note).encode())

    def _path(self, name: str, chunk: int) -> Path:
        return self.folder / name / f"{chunk:06d}.npy"

    def _replace(self, path: Path, content: np.ndarray | bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Every step writes many, and all of them can be fitted again after a power cut.
            with replaced(path, durable=False) as stream:
                if isinstance(content, bytes):
                    stream.write(content)
                else:
                    np.save(stream, content, allow_pickle=False)
        except OSError as error:
            raise unwritable(self.folder, error) from error


def unwritable(folder: Path, error: OSError) -> InputError:
    """One sentence for a folder that cannot be written to."""
    if is_full(error):
        return InputError(
            "The disk of “{folder}” is full: make room and go on, what is done is kept.",
            folder=folder,
        )
    return InputError(
        "“{folder}” cannot be written to: {value}.", folder=folder, value=error.strerror or error
    )

"""Small things that a person's folder keeps as JSON, each under a name; among them how projects are
called."""

import json
import logging
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.files import locked, replace_text
from gplsa.model.model import TrainedModel
from gplsa.stored import read_stored

T = TypeVar("T")
P = TypeVar("P", Corpus, TrainedModel)

log = logging.getLogger(__name__)

PROJECTS = "projects"
"""What the note of names is called."""
PATIENCE = 10.0  # seconds for another app that writes


class Notes:
    """Of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def called(self, name: str) -> str:
        """What a person calls the project of corpora and models with this name."""
        return (self.note(PROJECTS, dict[str, str]) or {}).get(name, name)

    def call(self, name: str, called: str) -> None:
        """`called` is what `called` gives from now on; the pieces themselves stay as they are."""
        self.change_note(PROJECTS, dict[str, str], lambda before: (before or {}) | {name: called})

    def as_called(self, piece: P) -> P:
        """A piece that leaves the app, under the names that the person has given."""
        named = replace(piece, name=self.called(piece.name))
        if isinstance(named, TrainedModel):
            named.corpus = self.as_called(named.corpus)
        return named

    def note(self, name: str, kind: type[T]) -> T | None:
        """What `write_note` kept from one start to the next, None where that cannot be read."""
        path = self.folder / f"{name}.json"
        if not os.path.lexists(path):
            return None
        try:
            return read_stored(path, kind)
        except InputError as error:
            log.warning("%s", error)
            return None

    def write_note(self, name: str, content: Any) -> None:
        """Keep something small, as JSON, under a name; work never fails for the want of it."""
        try:
            replace_text(self.folder / f"{name}.json", json.dumps(content, ensure_ascii=False))
        except OSError as error:
            log.warning("%s is not noted: %s", name, error)

    def change_note(self, name: str, kind: type[T], changed: Callable[[T | None], Any]) -> None:
        """Keep what `changed` makes of a note that another app may write, too."""
        path = self.folder / f"{name}.json"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path, PATIENCE):
                self.write_note(name, changed(self.note(name, kind)))
        except (OSError, InputError) as error:
            log.warning("%s is not noted: %s", name, error)

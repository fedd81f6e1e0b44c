"""Corpora and models that people of a hub have published for everybody: the folder GPLSA_SHARED.

It holds a folder for each of them, called as they are, with the files that their own folder has.
Who may write there the system says, and so who may publish; opening takes a copy into one's own.
"""

import os
import re
import stat
from dataclasses import replace
from pathlib import Path

from gplsa.app.library.facts import read_folder, write_facts
from gplsa.app.library.failures import said
from gplsa.app.library.library import NAME, SUFFIX, Listed, Piece, id_of, read_piece, write_piece
from gplsa.errors import InputError

_PERSON = re.compile(r"[^/.\0][^/\0]{0,99}")
READABLE = stat.S_IRWXU | stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH


class Shared:
    """folder  GPLSA_SHARED;  person  what the one in front of this server is called"""

    def __init__(self, folder: Path, person: str) -> None:
        self.folder, self.person = folder, person

    @property
    def may_publish(self) -> bool:
        own = self.folder / self.person
        if not _PERSON.fullmatch(self.person):
            return False
        return _belongs_to(own, self.person) if own.exists() else os.access(self.folder, os.W_OK)

    def listed(self, kind: str) -> list[Listed]:
        """What everybody has published, newest first; what is no such file is passed over."""
        found: list[Listed] = []
        for owner in self._owners():
            entries, _ = read_folder(self.folder / owner / kind, kind)
            found += [replace(entry, owner=owner) for entry in entries]
        return sorted(found, key=lambda entry: entry.kept, reverse=True)

    def open(self, owner: str, kind: str, name: str) -> Piece:
        """InputError where it is gone or damaged."""
        if owner not in self._owners() or not NAME.fullmatch(name):
            raise InputError("It is not published any more.")
        return read_piece(kind, self._path(owner, kind, name))

    def publish(self, piece: Piece) -> None:
        """For everybody to open, under the name of this person; InputError where that cannot be."""
        if not self.may_publish:
            raise InputError(
                "You may not write in {folder}: ask who looks after this hub.", folder=self.folder
            )
        kind, name = id_of(piece)
        path = self._path(self.person, kind, name)
        try:
            for folder in (path.parents[1], path.parent):
                folder.mkdir(exist_ok=True)
                folder.chmod(READABLE)
            # The file first: a list shows what has both.
            write_piece(piece, path)
            path.chmod(READABLE & ~0o111)
            note = path.with_name(f"{path.name}.json")
            write_facts(note, name, piece)
            note.chmod(READABLE & ~0o111)
        except OSError as error:
            raise InputError("It cannot be published: {said}", said=said(error)) from error

    def withdraw(self, kind: str, name: str) -> None:
        """Publish it no longer; copies that others have opened stay theirs."""
        if not NAME.fullmatch(name):
            return
        path = self._path(self.person, kind, name)
        try:
            for gone in (path.with_name(f"{path.name}.json"), path):
                gone.unlink(missing_ok=True)
        except OSError as error:
            raise InputError("It cannot be withdrawn: {said}", said=said(error)) from error

    def _owners(self) -> list[str]:
        """Folders that are called as the account that they belong to is."""
        try:
            names = [path.name for path in self.folder.iterdir()]
        except OSError:
            return []
        return sorted(n for n in names if _PERSON.fullmatch(n) and _belongs_to(self.folder / n, n))

    def _path(self, owner: str, kind: str, name: str) -> Path:
        return self.folder / owner / kind / f"{name}{SUFFIX[kind]}"


def _belongs_to(folder: Path, person: str) -> bool:
    """Nobody publishes under another's name. In containers everybody is the same account: there
    the name of the folder counts, and who may write is a matter of how it is mounted."""
    try:
        seen = folder.lstat()
        own = seen.st_uid == os.geteuid() or folder.owner() == person
    except (OSError, KeyError):  # KeyError: an account that has no name here
        return False
    return stat.S_ISDIR(seen.st_mode) and own

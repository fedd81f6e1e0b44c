"""Files beside a kept piece, which go with it: of a model documents that keywords were asked for,
to be read again; of a corpus the vocabulary of its headings, as it was given."""

import json
import logging
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from gplsa.app.library.failures import said
from gplsa.app.library.library import CORPUS, MODEL, NAME, VOCABULARY
from gplsa.app.library.on_disk import OnDisk
from gplsa.errors import InputError
from gplsa.files import replace_bytes
from gplsa.headings import HeadingVocabulary, read_vocabulary
from gplsa.message import MEBIBYTE
from gplsa.reading import Choices, Upload
from gplsa.reading.files.upload import DAMAGE
from gplsa.stored import converted

MOST_KEPT, MOST_BYTES = 3, 50 * MEBIBYTE
_NOTE = "asked"
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Asked:
    """n  documents;  names  of the files;  choices  how a table was read"""

    source: str
    target: str
    n: int
    names: list[str]
    choices: Choices | None = None


def keep_asked(library: OnDisk, model: str, uploads: tuple[Upload, ...], asked: Asked) -> str:
    """Keep the latest few, and tell the name of the file: "" for larger ones, where the disk takes
    none, and beside a model that is not on the disk, as they go with it."""
    lies_there = library.beside(MODEL, model, "gplsa").exists()
    if not lies_there or sum(upload.size for upload in uploads) > MOST_BYTES:
        return ""
    try:
        contents = [upload.read() if upload.size else b"" for upload in uploads]
        packed = BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            archive.writestr(_NOTE, json.dumps(asdict(asked)))
            for place, content in enumerate(contents):
                archive.writestr(str(place), content)
        digest = sha256(b"".join(contents)).hexdigest()[:16]
        kept = library.beside(MODEL, model, f"asked-{digest}")
        replace_bytes(kept, packed.getvalue())
        for path, *_ in asked_before(library, model)[MOST_KEPT:]:
            path.unlink(missing_ok=True)
        return kept.name
    except (OSError, InputError) as error:
        log.warning("documents are not kept beside %s: %s", model, error)
        return ""


def asked_before(library: OnDisk, model: str) -> list[tuple[Path, datetime, Asked]]:
    """What was kept, when, newest first."""
    found = []
    known = (library.folder / MODEL).glob(f"{model}.asked-*") if NAME.fullmatch(model) else ()
    for path in known:
        try:
            with ZipFile(path) as archive:
                asked = converted(json.loads(archive.read(_NOTE)), Asked, path.name)
            found.append((path, datetime.fromtimestamp(path.stat().st_mtime, UTC), asked))
        except (KeyError, ValueError, InputError, *DAMAGE) as error:
            log.warning("%s cannot be read: %s", path, error)
    return sorted(found, key=lambda one: one[1], reverse=True)


def forget(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError("It cannot be deleted: {said}", said=said(error)) from error


def files_of(path: Path, asked: Asked) -> list[Upload]:
    try:
        with ZipFile(path) as archive:
            contents = [archive.read(str(place)) for place in range(len(asked.names))]
    except (KeyError, *DAMAGE) as error:
        raise InputError("“{name}” is damaged or cannot be read.", name=path.name) from error
    return [*map(Upload.from_bytes, asked.names, contents)]


def keep_vocabulary(library: OnDisk, corpus: str, name: str, content: bytes) -> None:
    """In place of the one before; InputError where the disk does not take it."""
    try:
        replace_bytes(library.beside(CORPUS, corpus, VOCABULARY), content)
    except OSError as error:
        raise InputError(
            "The vocabulary is used, but not kept beside the corpus: {said}", said=said(error)
        ) from error
    library.remark(CORPUS, corpus, VOCABULARY, name)


def kept_vocabulary(library: OnDisk, corpus: str) -> HeadingVocabulary | None:
    """None where none is kept; InputError where it cannot be read."""
    path = library.beside(CORPUS, corpus, VOCABULARY)
    if not NAME.fullmatch(corpus) or not path.exists():
        return None
    name = library.remarked(CORPUS, corpus, VOCABULARY)
    return read_vocabulary(path, name=name) if isinstance(name, str) else None


def copy_vocabulary(library: OnDisk, corpus: str, to: str) -> None:
    """For the same corpus put right, or read otherwise."""
    path = library.beside(CORPUS, corpus, VOCABULARY)
    try:
        if corpus != to and path.exists():
            name = library.remarked(CORPUS, corpus, VOCABULARY)
            keep_vocabulary(library, to, name, path.read_bytes())
    except (OSError, InputError) as error:
        log.warning("the vocabulary of %s is not kept for %s: %s", corpus, to, error)

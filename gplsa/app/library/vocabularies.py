"""The vocabulary of headings beside a kept corpus: its file, as it was given."""

import logging

from gplsa.app.library.asked import forget
from gplsa.app.library.failures import said
from gplsa.app.library.library import CORPUS, NAME, VOCABULARY
from gplsa.app.library.on_disk import OnDisk
from gplsa.errors import InputError
from gplsa.files import replace_bytes
from gplsa.headings import HeadingVocabulary, read_vocabulary

log = logging.getLogger(__name__)


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


def drop_vocabulary(library: OnDisk, corpus: str) -> None:
    """InputError where that cannot be done."""
    forget(library.beside(CORPUS, corpus, VOCABULARY))

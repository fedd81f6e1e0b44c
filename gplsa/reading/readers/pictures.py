"""Picture files, read into the small pictures that a corpus keeps."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from gplsa.corpus.notes import DataWarning, doubt
from gplsa.errors import InputError
from gplsa.images import small_picture
from gplsa.images.header import read_header
from gplsa.images.threads import each
from gplsa.message import Message, count
from gplsa.progress import Progress
from gplsa.reading.files import limits
from gplsa.reading.files.extract import PICTURE_SUFFIXES, UNREAD_PICTURES, refusal
from gplsa.reading.files.upload import Upload, Uploads

IMAGE_SIDE = "image"
PHASE = Message("Reading the pictures")
_HEADINGS = frozenset({"image", "picture", "photo", "bild", "foto"})


def is_picture(upload: Upload) -> bool:
    return upload.suffix in PICTURE_SUFFIXES


def is_picture_side(modality: str) -> bool:
    """Whether a side is called by a word for pictures."""
    return modality.lower().rstrip("s") in _HEADINGS


class Pictures(NamedTuple):
    """Small pictures, b"" for none; a sentence for each unreadable one; what is said of moving."""

    pictures: list[bytes]
    refused: list[str]
    warnings: list[DataWarning]


def read_pictures(uploads: Sequence[Upload | None], progress: Progress | None = None) -> Pictures:
    """One for each upload."""
    # A picture that several rows name is read once.
    files = list({upload.name: upload for upload in uploads if upload is not None}.values())
    pictures: dict[str, bytes] = {}
    refused: list[str] = []
    animated: list[str] = []
    for upload, found in zip(files, each(_read, files, progress, PHASE), strict=True):
        if isinstance(found, str):
            refused.append(found)
        else:
            pictures[upload.name], moves = found
            if moves:
                animated.append(upload.name)
    told = doubt(
        "animated",
        "{pictures_told} holds several frames or pages, “{animated}” for one: the first was read."
        if len(animated) == 1
        else "{pictures_told} hold several frames or pages, “{animated}” for one: the first was "
        "read.",
        pictures_told=count(len(animated), "picture"),
        animated=next(iter(animated), ""),
    )
    small = [pictures.get(upload.name, b"") if upload is not None else b"" for upload in uploads]
    return Pictures(small, refused, [told] if animated else [])


def iter_pictures(
    uploads: Uploads, refused: list[str], progress: Progress | None = None
) -> Iterator[tuple[str, bytes]]:
    """Name and small picture of each file; adds a sentence to `refused` for every other one."""
    files = [upload for upload in uploads if is_picture(upload)]
    refused += [
        Message(
            "“{name}” is no picture: tags are for JPEG, PNG, WebP, GIF and TIFF files.",
            name=upload.name,
        )
        if upload.suffix not in UNREAD_PICTURES
        else refusal(upload)
        for upload in uploads
        if not is_picture(upload)
    ]
    for upload, found in zip(files, each(_read, files, progress, PHASE), strict=True):
        if isinstance(found, str):
            refused.append(found)
        else:
            yield upload.name, found[0]


def _read(upload: Upload) -> tuple[bytes, bool] | str:
    """The small picture and whether it is animated; the sentence where it cannot be read."""
    if upload.suffix in UNREAD_PICTURES:
        return refusal(upload)
    try:
        data = upload.read(limits.PICTURE_BYTES)
        small = small_picture(PurePosixPath(upload.name).name, data)
    except InputError as error:
        return error.message
    header = read_header(data)
    return small, header is not None and header.animated

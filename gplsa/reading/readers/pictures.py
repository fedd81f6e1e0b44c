"""Picture files, read into the small pictures that a corpus keeps, and a ZIP or folder of them with
texts of the same name: photo12.jpg, photo12.en.txt."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from gplsa.corpus.notes import DataWarning, doubt
from gplsa.errors import InputError
from gplsa.images import small_picture
from gplsa.images.decode import each
from gplsa.images.header import read_header
from gplsa.message import Message, count
from gplsa.progress import Progress, scaled
from gplsa.reading.choices import PICTURES, Choices, Draft, examples_of
from gplsa.reading.files import limits
from gplsa.reading.files.extract import PICTURE_SUFFIXES, UNREAD_PICTURES, refusal
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.file_reader import is_paired_document, texts_by_side
from gplsa.reading.readers.names import corpus_name, language_pairing, short_ids, tidy

IMAGE_SIDE, UNMARKED = "image", "text"
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


def read_picture_pairs(uploads: Uploads, choices: Choices, progress: Progress | None) -> Draft:
    """Pictures and texts called like them; the language may stand in the text's name."""
    pictures = [upload for upload in uploads if is_picture(upload)]
    others = [upload for upload in uploads if not is_picture(upload)]
    texts = [upload for upload in others if is_paired_document(upload)]
    if not texts:
        raise InputError(
            "There are no texts beside {pictures}: add a table that names each picture beside its "
            "text, or texts called like the pictures (“photo1.jpg”, “photo1.txt”).",
            pictures=count(len(pictures), "picture"),
        )
    draft = Draft(corpus_name(uploads, "pictures"), {}, choices, [])
    draft.refused += [refusal(upload) for upload in others if not is_paired_document(upload)]
    whole = _same_name_in_folders(pictures)
    by_key = _texts_by_key(texts, {_key(picture.name, whole) for picture in pictures}, whole)
    if not any(_key(picture.name, whole) in by_key for picture in pictures):
        raise InputError(
            "No text is called like a picture (“{name}”, “{name2}”): give both the same name, or "
            "add a table that names each picture beside its text.",
            name=pictures[0].name,
            name2=texts[0].name,
        )
    picture_of, doubled = _pictures_by_key(pictures, whole)
    draft.refused += doubled
    keys = list(dict.fromkeys([*picture_of, *by_key]))
    marks = list(dict.fromkeys(mark for sides in by_key.values() for mark in sides))
    missing = Message("No text is marked “{missing}”; the sides found are {there}.")
    sides = _of_texts(choices).sides(marks, missing)
    read, written = scaled(progress, 0.0, 0.7), scaled(progress, 0.7, 1.0)
    called = next(filter(is_picture_side, choices.columns or {}), IMAGE_SIDE)
    shown = read_pictures([picture_of.get(key) for key in keys], read)
    draft.pictures[called] = shown.pictures
    draft.refused += shown.refused
    draft.warnings += shown.warnings
    files = [by_key.get(key, {}) for key in keys]
    draft.texts, unread = texts_by_side(files, sides, choices.encoding, written)
    draft.refused += unread
    draft.warnings += _without_text(picture_of, by_key)
    draft.columns = marks
    draft.ids = short_ids(keys)
    draft.examples = {mark: examples_of(draft.texts[m]) for m, mark in sides.items()}
    draft.recognised = choices.recognised(PICTURES, sides)
    return draft


def _pictures_by_key(pictures: Uploads, whole: bool) -> tuple[dict[str, Upload], list[Message]]:
    """The first picture of each name, and that the others are left out."""
    found: dict[str, Upload] = {}
    doubled = []
    for picture in pictures:
        first = found.setdefault(_key(picture.name, whole), picture)
        if first is not picture:
            doubled.append(
                Message(
                    "“{name}” was left out: “{name2}” is the picture of that name.",
                    name=picture.name,
                    name2=first.name,
                )
            )
    return found, doubled


def _without_text(
    picture_of: Mapping[str, Upload], by_key: Container[str]
) -> Iterable[DataWarning]:
    """That pictures have no text, where some have none."""
    lacking = [picture.name for key, picture in picture_of.items() if key not in by_key]
    if lacking:
        yield doubt(
            "files",
            "{pictures} without a text of that name, “{example}” for one.",
            pictures=count(len(lacking), "picture"),
            example=lacking[0],
        )


def _same_name_in_folders(pictures: Uploads) -> bool:
    """Whether two pictures of different folders have one name, so that folders tell them apart."""
    folder_of: dict[str, PurePosixPath] = {}
    paths = [PurePosixPath(picture.name.lower()) for picture in pictures]
    return any(folder_of.setdefault(path.stem, path.parent) != path.parent for path in paths)


def _key(name: str, whole: bool) -> str:
    """What a picture and its texts have in common: the name without suffix; folders if `whole`."""
    path = PurePosixPath(name.lower())
    return tidy(path.with_suffix("").as_posix() if whole else path.stem)


def _texts_by_key(
    texts: Uploads, known: set[str], whole: bool
) -> dict[str, dict[str, list[Upload]]]:
    """Key -> mark of the side -> files; a picture's whole name has none, unless a folder has."""
    pairing = language_pairing([upload.name for upload in texts])
    found: dict[str, dict[str, list[Upload]]] = defaultdict(dict)
    for rest, group in pairing.groups.items():
        for mark, positions in group.items():
            for position in positions:
                plain = _key(texts[position].name, whole)
                marked = tidy(rest.lower() if whole else PurePosixPath(rest).name.lower())
                unmarked = plain in known and plain != marked
                key = plain if unmarked else marked
                found[key].setdefault(UNMARKED if unmarked else mark, []).append(texts[position])
    for position in pairing.alone:
        found[_key(texts[position].name, whole)].setdefault(UNMARKED, []).append(texts[position])
    return found


def _of_texts(choices: Choices) -> Choices:
    """Without the side of the pictures."""
    columns = {m: names for m, names in (choices.columns or {}).items() if not is_picture_side(m)}
    return choices if choices.columns is None else replace(choices, columns=columns)

"""ZIP files, read member by member, and single files packed by gzip; never unpacked to the disk."""

import gzip
import re
import stat
import struct
import weakref
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath
from typing import BinaryIO

from gplsa.errors import InputError
from gplsa.message import MEBIBYTE, Message
from gplsa.reading.files import limits
from gplsa.reading.files.upload import DAMAGE, Upload, Uploads, is_junk
from gplsa.text.composing import nfc

_PACKED = frozenset({".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".zst"})
# The others set memory aside as a member asks for it, and unpack a few bytes to gigabytes at once.
PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_LONGEST_COMMENT = 65_557  # bytes from the end within which a ZIP's directory is announced
_DIRECTORY_BYTES = 200 * limits.FILES


@dataclass
class Expanded:
    """The files to read: those given, and the members of those that were ZIPs."""

    uploads: list[Upload] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def expand(uploads: Uploads, *, keep_going: bool = False) -> Expanded:
    """Put the members of every ZIP in its place, and of `corpus.tmx.gz` the file that it is of.

    A damaged or hostile ZIP (names that lead outside, far more content than it has bytes) is an
    InputError, or with `keep_going` left out whole, with a sentence, as is a member that cannot be
    read.
    """
    found = Expanded()
    for upload in uploads:
        if upload.suffix == ".zip":
            before = len(found.uploads)
            try:
                _add_members(upload, found)
            except InputError as error:
                if not keep_going:
                    raise
                del found.uploads[before:]
                found.refused.append(error.message)
        elif upload.suffix == ".gz" and not upload.stem.lower().endswith(".tar"):
            found.uploads.append(unpacked(upload))
        elif upload.suffix in _PACKED:
            found.refused.append(
                Message("“{name}” is an archive: unpack it, or make it a ZIP.", name=upload.name)
            )
        elif not is_junk(upload.name):
            found.uploads.append(upload)
        if len(found.uploads) > limits.FILES:
            raise InputError(
                "There are more than {files:,} files: read them in parts.", files=limits.FILES
            )
    return found


def unpacked(upload: Upload) -> Upload:
    """The file that one packed by gzip is of; any other as it is."""
    if upload.suffix != ".gz":
        return upload
    return replace(upload, name=upload.name[: -len(".gz")], open=partial(_opened, upload))


def _opened(upload: Upload) -> BinaryIO:
    packed = upload.open()
    found = gzip.GzipFile(fileobj=packed)
    found.myfileobj = packed  # type: ignore[assignment]  # closed with it
    return found  # type: ignore[return-value]


def _add_members(archive: Upload, found: Expanded) -> None:
    called = archive.name
    if archive.size == 0:
        raise InputError("“{name}” is empty.", name=called)
    if archive.size > limits.TOTAL_BYTES:
        raise InputError(
            "“{name}” is larger than {value:,} MB.",
            name=called,
            value=limits.TOTAL_BYTES // MEBIBYTE,
        )
    try:
        stream = archive.open()
        _check_directory(stream, called)
        package = zipfile.ZipFile(stream)
        # Members are opened later, by whoever reads them: the file closes with the last of them.
        weakref.finalize(package, stream.close)
    except (ValueError, *DAMAGE) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("“{name}” is damaged, or no ZIP file.", name=called) from error
    # Not `is_dir`, which fails where a name is empty.
    members = [member for member in package.infolist() if not member.filename.endswith("/")]
    if len(members) > limits.FILES:
        raise InputError(
            "“{name}” holds more than {files:,} files.", name=called, files=limits.FILES
        )
    packed = max(sum(member.compress_size for member in members), 1)
    check_unpacked(called, members, min(archive.size, packed), limits.TOTAL_BYTES)
    for member in members:
        name = _member_name(member)
        _check_name(called, name)
        if is_junk(name):
            continue
        if why := _why_not(member, name):
            size = limits.FILE_BYTES // MEBIBYTE
            found.refused.append(Message(why, name=name, archive=called, size=size))
        else:
            opened = partial(package.open, member)
            found.uploads.append(Upload(name, member.file_size, opened))  # type: ignore[arg-type]


def _check_directory(stream: BinaryIO, name: str) -> None:
    """Refuse a directory of millions of entries before Python makes an object of each."""
    stream.seek(max(stream.seek(0, 2) - _LONGEST_COMMENT, 0))
    tail = stream.read()
    end = tail.rfind(b"PK\5\6")
    if end < 0:
        raise InputError("“{name}” is damaged, or no ZIP file.", name=name)
    (directory,) = struct.unpack_from("<I", tail, end + 12)
    if directory == 0xFFFFFFFF and tail[end - 20 : end - 16] == b"PK\6\7":
        (position,) = struct.unpack_from("<Q", tail, end - 12)
        stream.seek(position)
        (directory,) = struct.unpack_from("<Q", stream.read(56), 40)
    if directory > _DIRECTORY_BYTES:
        raise InputError(
            "“{name}” holds far more than {files:,} files: refused.", name=name, files=limits.FILES
        )
    stream.seek(0)


def check_unpacked(name: str, members: Sequence[zipfile.ZipInfo], size: int, most: int) -> None:
    """InputError where a ZIP of this size would unpack to more than `most` bytes, or swell.

    Python unpacks at most the stated size of a member, so a lie can only make it fail.
    """
    total = sum(member.file_size for member in members)
    if total > min(most, max(limits.UNPACKED_FREE_BYTES, limits.UNPACKED_RATIO * size)):
        raise InputError(
            "“{name}” would unpack to {value:,} MB: refused.", name=name, value=total // MEBIBYTE
        )


def _member_name(member: zipfile.ZipInfo) -> str:
    """The name as it was meant: without the flag for UTF-8 Python takes it for cp437."""
    name = member.filename
    if not member.flag_bits & 0x800:
        raw = name.encode("cp437", errors="replace")
        try:
            name = raw.decode("utf-8")
        except UnicodeDecodeError:
            name = raw.decode("cp850")
    return nfc(name.replace("\\", "/"))


def _check_name(archive: str, name: str) -> None:
    if name.startswith("/") or re.match(r"[A-Za-z]:", name) or ".." in PurePosixPath(name).parts:
        raise InputError(
            "“{archive}” holds a name that leads outside of it (“{name}”): refused.",
            archive=archive,
            name=name,
        )
    if not 0 < len(name) <= limits.NAME_CHARACTERS or not name.isprintable():
        raise InputError("“{archive}” holds a name that is no file name: refused.", archive=archive)


def _why_not(member: zipfile.ZipInfo, name: str) -> str:
    """Why a member is left out, with places for what it is called; "" where it is not."""
    if stat.S_ISLNK(member.external_attr >> 16):
        return Message("“{name}” in “{archive}” is a link and was left out.")
    if member.compress_type not in PACKINGS:
        return Message("“{name}” in “{archive}” is packed in a rare way: make an ordinary ZIP.")
    if member.flag_bits & 0x1:
        return Message("“{name}” in “{archive}” is protected by a password: pack it without one.")
    if PurePosixPath(name).suffix.lower() in _PACKED:
        return Message("“{name}” in “{archive}” is an archive within an archive: unpack it first.")
    if member.file_size > limits.FILE_BYTES:
        return Message("“{name}” in “{archive}” is larger than {size} MB.")
    return ""

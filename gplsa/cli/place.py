"""Where a command writes: tried before the work, and nothing there that is somebody else's."""

import io
import os
import re
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gplsa.cli.output import note
from gplsa.corpus.archive_json import begins_archive
from gplsa.errors import InputError
from gplsa.files import PROBE, locked, replaced, try_place
from gplsa.model.direction import Direction
from gplsa.model.public import Model

_HEAD = 2**16  # bytes; titles and names stand before some of the signs

MODEL, REPORT, LINES, MISALIGNED = "a model", "a report", "aligned lines", "misaligned pairs"
_OF_THE_APP = re.compile(r"[0-9a-f]{24}\.gplsa")
LEXICON = {"csv": "a lexicon in CSV", "tbx": "a lexicon in TBX"}
_WRITTEN = {
    MODEL: (b"", ".gplsa"),
    REPORT: (rb"<!DOCTYPE html>.*default-src 'none'; script-src 'sha256-", ".html"),
    LINES: (rb'<\?xml.*<header creationtool="gplsa"', ".tmx"),
    MISALIGNED: (rb"\xef\xbb\xbfid,title,verdict,likeness,", ".csv"),
    LEXICON["csv"]: (rb"\xef\xbb\xbf[^\n]*,pairs,lines,(doubtful,)?example id,", ".csv"),
    LEXICON["tbx"]: (rb"<\?xml(?>.*?<tbx ).*, found by gplsa ", ".tbx"),
}
"""How what commands write begins, as it may be written over, and ends; of models see `begins`."""
_ENDINGS = frozenset(ending for _, ending in _WRITTEN.values()).union(
    ".tsv .xlsx .xls .ods .docx .pdf .json .xml .htm".split()
)
"""What opens a file by these finds nothing of what commands write with another one."""


def lexicon_format(out: str) -> str:
    """That of the file's ending, else a table."""
    ending = Path(out).suffix.lower()
    return next((name for name, kind in LEXICON.items() if _WRITTEN[kind][1] == ending), "csv")


def place_for(
    kind: str, out: str, inputs: Iterable[str], *, force: bool, room: int = PROBE
) -> Path:
    """The file to write, for what is called `kind` above; InputError or OSError where it cannot be
    written, is kept by the app, is read by the command, holds anything else, or is named like that.

    force  whether a file may be lost;  room  bytes that will be needed at least
    """
    if out == "-":
        raise InputError("Nothing is written to the standard output: name a file by --out.")
    place = try_place(out, room)
    if _OF_THE_APP.fullmatch(place.name) and place.with_name(f"{place.name}.json").exists():
        raise InputError(
            "“{out}” is kept by the app, which shows it as its own note says: change it there, or "
            "name another file by --out.",
            out=out,
        )
    held = not force and place.exists() and place.stat().st_size
    if held and any(os.path.exists(name) and os.path.samefile(name, place) for name in inputs):
        raise InputError(
            "“{out}” is read by this command, too: name another file by --out, or write over it "
            "with --force.",
            out=out,
        )
    sign, ending = _WRITTEN[kind]
    if place.suffix.lower() in _ENDINGS - {ending}:
        raise InputError(
            "“{out}” is named like another kind of file: for {kind} name one that ends in "
            "{ending}.",
            out=out,
            kind=kind,
            ending=ending,
        )
    if held and not begins(place, sign):
        raise InputError(
            "“{out}” holds something else than {kind}: name another file by --out, or write over "
            "it with --force.",
            out=out,
            kind=kind,
        )
    return place


def begins(place: Path, sign: bytes = b"") -> bool:
    """Whether a file begins with a sign, a pattern; without one, as a model does."""
    with place.open("rb") as stream:
        head = stream.read(_HEAD)
    if not sign:
        return begins_archive(head, "model")
    return re.match(sign, head, re.DOTALL) is not None


def place_and_direction(
    kind: str, options: Namespace, load: Callable[[str], Model] = Model.load
) -> tuple[Path, Direction]:
    """Of a command that writes what it finds from one side of a model to another."""
    place = place_for(kind, options.out, [options.model], force=options.force)
    return place, load(options.model).direction(options.source, options.target)


@contextmanager
def changed_model(options: Namespace, inputs: Iterable[str] = ()) -> Iterator[tuple[Model, str]]:
    """The model of a command that changes it, which nobody else does meanwhile, and its place."""
    out = options.model if options.out is None else options.out
    room = max(os.path.getsize(options.model), PROBE)
    # What the model itself holds is for loading to say.
    force = options.force or options.out is None
    with locked(place_for(MODEL, out, inputs, force=force, room=room), waiting=tell_waiting):
        yield Model.load(options.model), out


def save_trained(model: Model, out: str) -> None:
    """Write a model that hours may have gone into. Where its place does not take it any more, the
    first other one that does gets it, which is told before the InputError."""
    try:
        model.save(out)
    except InputError:
        for folder in (Path.cwd(), Path.home(), Path(tempfile.gettempdir())):
            with suppress(InputError, OSError):
                descriptor, name = tempfile.mkstemp(".gplsa", f"{Path(out).stem[:40]}-", folder)
                os.close(descriptor)
                try:
                    model.save(name)
                except InputError:
                    Path(name).unlink()
                    raise
                note(f"the model is in “{name}” instead: move it to where there is room")
                break
        raise


def write_text(place: Path, pieces: Iterable[str], encoding: str) -> None:
    """The whole file or none: what is there already stays until the new one is complete."""
    with replaced(place) as stream:
        file = io.TextIOWrapper(stream, encoding, errors="replace", newline="")
        file.writelines(pieces)
        file.detach()


def tell_waiting(path: Path) -> None:
    """For `gplsa.files.locked`: what a command says that waits for another one."""
    note(f"another program is changing {path.name}; waiting until it has finished")

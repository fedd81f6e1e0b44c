"""Files beside a table, found by what its cells call them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import PurePosixPath

from gplsa.corpus.fields.several import values_of
from gplsa.errors import InputError
from gplsa.reading.files.extract import UNREAD_PICTURES, UNREAD_TEXTS, can_extract
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.pictures import is_picture
from gplsa.reading.tables.table import Table

_LOOKED_AT = 200


def may_be_picture(upload: Upload) -> bool:
    return is_picture(upload) or upload.suffix in UNREAD_PICTURES


def _may_be_text(upload: Upload) -> bool:
    return can_extract(upload) or upload.suffix in UNREAD_TEXTS


def _rank(upload: Upload) -> tuple[bool, int]:
    """Of two files of one name the one that can be read is meant, and the one further up."""
    return upload.suffix in UNREAD_PICTURES | UNREAD_TEXTS, upload.name.count("/")


def _path_in(cell: str) -> str:
    return cell.strip().replace("\\", "/").removeprefix("./").lower()


def _base(path: str) -> str:
    return path.rpartition("/")[2]


class NamedFiles:
    """Files found by what a cell calls them: path, name, or name without suffix."""

    def __init__(self, uploads: Uploads, wanted: Callable[[Upload], bool] = _may_be_text) -> None:
        self.by_name: dict[str, list[Upload]] = defaultdict(list)
        self.by_stem: dict[str, list[Upload]] = defaultdict(list)
        for upload in sorted(filter(wanted, uploads), key=_rank):
            path = PurePosixPath(upload.name.lower())
            for depth in range(len(path.parts)):
                self.by_name["/".join(path.parts[depth:])].append(upload)
            self.by_stem[path.stem].append(upload)

    def all(self) -> list[Upload]:
        """Every file that could be named."""
        return list({one.name: one for found in self.by_name.values() for one in found}.values())

    def find(self, cell: str, *, by_base: bool = True) -> list[Upload]:
        """The file that a cell names, or two where several folders have one of that name.

        The folders it names may be those of another computer; by_base: all of them.
        """
        parts = _path_in(cell).split("/")
        tails = ["/".join(parts[depth:]) for depth in range(len(parts))]
        tails = tails if by_base else tails[: max(len(tails) - 1, 1)]
        named = next(filter(None, map(self.by_name.get, tails)), None)
        found = named or self.by_stem.get(tails[0], [])
        rivals = [one for one in found if _rank(one) == _rank(found[0])]
        return list({PurePosixPath(one.name).parent: one for one in rivals[::-1]}.values())[-2:]

    def named_in(self, cells: Sequence[str]) -> list[list[Upload]]:
        """The files that each cell names, as far as they are there."""
        names = [self._names_in(cell) for cell in cells]
        # Of the same name in several folders, each is told by its folder only.
        often = Counter(_base(path) for path in set(map(_path_in, chain.from_iterable(names))))
        found = []
        for own in names:
            files = [self.find(name, by_base=often[_base(_path_in(name))] == 1) for name in own]
            for name, several in zip(own, files, strict=True):
                if len(several) > 1:
                    raise InputError(
                        "“{cell}” may be “{name}” or “{name2}”: write the folder before the name.",
                        cell=name,
                        name=several[1].name,
                        name2=several[0].name,
                    )
            found.append([*chain.from_iterable(files)])
        return found

    def _names_in(self, cell: str) -> list[str]:
        """One name, or several: “a_1.jpg; a_2.jpg”."""
        if not _base(_path_in(cell)):
            return []
        names = [name for value in values_of(cell) for name in value.split(",")]
        return names if "." in cell and sum(map(bool, map(self.find, names))) > 1 else [cell]

    def columns_naming_them(self, table: Table) -> tuple[str, ...]:
        """Columns most of whose first cells name a file that is there; by full names if any do."""
        if not self.by_name:
            return ()
        shares: dict[str, tuple[float, float]] = {}
        for name in table.columns:
            cells = [cell for cell in table.column(name) if cell.strip()][:_LOOKED_AT]
            if cells:
                found = sum(any(map(self.find, self._names_in(cell))) for cell in cells)
                dotted = sum("." in cell for cell in cells) / len(cells)
                shares[name] = found / len(cells), dotted
        naming = {name: dotted for name, (found, dotted) in shares.items() if found >= 0.5}
        return tuple(name for name, dotted in naming.items() if dotted >= 0.5) or tuple(naming)[:1]

"""The corpora and models that were used last, in memory, within a number of bytes."""

from gplsa.app.library.library import Piece
from gplsa.errors import InputError
from gplsa.message import MEBIBYTE
from gplsa.model.sizes import size_of

KEPT = 3  # of a kind: what is at hand, and two to compare


class Recent:
    """Takes `max_bytes` in all; what was not used for longest makes room for what is new.

    A page asks for the corpus and the model at hand whenever it is drawn, so that these go last.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._pieces: dict[tuple[str, str], tuple[Piece, int]] = {}  # used last at the end

    def put(self, kind: str, name: str, piece: Piece) -> None:
        """InputError for one that is larger than all that may be held."""
        self.drop(kind, name)
        size = size_of(piece)
        check_size(size, self.max_bytes)
        self._pieces[kind, name] = piece, size
        for old in self.names(kind)[:-KEPT]:
            self.drop(kind, old)
        for key in [*self._pieces][:-1]:
            if self.size > self.max_bytes:
                self.drop(*key)

    def get(self, kind: str, name: str) -> Piece | None:
        found = self._pieces.pop((kind, name), None)
        if found is None:
            return None
        self._pieces[kind, name] = found
        return found[0]

    def drop(self, kind: str, name: str) -> None:
        self._pieces.pop((kind, name), None)

    def names(self, kind: str) -> list[str]:
        """Those of one kind, used last at the end; looking is not using."""
        return [name for of, name in self._pieces if of == kind]

    @property
    def size(self) -> int:
        return sum(size for _, size in self._pieces.values())


def check_size(size: int, most: int) -> None:
    """InputError where something takes more bytes of memory than it may."""
    if size > most:
        raise InputError(
            "This takes {value} MB in memory, and the app keeps at most {value2} MB; use fewer or "
            "shorter documents.",
            value=size // MEBIBYTE,
            value2=most // MEBIBYTE,
        )

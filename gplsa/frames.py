"""What a model found as a DataFrame for notebooks: the one place that needs pandas for it."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from gplsa.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

Frame: TypeAlias = "pd.DataFrame"
Row: TypeAlias = Mapping[Hashable, Any]
_Entry = TypeVar("_Entry")


class Framed:
    """What `to_frame` makes a DataFrame of; at the end of a notebook's cell it is seen as that."""

    def to_frame(self) -> Frame:
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        """None where pandas is not installed: a notebook then shows the text."""
        try:
            return str(self.to_frame().to_html(max_rows=20, notebook=True))
        except InputError:
            return None


def frame_of(rows: Iterable[Row], columns: Iterable[str]) -> Frame:
    """A DataFrame with these columns first, and there even where there is no row."""
    try:
        import pandas as pd
    except ImportError as error:
        raise InputError("A DataFrame needs pandas: pip install pandas.") from error
    found = list(rows)
    names = dict.fromkeys([*columns, *(name for row in found for name in row)])
    return pd.DataFrame(found, columns=list(names))


class Listed(list[_Entry], Framed, Generic[_Entry]):
    """A list that `to_frame` makes a DataFrame of, a row or more for each of its entries.

    rows     what it tells of one entry: (label, entry) to rows
    columns  those of the frame
    labels   one for each entry; their places from 0 where None
    """

    def __init__(
        self,
        entries: Iterable[_Entry],
        rows: Callable[[Any, _Entry], Iterable[Row]],
        columns: Iterable[str],
        labels: Iterable[Any] | None = None,
    ) -> None:
        super().__init__(entries)
        self._rows, self._columns = rows, tuple(columns)
        self._labels = list(range(len(self)) if labels is None else labels)

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice):
            return super().__getitem__(place)
        return Listed(super().__getitem__(place), self._rows, self._columns, self._labels[place])

    def to_frame(self) -> Frame:
        """A pandas DataFrame; InputError where pandas is not installed."""
        labelled = zip(self._labels, self, strict=True)
        return frame_of((row for one in labelled for row in self._rows(*one)), self._columns)

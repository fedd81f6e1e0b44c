"""Texts cut into runs, on the disk while a corpus is built: they are cut once and counted twice."""

from pathlib import Path

import numpy as np

from gplsa.text.runs import Ints, Placed, Runs

_NUMBER = np.dtype("<i4")


class CutTexts:
    """The texts of one side as numbers of runs.

    runs   the distinct ones, each with its number;  often  (n_runs) how often each occurs
    Memory grows with the distinct runs, and by a few bytes for every text.
    """

    def __init__(self, folder: Path, view: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._places, self._lengths = folder / f"{view}-places", folder / f"{view}-lengths"
        for path in (self._places, self._lengths):
            path.write_bytes(b"")
        self.runs: dict[str, int] = {}
        self.often: Ints = np.zeros(0, dtype=np.int64)
        # Of every text that came: the first line behind it, and the first place behind it.
        self._ends: list[Ints] = [np.zeros((1, 2), dtype=np.int64)]

    def add(self, found: Runs) -> None:
        """Some more texts."""
        known = self.runs
        number = np.array([known.setdefault(run, len(known)) for run in found.distinct], _NUMBER)
        often = np.bincount(found.places, minlength=len(number))
        self.often = np.append(self.often, np.zeros(len(known) - len(self.often), dtype=np.int64))
        self.often[number] += often
        n_lines = np.bincount(found.documents)
        ends = np.cumsum(n_lines)
        places = np.append(0, np.cumsum(found.lengths))[ends]
        self._ends.append(self._ends[-1][-1] + np.stack([ends, places], axis=1))
        _append(self._places, number[found.places])
        _append(self._lengths, found.lengths)

    def read(self, first: int, last: int) -> Placed:
        """The texts first..last, counted from the first that came."""
        ends = self._all_ends()[first : last + 1]
        (line, place), (line_end, place_end) = ends[0], ends[-1]
        return Placed(
            _some(self._places, place, place_end),
            _some(self._lengths, line, line_end).astype(np.int64),
            np.repeat(np.arange(last - first), np.diff(ends[:, 0])),
        )

    def _all_ends(self) -> Ints:
        if len(self._ends) > 1:
            self._ends = [np.concatenate(self._ends)]
        return self._ends[0]

    def take_runs(self) -> list[str]:
        """The distinct runs in the order of their numbers, which are held no longer."""
        runs, self.runs = list(self.runs), {}
        return runs

    @property
    def n_texts(self) -> int:
        return len(self._all_ends()) - 1


def _append(path: Path, numbers: Ints) -> None:
    with path.open("ab") as stream:
        stream.write(numbers.astype(_NUMBER).tobytes())


def _some(path: Path, first: int, last: int) -> Ints:
    return np.fromfile(path, _NUMBER, count=int(last - first), offset=int(first) * _NUMBER.itemsize)

"""Places of values among those of their row."""

import numpy as np
import numpy.typing as npt

from gplsa.core.types import FloatArray


def ranks_within(rows: npt.NDArray[np.integer], value: npt.NDArray[np.floating]) -> FloatArray:
    """The place, from 0, of every value among those of its row, the largest first, of equal ones
    the first; rows ascend."""
    place = np.empty(len(rows))
    place[np.lexsort((-value, rows))] = np.arange(len(rows))
    return place - np.searchsorted(rows, rows)

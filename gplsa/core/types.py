"""Arrays by what they hold; their shapes stand in the docstrings."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Int32Array = NDArray[np.int32]
Float32Array = NDArray[np.float32]

VisualFeatures = Float32Array
"""What documents say beside their terms, (n_documents, n_looks): of pictures, Fisher vectors."""


class Look(NamedTuple):
    """The looks of one document.

    columns (n_looks,);  told_by (n_terms, n_looks)  what share of each column each term has
    """

    columns: VisualFeatures
    responsibility: FloatArray

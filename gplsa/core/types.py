"""Arrays by what they hold, their shapes in the docstrings; and a pair of sides."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Int32Array = NDArray[np.int32]
Ints = NDArray[np.signedinteger]
Float32Array = NDArray[np.float32]
StrArray = NDArray[np.str_]
Arrays = Mapping[str, NDArray[Any]]
Matrices = Sequence[sparse.csr_matrix]  # of each modality
Rng = np.random.Generator
Tick = Callable[[], None]  # called again and again during work; it may raise

Sides = tuple[str, str]  # names of two sides: what is given, and what is asked for

VisualFeatures = Float32Array
"""What documents say beside their terms, (n_documents, n_features): of pictures, Fisher vectors."""


class PictureFeatures(NamedTuple):
    """Of one document, and which of its terms make them.

    values (n_features,);  responsibility (n_terms, n_features)  the share of each that a term has
    """

    values: VisualFeatures
    responsibility: FloatArray

from typing import Any

import numpy as np


def are_counts(values: Any) -> bool:
    """Whether all are finite and at least 0: what stands in a matrix of counts or weights."""
    found = np.asarray(values)
    return bool(np.isfinite(found).all() and (found >= 0).all())

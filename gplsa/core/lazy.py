"""What loads only when it is first asked for.

scikit-learn takes most of a second to import, which no command should wait for that lists topics.
"""

from typing import Any


def normalize(matrix: Any, *options: Any, **named: Any) -> Any:
    """scikit-learn's: rows at length 1."""
    from sklearn.preprocessing import normalize as normalized

    return normalized(matrix, *options, **named)

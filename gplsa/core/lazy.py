"""What packages and modules load only when it is first asked for.

scikit-learn takes most of a second to import, which no command should wait for that lists topics.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy(homes: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """A module's `__getattr__` that finds names in their modules: {module: names}."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def found(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"no attribute {name!r}")
        return getattr(import_module(home_of[name]), name)

    return found


def normalize(matrix: Any, *options: Any, **named: Any) -> Any:
    """scikit-learn's: rows at length 1."""
    from sklearn.preprocessing import normalize as normalized

    return normalized(matrix, *options, **named)

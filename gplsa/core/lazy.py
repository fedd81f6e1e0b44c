"""What packages and modules load only when it is first asked for.

scikit-learn takes most of a second to import, which no command should wait for that lists topics.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy(module: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a module that finds names in their modules: {module: names}."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def found(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        try:
            home = import_module(home_of[name])
        except AttributeError as error:
            # `from … import …` takes it for a name that is not there, and hides the cause.
            raise ImportError(f"{home_of[name]} cannot be imported: {error}") from error
        return getattr(home, name)

    return found


def normalize(matrix: Any, *options: Any, **named: Any) -> Any:
    """scikit-learn's: rows at length 1."""
    from sklearn.preprocessing import normalize as normalized

    return normalized(matrix, *options, **named)

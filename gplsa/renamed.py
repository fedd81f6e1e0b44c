"""Arguments and attributes that have another name now: the old one works, and says which."""

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from gplsa.errors import InputError

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Class = TypeVar("_Class", bound=type)


def renamed(**names: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """A function that takes arguments under their old names as well, with a FutureWarning.

    names  old="new"
    The function raises InputError where both are given.
    """

    def of(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @wraps(function)
        def called(*arguments: _P.args, **options: _P.kwargs) -> _R:
            for old, new in names.items():
                if old in options:
                    if new in options:
                        raise InputError(
                            "{new} is given twice: {old} is its old name.", new=new, old=old
                        )
                    message = f"{old}= is called {new}= now"
                    warnings.warn(message, FutureWarning, stacklevel=2)
                    options[new] = options.pop(old)
            return function(*arguments, **options)

        return called

    return of


def old_names(**names: str) -> Callable[[_Class], _Class]:
    """A class whose attributes are found under their old names as well, with a FutureWarning.

    names  old="new"

    >>> import warnings
    >>> @old_names(looks="visual_features")
    ... class Side:
    ...     visual_features = 3
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     value = Side().looks
    >>> value, str(caught[0].message)
    (3, 'Side.looks is called visual_features now')
    """

    def of(cls: _Class) -> _Class:
        def by_old_name(self: Any, name: str) -> Any:
            if name not in names:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            message = f"{type(self).__name__}.{name} is called {names[name]} now"
            warnings.warn(message, FutureWarning, stacklevel=2)
            return getattr(self, names[name])

        cls.__getattr__ = by_old_name  # type: ignore[attr-defined]
        return cls

    return of

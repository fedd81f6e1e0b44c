"""Arguments that have another name now: the old one works, and says which."""

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from gplsa.errors import InputError

_P = ParamSpec("_P")
_R = TypeVar("_R")


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
                    told = f"{old}= is called {new}= now"
                    warnings.warn(told, FutureWarning, stacklevel=2)
                    options[new] = options.pop(old)
            return function(*arguments, **options)

        return called

    return of

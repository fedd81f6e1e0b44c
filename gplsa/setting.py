"""Settings as lines of a table: what may be chosen, what is said where it may not, how the report
names it, how the command line asks for it.

No machinery is imported here, so that the command line can list them without waiting for it.
"""

import math
from collections.abc import Callable, Collection, Mapping
from numbers import Integral, Real
from typing import Any, NamedTuple

from gplsa.errors import InputError
from gplsa.message import Message, listed

REAL = (int, float)


class Option(NamedTuple):
    """names  on the command line;  help_text  its help;  takes  "whole", "natural", "number" or
    "text",
    where there are no `choices`"""

    names: tuple[str, ...]
    help_text: str
    takes: str = "text"
    metavar: str | None = None
    choices: Collection[str] | None = None


class Setting(NamedTuple):
    """said  its name in the report;  holds  whether a value will do, and  refused  why it will
    not, where not all do"""

    said: str
    holds: Callable[[Any], bool] | None = None
    refused: Callable[[Any], Message] | None = None
    option: Option | None = None

    def problem(self, value: Any) -> Message | None:
        """Why a value will not do."""
        if self.holds is None or self.refused is None or self.holds(value):
            return None
        return self.refused(value)


def within(value: Any, kind: type | tuple[type, ...], least: float, most: float) -> bool:
    """Whether it is a number of this kind from `least` to `most`; NaN and True are none."""
    fits = isinstance(value, kind) and not isinstance(value, bool)
    return fits and bool(least <= value <= most)


def check_whole(name: str, value: Any, least: int) -> None:
    """Raises InputError where an argument of a public function is no whole number from `least`."""
    if not within(value, Integral, least, math.inf):
        raise InputError(
            "{name} is a whole number, {least} or more, not {value!r}.",
            name=name, least=least, value=value,
        )  # fmt: skip


def check_text(name: str, value: Any) -> None:
    """Raises InputError where an argument of a public function is no text."""
    if not isinstance(value, str):
        raise InputError("{name} is a text, not {value!r}.", name=name, value=value)


def check_share(name: str, value: Any) -> None:
    """Raises InputError where an argument of a public function does not lie between 0 and 1."""
    if not within(value, Real, 0, 1):
        raise InputError("{name} is a number from 0 to 1, not {value!r}.", name=name, value=value)


def number(
    said: str,
    bounds: tuple[type | tuple[type, ...], float, float],
    refused: Message,
    option: Option | None = None,
) -> Setting:
    """bounds  kind of the number, from which to which;  refused  says {most} and the {value}"""
    most = bounds[2]
    return Setting(
        said,
        lambda value: within(value, *bounds),
        lambda value: Message(refused, most=most, value=value),
        option,
    )


def choice(
    said: str, among: Collection[str], refused: Message, option: Option | None = None
) -> Setting:
    """One of some words;  refused  says {among} which, and the {value}"""
    return Setting(
        said,
        lambda value: value in tuple(among),
        lambda value: Message(refused, among=listed(among), value=value),
        option,
    )


def switch(said: str, name: str, *more: None) -> Setting:
    """more  what it may be beside on and off"""
    return Setting(
        said,
        lambda value: isinstance(value, bool) or value in more,
        lambda _: Message("{name} must be on or off", name=name),
    )


def check(chosen: object, settings: Mapping[str, Setting], *more: Message | None) -> None:
    """Raises InputError naming everything that will not do; `more` of it where it is not None.

    Numbers of NumPy, as of a loop over `arange`, become those of Python.
    """
    for name in settings:
        if getattr(value := getattr(chosen, name), "ndim", None) == 0:
            object.__setattr__(chosen, name, value.item())
    found = [one.problem(getattr(chosen, name)) for name, one in settings.items()]
    if problems := [problem for problem in (*found, *more) if problem is not None]:
        raise InputError("{problems}.", problems=listed(problems, "; "))

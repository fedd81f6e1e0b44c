"""How numba compiles our loops: one place for the flags.

`kernel` is called from Python: it releases the GIL and is cached on disk. `inlined` is called
from kernels alone and needs no door to Python, which saves a third of its compile time;
`inlined_once` is for large parts with a single caller, which would otherwise be optimised twice.

A function that is not inlined is compiled and optimised for each of its callers, and the process
takes the first of these copies for all: which one depends on what was loaded before, and so do the
last bits of a fit, whose first training on a computer differed from all later ones. Hence
`forceinline`.
"""

from functools import partial

from numba import njit

# Sums may be reordered (SIMD), but NaN and infinity keep their meaning.
SIMD = {"reassoc", "contract", "nsz", "arcp"}

kernel = partial(njit, nogil=True, cache=True, error_model="numpy")
inlined = partial(
    njit, nogil=True, error_model="numpy", fastmath=SIMD, no_cpython_wrapper=True, forceinline=True
)
inlined_once = partial(inlined, inline="always")

"""How numba compiles our loops: one place for the flags.

`kernel` is called from Python: it releases the GIL and is cached on disk. `inlined` is called
from kernels alone and needs no door to Python, which saves a third of its compile time;
`inlined_once` is for large parts with a single caller, which would otherwise be optimised twice.
"""

from functools import partial

from numba import njit

# Sums may be reordered (SIMD), but NaN and infinity keep their meaning.
SIMD = {"reassoc", "contract", "nsz", "arcp"}

kernel = partial(njit, nogil=True, cache=True, error_model="numpy")
inlined = partial(njit, nogil=True, error_model="numpy", fastmath=SIMD, no_cpython_wrapper=True)
inlined_once = partial(inlined, inline="always")

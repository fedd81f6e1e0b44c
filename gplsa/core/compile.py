"""How numba compiles our loops: one place for the flags.

`kernel` is called from Python: it releases the GIL and is cached on disk. `inlined` is called
from kernels alone and needs no door to Python, which saves a third of its compile time;
`inlined_once` is for large parts with a single caller, which would otherwise be optimised twice.

A function that is not inlined is compiled once for each of its callers, optimised in each as its
place allows, and the process takes the first of these copies for all callers: which one depends on
what was loaded before, and with sums that may be reordered so do the last bits of a fit. The first
training on a computer, which compiles, differed from all later ones. Hence `forceinline`.
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

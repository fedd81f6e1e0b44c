"""The same bytes whatever was compiled or loaded before: kernels share no parts."""

import os
import subprocess
import sys

from tests.conftest import REPOSITORY

# Compiled anew, since what comes from the cache cannot be looked into.
LOOK = """
import numpy as np
from gplsa.core.problem import _carry
new = np.full((2, 3), 1 / 3)
_carry(0, 2, (new, new, new.copy()), 0.5, True, np.zeros((2, 3)))
code = chr(10).join(_carry.inspect_asm().values())
used = [line for line in code.splitlines() if line.startswith("\\tmov") or "call" in line]
print("_carry" in code, any("floored_simplex" in line for line in used))
"""


def test_a_kernel_holds_its_parts_itself(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["True", "False"]

"""What workers are asked to do in the tests of the sandbox: good work, and every kind of bad."""

import ctypes
import errno
import os
import re
import threading

import numpy as np
from scipy import sparse

from gplsa.errors import InputError
from gplsa.sandbox.worker import opened


def answer(value, progress):
    return value


def process_id(progress):
    return os.getpid()


def refuse(progress):
    raise InputError(
        "“{name}” is not a text file: save it as text or CSV, or leave it out.", name="this"
    )


def fail(progress):
    raise KeyError("a mistake of ours")


def fill_the_disk(progress):
    raise OSError(errno.ENOSPC, "No space left on device")


def crash(progress):
    opened("hostile.mat")
    ctypes.string_at(0)


def read_each(names, progress):
    """A generator: the names of files, or why one is left out; one called bad ends the process."""
    for name in names:
        try:
            opened(name)
        except InputError as error:
            yield str(error)
            continue
        if name.startswith("bad"):
            ctypes.string_at(0)
        yield name


def think(progress):
    progress(0.1, "Thinking")
    re.match(r"(a+)+$", "a" * 60 + "b")  # in compiled code, which no signal handler interrupts


def sleep(progress):
    progress(0.5, "Sleeping")
    threading.Event().wait()


def swell(megabytes, progress):
    return len(np.ones(megabytes << 20, np.uint8))


def swell_the_answer(megabytes, progress):
    return [b"x" * (megabytes << 20) for _ in range(2)]


def count_to(n, progress):
    yield from range(n)


def count_then_crash(n, progress):
    yield from range(n)
    crash(progress)


def shout(progress):
    print("not an answer")
    return "answer"


def matrix_that_lies(progress):
    matrix = sparse.csr_matrix(np.eye(3))
    matrix.indices[1] = 10**6
    return matrix


def pointers_that_overflow(progress):
    matrix = sparse.csr_matrix(np.eye(5))
    matrix.indices = matrix.indices.astype(np.int64)
    matrix.indptr = np.array([0, 2**62, -(2**63), -(2**62), 0, 5])
    return matrix

"""Whatever a job does, its caller gets an answer or one sentence, and nothing is left of it."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse

from gplsa import sandbox
from gplsa.errors import Cancelled, InputError
from gplsa.files import is_full
from gplsa.sandbox import Limits, in_worker, stream_from_worker
from gplsa.sandbox.plain import Damaged, unpack
from tests.conftest import REPOSITORY
from tests.patience import alive, eventually
from tests.sandbox import jobs

pytestmark = pytest.mark.usefixtures("started_workers")
ROOMY = Limits(memory=400 << 20, seconds=30)


def ask(function, *arguments, limits=ROOMY, **options):
    return in_worker(function, *arguments, what="“a.txt”", limits=limits, **options)


def test_the_answer_comes_from_another_process():
    assert ask(jobs.process_id) != os.getpid()
    matrix = sparse.random(5, 4, 0.5, format="csr", random_state=0)
    value = {"a": [1, 2.5, None, True, "Größe"], "t": ("x", b"y"), "m": matrix, "e": []}
    found = ask(jobs.answer, value)
    assert abs(found.pop("m") - value.pop("m")).max() == 0
    assert found == value


def test_a_deep_message_is_damaged_before_it_is_parsed():
    deep = b"[" * 101 + b"]" * 101
    with pytest.raises(Damaged, match="nested too deeply"):
        unpack(deep, [], {})
    with pytest.raises(Damaged, match="nested too deeply"):
        unpack(b'{"texts": [0]}', [bytearray(deep)], {})


def test_a_stream_comes_one_by_one_and_ends_when_nobody_listens():
    found = stream_from_worker(jobs.count_to, 1_000, what="it", limits=ROOMY)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    assert list(found)[-1] == 999
    stopped = stream_from_worker(jobs.count_to, 10**9, what="it", limits=ROOMY)
    assert next(stopped) == 0
    stopped.close()


def test_bad_input_is_the_same_sentence_as_here():
    with pytest.raises(InputError, match=r"^“this” is not a text file: save .* leave it out\.$"):
        ask(jobs.refuse)


def test_a_mistake_of_ours_stays_visible():
    with pytest.raises(RuntimeError, match="KeyError: 'a mistake of ours'"):
        ask(jobs.fail)


def test_a_full_disk_is_no_damaged_file():
    sentence = "The disk is full where temporary files lie: make room"
    with pytest.raises(InputError, match=sentence) as caught:
        ask(jobs.fill_the_disk)
    assert is_full(caught.value.__cause__)  # so that the command line ends with its own status


def test_what_is_printed_is_no_answer():
    assert ask(jobs.shout) == "answer"


def test_a_crash_costs_a_sentence_that_names_the_file():
    with pytest.raises(InputError, match=r"“hostile.mat” made its reader fail"):
        ask(jobs.crash)
    found = stream_from_worker(jobs.count_then_crash, 2, what="it", limits=ROOMY)
    assert [next(found), next(found)] == [0, 1]
    with pytest.raises(InputError, match="made its reader fail"):
        next(found)


def test_of_several_files_the_one_that_crashes_is_left_out():
    def read(*names, **options):
        return stream_from_worker(jobs.read_each, names, what="it", limits=ROOMY, **options)

    found = list(read("a", "bad", "c", several=True))
    assert [found[0], found[2]] == ["a", "c"]
    assert found[1].startswith("“bad” made its reader fail") and len(found) == 3
    with pytest.raises(InputError, match="“bad” made its reader fail"):
        list(read("a", "bad", "c"))
    many = read("a", "bad1", "bad2", "bad3", "bad4", several=True)
    assert [next(many)[:6] for _ in range(4)] == ["a", "“bad1”", "“bad2”", "“bad3”"]
    with pytest.raises(InputError, match="“bad4” made its reader fail"):
        next(many)


@pytest.mark.skipif(sys.platform != "linux", reason="no such limit on this system")
def test_memory_has_a_limit():
    assert ask(jobs.swell, 200) == 200 << 20
    with pytest.raises(InputError, match=r"“a.txt” needs more than 400 MB of memory"):
        ask(jobs.swell, 500)


def test_the_answer_has_a_limit():
    assert len(ask(jobs.swell_the_answer, 10, limits=Limits(300 << 20, 30))) == 2
    with pytest.raises(InputError, match="needs more than 100 MB"):
        ask(jobs.swell_the_answer, 70, limits=Limits(100 << 20, 30))


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit on this system")
def test_time_has_a_limit():
    with pytest.raises(InputError, match="cannot be read within 1 seconds"):
        ask(jobs.think, limits=Limits(400 << 20, 1))


@pytest.mark.parametrize("job", [jobs.think, jobs.sleep])
def test_it_is_cancelled_whatever_it_does(job):
    """What the job does has no end, and it is gone all the same."""
    told = []

    def progress(fraction, phase):
        told.append(phase)
        if phase in ("Thinking", "Sleeping"):
            raise Cancelled

    with pytest.raises(Cancelled):
        ask(job, progress=progress)
    assert told[-1] in ("Thinking", "Sleeping")


@pytest.mark.parametrize("job", [jobs.matrix_that_lies, jobs.pointers_that_overflow])
def test_an_answer_that_lies_is_not_believed(job):
    with pytest.raises(InputError, match="made its reader fail"):
        ask(job)


def test_one_that_waits_is_taken_and_followed_by_another():
    sandbox.warm("json", keep=True)
    try:
        first = ask(jobs.process_id)
        second = ask(jobs.process_id)
        assert first != second and not alive(first) and not alive(second)
    finally:
        sandbox.close()


PARENT = """
import sys, threading
from gplsa import sandbox
from gplsa.sandbox import Limits, in_worker
from tests.sandbox import jobs
if __name__ == "__main__":
    sandbox.warm("json", keep=True)
    print(sandbox.waiting._workers._spare.pid, flush=True)
    def tell(fraction, phase):
        if phase == "Thinking":
            print("thinking", flush=True)
    in_worker(jobs.think, what="it", limits=Limits(400 << 20, 30), progress=tell)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal on this system")
def test_no_process_outlives_a_parent_that_was_killed():
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    )
    busy = int(parent.stdout.readline())
    assert parent.stdout.readline() == "thinking\n"
    assert alive(busy)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    eventually(lambda: not alive(busy))


def test_importing_starts_nothing():
    code = (
        "import gplsa, gplsa.sandbox, gplsa.reading.sandboxed; "
        "assert gplsa.sandbox.waiting._workers._spare is None"
    )
    subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=True)


def test_long_columns_and_arrays_come_back_as_they_were():
    texts = [f"Größe {n} " * (n % 7) for n in range(5_000)]
    pieces = [bytes([n % 256]) * (n % 5) for n in range(500)]
    objects = np.empty(2, dtype=object)
    objects[:] = ["a", "longer"]
    value = {"texts": texts, "pieces": pieces}
    value |= {"numbers": np.arange(6.0).reshape(2, 3), "names": np.array(["a", "bc"]), "o": objects}
    found = ask(jobs.answer, value)
    assert found["texts"] == texts and found["pieces"] == pieces
    for name in ("numbers", "names", "o"):
        np.testing.assert_array_equal(found[name], value[name])
    assert found["numbers"].flags.writeable

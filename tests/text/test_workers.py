"""Parsing in other processes: same results, quick to stop, nothing left behind."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gplsa.errors import Cancelled
from gplsa.text import Vocabulary, WordOptions, encoded, runs
from gplsa.text.workers import Workers
from tests.patience import alive, eventually

TEXTS = [
    f"Ernte {chr(97 + n % 26)}wort{chr(97 + n % 7)} Korn und Erntefeld, Feld." for n in range(400)
]


def nothing() -> None:
    pass


@pytest.fixture(scope="module")
def small_chunks() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "_CHUNK_CHARACTERS", 1000)
        patch.setattr(encoded, "_CHUNK_RUNS", 7)
        yield


def test_the_number_of_processes_changes_nothing(small_chunks: object) -> None:
    options = WordOptions("de", ngrams=2, split_compounds=True, max_df=1.0)
    here, counts_here = Vocabulary.build(TEXTS, options, n_processes=0)
    there, counts_there = Vocabulary.build(TEXTS, options, n_processes=2)
    assert here.to_json() == there.to_json()
    assert (counts_here != counts_there).nnz == 0
    assert len(here.terms) > 50


def test_results_come_in_order_and_failures_name_the_reason() -> None:
    with Workers(2) as workers:
        assert list(workers.map(divmod, [(n, 7) for n in range(50)], nothing)) == [
            divmod(n, 7) for n in range(50)
        ]
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            list(workers.map(divmod, [(1, 0)], nothing))


def test_a_worker_that_dies_is_an_error_not_a_wait() -> None:
    with Workers(1) as workers, pytest.raises(RuntimeError, match="ended"):
        list(workers.map(sys.exit, [(3,)], nothing))


def test_cancelling_stops_busy_workers_at_once(tmp_path: Path) -> None:
    begun = [tmp_path / str(n) for n in range(3)]

    def stop_while_they_work() -> None:
        if begun[0].exists() and begun[1].exists():
            raise Cancelled

    endless = "open({!r}, 'x'); import threading; threading.Event().wait()"
    workers = Workers(2)
    with pytest.raises(Cancelled), workers:
        jobs = [(endless.format(str(path)),) for path in begun]
        list(workers.map(exec, jobs, stop_while_they_work))
    assert all(process.poll() is not None for process in workers._processes)


def test_nothing_is_left_running_when_the_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    # No `if __name__ == "__main__"`: a worker must not run the main script again.
    script.write_text(
        "import os, sys\n"
        "from gplsa.text.workers import Workers\n"
        "workers = Workers(1)\n"
        "print(workers._processes[0].pid, flush=True)\n"
        "list(workers.map(os.getpid, [()], lambda: None))\n"
        "print('ready', flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(Path(encoded.__file__).parents[2]), "OPENBLAS_NUM_THREADS": "1"},
    )
    assert parent.stdin is not None and parent.stdout is not None
    worker = int(parent.stdout.readline())
    assert parent.stdout.readline().strip() == "ready"
    parent.kill()
    parent.wait()
    parent.stdin.close()
    parent.stdout.close()
    eventually(lambda: not alive(worker))


def test_building_works_from_several_threads_at_once() -> None:
    found: list[Vocabulary] = []

    def build() -> None:
        found.append(Vocabulary.build(TEXTS, WordOptions("de", max_df=1.0), n_processes=1)[0])

    threads = [threading.Thread(target=build) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2
    assert found[0].to_json() == found[1].to_json()

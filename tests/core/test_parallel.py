"""Blocks of rows on several threads."""

import threading
import time

import numpy as np
import pytest

from gplsa.core.parallel import even_blocks, run_blocks
from tests.patience import PATIENCE, PAUSE


def test_blocks_cover_every_row_once_at_about_equal_cost():
    cost = np.random.default_rng(0).integers(0, 50, 1000)
    blocks = even_blocks(cost, 2)
    assert [stop for _, stop in blocks[:-1]] == [start for start, _ in blocks[1:]]
    assert (blocks[0][0], blocks[-1][1]) == (0, 1000)
    sums = [cost[start:stop].sum() for start, stop in blocks]
    assert max(sums) < 1.3 * min(sums)


def test_rows_without_cost_are_spread_too():
    assert len(even_blocks(np.zeros(3000), 2)) == 8


def test_little_is_one_block(monkeypatch):
    monkeypatch.undo()  # of `divided`
    assert even_blocks(np.full(30, 20), 2) == [(0, 30)]
    assert len(even_blocks(np.full(30, 200), 2)) == 8


@pytest.mark.parametrize("n_threads", [1, 2])
def test_every_block_runs_once_on_as_many_threads_as_asked_for(n_threads):
    done, names, meet = [], set(), threading.Barrier(n_threads)

    def task(start, stop):
        if threading.current_thread().name not in names:
            names.add(threading.current_thread().name)
            meet.wait(PATIENCE)  # broken unless all threads are at work at once
        done.append((start, stop))

    blocks = [(i, i + 1) for i in range(12)]
    run_blocks(task, blocks, n_threads)
    assert sorted(done) == blocks
    assert len(names) == n_threads


@pytest.mark.parametrize("fails", ["here", "in the pool"])
def test_a_failing_block_is_raised_here(fails):
    both_at_work, mine = threading.Barrier(2), threading.current_thread()
    started = []

    def task(start, stop):
        started.append(start)
        if start < 2:
            both_at_work.wait(PATIENCE)
        if (threading.current_thread() is mine) == (fails == "here"):
            raise ValueError(f"block {start}")
        time.sleep(PAUSE)

    with pytest.raises(ValueError, match="block"):
        run_blocks(task, [(i, i + 1) for i in range(100)], 2)
    if fails == "here":
        assert len(started) < 100, "the other thread need not go on"


def test_a_busy_pool_does_not_keep_the_caller_waiting():
    free = threading.Event()
    others = [
        threading.Thread(
            target=run_blocks, args=(lambda start, stop: free.wait(PATIENCE), [(0, 1)] * 4, 4)
        )
        for _ in range(2)
    ]
    for other in others:
        other.start()
    done = []
    run_blocks(lambda start, stop: done.append(start), [(i, i + 1) for i in range(4)], 2)
    free.set()
    for other in others:
        other.join()
    assert sorted(done) == [0, 1, 2, 3]

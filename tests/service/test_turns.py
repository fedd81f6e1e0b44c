"""Turns between clients, and what processes count together."""

import asyncio
import threading
from contextlib import ExitStack

import pytest

from gplsa.service.gate import Rates, Turns
from gplsa.service.log import Meters
from gplsa.service.problems import Problem
from gplsa.service.tokens import Token


def test_one_document_waits_for_no_batch_of_another():
    order = []

    async def ask(turns, client, pieces):
        with turns.admitted(client):
            for piece in range(pieces):
                await turns.run(client, lambda piece=piece: order.append((client, piece)))

    async def story():
        turns = Turns(threads=1, most=20)
        gate = threading.Event()
        held = asyncio.ensure_future(turns.run("first", gate.wait))
        many = [asyncio.ensure_future(ask(turns, "many", 20)) for _ in range(4)]
        await asyncio.sleep(0)
        few = asyncio.ensure_future(ask(turns, "few", 1))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(held, few, *many)
        assert turns.under_way == 0

    asyncio.run(story())
    assert len(order) == 81
    assert order.index(("few", 0)) <= 2


def test_too_much_is_refused_and_no_client_takes_every_place():
    turns = Turns(threads=1, most=8)
    with ExitStack() as places:
        for client in "aabbccd":
            places.enter_context(turns.admitted(client))
        with pytest.raises(Problem, match="2 requests of yours") as refused, turns.admitted("a"):
            pass
        assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "5"})
        with (
            turns.admitted("d"),
            pytest.raises(Problem, match="Too much"),
            turns.admitted("e"),
        ):
            pass
    assert turns.under_way == 0


def test_what_fails_fails_where_it_was_asked_for():
    async def story():
        turns = Turns(threads=1, most=16)
        with pytest.raises(ZeroDivisionError):
            await turns.run("a", lambda: 1 / 0)
        gate = threading.Event()
        dropped = asyncio.ensure_future(turns.run("a", gate.wait))
        later = asyncio.ensure_future(turns.run("a", lambda: 5))
        await asyncio.sleep(0)
        dropped.cancel()
        gate.set()
        assert await later == 5

    asyncio.run(story())


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr("gplsa.service.gate.monotonic", lambda: now[0])
    return now


def token(per_minute):
    return Token("a", "0" * 64, (), per_minute)


def wait(rates, per_minute, amount=1):
    """Seconds as told where a question is refused, after which it is counted."""
    try:
        rates.use(token(per_minute), amount)
    except Problem as refused:
        return int(refused.headers["Retry-After"])
    return 0


def test_each_process_gives_its_share(clock):
    rates = Rates(2)
    assert [wait(rates, 4) for _ in range(3)] == [0, 0, 30]
    # Where a share is less than one question, that one is let in when all before are paid for.
    assert [wait(Rates(8), 4) for _ in range(2)] == [0, 0]
    rates = Rates(8)
    assert [wait(rates, 4) for _ in range(2)] == [0, 120]


def test_waiting_as_long_as_told_is_enough_and_not_too_long(clock):
    for amount in (1, 7, 60, 500):
        rates = Rates(1)
        rates.use(token(5), amount, more=True)
        while told := wait(rates, 5):
            clock[0] += told - 1.01
            assert 0 < wait(rates, 5) <= 2
            clock[0] += 1.01
        assert wait(rates, 5) == 0 or amount > 3


def test_a_big_batch_is_paid_for_afterwards_however_long(clock):
    rates = Rates(1)
    rates.use(token(10), 1)
    rates.use(token(10), 9999, more=True)
    with pytest.raises(Problem):
        rates.use(token(10), 9999, more=True)
    clock[0] += 60 * 998
    assert wait(rates, 10) > 60
    clock[0] += 60 * 1.2
    assert wait(rates, 10) == 0


def test_counts_are_told_in_the_format_of_prometheus():
    meters = Meters()
    meters.answered("search", 200, 0.02)
    meters.answered("search", 200, 0.7)
    meters.answered("search", 418, 99.0)
    meters.documents.inc(12)
    text = meters.text().decode()
    assert 'gplsa_requests_total{route="search",status="200"} 2.0' in text
    assert 'gplsa_request_seconds_bucket{le="0.025",route="search"} 1.0' in text
    assert 'gplsa_request_seconds_bucket{le="+Inf",route="search"} 3.0' in text
    assert 'gplsa_request_seconds_sum{route="search"} 99.72' in text
    assert "gplsa_documents_total 12.0" in text

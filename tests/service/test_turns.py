"""Turns between clients, and what processes count together."""

import asyncio
import threading

import pytest

from gplsa.service.problems import Problem
from gplsa.service.server import meters
from gplsa.service.shared import MINUTE, Rates, Shared
from gplsa.service.turns import Turns


def test_one_document_waits_for_no_batch_of_another():
    order = []

    async def ask(turns, client, pieces):
        with turns.admitted(client):
            for piece in range(pieces):
                await turns.run(client, lambda piece=piece: order.append((client, piece)))

    async def story():
        turns = Turns(threads=1, most=10, most_each=5)
        gate = threading.Event()
        held = asyncio.ensure_future(turns.run("first", gate.wait))
        many = [asyncio.ensure_future(ask(turns, "many", 20)) for _ in range(4)]
        await asyncio.sleep(0)
        few = asyncio.ensure_future(ask(turns, "few", 1))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(held, few, *many)
        assert turns.under_way == 0
        turns.close()

    asyncio.run(story())
    assert len(order) == 81
    assert order.index(("few", 0)) <= 2


def test_too_much_is_refused_and_no_client_takes_every_place():
    turns = Turns(threads=1, most=4, most_each=3)
    with turns.admitted("a"), turns.admitted("a"), turns.admitted("a"):
        with pytest.raises(Problem, match="3 requests of yours") as refused, turns.admitted("a"):
            pass
        assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "5"})
        with (
            turns.admitted("b"),
            pytest.raises(Problem, match="Too much"),
            turns.admitted("c"),
        ):
            pass
    assert turns.under_way == 0
    turns.close()


def test_what_fails_fails_where_it_was_asked_for():
    async def story():
        turns = Turns(threads=1, most=4, most_each=4)
        with pytest.raises(ZeroDivisionError):
            await turns.run("a", lambda: 1 / 0)
        gate = threading.Event()
        dropped = asyncio.ensure_future(turns.run("a", gate.wait))
        later = asyncio.ensure_future(turns.run("a", lambda: 5))
        await asyncio.sleep(0)
        dropped.cancel()
        gate.set()
        assert await later == 5
        turns.close()

    asyncio.run(story())


@pytest.fixture
def clock(monkeypatch):
    now = [MINUTE * 1000]
    monkeypatch.setattr("gplsa.service.shared.time.time", lambda: now[0])
    return now


def test_a_limit_holds_over_all_processes(clock):
    shared = Shared.of(2, 1)
    one, two = Rates(shared, 0), Rates(shared, 1)
    for rates in (one, two, one, two):
        assert rates.wait("a", 4) == 0
        rates.use("a", 1)
    assert one.wait("a", 4) == two.wait("a", 4) > 0
    assert one.wait("b", 4) == 0


def test_waiting_as_long_as_told_is_enough_and_not_too_long(clock):
    rates = Rates(Shared.of(1, 1), 0)
    for amount in (1, 7, 60, 500):
        clock[0] += 10 * MINUTE + 7
        rates.use("a", amount)
        for _ in range(50):
            if not (wait := rates.wait("a", 5)):
                break
            clock[0] += wait * 0.99
            assert rates.wait("a", 5) > 0
            clock[0] += wait * 0.01 + 1e-6
        else:
            pytest.fail("waited for ever")


def test_a_big_batch_is_paid_for_afterwards(clock):
    rates = Rates(Shared.of(1, 1), 0)
    rates.use("a", 30)
    assert rates.wait("a", 10) > MINUTE
    clock[0] += 3 * MINUTE
    assert rates.wait("a", 10) == 0


def test_counts_of_all_processes_are_told_together():
    shared = Shared.of(2, len(meters()))
    first, second = meters(), meters()
    first.attach(shared, 0)
    second.attach(shared, 1)
    first.answered("search", 200, 0.02)
    second.answered("search", 200, 0.7)
    second.answered("search", 418, 99.0)
    second.count("documents", 12)
    text = first.text()
    assert text == second.text()
    assert 'gplsa_requests_total{route="search",status="200"} 2' in text
    assert 'gplsa_requests_total{route="search",status="other"} 1' in text
    assert 'gplsa_request_seconds_bucket{route="search",le="0.025"} 1' in text
    assert 'gplsa_request_seconds_bucket{route="search",le="+Inf"} 3' in text
    assert 'gplsa_request_seconds_sum{route="search"} 99.72' in text
    assert "gplsa_documents_total 12" in text

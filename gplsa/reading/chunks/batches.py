"""Records in batches, the next one read while the present one is worked on."""

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from threading import Event
from typing import TypeVar

from gplsa.core.types import Tick
from gplsa.progress import BEAT
from gplsa.reading.chunks.streams import Record

Item = TypeVar("Item")


def batches(
    records: Generator[Record], most: int, most_characters: int, tick: Tick
) -> Generator[list[Record]]:
    """Consecutive records, a new list where one more would be beyond a bound.

    records  are closed with what is returned
    tick  is called a few times a second while the next ones are waited for, and may raise
    """
    left = Event()
    bounded = _bounded(records, most, most_characters, left)
    with closing(records), closing(_ahead(bounded, tick, left)) as found:
        yield from found


def _bounded(
    records: Iterator[Record], most: int, most_characters: int, left: Event
) -> Iterator[list[Record]]:
    batch, size = list[Record](), 0
    for record in records:
        if left.is_set():
            return
        length = sum(map(len, record.texts.values()))
        if batch and (len(batch) == most or size + length > most_characters):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch


def _ahead(items: Iterator[Item], tick: Tick, left: Event) -> Generator[Item]:
    with ThreadPoolExecutor(1, thread_name_prefix="gplsa-ahead") as pool:
        try:
            coming = pool.submit(next, items, None)
            while True:
                while wait([coming], timeout=BEAT).not_done:
                    tick()
                if (item := coming.result()) is None:
                    return
                coming = pool.submit(next, items, None)
                yield item
        finally:
            left.set()

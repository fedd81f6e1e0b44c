"""Records in batches, the next one read while the present one is worked on."""

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeVar

from gplsa.corpus.parts.streams import Record

Item = TypeVar("Item")


def batches(
    records: Iterator[Record], most: int, most_characters: int
) -> Generator[list[Record], None, None]:
    """Consecutive records, a new list where one more would be beyond a bound."""
    with closing(_ahead(_bounded(records, most, most_characters))) as found:
        yield from found


def _bounded(records: Iterator[Record], most: int, most_characters: int) -> Iterator[list[Record]]:
    batch: list[Record] = []
    size = 0
    for record in records:
        length = sum(map(len, record.texts.values()))
        if batch and (len(batch) == most or size + length > most_characters):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch


def _ahead(items: Iterator[Item]) -> Generator[Item, None, None]:
    with ThreadPoolExecutor(1, thread_name_prefix="gplsa-ahead") as pool:
        coming = pool.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = pool.submit(next, items, None)
            yield item

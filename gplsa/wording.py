"""Numbers and nouns as people write them."""

from gplsa.message import Message

MEBIBYTE = 2**20
"""Bytes of what people call a megabyte."""


def count(number: int, noun: str) -> Message:
    """ "1 pair", "1,200 pairs"."""
    return Message("{n:,} " + noun + ("" if number == 1 else "s"), n=number)

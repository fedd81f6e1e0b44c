"""Numbers and nouns as people write them."""

MEBIBYTE = 2**20
"""Bytes of what people call a megabyte."""


def count(number: int, noun: str) -> str:
    """ "1 pair", "1,200 pairs"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def said(sentence: str) -> str:
    """Marks a sentence, or a part of one, that pages say in the reader's language, where it does
    not stand in the call of an error, a doubt or a phase; returns it unchanged."""
    return sentence

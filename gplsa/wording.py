"""Numbers and nouns as people write them."""


def count(number: int, noun: str) -> str:
    """ "1 pair", "1,200 pairs"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")

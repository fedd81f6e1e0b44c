"""Writing word lists the way a grammar does: stems and the endings they take."""


def listed(words: str) -> frozenset[str]:
    """Words separated by spaces."""
    return frozenset(words.split())


def inflected(stems: str, endings: str) -> frozenset[str]:
    """Every stem with every ending; "-" stands for no ending."""
    return frozenset(
        stem + ending.replace("-", "") for stem in stems.split() for ending in endings.split()
    )

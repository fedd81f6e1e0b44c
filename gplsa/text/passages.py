"""Which part of a long text is shown, and where its counterpart says the same."""

from gplsa.text.spans import Span
from gplsa.text.vocabulary import Vocabulary


def passage_with(text: str, vocabulary: Vocabulary, terms: frozenset[int], limit: int) -> int:
    """Where a passage of so many characters begins that shows a term of these: 0 where the
    beginning does, or none stands in the text, else some words before the first, or its line."""
    start, end, spans = 0, 0 if terms else len(text), list[Span]()
    while not spans and end < len(text):  # piece by piece, as far as it takes to find one
        start, end = end, text.find(" ", end + limit) + 1 or len(text)
        spans = [span for span in vocabulary.spans(text[start:end]) if span.term in terms]
    if not spans or start + spans[0].end <= limit:
        return 0
    place = start + spans[0].start
    return max(text.rfind(" ", 0, place - limit // 3), text.rfind("\n", 0, place)) + 1


def counterpart(text: str, other: str, start: int) -> int:
    """Where another text says what stands in this one from `start` on, to the word: at the same
    line where both have as many, else as far on.

    Examples
    --------
    >>> from gplsa.text.passages import counterpart
    >>> counterpart("Das Korn.\\nEin Schiff.", "The corn is ripe.\\nA ship.", 12)
    18
    """
    lines, others = text.split("\n"), other.split("\n")
    if len(lines) == len(others) > 1:
        line = text.count("\n", 0, start)
        return sum(map(len, others[:line])) + line
    place = len(other) * start // max(len(text), 1)
    return other.find(" ", place) + 1 if place else 0

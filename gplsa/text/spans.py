"""Where the terms of a vocabulary stand in a text, so that they can be lit up there."""

from collections.abc import Collection, Mapping

from gplsa.core.items import Span
from gplsa.text.analysis import TERM, TOO_LONG, Analyser, Word
from gplsa.text.cleaning import clean_tracked
from gplsa.text.tokens import find_runs, find_runs_and_ends


def find_spans(
    text: str, analyser: Analyser, index: Mapping[str, int], frequent: Collection[str]
) -> list[Span]:
    """Where each term stands, in encoded order.

    Spans overlap where phrases or parts of compounds count beside the words they lie in.
    index  the number of each term;  frequent  terms left out for being in too many documents
    """
    options = analyser.options
    cleaned, starts, ends = clean_tracked(text, options)
    find = find_runs if options.ngrams == 1 else find_runs_and_ends
    spans: list[Span] = []
    sequence: list[tuple[int, int, str]] = []
    for run in find.finditer(cleaned):
        words = analyser.words(run[0])
        for word in words:
            spans += _of_word(word, run.start(), index, frequent)
        if options.ngrams > 1:
            sequence += [
                (run.start() + w.start, run.start() + w.end, w.key if w.kind == TERM else "")
                for w in words
            ] or [(0, 0, "")]
    for length in range(2, options.ngrams + 1):
        spans += _of_phrases(sequence, length, index)
    found = (Span(starts[start], ends[end - 1], term) for start, end, term in spans)
    return sorted(found, key=lambda span: (span.start, -span.end, span.term))


def _of_word(
    word: Word, offset: int, index: Mapping[str, int], frequent: Collection[str]
) -> list[Span]:
    parts = [(part, index[part.term]) for part in word.parts if part.term in index]
    found = [Span(offset + part.start, offset + part.end, term) for part, term in parts]
    if word.kind == TERM and word.key in index:
        found.append(Span(offset + word.start, offset + word.end, index[word.key]))
    content = (word.kind == TERM and word.key not in frequent) or word.kind > TOO_LONG
    if content and not found:
        found.append(Span(offset + word.start, offset + word.end, -1))
    return found


def _of_phrases(
    sequence: list[tuple[int, int, str]], length: int, index: Mapping[str, int]
) -> list[Span]:
    spans = []
    for first in range(len(sequence) - length + 1):
        words = sequence[first : first + length]
        term = index.get(" ".join(key for _, _, key in words), -1)
        if term >= 0 and all(key for _, _, key in words):
            spans.append(Span(words[0][0], words[-1][1], term))
    return spans

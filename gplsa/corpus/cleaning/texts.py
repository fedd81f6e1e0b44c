"""What is taken out of the texts themselves, one kind after the other."""

from collections.abc import Collection, Sequence

from gplsa.corpus.cleaning.markup import MARKUP, SPACES
from gplsa.corpus.cleaning.repeated import repeated_lines, without_lines

REPEATED = "repeated lines"
TEXT_KINDS = (*MARKUP, REPEATED)


def tidied(
    texts: Sequence[str], kinds: Collection[str] = TEXT_KINDS
) -> tuple[list[str], dict[str, list[int]]]:
    """The texts of a side without what these kinds name, and the rows that each kind changed.

    A text of which nothing is left is "". Lines keep their numbers.
    """
    found: dict[str, list[int]] = {kind: [] for kind in TEXT_KINDS if kind in kinds}
    out = list(texts)
    for kind, without in MARKUP.items():
        if kind not in found:
            continue
        for row, text in enumerate(out):
            new = without(text)
            if new is not text and new != text:
                out[row] = SPACES.sub(" ", new)  # of runs that removal left
                found[kind].append(row)
    if REPEATED in found and (repeated := repeated_lines(out)):
        for row, text in enumerate(out):
            new = without_lines(text, repeated)
            if new != text:
                out[row] = new
                found[REPEATED].append(row)
    for row in set().union(*found.values()):
        if not out[row].strip():
            out[row] = ""
    return out, found

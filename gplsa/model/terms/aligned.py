"""The lines of pairs that say the same: by the lexicon that a model has learned, or by one that is
learned from these pairs alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

import numpy as np

from gplsa.core.sums import column_sums
from gplsa.core.types import BoolArray
from gplsa.errors import InputError
from gplsa.keywords.pairing.lines import Aligner, LineGroups, PairedLines
from gplsa.model.direction import Direction
from gplsa.progress import Progress, scaled
from gplsa.text.cleaning import with_whole_words
from gplsa.text.encoded import Encoded

_HYPHEN_END = re.compile(r"([\u00ad\u2010\u2011\-=¬⸗])\n")
UNTRANSLATED = 20
"""Letters from which a line that is the same on both sides is no name or number that they share."""


class AlignedLine(NamedTuple):
    """What stands side by side in one pair: its row, and the text of either side."""

    row: int
    source: str
    target: str


@dataclass(frozen=True)
class Aligned:
    """Aligned lines of some pairs, in the order of the corpus.

    lines    the texts;  groups  which of the encoded lines each is made of
    encoded  the words of all lines of either side
    """

    lines: list[AlignedLine]
    groups: LineGroups
    encoded: tuple[Encoded, Encoded]


def align_pairs(
    direction: Direction, rows: Sequence[int] | np.ndarray, progress: Progress | None = None
) -> Aligned:
    """The aligned lines of the pairs at `rows`, which keep their order.

    Lines without a partner are left out, and those that nobody has translated: such as are the
    same on both sides.  A pair with one line on a side is one aligned line.
    Raises InputError where the sides are no texts or the model does not hold them.
    """
    vocabularies, model = direction.of_texts(), direction.model
    if not model.has_texts:
        raise InputError(
            "This model was saved without its texts, so it has no lines to show: train again and "
            "keep them."
        )
    texts = [[model.corpus.texts[side][row] for row in rows] for side in direction.sides]
    encoded = [
        vocabulary.encode(own, scaled(progress, 0.4 * place, 0.4 * (place + 1)))
        for place, (vocabulary, own) in enumerate(zip(vocabularies, texts, strict=True))
    ]
    both = zip(vocabularies, encoded, strict=True)
    first, second = (vocabulary.count_encoded(own) for vocabulary, own in both)
    paired = PairedLines.of(first, second, len(rows))
    if direction.leads:
        source, target = (model.counts[side] for side in direction.sides)
        frequency = column_sums(target)
        ratio = float(frequency.sum()) / max(float(source.sum()), 1.0)
        known = direction.ranker.lexicon
        aligner = Aligner((known.indptr, known.indices, known.translation), frequency, ratio)
    else:
        aligner = Aligner.learn(paired)
    groups = _in_order(aligner.group(paired, scaled(progress, 0.8, 1.0)))
    pieces = []
    for vocabulary, own, group in zip(vocabularies, texts, groups[:2], strict=True):
        whole = [with_whole_words(text, vocabulary.options) for text in own]
        pieces.append(_joined(whole, group, len(groups.document)))
    translated = [
        own.casefold() != other.casefold() or len(own) < UNTRANSLATED
        for own, other in zip(*pieces, strict=True)
    ]
    groups = _of_these(groups, np.array(translated, dtype=bool))
    lines = [
        AlignedLine(int(rows[document]), *sides)
        for document, *sides in zip(
            groups.document.tolist(), *(compress(own, translated) for own in pieces), strict=True
        )
    ]
    return Aligned(lines, groups, (encoded[0], encoded[1]))


def _of_these(groups: LineGroups, kept: BoolArray) -> LineGroups:
    """Some of the units, by a mask, as if the lines of the others had no partner."""
    place = np.append(np.where(kept, np.cumsum(kept) - 1, -1), -1)
    return LineGroups(place[groups.source], place[groups.target], groups.document[kept])


def _in_order(groups: LineGroups) -> LineGroups:
    """Units in the order of their lines: an alignment is traced from the end of a document."""
    lines = np.flatnonzero(groups.source >= 0)
    first = np.full(len(groups.document), len(groups.source))
    np.minimum.at(first, groups.source[lines], lines)
    order = np.argsort(first, kind="stable")
    place = np.append(np.argsort(order), -1)  # of −1, too
    return LineGroups(place[groups.source], place[groups.target], groups.document[order])


def _joined(texts: Sequence[str], group: np.ndarray, n_groups: int) -> list[str]:
    """The text of every aligned line: the lines of a document it is made of."""
    # Cut as `Vocabulary.count_lines` does, which numbers them.
    lines = [line for text in texts for line in text.removesuffix("\n").split("\n")]
    pieces: list[list[str]] = [[] for _ in range(n_groups)]
    for line, number in zip(lines, group.tolist(), strict=True):
        if number >= 0:
            pieces[number].append(line.strip())
    # A title ends where its line does; a hyphen there was left to stand.
    return [_HYPHEN_END.sub("\\1 ", "\n".join(filter(None, piece))) for piece in pieces]

r"""The bilingual lexicon of a corpus: words and phrases of two sides that stand for each other.

All lines are aligned; `matching` finds what goes with what in them.  An entry is shown in the form
that stands most often in the lines behind it or, where a dictionary tells it, in its base form:
*absurd*, not *absurdes*.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.corpus.words import Vocabulary
from gplsa.corpus.words.sequence.surroundings import in_order
from gplsa.errors import InputError
from gplsa.gist.pairing.units import merge_rows
from gplsa.message import Message
from gplsa.progress import Progress, report, scaled
from gplsa.trained.model import TrainedModel
from gplsa.trained.phrasing import keyword_forms
from gplsa.trained.terms.aligned import Aligned, AlignedLine, align_pairs, text_sides
from gplsa.trained.terms.matching import LEAST_DICE, Items, Match, match
from gplsa.trained.terms.sought import outermost

MIN_PAIRS = 3
PLAIN_LINE = 30
"""An example has at least so many characters, where there is one: headings show little."""
LINES_FOR_FORM = 15
PHASE = Message("Lexicon")


@dataclass(frozen=True)
class Entry:
    """A word or phrase of either side, and what speaks for their being the same.

    probability  P(target | source): of the aligned lines with `source`, those that hold `target`
    back         P(source | target), the other way round
    lines        aligned lines that hold both;  pairs  of how many pairs
    example      a short one of these lines
    nouns        which side's term a dictionary tells to be a noun
    """

    source: str
    target: str
    probability: float
    back: float
    lines: int
    pairs: int
    example: AlignedLine
    nouns: tuple[bool, bool] = (False, False)


def lexicon(
    model: TrainedModel,
    source: str,
    target: str,
    *,
    min_pairs: int = MIN_PAIRS,
    least: float = LEAST_DICE,
    progress: Progress | None = None,
) -> list[Entry]:
    """Every entry from side `source` to side `target`, in the order of the source words.

    min_pairs  pairs of the corpus that must show an entry;  least  D that it needs
    Raises InputError where the sides are no texts, the model does not hold them, or a number is
    out of range.
    """
    if min_pairs < 1:
        raise InputError(
            "An entry needs at least 1 pair behind it, not {min_pairs}.", min_pairs=min_pairs
        )
    if not 0 <= least <= 1:
        raise InputError(
            "The strength of an entry lies between 0 and 1; {least} was asked for.", least=least
        )
    vocabularies = text_sides(model, source, target)
    rows = np.flatnonzero(model.corpus.has(source) & model.corpus.has(target))
    aligned = align_pairs(model, source, target, rows, scaled(progress, 0.0, 0.5))
    items = []
    for place, (side, vocabulary) in enumerate(zip((source, target), vocabularies, strict=True)):
        part = scaled(progress, 0.5 + 0.15 * place, 0.65 + 0.15 * place)
        items.append(_items(model, side, vocabulary, rows, aligned, place, part))
    report(progress, 0.8, PHASE)
    matches = match(items[0], items[1], least, min_pairs)
    return _entries(model, (source, target), items, matches, aligned, min_pairs, progress)


def _items(
    model: TrainedModel,
    side: str,
    vocabulary: Vocabulary,
    rows: np.ndarray,
    aligned: Aligned,
    place: int,
    progress: Progress | None,
) -> Items:
    """The words and phrases of one side in the aligned lines."""
    counts, phrasing = [aligned.counted[place].counts], model.phrasings.get(side)
    made_of: list[tuple[int, ...]] = [(word,) for word in range(len(vocabulary.terms))]
    left_out = np.zeros(len(made_of), dtype=bool)
    parts = sparse.csr_matrix((len(made_of), len(made_of)))
    if phrasing is not None:
        texts = model.corpus.texts[side]
        ordered = in_order(vocabulary, [texts[row] for row in rows], progress)
        counts.append(phrasing.chosen.count(ordered))
        made_of += [
            tuple(word for word in sequence if word < len(vocabulary.terms))
            for sequence in phrasing.chosen.sequences
        ]
        parts = phrasing.traits.parts
        left_out = np.append(phrasing.traits.circumstance, np.zeros(len(phrasing.chosen), bool))
    table = sparse.csr_matrix(sparse.hstack(counts))
    held = merge_rows(table, aligned.groups[place], len(aligned.lines))
    held.data[:] = 1.0
    held.sort_indices()
    holds = [
        {*words, *(int(part) for word in words for part in parts[[word]].indices)}
        for words in made_of
    ]
    return Items(held, keyword_forms(vocabulary, phrasing), made_of, holds, left_out)


def _entries(
    model: TrainedModel,
    sides: tuple[str, str],
    items: Sequence[Items],
    matches: Sequence[Match],
    aligned: Aligned,
    min_pairs: int,
    progress: Progress | None,
) -> list[Entry]:
    documents = np.array([line.row for line in aligned.lines])
    found = []
    for place, one in enumerate(matches):
        if place % 100 == 0:
            report(progress, 0.85 + 0.15 * place / len(matches), PHASE)
        pairs = len(np.unique(documents[one.lines]))
        if pairs < min_pairs:
            continue
        lines = [aligned.lines[number] for number in one.lines]
        some = lines[:: -(-len(lines) // LINES_FOR_FORM)]
        source = _form(model, sides[0], items[0], one.source, [line.source for line in some])
        target = _form(model, sides[1], items[1], one.target, [line.target for line in some])
        example = min(lines, key=_plainness)
        seen = one.share, one.back, len(lines), pairs, example
        nouns = _is_noun(model, sides[0], source), _is_noun(model, sides[1], target)
        found.append(Entry(source, target, *seen, nouns))
    return sorted(found, key=lambda entry: (entry.source.casefold(), entry.target.casefold()))


def _form(model: TrainedModel, side: str, items: Items, number: int, lines: Sequence[str]) -> str:
    """The base form of how a word is mostly written in these lines; phrases have one form."""
    vocabulary = model.vocabularies[side]
    if len(items.made_of[number]) > 1 or not isinstance(vocabulary, Vocabulary):
        return items.forms[number]
    forms = Counter(
        line[span.start : span.end]
        for line in lines
        for span in outermost(vocabulary.spans(line))
        if span.term == number
    )
    # Of equally frequent ones the usual form, so that the choice does not hang on single lines.
    usual = items.forms[number]
    often = max(forms, key=lambda form: (forms[form], form == usual, form), default=usual)
    return vocabulary.entry_form(often)


def _is_noun(model: TrainedModel, side: str, term: str) -> bool:
    vocabulary = model.vocabularies[side]
    return isinstance(vocabulary, Vocabulary) and vocabulary.is_noun(term)


def _plainness(line: AlignedLine) -> tuple[bool, int, int]:
    """Short lines first, but no headings."""
    length = len(line.source) + len(line.target)
    return length < 2 * PLAIN_LINE, length, line.row

r"""The bilingual lexicon of a corpus: words and phrases of two sides that stand for each other.

All lines are aligned and their words linked (`bitext`).  What is linked as one in a line is an
observation of two items f and e; with n_fe lines that link the two, n_f and n_e that hold either,

    D(f, e) = 2 n_fe / (n_f + n_e)                                      [Dice; Smadja et al. 1996]

and an entry is what is best for each other by D, if it is among the answers to f as a word that is
looked up, or the answer that it is a part of, where more lines say that; its lines are counted as
there.  A phrase is shown as it stands most often in the lines behind it, a word in its base form
where a dictionary tells it: *absurd*, not *absurdes*.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, normalize

import numpy as np

from gplsa.message import Message
from gplsa.model.direction import Direction
from gplsa.model.phrasing import Phrasing
from gplsa.model.terms.aligned import AlignedLine
from gplsa.model.terms.answering import Asked
from gplsa.model.terms.bitext import Bitext, Said
from gplsa.model.terms.concordance import all_lines, line_of
from gplsa.model.terms.partners import Answer
from gplsa.model.terms.side_words import SideWords, as_written
from gplsa.progress import Progress, report, scaled
from gplsa.setting import check_whole
from gplsa.text.analysis import STOP_WORD, TERM, entry_form, is_noun

MIN_PAIRS = 3
LEAST_DICE = 0.1
PLAIN_LINE = 30
"""An example has at least so many characters, where there is one: headings show little."""
EXAMPLE = 200
"""Characters of either side of an example, where a sentence is longer."""
DOUBTFUL = 0.25
"""Of the lines with a word, the share that says it so below which an entry is doubtful."""
PHASE = Message("Lexicon")

Words = tuple[int, ...]
Span = tuple[int, int]
_Terms = tuple[Words, Words]
_Seen = dict[_Terms, list[Span]]


@dataclass(frozen=True)
class Entry:
    """A word or phrase of either side, and what speaks for their being the same.

    lines        aligned lines in which either is said by the other, of how many pairs of documents
    source_lines, target_lines  lines that hold `source`, and those that hold `target`
    example      of a short one of these lines what stands around both
    nouns        which side's term a dictionary tells to be a noun
    """

    source: str
    target: str
    lines: int
    source_lines: int
    target_lines: int
    pairs: int
    example: AlignedLine
    nouns: tuple[bool, bool] = (False, False)

    @property
    def terms(self) -> tuple[str, str]:
        return self.source, self.target

    @property
    def probability(self) -> float:
        """P(target | source): of the lines with `source`, those that say it by `target`."""
        return self.lines / self.source_lines

    @property
    def doubtful(self) -> bool:
        return self.probability < DOUBTFUL

    @property
    def in_part(self) -> bool:
        """Whether one is some words of the other, as it stands there: *York*, of *New York*."""
        first, second = ({*term.casefold().split()} for term in self.terms)
        return first < second or second < first

    @property
    def back(self) -> float:
        """P(source | target), the other way round."""
        return self.lines / self.target_lines


def lexicon(
    direction: Direction, *, min_pairs: int = MIN_PAIRS, progress: Progress | None = None
) -> list[Entry]:
    """Every entry from one side to the other, in the order of the source words.

    min_pairs  pairs of the corpus that must show an entry
    Raises InputError where the sides are no texts, the model does not hold them, or the number is
    out of range.
    """
    check_whole("min_pairs", min_pairs, 1)
    direction.of_texts()
    read = all_lines(direction, scaled(progress, 0.0, 0.8))
    report(progress, 0.8, PHASE)
    pairs = _pairs(read, _seen(direction, read), min_pairs)
    asked, found, tried = Asked(direction, read), dict[_Terms, Entry](), set[_Terms]()
    while chosen := [pair for pair in _best(pairs) if pair.terms not in tried]:
        tried.update(pair.terms for pair in chosen)
        part = scaled(progress, 0.85, 1.0) if not found else None
        entries = _entries(asked, chosen, min_pairs, part)
        found = {terms: one for terms, one in entries.values() if not one.in_part} | found
        # Where *Mitgliedstaat* is *Member States*, *Member* is there for others.
        longer = {of for of, (terms, _) in entries.items() if terms != of}
        pairs = [pair for pair in pairs if pair.terms not in longer]
    return sorted(found.values(), key=lambda entry: [*map(dictionary_order, entry.terms)])


@dataclass(frozen=True)
class _Pair:
    """Two items that are linked as one: their places in each line, and D."""

    source: Words
    target: Words
    places: list[tuple[int, int]]
    counts: tuple[int, int, int]

    @property
    def terms(self) -> _Terms:
        return self.source, self.target

    @property
    def dice(self) -> float:
        both, first, second = self.counts
        return 2 * both / (first + second)


def entries_with(entries: Sequence[Entry], part: str) -> list[int]:
    """The places of those with this in a word of either side, however it is written; all for ""."""
    own = part.strip().casefold()
    return [at for at, one in enumerate(entries) if any(own in t.casefold() for t in one.terms)]


def _seen(direction: Direction, read: Bitext) -> _Seen:
    """Of all items that are said by each other the places of their first words."""
    found: defaultdict[tuple[Words, Words], list[Span]] = defaultdict(list)
    known = [
        _known_phrases(one.phrasing, words)
        for one, words in ((direction.turned, read.source), (direction, read.target))
    ]
    before: list[tuple[Span, Span]] = []
    for first, second in sorted(read.phrases()):
        words = read.source.words_in(first), read.target.words_in(second)
        found[words].append((first[0], second[0]))
        before = [pair for pair in before if read.source.beside(pair[0], first)]
        # Phrases whose words are said one by one: *nachhaltige Entwicklung*.
        for begin, begin_there in before:
            whole = min(begin[0], first[0]), first[1]
            there = min(begin_there[0], second[0]), max(begin_there[1], second[1])
            words = read.source.words_in(whole), read.target.words_in(there)
            if words[0] in known[0] and words[1] in known[1]:
                found[words].append((whole[0], there[0]))
        before = [
            (first, second),
            *(
                ((begin[0], first[1]), (min(other[0], second[0]), max(other[1], second[1])))
                for begin, other in before
            ),
        ]
    return found


def _known_phrases(phrasing: Phrasing | None, words: SideWords) -> set[Words]:
    """The phrases that training found on one side."""
    if phrasing is None:
        return set()
    chosen = phrasing.chosen
    counted = [(TERM, term) for term in words.vocabulary.terms]
    counted += [(STOP_WORD, word) for word in chosen.joining]
    return {tuple(words.numbers.get(counted[n], -1) for n in own) for own in chosen.sequences}


def _pairs(read: Bitext, seen: _Seen, min_lines: int) -> list[_Pair]:
    held: tuple[dict[Words, int], dict[Words, int]] = ({}, {})
    pairs, sides = [], (read.source, read.target)
    for items, places in seen.items():
        both = len({int(read.source.line[place]) for place, _ in places})
        if both < min_lines:
            continue
        for own, side, words in zip(held, sides, items, strict=True):
            if words not in own:
                own[words] = len(np.unique(side.line[side.places_of(words)]))
        pairs.append(_Pair(*items, places, (both, held[0][items[0]], held[1][items[1]])))
    return pairs


def _best(pairs: Sequence[_Pair]) -> list[_Pair]:
    """Those that are each other's best."""
    best: tuple[dict[Words, float], dict[Words, float]] = ({}, {})
    for pair in pairs:
        for table, words in zip(best, pair.terms, strict=True):
            table[words] = max(table.get(words, 0.0), pair.dice)
    return [
        pair
        for pair in pairs
        if pair.dice >= LEAST_DICE and pair.dice == best[0][pair.source] == best[1][pair.target]
    ]


def _entries(
    asked: Asked, chosen: Sequence[_Pair], min_pairs: int, progress: Progress | None
) -> dict[_Terms, tuple[_Terms, Entry]]:
    """By pairs that are among the answers to their source, or parts of them, these as entries,
    counted as there, with the words they are of."""
    found, read = {}, asked.read
    turned = Asked(asked.direction.turned, read.turned())
    compounds = np.diff(read.target.parts.indptr) > 0
    for place, pair in enumerate(chosen):
        if place % 100 == 0:
            report(progress, place / len(chosen), PHASE)
        own, other = written = [_written(read, side, pair) for side in (0, 1)]
        if not own or not other:
            continue
        if own != other:  # names are in no other form
            own = _shown(read.source, pair.source, own)
            other = _shown(read.target, pair.target, other)
        source, back = pair.source, None
        if len(pair.target) == 1 and compounds[pair.target[0]]:
            back = _answer(turned, pair.target, other, source)
        if back is not None and back[0].sequence != source:
            source, own = back[0].sequence, back[0].word
        answer = _answer(asked, source, own, pair.target)
        places = answer[1] if answer is not None else []
        pairs = len({read.lines[one.line].row for one in places})
        if answer is None or pairs < min_pairs:
            continue
        target = answer[0].sequence
        if source == pair.source:
            own = read.source.whole(source, written[0], read.texts[0]) or own
        if target == pair.target:
            other = read.target.whole(target, written[1], read.texts[1]) or other
        else:
            other = answer[0].word
        nouns = [
            len(words) == 1 and is_noun(term, side.vocabulary.options)
            for words, term, side in ((source, own, read.source), (target, other, read.target))
        ]
        held = len(np.unique(read.target.line[read.target.places_of(target)]))
        counts = answer[0].lines, answer[0].of, held, pairs
        example = _example(read, places, len(source))
        entry = Entry(own, other, *counts, example, (nouns[0], nouns[1]))
        found[pair.terms] = (source, target), entry
    return found


def _answer(asked: Asked, words: Words, typed: str, part: Words) -> Answer | None:
    """What says some words in most lines, of all that has `part` in it: *Mitgliedstaaten* is linked
    to *Member* alone, and is *Member States*."""
    said = asked.read.said(asked.read.source.places_of(words), len(words))
    held = (one for one in asked.answers(said, words, typed) if _holds(one[0].sequence, part))
    return max(held, key=lambda one: (one[0].lines, one[0].sequence == part), default=None)


def _holds(words: Words, part: Words) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))


def _written(read: Bitext, side: int, pair: _Pair) -> str:
    words, numbers = (read.source, read.target)[side], (pair.source, pair.target)[side]
    places = [both[side] for both in pair.places]
    return as_written(words, read.texts[side], places, len(numbers))


def _shown(words: SideWords, numbers: Words, written: str) -> str:
    """A word in its base form, unless that would be looked up as another word (*erst*)."""
    if len(numbers) > 1:
        return written
    base = entry_form(written, words.vocabulary.options)
    return base if words.numbers_of(base) == [*numbers] else written


def dictionary_order(word: str) -> tuple[str, str]:
    """A word as dictionaries order it: *accès* before *accuser*."""
    letters = normalize("NFKD", word.casefold().replace("œ", "oe"))
    return "".join(letter for letter in letters if not combining(letter)), word


def _example(read: Bitext, places: Sequence[Said], length: int) -> AlignedLine:
    """Of a short line that is no heading, the passages that show both."""

    def plainness(one: Said) -> tuple[bool, int, Said]:
        line = read.lines[one.line]
        n = len(line.source) + len(line.target)
        return n < 2 * PLAIN_LINE, n, one

    best = min(places, key=plainness)
    shown = line_of(read, best.line, [(best.place, length)], (best, ""))
    (source, _), (target, _) = shown.passages(EXAMPLE)
    return AlignedLine(shown.row, source, target)

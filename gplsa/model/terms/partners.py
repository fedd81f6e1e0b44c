r"""What stands for a word or phrase on the other side.

In aligned lines whose words are linked (`bitext`): what the word is said by, each answer with the
number of lines in which it is, ranked by

    (n_fe + b_fe) · P(f|e)^η · κ · γ · (√(t D) + ε)^δ,

b_fe what lines of answers that are in e, or that e is in, count for it, P(f|e) = n_fe/n_e the share
of the lines with e in which it says f, κ less than 1 where one is rather a noun and the other is
not, γ less than 1 where e is several words and much longer than f, √(t D) what the learned lexicon
knows of the words of e, on average.  For a phrase κ, γ and the last factor are left out.

A longer answer counts with a shorter one in it that is far more frequent: *general budget* with
*budget*.  A compound is said by a word together with the one beside it that says another of its
parts, or the whole by the learned lexicon: *Wertegemeinschaft* by *community of values*,
*Treibhauseffekt* by *greenhouse effect*.  Where the links of a place tell nothing, the learned
lexicon does.  An answer is shown as it is mostly written there.

Without texts: the partners that the learned lexicon has, by √(t D).  D(f, e) is the Dice
coefficient of pairs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gplsa.core.sums import column_sums, document_frequency
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.model.direction import Direction
from gplsa.model.terms.bitext import Bitext, Said
from gplsa.model.terms.side_words import as_written
from gplsa.model.terms.wholes import LEAST_LINES, beyond_chance, said_again, whole_phrases

MOST_PARTNERS = 15
COMMON = 0.1
"""η: of answers that are said about as often, one that says little else comes first."""
UNKNOWN_KIND = 0.5
"""Of a word that training did not count."""
LEARNED = 0.3
UNLEARNED = 0.02
"""δ and ε: of answers that are said about as often, one that training has learned comes first."""
IN_SHORTER = 0.3
INSIDE = 0.3
WHOLE = 0.5
"""Lines that tell two answers of which one is in the other count for the shorter, by INSIDE, but
for the longer, by WHOLE, where a compound is asked for."""
LONGEST = 1.6
"""How many times as long as a word that is no compound a phrase may be that says it: translations
are about as long as what they translate (Gale and Church, "A program for aligning sentences in
bilingual corpora", Computational Linguistics 19, 1993)."""
OWN_LINES = 5
"""Lines with a word in the form typed from which they may say something else than its other forms:
*Frauen* and *Frau*."""
LEAST_PAIRS = 2
TOGETHER, TOGETHER_OFTEN, TOGETHER_ONCE, OFTEN = 13.0, 10.0, 22.0, 4
MOSTLY, LEARNED_WELL, BY_LINKS = 0.5, 0.15, 0.1
"""What makes an answer sure: to stand in the lines of the word far beyond chance, by G² where two
lines say it so, OFTEN ones or one, and linked more often than by chance (*long* of *no longer* is
not with *Auseinandersetzung*); to be in half of all lines; or √(t D) in the learned lexicon."""
ONCE_OF, WHOLE_PHRASE = 10, 0.3
"""Lines with a word of which one may tell an answer; share of the lines with a word that say a
phrase by it from which it says the whole: *trade policy* is *Handelspolitik*."""
SURE = 0.5
"""√(t D) from which a partner of the lexicon is no doubtful one."""

LEAST_BEFORE = 3
"""Letters before a word that is a part of another: *Beben* of *Erdbeben*, not *Bau* of *Abbau*."""


@dataclass(frozen=True)
class Partner:
    """A word or phrase of the other side.

    lines   with the word sought that say it so;  of  lines with the word
            (without texts: pairs of documents that hold both, and pairs with the word)
    doubtful  whether it may be there by chance, where fewer than half of the answers are right
    sequence  its words, as places show it;  spelled  whether its spelling tells it
    part_of   the better answer that ends with it, or holds it as a word: *earthquake*, *quake*
    """

    word: str
    lines: int
    of: int
    doubtful: bool
    sequence: tuple[int, ...] = ()
    spelled: bool = False
    part_of: str = ""

    @property
    def share(self) -> float:
        return self.lines / max(self.of, 1)


def whole_of(word: str, others: Iterable[str]) -> str:
    """Of other answers the first that ends with a word, or has it as one of its own; "" for none.

    >>> whole_of("quake", ["tremor", "earthquake"]), whole_of("law", ["lawyer", "law of the sea"])
    ('earthquake', 'law of the sea')
    """
    own = word.casefold()
    for other in others:
        small = other.casefold()
        before = small.removesuffix(own)
        if small != own and (own in small.split() or LEAST_BEFORE <= len(before) < len(small)):
            return other
    return ""


@dataclass(frozen=True)
class Kinds:
    """What is known of a word that is asked for, beside its links.

    parts  of a compound: the words that say each of its parts
    nouniness  its share of uses as a noun, as in `Traits`;  of_target  of the words that answer
    known  √(t D) of its partners in the learned lexicon
    letters  what says it has as many by the lengths of the texts of both sides
    """

    parts: list[set[int]]
    nouniness: float | None
    of_target: dict[int, float]
    known: dict[int, float]
    letters: float

    def fit(self, words: Sequence[int]) -> float:
        """κ (√(t D) + ε)^δ of the words with content of an answer: less where the last of them is
        of another kind, and for what only links tell."""
        last = self.of_target.get(words[-1], UNKNOWN_KIND)
        apart = 0.0 if self.nouniness is None else abs(self.nouniness - last)
        return float(max(1 - apart, 0.01) * (self.strength(words) + UNLEARNED) ** LEARNED)

    def strength(self, words: Sequence[int]) -> float:
        """√(t D) of these words, on average."""
        return sum(self.known.get(word, 0.0) for word in words) / len(words)

    def fit_of_length(self, words: Sequence[str]) -> float:
        """γ of an answer as it is written."""
        if self.parts or len(words) == 1:
            return 1.0
        return min(LONGEST * self.letters / len(" ".join(words)), 1.0) ** 2


Answer = tuple[Partner, list[Said]]
"""With the places where it is one."""


def answers(
    found: Bitext, said: list[Said], kinds: Kinds | None = None, length: int = 1
) -> Iterator[Answer]:
    """The answers of some places of so many words, best first.  kinds  where it is one word"""
    if kinds is not None:
        said = whole_phrases(found, said, kinds.parts, kinds.known)
    said = said_again(found, said, length)
    own = {one.line for one in said}
    exact: defaultdict[tuple[int, ...], list[Said]] = defaultdict(list)
    for one in said:
        if one.first >= 0:
            exact[found.target.words_in((one.first, one.last))].append(one)
    together = _with_shorter(exact)
    beside = _lines_beside(together, compound=kinds is not None and bool(kinds.parts))
    ranked, doubted = [], dict[tuple[int, ...], list[Said]]()
    for sequence, places in together.items():
        lines, known = len({one.line for one in places}), 0.0
        there = {*found.target.line[found.target.places_of(sequence)].tolist()}
        back = lines / max(len(there), lines)
        score = (lines + beside[sequence]) * back**COMMON
        if kinds is not None:
            content = [word for word in sequence if found.target.content[word]]
            known = kinds.strength(content)
            written = found.target.forms_at(exact[sequence][0].first, len(sequence))
            score *= kinds.fit(content) * kinds.fit_of_length(written)
        ranked.append((-score, sequence))
        of = len(own), len(there), len(found.lines)
        beyond, by_links = (beyond_chance(n, *of) for n in (len(own & there), lines))
        # A word that is far more often there without the phrase is the translation of a part.
        cut = length > 1 == len(sequence) and back < WHOLE_PHRASE
        if cut or doubtful(lines, len(own), beyond, known, by_links):
            doubted[sequence] = places
    names: list[str] = []
    for _, sequence in sorted(ranked):
        begin = [one.first for one in exact[sequence]]
        if len(names) == MOST_PARTNERS:
            return
        if word := as_written(found.target, found.texts[1], begin, len(sequence)):
            word = found.target.whole(sequence, word, found.texts[1]) or word
            longer = (at for one, at in doubted.items() if sequence in _stretches(one))
            places = sum(longer, together[sequence])
            lines, doubt = len({one.line for one in places}), sequence in doubted
            yield (
                Partner(word, lines, len(own), doubt, sequence, part_of=whole_of(word, names)),
                places,
            )
            names.append(word)


def doubtful(lines: int, of: int, beyond: float, known: float, by_links: float) -> bool:
    """Whether such answers are too often wrong: of so many lines with the word, so far `beyond`
    chance that both stand in one (G²), and that links say so, √(t D) in the learned lexicon; by 400
    words of records, news and speeches whose answers were judged one by one."""
    if lines < LEAST_LINES:
        return of > ONCE_OF or beyond < TOGETHER_ONCE
    least = TOGETHER if lines < OFTEN else TOGETHER_OFTEN
    together = beyond >= least and by_links >= BY_LINKS
    return lines < MOSTLY * of and not together and known < LEARNED_WELL


def own_form(found: Bitext, said: list[Said], typed: str, kinds: Kinds) -> list[Said]:
    """Of the places of a word those in the form typed, where these say something else."""
    own = [
        one for one in said if found.source.forms_at(one.place)[0].casefold() == typed.casefold()
    ]
    if len({one.line for one in own}) < OWN_LINES:
        return said
    best = (next(answers(found, places, kinds), None) for places in (own, said))
    first, second = (answer and answer[0].sequence for answer in best)
    return own if first != second else said


def _with_shorter(exact: dict[tuple[int, ...], list[Said]]) -> dict[tuple[int, ...], list[Said]]:
    """Longer answers with the shorter ones in them that are far more frequent."""
    together = {sequence: list(places) for sequence, places in exact.items()}
    for sequence in sorted(exact, key=lambda words: (-len(words), words)):
        shorter = [part for part in _stretches(sequence) if part in exact]
        best = max(shorter, key=lambda part: len(exact[part]), default=None)
        if best is not None and len(exact[sequence]) < IN_SHORTER * len(exact[best]):
            together[best] += together.pop(sequence)
    return together


def _lines_beside(
    together: dict[tuple[int, ...], list[Said]], compound: bool
) -> defaultdict[tuple[int, ...], float]:
    """What the lines of answers that hold an answer, or are held by it, count for it."""
    beside: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for sequence, places in together.items():
        for part in set(_stretches(sequence)) & together.keys():
            if compound:
                beside[sequence] += WHOLE * len(together[part])
            else:
                beside[part] += INSIDE * len(places)
    return beside


def _stretches(words: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for length in range(1, len(words)):
        for first in range(len(words) - length + 1):
            yield words[first : first + length]


def place_in_line(found: Bitext, one: Said) -> tuple[int, int]:
    """Where an answer stands in the text of its line."""
    places = found.target.places_in(found.lines[one.line].target)
    begin = int(found.target.ends[one.line])
    return places[one.first - begin][0], places[one.last - begin][1]


def lexicon_partners(direction: Direction, term: int) -> list[Partner]:
    """The partners of one counted word by the lexicon that training learned, best first."""
    ranker = direction.ranker
    source, (own_uses, target_uses) = direction.model.counts[direction.source], direction.uses
    n_words, uses = ranker.lexicon.n_target, own_uses[term]
    held = int(document_frequency(source[:, [term]])[0])
    found = partners_of_row(ranker.lexicon, term, uses, target_uses)
    phrasing = direction.phrasing
    if phrasing is not None and ranker.phrase_lexicon is not None:
        of_phrases = column_sums(phrasing.counts)
        phrases = partners_of_row(ranker.phrase_lexicon, term, uses, of_phrases)
        for strength, _, number in phrases:
            # A phrase takes the place of its words where it fits better than they do.
            words = phrasing.chosen.sequences[number]
            found = [one for one in found if one[2] not in words or one[0] > strength]
        found += [(strength, both, n_words + number) for strength, both, number in phrases]
    return [
        Partner(direction.forms[number], min(both, held), held, strength < SURE)
        for strength, both, number in sorted(found, key=lambda one: (-one[0], one[2]))
    ][:MOST_PARTNERS]


def by_lexicon(direction: Direction, term: int) -> list[tuple[int, float]]:
    """(term, √(t D)) of what the lexicon that training learned has for a word."""
    uses, target_uses = direction.uses
    row = partners_of_row(direction.ranker.lexicon, term, uses[term], target_uses)
    return [(number, strength) for strength, _, number in row]


def partners_of_row(
    lexicon: Lexicon, term: int, uses: float, target_uses: np.ndarray
) -> list[tuple[float, int, int]]:
    """(√(t D), pairs with both, number) of what the lexicon has for a word."""
    row = lexicon.row(term)
    numbers, share = lexicon.indices[row], lexicon.unit_chance[row]
    # As many lines hold both either way: P(f|e) n_e = P(e|f) n_f.
    reverse = np.minimum(share * uses / np.maximum(target_uses[numbers], 1.0), 1.0)
    dice = 2 * share * reverse / np.maximum(share + reverse, np.finfo(float).tiny)
    both, strength = lexicon.cooccurrence[row], np.sqrt(lexicon.translation[row] * dice)
    kept = (both >= LEAST_PAIRS) | (strength >= SURE)
    found = (one[kept].tolist() for one in (strength, both.astype(np.int64), numbers))
    return [*zip(*found, strict=True)]

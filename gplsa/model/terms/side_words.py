"""The words of one side of aligned lines, and how they are written there."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np
from scipy import sparse

from gplsa.core.sums import entry_rows
from gplsa.core.types import Ints
from gplsa.keywords.pairing.links import Placed
from gplsa.model.terms.sought import WITHIN, Place
from gplsa.text import Vocabulary
from gplsa.text.analysis import TERM, WITHOUT_SPACES, Part, Word, as_typed, entry_form, lower
from gplsa.text.cleaning import clean_tracked
from gplsa.text.encoded import Encoded, spread
from gplsa.text.language.alphabet import CAPITAL_NOUNS
from gplsa.text.language.word_lists import word_lists
from gplsa.text.tokens import find_runs

LONGEST_ANSWER = 7
"""Words of a phrase, those without content among them."""
_ENDINGS = ("en", "em", "er")
BASE_FORM = 3
"""How many times as often another form than the base form stands there that is shown."""
LATEST = 1000
"""Texts of which it is kept where their words stand."""
BOUND, BOUND_LINES = 0.95, 5
"""Share and number of its places at which a word has the same preposition beside it."""
WIDEST_GAP = 2
"""Words without content between two words of a phrase: *President of the Commission*."""


@dataclass(frozen=True, eq=False)
class SideWords:
    """The words of one side of aligned lines, one after the other.

    words    (n_places) the number of each;  ends  (n_lines + 1) where lines begin and end
    written  (n_places) how each is written, a place in `forms`
    numbers  the number of a word by its kind and what it counts as
    content  (n_words) mask;  parts  as in `Placed`
    """

    vocabulary: Vocabulary
    words: Ints
    ends: Ints
    written: Ints
    forms: list[str]
    numbers: dict[tuple[int, str], int]
    content: np.ndarray
    parts: sparse.csr_matrix

    @classmethod
    def of(cls, vocabulary: Vocabulary, encoded: Encoded, group: Ints, n_lines: int) -> "SideWords":
        """group  of each line of `encoded`: the aligned line it is in, −1 for none"""
        kinds = encoded.kinds.tolist()
        numbers = {pair: n for n, pair in enumerate(zip(kinds, encoded.keys, strict=True))}
        counts, flat, flat_forms = _pieces(encoded)
        inside = encoded.tokens >= 0
        tokens, line = encoded.tokens[inside], group[encoded.lines[inside]]
        kept = np.flatnonzero(line >= 0)
        # A line that is made of two has the words of both in their order.
        kept = kept[np.argsort(line[kept], kind="stable")]
        tokens, line = tokens[kept], np.repeat(line[kept], counts[tokens[kept]])
        ends = np.searchsorted(line, np.arange(n_lines + 1)).astype(np.int64)
        return cls(
            vocabulary,
            spread(tokens, counts, flat),
            ends,
            spread(tokens, counts, flat_forms),
            [*encoded.forms, *encoded.keys],
            numbers,
            encoded.kinds == TERM,
            _parts(vocabulary, encoded, numbers),
        )

    @cached_property
    def line(self) -> Ints:
        """(n_places) the line of each place."""
        return entry_rows(self.ends)

    @cached_property
    def spellings(self) -> frozenset[str]:
        """Those of `forms` that stand there."""
        return frozenset(self.forms[form] for form in np.unique(self.written).tolist())

    @cached_property
    def _by_word(self) -> tuple[Ints, Ints]:
        often = np.bincount(self.words, minlength=len(self.content))
        return np.argsort(self.words, kind="stable"), np.concatenate([[0], np.cumsum(often)])

    def places_of(self, words: Sequence[int]) -> Ints:
        """Where these words stand side by side: the place of the first."""
        order, ends = self._by_word
        found = order[ends[words[0]] : ends[words[0] + 1]]
        for step, word in enumerate(words[1:], 1):
            found = found[found + step < len(self.words)]
            same = self.line[found + step] == self.line[found]
            found = found[same & (self.words[found + step] == word)]
        return found

    def words_in(self, span: tuple[int, int]) -> tuple[int, ...]:
        """The words from a first to a last place."""
        return tuple(self.words[span[0] : span[1] + 1].tolist())

    def forms_at(self, place: int, length: int = 1) -> list[str]:
        """How so many words from a place on are written there."""
        return [self.forms[form] for form in self.written[place : place + length].tolist()]

    @cached_property
    def _bound(self) -> dict[int, tuple[str, str]]:
        """By words that nearly always have the same preposition before them (none that joins nouns
        or announces a verb) this one, and that which is nearly always behind them."""
        lists = word_lists(self.vocabulary.options.language)
        joining = lists.joining | lists.before_verbs
        before = self._beside(-1, lists.prepositions - joining)
        after = self._beside(1, lists.prepositions)
        return {word: (form, after.get(word, "")) for word, form in before.items()}

    def _beside(self, step: int, wanted: frozenset[str]) -> dict[int, str]:
        """By words which of some others stands nearly always so many places on."""
        least = np.maximum(BOUND * np.bincount(self.words), BOUND_LINES)
        small = [form.lower() for form in self.forms]
        found: dict[int, str] = {}
        for form in wanted & {*small}:
            own = np.array([one == form for one in small])
            at = np.flatnonzero(own[self.written]) - step
            at = at[(at >= 0) & (at < len(self.words))]
            at = at[self.line[at] == self.line[at + step]]
            often = np.bincount(self.words[at], minlength=len(least))
            found.update((int(word), form) for word in np.flatnonzero(often >= least))
        return found

    def whole(self, words: Sequence[int], written: str, texts: Sequence[str]) -> str:
        """*on behalf of* for *behalf*, which hardly ever stands without; "" for what does.

        texts  of the lines, as numbers are no words: *um 11.30 Uhr* does not say *um Uhr*
        """
        if words[0] not in self._bound:
            return ""
        before, after = self._bound[words[0]]
        whole = f"{before} {written} {after * (len(words) == 1)}".rstrip()
        lines = self.line[self.places_of(words)[:BOUND_LINES]].tolist()
        stands = any(whole.lower() in " ".join(texts[line].lower().split()) for line in lines)
        return whole * stands

    @cached_property
    def places_in(self) -> Callable[[str], list[Place]]:
        """Start and end of every word of a text; many answers are shown by the same short lines."""
        return lru_cache(LATEST)(partial(_word_places, self.vocabulary))

    def beside(self, first: tuple[int, int], second: tuple[int, int]) -> bool:
        """Whether the second stretch of words follows the first, small words between at most."""
        gap = second[0] - first[1] - 1
        return (
            0 <= gap <= WIDEST_GAP
            and second[1] - first[0] < LONGEST_ANSWER
            and bool(self.line[first[0]] == self.line[second[0]])
        )

    def numbers_of(self, typed: str) -> list[int] | None:
        """The words of what a person typed; None where one of them stands nowhere."""
        found: list[int] = []
        for run in find_runs.findall(typed):
            for word in self.vocabulary.analyser.words(run):
                pieces = word.parts if word.kind == WITHOUT_SPACES else (word,)
                for piece in pieces:
                    number = self._number(run[piece.start : piece.end], piece)
                    if number is None:
                        return None
                    found.append(number)
        return found or None

    def _number(self, form: str, piece: Word | Part) -> int | None:
        if isinstance(piece, Part):
            return self.numbers.get((TERM, piece.term))
        analyser, own = self.vocabulary.analyser, self.numbers.get((piece.kind, piece.key))
        if own is not None:
            return own
        # In German small letters may stand for a noun.
        bases = map(analyser.base, as_typed(form, analyser.options.language))
        return next((self.numbers[TERM, b] for b in bases if (TERM, b) in self.numbers), None)

    def linkable(self) -> tuple[Ints, Placed]:
        """The places of words with content, and these alone."""
        kept = np.flatnonzero(self.content[self.words])
        words = self.words[kept].astype(np.int32)
        return kept, Placed(words, np.searchsorted(kept, self.ends).astype(np.int64), self.parts)


def as_written(words: SideWords, texts: Sequence[str], places: Sequence[int], length: int) -> str:
    """How the words from each of these places on are mostly written; "" where signs that end a
    phrase stand between them.  texts  of the lines of that side"""
    spelt = [*map(tuple, words.written[np.add.outer(places, range(length))].tolist())]
    spellings = Counter(spelt)
    usual = max(spellings, key=lambda one: (spellings[one], one))
    language = words.vocabulary.options.language
    often = [one for one in spellings if BASE_FORM * spellings[one] >= spellings[usual]]
    if length > 1 and language == "de" and words.forms[usual[0]].endswith(_ENDINGS):
        # *gemeinsame Politik* and not *gemeinsamen Politik*, likewise; *neues System*.
        bases = [words.forms[usual[0]][:-2] + ending for ending in ("es", "e")]
        found = (one for base in bases for one in often if words.forms[one[0]] == base)
        usual = next(found, usual)
    if length == 1:
        # *increase* and not *increasing*, where both stand there.
        base = lower(entry_form(words.forms[usual[0]], words.vocabulary.options), language)
        usual = next((n for n in often if lower(words.forms[n[0]], language) == base), usual)
        form = words.forms[usual[0]]
        # *war* and not *War*, as titles have it, where both stand there.
        small = language not in CAPITAL_NOUNS and (
            form.lower() in {words.forms[n[0]] for n in often}
        )
        return form.lower() if small else form
    at = places[spelt.index(usual)]
    line = int(words.line[at])
    of_words = words.places_in(texts[line])[at - int(words.ends[line]) :]
    whole = texts[line][of_words[0][0] : of_words[length - 1][1]]
    if not WITHIN.fullmatch(whole):
        return ""
    phrase = " ".join(whole.split())
    capital = words.vocabulary.options.language in CAPITAL_NOUNS
    return phrase if capital else within_sentence(phrase, words.spellings)


def within_sentence(phrase: str, forms: Collection[str]) -> str:
    """*cultural activity* for *Cultural activity*, which began a sentence wherever it stood, if the
    texts have *cultural*."""
    first, *_ = phrase.split(" ")
    small = phrase.lower()
    return small if phrase[1:] == small[1:] and first.lower() in forms else phrase


def _word_places(vocabulary: Vocabulary, text: str) -> list[Place]:
    cleaned, starts, ends = clean_tracked(text, vocabulary.options)
    found = []
    for run in find_runs.finditer(cleaned):
        for word in vocabulary.analyser.words(run[0]):
            for piece in word.parts if word.kind == WITHOUT_SPACES else (word,):
                found.append((starts[run.start() + piece.start], ends[run.start() + piece.end - 1]))
    return found


def _pieces(encoded: Encoded) -> tuple[Ints, Ints, Ints]:
    """Of each form how many words it is, and these words and how they are written, one after the
    other: itself, or pairs of characters where no spaces tell words apart."""
    counts = np.ones(len(encoded.forms), dtype=np.int64)
    spaceless = np.flatnonzero((encoded.kinds == WITHOUT_SPACES)[encoded.form_key])
    if not len(spaceless):
        return counts, encoded.form_key, np.arange(len(encoded.forms))
    of_form: dict[int, list[int]] = {int(form): [] for form in spaceless}
    for form, key in zip(encoded.part_form.tolist(), encoded.part_key.tolist(), strict=True):
        if form in of_form:
            of_form[form].append(key)
    n = len(encoded.forms)
    pieces = [
        [(key, n + key) for key in of_form[form]] if form in of_form else [(own, form)]
        for form, own in enumerate(encoded.form_key.tolist())
    ]
    flat = np.array([pair for piece in pieces for pair in piece], dtype=np.int64).reshape(-1, 2)
    return np.array([len(piece) for piece in pieces]), flat[:, 0], flat[:, 1]


def _parts(
    vocabulary: Vocabulary, encoded: Encoded, numbers: dict[tuple[int, str], int]
) -> sparse.csr_matrix:
    found = {
        (key, numbers[TERM, part])
        for form, key in zip(encoded.forms, encoded.form_key.tolist(), strict=True)
        if vocabulary.parts and encoded.kinds[key] == TERM
        for part in vocabulary.analyser.part_terms(form)
        if numbers.get((TERM, part), key) != key
    }
    whole, part = np.array(sorted(found), dtype=np.int64).reshape(-1, 2).T
    shape = (len(encoded.keys), len(encoded.keys))
    return sparse.csr_matrix((np.ones(len(whole)), (whole, part)), shape=shape)

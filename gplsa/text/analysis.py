"""What a word counts as: a term, or nothing and why; and how it stands in a word list."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gplsa.text.composing import nfc
from gplsa.text.language.compounds import Splitter, says_otherwise
from gplsa.text.language.lemmas import base_form, lemma
from gplsa.text.language.stems import stem
from gplsa.text.options import WordOptions
from gplsa.text.tokens import character_pairs, find_runs, stretches_without_spaces, words_of_run

MAX_LETTERS = 80
MOST_KNOWN = 50_000  # runs whose words are kept: those of a thousand records and more
TERM, STOP_WORD, TOO_SHORT, TOO_LONG, WITHOUT_SPACES = range(5)


class Part(NamedTuple):
    """A part of a word that is counted beside it: start and end in the word's run."""

    start: int
    end: int
    term: str


class Word(NamedTuple):
    """form: as written; kind: TERM, or why it is not counted; key: the base form, or small."""

    start: int
    end: int
    form: str
    kind: int
    key: str
    parts: tuple[Part, ...]


class Analyser:
    """Cuts runs into words and says what each counts as.

    stop_words  in small letters, the person's own additions not among them
    parts       words that compounds may be made of, with how often each occurs
    apart       by compound the parts that do not count in it, all of them terms
    same        what base forms count as, where that is another one
    cautious    whether compounds stay whole whose parts say something else, `says_otherwise`
    """

    def __init__(
        self,
        options: WordOptions,
        stop_words: frozenset[str],
        parts: Mapping[str, int] | None = None,
        apart: Mapping[str, Sequence[str]] | None = None,
        same: Mapping[str, str] | None = None,
        *,
        cautious: bool = False,
    ) -> None:
        self.options = options
        self.stop_words = stop_words
        self.parts = parts or {}
        self.splitter = Splitter(self.parts)
        self.apart = apart or {}
        self.same = same or {}
        self._cautious = cautious
        self._known: dict[str, Sequence[Word]] = {}
        self.added = self._bases(options.add_stop_words)
        self.kept = self._bases(options.keep_words)

    def _bases(self, listed: tuple[str, ...]) -> frozenset[str]:
        """Base forms of the words a person typed, cut as the texts are."""
        language, letters_only = self.options.language, self.options.letters_only
        return frozenset(
            self.base(form)
            for run in find_runs.findall(" ".join(nfc(entry) for entry in listed))
            for start, end in words_of_run(run, language, letters_only)
            for form in as_typed(run[start:end], language)
        )

    def words(self, run: str) -> Sequence[Word]:
        """The words of a run; a text is read several times, and runs come again."""
        if (known := self._known.get(run)) is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[run] = [
                (self._pairs if no_spaces else self._word)(run, start + left, start + right)
                for start, end in words_of_run(
                    run, self.options.language, self.options.letters_only
                )
                for left, right, no_spaces in stretches_without_spaces(run[start:end])
            ]
        return known

    def base(self, form: str) -> str:
        """What a word counts as."""
        language = self.options.language
        small = lower(form, language)
        if self.options.base == "lemma":
            key = lemma(small, language, capital=language == "de" and form[:1].isupper())
            return self.same.get(key, key)
        return stem(small, language) if self.options.base == "stem" else small

    def _word(self, run: str, start: int, end: int) -> Word:
        form = run[start:end]
        small = lower(form, self.options.language)
        kind = self._kind(small, form)
        if kind != TERM:
            return Word(start, end, form, kind, small[:MAX_LETTERS], ())
        key = self.base(form)
        # Where small letters are more or fewer than capitals ("İ"), a part is the whole word.
        exact = len(small) == len(form)
        found = self._parts(small, form)
        whole = (Part(start, end, term) for *_, term in found)
        exactly = (Part(start + left, start + right, term) for left, right, term in found)
        return Word(start, end, form, TERM, key, tuple(exactly if exact else whole))

    def part_terms(self, form: str) -> list[str]:
        """The terms of the parts of a content word."""
        return [term for _, _, term in self._parts(lower(form, self.options.language), form)]

    def _parts(self, small: str, form: str) -> list[tuple[int, int, str]]:
        found = self.splitter.split(small)
        if not found or (self._cautious and says_otherwise(form, [word for *_, word in found])):
            return []
        terms = [(left, right, self.base(word)) for left, right, word in found]
        without = self.apart.get(self.base(form), ()) if self.apart else ()
        return [part for part in terms if part[2] not in without] if without else terms

    def _kind(self, small: str, form: str) -> int:
        if len(small) > MAX_LETTERS:
            return TOO_LONG
        short = len(small) < self.options.min_length
        stopped = small in self.stop_words
        # Base forms are what costs: it is done here only where a listed word may decide.
        if (self.kept and (short or stopped or self.added)) and self.base(form) in self.kept:
            return TERM
        if short:
            return TOO_SHORT
        if stopped or (self.added and self.base(form) in self.added):
            return STOP_WORD
        return TERM

    def _pairs(self, run: str, start: int, end: int) -> Word:
        parts = tuple(Part(a, b, run[a:b]) for a, b in character_pairs(run, start, end))
        return Word(start, end, run[start:end], WITHOUT_SPACES, run[start:end], parts)


def as_typed(form: str, language: str) -> tuple[str, ...]:
    """What a person may mean by a word: in German small letters may stand for a capital."""
    return (form, form.capitalize()) if language == "de" else (form,)


def lower(form: str, language: str) -> str:
    """In small letters, the typewriter's apostrophe for the printer's."""
    if language in ("tr", "az"):
        form = form.replace("I", "ı").replace("İ", "i")
    return form.lower().replace("\u2019", "'")


def entry_form(form: str, options: WordOptions) -> str:
    """How a word stands in a word list: its base form where the dictionary tells one that is
    written as it is, large or small; the form itself elsewhere."""
    language = options.language
    small = lower(form, language)
    german_noun = language == "de" and form[:1].isupper()
    base = base_form(small, language, capital=german_noun)
    if base and "ß" not in small:  # a dictionary may have *Voraußetzung* for *Voraussetzungen*
        base = base.replace("ß", "ss")
    if options.base != "lemma" or base is None or form.isupper() or base.lower() == small:
        return form
    if language == "de":
        return base if base[0].isupper() == form[0].isupper() else form
    return base.capitalize() if form[0].isupper() else base


def is_noun(form: str, options: WordOptions) -> bool:
    """Whether a dictionary tells so: of German words with a capital alone."""
    language = options.language
    if options.base != "lemma" or language != "de" or not form[:1].isupper():
        return False
    base = base_form(lower(form, language), language, capital=True)
    return base is not None and base[0].isupper()

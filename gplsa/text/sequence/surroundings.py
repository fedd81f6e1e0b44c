"""What stands around the words of a text: the order of its terms, and what their neighbours tell.

Counts forget the order of words.  Phrases need it, and so does telling a noun from a verb where
there is no tagger.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gplsa.core.types import BoolArray, FloatArray, Ints
from gplsa.progress import Progress, report, scaled
from gplsa.text.analysis import Analyser, lower
from gplsa.text.encoded import Encoded
from gplsa.text.language.word_lists import word_lists
from gplsa.text.runs import PHASE
from gplsa.text.vocabulary import Vocabulary

_NEITHER, _NOUN, _VERB = range(3)

# co-operation, trans-European, socio-economic: what mostly stands so is a piece of a word.
_HYPHENATED = re.compile(r"(?<!\w)\w++(?:-\w++)++")
# Stabilisierungs- und Assoziierungsabkommen: the rest of the word stands elsewhere.
_CUT = re.compile(r"(?<!\w)(\w++)-(?![\w-])")
# Forscher:innen, Autor*innen, Bürger/-innen: the ending is no word of its own.
_GENDERED = re.compile(r"(?<=[^\W\d_])[*:_/]-?(innen)(?!\w)")
_MOSTLY, _TITLE = 0.6, 0.5
_SHORTEST_WORD = 3
_NAMED = 0.9
_MANY_CAPITALS = 0.35
_REPORT_EVERY = 1_000_000  # characters


@dataclass(frozen=True)
class Ordered:
    """The words of some texts in encoded order.

    words      (n_tokens) the term of each, n_terms + i for the joining word i, −1 for any other
               word and for ends of phrases
    tokens     (n_tokens) form of each, −1 at ends of phrases;  forms  how they are written
    lines      (n_tokens) the line each is in;  documents  (n_lines) the text of each line
    announced  (n_tokens) what the word before tells: 1 a noun, 2 a verb, 0 neither
    starts     (n_tokens) whether it begins a sentence or a line
    bound      (n_forms) how often each form is a piece of a word with hyphens
    cut        (n_forms) how often a hyphen stands for the rest of it
    titles     (n_forms) which forms stand before names of people: *Mrs*
    joining    the joining words of the language
    """

    words: Ints
    tokens: Ints
    forms: list[str]
    lines: Ints
    documents: Ints
    announced: Ints
    starts: BoolArray
    bound: Ints
    cut: Ints
    titles: BoolArray
    joining: tuple[str, ...]
    n_terms: int

    @property
    def n_places(self) -> int:
        """Words of all kinds."""
        return int((self.tokens >= 0).sum())

    @property
    def words_per_counted(self) -> float:
        """Words of all kinds for each that is a term."""
        return self.n_places / max(int(((self.words >= 0) & (self.words < self.n_terms)).sum()), 1)

    def without(self, left_out: BoolArray) -> "Ordered":
        """With the words of some texts, told by a mask, for ends of phrases."""
        if not left_out.any():
            return self
        gone = left_out[self.documents][self.lines]
        words, tokens = (np.where(gone, -1, places) for places in (self.words, self.tokens))
        return replace(self, words=words, tokens=tokens)


@dataclass(frozen=True)
class WordTraits:
    """What kind of word each term is; arrays (n_terms).

    circumstance  weekday, month, numeral, title or noun of time
    nouniness     (n + 1) / (n + v + 1.5), n and v how often a word that announces a noun, or a
                  verb, stands before it; 2/3 where nothing is known
    capital       share of its uses inside a sentence that have a capital
    fragment      stands mostly as a piece of a word with hyphens, or has less than three letters,
                  and is no name: co, trans, socio, de; or is mostly cut off: Anmelde-
    first         stands mostly right before another word with a capital, as first names do, or says
                  what a book is called or has: *chapter*
    everyday      is among the commonest words of the language
    """

    circumstance: BoolArray
    nouniness: FloatArray
    capital: FloatArray
    fragment: BoolArray
    first: BoolArray
    everyday: BoolArray


def in_order(
    vocabulary: Vocabulary,
    texts: Sequence[str],
    progress: Progress | None = None,
    encoded: Encoded | None = None,
) -> Ordered:
    """The texts line by line, keeping the order of words.

    encoded  the texts, where they were read before
    """
    if encoded is None:
        encoded = vocabulary.encode(texts, scaled(progress, 0, 0.7))
    language = vocabulary.options.language
    small = [lower(form, language) for form in encoded.forms]
    lists = word_lists(language)
    joining = tuple(sorted(lists.joining))
    place = {term: number for number, term in enumerate(vocabulary.terms)}
    joins = {word: len(place) + number for number, word in enumerate(joining)}
    terms = encoded.numbers(place)[encoded.form_key]
    joined = np.array([joins.get(word, -1) for word in small], dtype=np.int64)
    of_form = np.append(np.where(terms >= 0, terms, joined), -1)
    nouns, verbs = lists.before_nouns, lists.before_verbs
    tells = np.array(
        [_NOUN if w in nouns else _VERB if w in verbs else _NEITHER for w in small] + [_NEITHER]
    )
    first = np.ones(len(encoded.tokens), dtype=bool)
    first[1:] = (encoded.lines[1:] != encoded.lines[:-1]) | (encoded.tokens[:-1] < 0)
    announced = np.where(first, _NEITHER, tells[np.roll(encoded.tokens, 1)])
    bound, cut = _hyphen_uses(texts, encoded.forms, scaled(progress, 0.7, 1))
    return Ordered(
        words=of_form[encoded.tokens],
        tokens=encoded.tokens,
        forms=encoded.forms,
        lines=encoded.lines,
        documents=encoded.documents,
        announced=announced,
        starts=first,
        bound=bound,
        cut=cut,
        titles=np.array([word in lists.before_names for word in small], dtype=bool),
        joining=joining,
        n_terms=len(vocabulary.terms),
    )


def word_traits(vocabulary: Vocabulary, ordered: Ordered) -> WordTraits:
    """What the places where each term stands tell of it."""
    lists = word_lists(vocabulary.language)
    n_terms = len(vocabulary.terms)
    term = (ordered.words >= 0) & (ordered.words < n_terms)
    words = ordered.words[term]
    inside = ~ordered.starts[term]
    has_capital = np.array([form[:1].isupper() for form in ordered.forms] + [False])
    capital = has_capital[ordered.tokens[term]] & inside
    uses = np.bincount(words[inside], minlength=n_terms)
    capitals = np.bincount(words[capital], minlength=n_terms) / np.maximum(uses, 1)
    first = (capitals >= _NAMED) & _first_parts(ordered, term, has_capital, n_terms)
    # *Frau* where it is a title, and not where women are spoken of.
    led = np.append(has_capital[ordered.tokens[1:]] & ~ordered.starts[1:], False)[: len(term)]
    titles = _listed(vocabulary, lists.titles) & _leading(words, led[term], _TITLE, n_terms)
    return WordTraits(
        circumstance=_listed(vocabulary, lists.circumstances) | titles,
        nouniness=nouniness(words, ordered.announced[term], n_terms),
        capital=capitals,
        fragment=_fragments(vocabulary.terms, ordered, term, (capitals >= 0.5) | (uses == 0)),
        first=first | _listed(vocabulary, lists.publications),
        everyday=_listed(vocabulary, lists.everyday),
    )


def _listed(vocabulary: Vocabulary, words: frozenset[str]) -> BoolArray:
    """(n_terms) which terms are among these words."""
    base = Analyser(vocabulary.options, frozenset()).base
    found = {base(word) for word in words}
    return np.array([term in found for term in vocabulary.terms], dtype=bool)


def _leading(words: Ints, leads: BoolArray, share: float, n_terms: int) -> BoolArray:
    """(n_terms) which words lead in so large a share of their uses."""
    often = np.bincount(words, weights=leads, minlength=n_terms)
    return np.asarray(often >= share * np.maximum(np.bincount(words, minlength=n_terms), 1))


def _first_parts(
    ordered: Ordered, is_term: BoolArray, has_capital: BoolArray, n_terms: int
) -> BoolArray:
    """(n_terms) what mostly stands right before another word with a capital: *Jörg*, *Prime*.

    None in a language whose nouns all have capitals: half of all terms inside of sentences do.
    """
    here = is_term & ~ordered.starts
    capital = has_capital[ordered.tokens]
    if not here.any() or capital[here].mean() > _MANY_CAPITALS:
        return np.zeros(n_terms, dtype=bool)
    leads = np.append(capital[1:] & here[1:], False)[is_term]
    return _leading(ordered.words[is_term], leads, _MOSTLY, n_terms)


def _hyphen_uses(
    texts: Sequence[str], forms: Sequence[str], progress: Progress | None
) -> tuple[Ints, Ints]:
    """(n_forms) how often each stands as a piece of a word with hyphens, and how often cut off."""
    pieces: Counter[str] = Counter()
    cut: Counter[str] = Counter()
    letters = reported = 0
    for place, text in enumerate(texts):
        # The patterns take their time; most words have nothing for them.
        hyphens = " ".join([word for word in text.split() if "-" in word])
        for word in _HYPHENATED.findall(hyphens):
            pieces.update(word.split("-"))
        cut.update(_CUT.findall(hyphens))
        if "innen" in text:
            pieces.update(_GENDERED.findall(text))
        letters += len(text)
        if letters - reported >= _REPORT_EVERY:
            report(progress, place / len(texts), PHASE)
            reported = letters
    bound, cut_off = (np.array([n[form] for form in forms], np.int64) for n in (pieces, cut))
    return bound, cut_off


def _fragments(
    terms: Sequence[str], ordered: Ordered, is_term: BoolArray, name: BoolArray
) -> BoolArray:
    """(n_terms) which are no words of their own, see `Traits`; name  which may be names."""
    words, tokens = ordered.words[is_term], ordered.tokens[is_term]
    uses = np.bincount(words, minlength=len(terms))
    # Each form is of one term: its bound uses are that term's.
    seen, first = np.unique(tokens, return_index=True)
    bound, cut = (
        np.bincount(words[first], weights=uses_of_form[seen], minlength=len(terms))
        for uses_of_form in (ordered.bound, ordered.cut)
    )
    short = np.array([len(term) < _SHORTEST_WORD for term in terms], dtype=bool)
    mostly = _MOSTLY * np.maximum(uses, 1)
    return np.asarray((((bound >= mostly) | short) & ~name) | ((cut >= mostly) & (uses > 0)))


def nouniness(words: Ints, announced: Ints, size: int) -> FloatArray:
    """(n + 1) / (n + v + 1.5) of every word, see `Traits`."""
    nouns = np.bincount(words[announced == _NOUN], minlength=size)
    verbs = np.bincount(words[announced == _VERB], minlength=size)
    return (nouns + 1) / (nouns + verbs + 1.5)

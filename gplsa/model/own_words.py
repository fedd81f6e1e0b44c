"""Keywords that no training text has: names that a document comes back to, and words that its
language and the other have in common."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.sums import document_frequency, entries_of
from gplsa.model.direction import Direction
from gplsa.model.summary import NAME, KeywordOptions, ShownKeyword, Summary, WordEvidence
from gplsa.text import Unseen, Vocabulary
from gplsa.text.language.cognates import cognate, other_name
from gplsa.text.language.lemmas import base_form, has_lemmas, is_base, is_entry, is_word, lemma
from gplsa.text.language.word_lists import word_lists
from gplsa.text.lines import opening_of

NAMED_ALIKE, COGNATE = 0.75, 0.8
"""That a translation has a name that its document comes back to, in the same letters, and a word
that the languages have in common: between what `benchmarks.readers` finds of catalogue records, of
news and of speeches, which have few."""
RARE = 8
"""Documents of the training up to which its lexicon tells less of a word than the spelling does."""
_OFTEN, _MOST, _BEFORE, _LEAST, _COMPOUND = 2, 3, 4, 3, 8
_AS_OFTEN = 2 / 3
_PARTS = re.compile(r"\w+")
_OF_NO_NOUN = ("ed", "ing", "ly", "al", "ic", "ous", "ive", "ble")


class OwnWord(NamedTuple):
    """word, as it is shown;  as_written, as the document has it;  probability
    in_common  whether it is a word that the languages have in common, not a name"""

    word: str
    as_written: str
    probability: float
    in_common: bool = False


def rare_words(direction: Direction, counts: sparse.csr_matrix) -> list[dict[str, int]]:
    """Words of each document that few of the training have, with how often it has them."""
    forms, found = direction.vocabulary.forms, []
    few = document_frequency(direction.model.counts[direction.source]) <= RARE
    for row in range(counts.shape[0]):
        terms, often = entries_of(counts, row)
        kept = zip(terms[few[terms]], often[few[terms]], strict=True)
        found.append({forms[term]: int(n) for term, n in kept})
    return found


def own_words(
    direction: Direction, text: Any, unknown: Mapping[str, int], passed: Unseen
) -> list[OwnWord]:
    """Names first, then words in common that the document has twice, or once in its opening.

    unknown  words that training never or seldom saw, with how often the document has them
    """
    if not isinstance(text, str):
        return []
    languages = direction.model.corpus.languages
    source, target = (languages.get(side, "") for side in direction.sides)
    own = direction.turned.vocabulary
    known = own if isinstance(own, Vocabulary) else ()
    called = {name for name, _ in passed.names if other_name(name, source, target)}
    # Other languages have another *Dalmatien*.
    alike = (
        n for n in passed.subjects if n not in called and not (source == "de" and n.endswith("ien"))
    )
    found = [
        OwnWord(
            " ".join(other_name(part, source, target) or part for part in name.split()),
            name,
            NAMED_ALIKE,
        )
        for name in alike
    ]
    names = {part for name, _ in passed.names if name not in called for part in name.split()}
    opening = " ".join([opening_of(text), *_opening_words(direction, text)])
    uses, as_written = Counter[str](), dict[str, str]()
    for word, often in unknown.items():
        noun = source != "de" or word[0].isupper()
        if not noun or word in names:
            continue
        other = cognate(word, source, target, known) or _same_there(direction, word, target)
        if other is not None:
            as_written.setdefault(other, word)
            uses[other] += often + (word in opening)
    common = [word for word, often in uses.most_common(_MOST) if often >= _OFTEN]
    return found + [OwnWord(word, as_written[word], COGNATE, True) for word in common]


def _same_there(direction: Direction, word: str, language: str) -> str | None:
    """A rare word as it is, where it stands on both sides of all pairs that have it and the other
    language has it, too: *Cloud*."""
    sides, small = (direction.vocabulary, direction.turned.vocabulary), word.lower()
    own, other = (one.number_of(word) if isinstance(one, Vocabulary) else None for one in sides)
    if own is None or other is None or not (has_lemmas(language) and is_base(small, language)):
        return None
    lists = word_lists(language)
    if small in lists.circumstances | lists.publications:
        return None
    lexicon = direction.ranker.lexicon
    row = lexicon.row(own)
    together = lexicon.cooccurrence[row]
    both = together[lexicon.indices[row] == other].sum()
    return small if both == together.max(initial=_OFTEN) else None


def with_own(
    shown: list[ShownKeyword],
    own: Sequence[OwnWord],
    target: SideVocabulary,
    options: KeywordOptions,
    rejected: Sequence[ShownKeyword] = (),
) -> list[ShownKeyword]:
    """What is `shown`, if anything, those of the document among them, in place of words of theirs:
    names first, words in common, but for relatives of what is shown, behind the first few that are
    surer, so that ten have them. Their terms go from `NAME` downwards.

    rejected  by a person, who may have done so with a word that few documents have
    """
    if not shown or options.rule == "paper":
        return shown
    new = {*not_said([one.word for one in own], [*shown, *rejected])}
    common_words = [one.word for one in own if one.in_common]
    new -= {w for w in common_words for one in shown if target.same_family(w, one.word.lower())}
    own = [one for one in own if one.word in new]
    words = {part for one in own for part in one.word.split()}
    rest = [one for one in shown if one.word not in words]
    surer = (at for at, one in enumerate(rest) if one.probability < COGNATE)
    at = max(min(next(surer, len(rest)), _BEFORE, options.limit - len(own)), 0)
    score = (rest[:at] or shown)[-1 if at else 0].score
    named: list[ShownKeyword] = []
    common: list[ShownKeyword] = []
    for n, one in enumerate(own):
        term, why = NAME - n, None
        if options.evidence:
            why = WordEvidence([(one.as_written, 1.0)], [term], [], "", 0, 0, [])
        of, its_score = (common, score) if one.in_common else (named, shown[0].score)
        of.append(ShownKeyword(one.word, one.probability, its_score, term, why))
    return [*named, *rest[:at], *common, *rest[at:]][: options.limit]


def untold(
    direction: Direction,
    text: Any,
    unknown: Mapping[str, int],
    most: float,
    told: Sequence[str],
) -> list[tuple[str, int]]:
    """Words that training never saw and the text comes back to, with how often it has them: four
    times, or twice where its opening has them, and more than two thirds as often as any other. In
    German nouns alone.

    most  how often the text has any word that training saw
    told  keywords, what stands behind them, and names, which need no translation
    """
    if not isinstance(text, str):
        return []
    language = direction.model.corpus.languages.get(direction.source, "")
    known = {*_PARTS.findall(" ".join(told).casefold())}
    opening, uses, opened = opening_of(text), Counter[str](), Counter[str]()
    written: dict[str, str] = {}
    for word, often in unknown.items():
        small, capital = word.casefold(), word[0].isupper()
        if (language == "de" and not capital) or known & {small, small.removesuffix("s")}:
            continue
        base = base_form(word.lower(), language, capital=capital) or word
        written.setdefault(base, word)
        uses[base] += often
        opened[base] |= word in opening
    weights = (uses + opened + opened).most_common(_MOST)
    if not weights or weights[0][1] < max(2 * _OFTEN, _AS_OFTEN * most):
        return []
    also = [base for base, n in weights if 2 * n >= weights[0][1] and uses[base] >= _OFTEN]
    return [(written[base], uses[base]) for base in also]


def new_in_opening(direction: Direction, text: Any, summary: Summary) -> list[str]:
    """Nouns of the opening, in its order, that training never saw and no keyword tells; but for
    those that are `untold`."""
    if not isinstance(text, str):
        return []
    language = direction.model.corpus.languages.get(direction.source, "")
    new = {word.casefold() for word in summary.new_words(len(summary.unknown_words))}
    told = {_base(word, language) for word, _ in summary.untold}
    said = " ".join(one.word for one in summary.keywords).casefold().split()
    told |= {f"{part}er" for part in said}  # *New Yorker*, beside *New York*
    found = {
        _base(word, language): word
        for word in reversed(_opening_words(direction, text))
        if len(word) >= _LEAST and word.casefold() in new and _is_noun(word, language)
    }
    return [word for base, word in reversed(found.items()) if base not in told]


def _opening_words(direction: Direction, text: str) -> list[str]:
    """Of the opening, or of what comes behind one in the other language, as a title may be."""
    opening = opening_of(text)
    words = _PARTS.findall(opening)
    own, other = (direction.model.corpus.languages.get(side, "") for side in direction.sides)
    if has_lemmas(own) and has_lemmas(other):
        here = sum(is_word(word, own) for word in words)
        if sum(is_entry(word, other) for word in words) > here:
            return _PARTS.findall(opening_of(text.lstrip()[len(opening) :]))
    return words


def missing_from(direction: Direction, text: Any, summary: Summary) -> dict[str, int]:
    """What no keyword tells, `untold` and `new_in_opening`, with how often the text has it."""
    return dict(summary.untold) | dict.fromkeys(new_in_opening(direction, text, summary), 1)


def missing_words(
    direction: Direction, texts: Sequence[Any], found: Sequence[tuple[Summary, bool]]
) -> list[str]:
    """The same of many documents, in one line of each; found  with whether it is told at all"""
    pairs = zip(texts, found, strict=True)
    return ["; ".join(missing_from(direction, text, one)) * told for text, (one, told) in pairs]


def others_unknown(direction: Direction, summary: Summary, missing: Collection[str]) -> list[str]:
    """Other words that training never saw, the first form of each."""
    language = direction.model.corpus.languages.get(direction.source, "")
    first = dict[str, str]()
    for form in (*missing, *summary.new_words(len(summary.unknown_words))):
        first.setdefault(_base(form, language), form)
    return [form for form in first.values() if form not in missing]


def by_parts(vocabulary: SideVocabulary, text: Any, summary: Summary) -> list[str]:
    """German compounds of which training saw parts alone (*Grundsicherung*), that a text has three
    times, or twice where its opening has them; most frequent first."""
    if not isinstance(vocabulary, Vocabulary) or not isinstance(text, str):
        return []
    if vocabulary.language != "de":
        return []
    # What is too frequent to count has no number either.
    passed = {word.casefold() for word in (*summary.unknown_words, *vocabulary.frequent)}
    first = dict[str, str]()
    uses, opened = Counter[str](), {_base(word, "de") for word in _PARTS.findall(opening_of(text))}
    for word in _PARTS.findall(text):
        forms = {word.casefold(), _base(word, "de").casefold()}
        whole = vocabulary.number_of(word) is None and not forms & passed
        if whole and len(word) >= _COMPOUND and _is_noun(word, "de"):
            uses[first.setdefault(_base(word, "de"), word)] += 1
    return [w for w, n in uses.most_common() if n > 1 and n + (_base(w, "de") in opened) > 2]


def _base(word: str, language: str) -> str:
    return lemma(word.lower(), language, capital=word[0].isupper())


def _is_noun(word: str, language: str) -> bool:
    """As far as a dictionary and its ending tell."""
    if language != "de":
        return is_word(word, language) and not word.endswith(_OF_NO_NOUN)
    base = base_form(word.lower(), language, capital=True) or word.lower()
    return word[0].isupper() and base[0].isupper()


def not_said(names: Sequence[str], keywords: Sequence[ShownKeyword]) -> list[str]:
    """Those that no keyword holds, as whole words."""
    said = [f" {keyword.word.casefold()} " for keyword in keywords]
    return [name for name in names if not any(f" {name.casefold()} " in word for word in said)]

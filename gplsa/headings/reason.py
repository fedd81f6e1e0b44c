"""Why a heading was suggested: words of the text, a label, a translation, records."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import FloatArray
from gplsa.headings.candidates import SURE_MATCH, Candidates
from gplsa.headings.labels import bare, cached_words_at, qualifier_of
from gplsa.headings.neighbours import LEAST_ALIKE
from gplsa.headings.source import Source
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.text.language.alphabet import CAPITAL_NOUNS
from gplsa.text.language.stems import stem
from gplsa.text.language.word_lists import word_lists
from gplsa.text.lines import opening_of

_SHOWN_RECORDS = 3
LEAST_TOGETHER = 0.3
"""Of `Met.together`, below which words of a label stand in a text each for itself."""
SPEAKS_FOR_ITSELF = 0.2  # probability from which on a heading needs no whole label and no record
LEAST_OF_A_REMARK = 0.1  # of one that no record bears, and one word that is said in passing
_SHOWN_NARROWER = 3
LEAST_TRUNK = 4  # letters of a word of a label that is looked for within compounds
LEAST_BEFORE = 3  # letters before it there, unless it begins the compound


class Borne(NamedTuple):
    """Which records bear which headings.

    ids         of the records;  by_heading  (records, concepts), 1 where a record bears a heading
    used        records that bear each heading
    vocabulary  of the headings
    """

    ids: Sequence[str]
    by_heading: sparse.csc_matrix
    used: FloatArray
    vocabulary: HeadingVocabulary


class Bearer(NamedTuple):
    """A record that bears a heading: how far it resembles the text, and the words of the text that
    make it so, in lower case; none where it was found through a translation or is a picture."""

    id: str
    likeness: float
    words: tuple[str, ...]

    def words_in(self, text: object) -> list[str]:
        """These words with the capitals that the text has; as they are where it has other forms."""
        if not isinstance(text, str):
            return [*self.words]
        found = [re.search(rf"\b{re.escape(one)}", text, re.IGNORECASE) for one in self.words]
        return [at[0] if at else one for at, one in zip(found, self.words, strict=True)]


@dataclass(frozen=True)
class Reason:
    """What speaks for a heading.

    label, language  of the heading, that the text or its translation meets; "" where none
    share     of that label that it holds, 0..1; of its pieces where it is met in compounds alone
    whole     whether it holds all words of the label near one another, and one of its qualifier,
              or words that surely translate to each of them
    in_passing  whether a single word does, that the text has once and not in what may be its title
    words     start and end in the text of words that meet it, or that have it within
    through   words of the text and of the label that they translate to
    records   those that bear the heading and resemble the text most, by words that say something
    used      records that bear it
    narrower  numbers of the headings that speak for a broader one
    text_language  of the text
    """

    label: str = ""
    language: str = ""
    share: float = 0.0
    whole: bool = False
    in_passing: bool = False
    words: tuple[tuple[int, int], ...] = ()
    through: tuple[tuple[str, str], ...] = ()
    records: tuple[Bearer, ...] = ()
    used: int = 0
    narrower: tuple[int, ...] = ()
    text_language: str = ""

    def words_in(self, text: object) -> list[str]:
        """Those of the text that meet its label, one form of each; none of a picture."""
        if not isinstance(text, str):
            return []
        forms = (text[start:end] for start, end in self.words)
        found: dict[str, str] = {}
        for form in forms:
            found.setdefault(stem(form.lower(), self.text_language), form)
        return [*found.values()]

    def supports(self, probability: float) -> bool:
        """Whether somebody who looks at it finds a reason for a heading of this probability."""
        if self.records or self.narrower:
            return True
        least = 0.0 if self.used or not self.in_passing else LEAST_OF_A_REMARK
        return probability >= (least if self.whole else SPEAKS_FOR_ITSELF)


def reason_of(
    borne: Borne, source: Source, text: str, place: int, given: Candidates, concept: int, n: int
) -> Reason:
    """place  of the text among those read;  n  the candidate, negative for a broader heading"""
    met = _met(source, text, given, n) if n >= 0 else Reason()
    own = given.concept[given.text == place]
    broader = borne.vocabulary.broader
    narrower = tuple(int(one) for one in own if concept in broader[one]) if n < 0 else ()
    return replace(
        met,
        records=_records(borne, source, text, place, given, concept),
        used=int(borne.used[concept]),
        narrower=narrower[:_SHOWN_NARROWER],
        text_language=source.side.language,
    )


def _met(source: Source, text: str, given: Candidates, n: int) -> Reason:
    """As far as it is a label."""
    met = max(given.met, key=lambda one: one.share[n], default=None)
    if met is None or met.share[n] <= 0:
        return _within_compounds(source, text, given, n)
    labels = met.read.labels
    _, language, label = labels.labels[met.label[n]]
    wanted = _content_of(label, labels.language)
    places = cached_words_at(text, labels.language)
    places_found = [(start, end) for start, end, word in places if word in wanted]
    through: dict[tuple[str, str], tuple[str, str]] = {}
    whole = met.share[n] > SURE_MATCH
    if not met.read.counterpart:
        whole &= met.together[n] >= LEAST_TOGETHER and _as_noun(text, label, labels.language)
        whole &= not all(_in_list_of_names(text, *one) for one in places_found)
    else:
        own = cached_words_at(text, source.side.language)
        there = {word for _, _, word in places}
        callers = source.callers(met.read.counterpart, wanted - there, {word for *_, word in own})
        written = {
            word: label[start:end] for start, end, word in cached_words_at(label, labels.language)
        }
        for start, end, word in own:
            for target in (one for one, (caller, _) in callers.items() if caller == word):
                places_found.append((start, end))
                through.setdefault((word, target), (text[start:end], written[target]))
        # Translations are never sure, but each of its words may have one.
        whole |= wanted <= there | {one for one, (_, sure) in callers.items() if sure}
    return Reason(
        label,
        language or labels.language,
        float(met.share[n]),
        bool(whole),
        _in_passing(text, places_found),
        tuple(sorted({*places_found})),
        tuple(through.values()),
    )


def _content_of(label: str, language: str) -> set[str]:
    """Stems of a label's words, those of its grammar (*und*) only where it has no others."""
    grammar = word_lists(language).grammar
    places = cached_words_at(label, language)
    content = {word for start, end, word in places if label[start:end].lower() not in grammar}
    return content or {word for *_, word in places}


def _within_compounds(source: Source, text: str, given: Candidates, n: int) -> Reason:
    """The label of a heading that the text has only as parts of longer words."""
    for met in given.met:
        labels = met.read.labels
        if labels.language != source.side.language:
            continue
        first, end = np.searchsorted(labels.concept, given.concept[n] + np.arange(2))
        for number in range(first, end):
            _, language, label = labels.labels[number]
            if places := compounds_at(text, label, labels.language):
                at = given.text[[n]], np.array([number])
                [share] = labels.piece_share_of(met.read.pieces, met.read.weights, *at)
                qualifier = qualifier_of(label)
                whole = not qualifier or bool(compounds_at(text, qualifier, labels.language))
                return Reason(
                    label,
                    language or labels.language,
                    float(share),
                    whole,
                    _in_passing(text, places),
                    tuple(places),
                )
    return Reason()


def compounds_at(text: str, label: str, language: str) -> list[tuple[int, int]]:
    """Start and end of words of a text that have words of a label within, less their endings.

    Empty unless every word of the label is there, in a word of the text or as one. Behind a letter
    or two it is within by chance: *Flexion* in *Reflexion*.
    """
    # The stem says how long a word is without its ending; umlauts stay as they are written.
    trunks = {
        label[start:end].lower()[: len(word)]
        for start, end, word in cached_words_at(bare(label), language)
    }
    words = [
        (start, end, text[start:end].lower()) for start, end, _ in cached_words_at(text, language)
    ]
    found = []
    for trunk in trunks:
        within = re.compile(rf"(?:^|\w{{{LEAST_BEFORE}}}){re.escape(trunk)}")
        holding = [(start, end) for start, end, word in words if within.search(word)]
        if len(trunk) < LEAST_TRUNK or not holding:
            return []
        found += holding
    return sorted({*found})


def _as_noun(text: str, label: str, language: str) -> bool:
    """Whether a text has the last word of a label as a noun, where nouns can be told."""
    last = cached_words_at(bare(label), language)[-1:]
    if language not in CAPITAL_NOUNS or not last or not label[last[0][0]].isupper():
        return True
    wanted = last[0][2]
    return any(
        text[start].isupper()
        for start, _, word in cached_words_at(text, language)
        if word == wanted
    )


def _in_list_of_names(text: str, start: int, end: int) -> bool:
    """Whether a word ends a name among others: *Nina Amsel, Barbara Getto, Elke Höfler*."""
    own = text[:start].rpartition(",")[2].split()
    comma, _, rest = text[end:].partition(",")
    following = rest.partition(",")[0].split()
    names = len(own) in (1, 2) and len(following) in (2, 3) and not comma.strip()
    return bool(rest) and names and all(word[0].isupper() for word in own + following)


def _in_passing(text: str, words: Sequence[tuple[int, int]]) -> bool:
    title_end = len(text) - len(text.lstrip()) + len(opening_of(text))
    return len(words) == 1 and words[0][0] >= title_end


def _records(
    borne: Borne, source: Source, text: str, place: int, given: Candidates, concept: int
) -> tuple[Bearer, ...]:
    bearing, _ = entries_of(borne.by_heading, concept)
    found: list[Bearer] = []
    for view in given.views:
        n = np.isin(entries_of(view.first, place)[0], bearing).sum()
        if not view.more_than_chance(np.array([place]), n, borne.used[concept]).all():
            continue
        records, alike = entries_of(view.alike, place)
        both = np.flatnonzero(np.isin(records, bearing) & (alike >= LEAST_ALIKE))
        both = both[np.argsort(-alike[both], kind="stable")][:_SHOWN_RECORDS]
        words = source.explaining(text, view, place, records[both])
        # Who finds no word of the text in a record cannot follow that it resembles it.
        found += [
            Bearer(borne.ids[record], float(likeness), own or ())
            for record, likeness, own in zip(records[both], alike[both], words, strict=True)
            if own != ()
        ]
    return tuple(sorted(found, key=lambda one: -one.likeness)[:_SHOWN_RECORDS])

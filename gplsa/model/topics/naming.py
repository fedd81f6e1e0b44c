"""Names of topics: one or two words a side that say the same, and that no other topic has."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gplsa.core.types import FloatArray, IntArray
from gplsa.language import language
from gplsa.model.topics.phrases import phrase_of
from gplsa.model.topics.shown import POOL, RELEVANCE, TopicReading, npmi
from gplsa.model.topics.uninformative import LEAST_BURST, burst_of_topics, function_words

WORDS = 2
FOREIGN = 0.3
"""What a word counts that is another topic's rather."""
NO_NOUN = 0.2
"""What a word counts that is never a noun; of others by the share of their uses as one."""
GENERAL, LEAST = 0.8, 0.05
"""A word counts less whose burstiness is less than this share of what the words of topics have."""
OWN, TOGETHER, APART = 0.3, 0.15, 0.2
"""p(z|w) and NPMI with the first word from which a second word counts in full, and what one counts
that does not go with the first at all."""
UNTRANSLATED = 0.1
TRANSLATED = 0.5
LIKELY, RATHER = 0.4, 1.5
SAME_BEGINNING, PART = 5, 4
TITLES = frozenset(
    "herr herrn frau mr mrs ms madam monsieur madame señor señora signor signora".split()
)

Choice = dict[str, int]


@dataclass(frozen=True)
class _Candidate:
    """A word of the first side for the name of a topic, by how well the sides say the same."""

    score: float
    topic: int
    word: int


class _Namer:
    """Gives every word away once, the most specific ones first.

    A word tells by its rank among those shown, by whether it is at home in the topic, where p(z|w)
    is largest, by whether it is a noun, as neither verbs nor names of people are, by whether some
    texts come back to it, as they do not to *end* and *thank*, and by the share of the topic's
    leading documents that hold it, or a word its name has already: a second word is of the
    documents that the first one leaves, yet elsewhere stands beside it.  With its translation it
    tells more than twice as much as alone.
    """

    def __init__(
        self, reading: TopicReading, leading: Sequence[IntArray], kept: Sequence[str]
    ) -> None:
        self.reading, sides = reading, reading.readable
        self.first, self.others = sides[0], sides[1:]
        self.used: dict[str, set[str]] = {side: set() for side in sides}
        for name in kept:
            for side, words in zip(sides, name.casefold().split(" · "), strict=False):
                self.used[side] |= words_of_name(words)
        self.unnamed = [topic for topic, name in enumerate(kept) if not name]
        self.parts = self.unnamed if any(kept) else []
        self.names: list[list[Choice]] = [[] for _ in range(reading.n_topics)]
        self.shown: dict[str, list[list[int]]] = {}
        self.specificity: dict[str, list[dict[int, float]]] = {}
        self.held: dict[str, list[FloatArray]] = {}
        self.owned = {side: reading.sides[side].owned(reading.share) for side in sides}
        for side in sides:
            one = reading.sides[side]
            owner = self.owned[side].argmax(axis=0)
            tells, (bursty, middle) = np.ones(len(one.forms)), burst_of_topics(reading, side)
            if middle >= LEAST_BURST:
                tells = np.clip(bursty / (GENERAL * middle), LEAST, 1.0)
            if one.traits is not None:
                # Names have capitals as German nouns do, and no article.
                nouns = np.minimum(
                    one.traits.nouns(one.occurrences, one.language), one.traits.nouniness
                )
                tells *= NO_NOUN + (1 - NO_NOUN) * nouns
            self.shown[side] = [
                reading.words(side, topic, POOL, RELEVANCE).tolist()
                for topic in range(reading.n_topics)
            ]
            self.specificity[side] = [
                {
                    word: tells[word] * (1 if owner[word] == topic else FOREIGN) / np.sqrt(rank + 1)
                    for rank, word in enumerate(words)
                }
                for topic, words in enumerate(self.shown[side])
            ]
            self.held[side] = [
                np.ones((1, len(words)))
                if one.counts is None or not len(rows)
                else _saturated(one.counts[rows][:, words].toarray())
                for words, rows in zip(self.shown[side], leading, strict=True)
            ]
        self.near = [self._near(side) for side in self.others]

    def _near(self, side: str) -> list[FloatArray]:
        """By topic, how far the words shown of the first side and of another translate."""
        pairs = [*zip(self.shown[self.first], self.shown[side], strict=True)]
        table = self.reading.translates(self.first, side)
        if table is None:
            return [np.zeros((len(words), len(theirs))) for words, theirs in pairs]
        near = [table[words][:, theirs].toarray() for words, theirs in pairs]
        likely = self.reading.translates(self.first, side, likely=True)
        if likely is None:
            return near
        forms, other = (self.reading.sides[s].forms for s in (self.first, side))
        found = []
        for of_topic, (words, theirs) in zip(near, pairs, strict=True):
            same = np.equal.outer([forms[w] for w in words], [other[w] for w in theirs])
            sure = np.maximum(likely[words][:, theirs].toarray(), 2.0 * same)
            found.append(_rather(np.maximum(of_topic, same), sure))
        return found

    def give(self, candidate: _Candidate, *, only_translated: bool) -> None:
        """Take the word and the best free one of every other side, if there is one of each."""
        choice = self._choice(candidate, only_translated)
        if choice is None:
            return
        self.names[candidate.topic].append(choice)
        for side, word in choice.items():
            self.used[side].add(self._form(side, word))

    def candidates(self) -> list[_Candidate]:
        """Words for the names as they are now, the best first."""
        found = []
        for topic in self.unnamed:
            words = self.shown[self.first][topic]
            own = self._worth(self.first, topic)
            theirs = [self._worth(side, topic) for side in self.others]
            for row, word in enumerate(words):
                score = float(own[row])
                for worth, near in zip(theirs, self.near, strict=True):
                    score += float((worth * (UNTRANSLATED + near[topic][row])).max(initial=0.0))
                found.append(_Candidate(score, topic, word))
        return sorted(found, key=lambda c: (-c.score, c.topic, c.word))

    def _worth(self, side: str, topic: int) -> FloatArray:
        """What each word shown tells, times the share of leading documents its name then has."""
        words, held = self.shown[side][topic], self.held[side][topic]
        named = [words.index(choice[side]) for choice in self.names[topic]]
        covered = np.maximum(held, held[:, named].max(axis=1, initial=0.0, keepdims=True))
        specificity, stands = self.specificity[side][topic], self.reading.sides[side].stands
        tells = np.array([specificity[word] for word in words]) * covered.mean(axis=0)
        if not named or stands is None:
            return tells
        near = npmi(stands[:, [words[named[0]]]], stands[:, words], same=False)[0]
        own = np.minimum(self.owned[side][topic, words] / OWN, 1.0)
        return np.asarray(tells * own * np.clip(near / TOGETHER, APART, 1.0))

    def _choice(self, candidate: _Candidate, only_translated: bool) -> Choice | None:
        topic, word = candidate.topic, candidate.word
        if not self._free(self.first, topic, word):
            return None
        choice = {self.first: word}
        row = self.shown[self.first][topic].index(word)
        for side, near in zip(self.others, self.near, strict=True):
            if self._said(side, topic, row, near[topic]):
                return None
            values = self._worth(side, topic) * (UNTRANSLATED + near[topic][row])
            for place in np.argsort(-values, kind="stable"):
                other = self.shown[side][topic][place]
                if only_translated and near[topic][row, place] < TRANSLATED:
                    continue
                if self._free(side, topic, other):
                    choice[side] = other
                    break
            else:
                return None
        return choice

    def _said(self, side: str, topic: int, row: int, near: FloatArray) -> bool:
        """Whether a word translates one that the name has on the other side: it says the same."""
        words = self.shown[side][topic]
        return any(
            near[row, words.index(choice[side])] >= TRANSLATED for choice in self.names[topic]
        )

    def _free(self, side: str, topic: int, word: int) -> bool:
        """Whether no name has the word, and this topic's, or another part's, none like it."""
        form, near = self._form(side, word), {topic, *self.parts}
        own = [self._form(side, choice[side]) for one in near for choice in self.names[one]]
        return form not in self.used[side] and not any(alike(form, other) for other in own)

    def _form(self, side: str, word: int) -> str:
        return self.reading.sides[side].forms[word].casefold()


def topic_names(
    reading: TopicReading,
    texts: Callable[[str, int], Sequence[str]] = lambda side, topic: (),
    leading: Sequence[IntArray] | None = None,
    kept: Sequence[str] = (),
) -> list[str]:
    """A name for every topic, no two alike: "Erdbeben, Tsunami · earthquake, tsunami".

    texts  of a side and a topic, the texts it takes most of: a word that mostly stands in one
           phrase there is shown in it, *human rights*
    leading  of each topic, the rows of the documents it takes most of; none where None
    kept  of each topic, the name it has already, "" where it is new: a part of what was split
    Each word names one topic only.  The first word of a side is its topic's most specific one, with
    its translation where one is shown; the second one must have its translation, on all sides.
    """
    nowhere = [np.zeros(0, dtype=np.int64)] * reading.n_topics
    kept = kept or [""] * reading.n_topics
    namer = _Namer(reading, nowhere if leading is None else leading, kept)
    # Of parts the best words may be taken: one with its translation tells more than two apart.
    for translated in ([True] if namer.parts else []) + [False]:
        for candidate in namer.candidates():
            if not namer.names[candidate.topic]:
                namer.give(candidate, only_translated=translated)
    best = dict(enumerate(namer.specificity[reading.readable[0]]))
    for candidate in namer.candidates():
        named = namer.names[candidate.topic]
        at_home = best[candidate.topic][candidate.word] > FOREIGN / 2
        if 1 <= len(named) < WORDS and at_home:
            namer.give(candidate, only_translated=True)
    names = [
        kept[topic] or _written(reading, choices, [texts(side, topic) for side in reading.readable])
        for topic, choices in enumerate(namer.names)
    ]
    return _distinct([name or f"topic {topic + 1}" for topic, name in enumerate(names)])


def _rather(near: FloatArray, likely: FloatArray) -> FloatArray:
    """How far words translate each other, less where that is not likely, or one of both has a
    likelier translation among the others: *Rückzug* is not *Willoughby* where *Willoughby* is."""
    most = np.maximum(likely.max(axis=0), likely.max(axis=1, keepdims=True))
    rather = np.minimum(RATHER * likely / np.maximum(most, LIKELY), 1.0)
    return np.asarray(near * rather * np.minimum(likely / LIKELY, 1.0))


def reader_first(name: str, languages: Sequence[str]) -> str:
    """A name with the reader's side first, once where all are one.  languages  of the sides"""
    sides, read = name.split(" · "), language()
    if read in languages and len(sides) == len(languages):
        sides.insert(0, sides.pop(languages.index(read)))
    return " · ".join(sides if len({*sides}) > 1 else sides[:1])


def words_of_name(name: str) -> set[str]:
    """In small letters, and its phrases as well."""
    small = name.casefold()
    return {*re.split(", | · ", small), *re.split("[, ·]+", small)}


def _written(
    reading: TopicReading, choices: Sequence[Choice], texts: Sequence[Sequence[str]]
) -> str:
    parts = []
    every = [reading.sides[side].forms[word] for of in choices for side, word in of.items()]
    for side, own_texts in zip(reading.readable, texts, strict=True):
        one = reading.sides[side]
        forms = [_spelled(one.forms[choice[side]], every, own_texts) for choice in choices]
        left_out = function_words(one.language) | TITLES | {form.casefold() for form in forms}
        phrases = [phrase_of(form, own_texts, left_out) for form in forms]
        # Two pieces of one longer phrase tell less than the words alone.
        words = [word for phrase in phrases for word in phrase.split()]
        parts.append(", ".join(phrases if len(set(words)) == len(words) else forms))
    return " · ".join(part for part in parts if part)


def _spelled(form: str, others: Sequence[str], texts: Sequence[str]) -> str:
    """As another side spells it, where the texts mostly do: *LIFE*, the programme, not *life*."""
    same = [one for one in others if one.isupper() and one.casefold() == form.casefold()]
    words = re.findall(r"\w+", "\n".join(texts)) if {*same} - {form} else []
    return max([form, *same], key=words.count)


def _saturated(counts: FloatArray) -> FloatArray:
    """n/(n + 1): who is thanked once in each speech tells less of it than what it returns to."""
    return np.asarray(counts / (counts + 1.0))


def alike(first: str, second: str) -> bool:
    """Whether two forms begin alike, or one ends the other: *Tsunami* and *Tsunamis*, *Programm*
    and *Aktionsprogramm* tell a reader one thing."""
    shorter, longer = sorted((first, second), key=len)
    same = min(len(shorter), SAME_BEGINNING)
    return first[:same] == second[:same] or (len(shorter) >= PART and shorter in longer)


def _distinct(names: Sequence[str]) -> list[str]:
    """Names that are alike all the same, of topics that share all their words, are numbered."""
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        number, candidate = 1, name
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{name} ({number})"
        taken.add(candidate.casefold())
        found.append(candidate)
    return found

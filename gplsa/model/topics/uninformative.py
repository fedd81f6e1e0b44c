"""Uninformative topics, which say nothing about the collection, and why."""

import numpy as np

from gplsa.core.types import FloatArray
from gplsa.evaluation.topics import npmi_coherence
from gplsa.message import Message
from gplsa.model.topics.shown import TopicReading, TopicSide
from gplsa.text import LANGUAGES_WITH_STOP_WORDS, WordOptions, stop_words
from gplsa.text.language.word_lists import word_lists

WORDS = 10
REMAINS, STRANGERS = 4, 4
"""How many of the ten most probable words of a side make a topic uninformative."""
OF_BOOKS = 3
"""The same of every side."""

LEAST_BURST = 0.2
BURST_SHARE = 0.6
FEWEST_TOPICS = 5

MARKUP = frozenset(
    "amp apos br class colspan com content css div em font gt height href html http https img jpg "
    "li lt mailto nbsp net ol org pdf php png px quot rel rowspan span src strong style tbody td "
    "th tr ul url utf width www xml xmlns".split()
)

REFERENCES = frozenset(
    "abb anm aufl bd bde bearb bzw cat cf ders ebd ed eds ff fig figs frontmatter hg hrsg ibid id "
    "ill inv isbn issn jg jh kat lit nr pl pp sp taf vgl vol vols zit".split()
)
"""What stands in *S. 12 ff., Abb. 3; vgl. Inv.-Nr. 7, Bd. 2*."""

OF_REFERENCES = Message("references and numbers of a catalogue")
OF_MARKUP = Message("remains of markup")
OF_PUBLICATIONS = Message("what books say of themselves")
OF_FUNCTION_WORDS = Message("function words of another language")
OF_EVERYWHERE = Message("words that many other texts have, too")


def uninformative_topics(reading: TopicReading) -> dict[int, str]:
    """The topics that have nothing of their own, with the reason in a few words.

    A topic is uninformative where four of the ten most probable words of a side are remains of
    markup, of references, or function words of one other language, as rows with the languages
    exchanged bring them in; where three of every side are what books are called and have (*edition,
    textbook, exercises*); or where the words shown are spread over texts as if by chance on every
    side (`burstiness`), not six tenths as bursty as those of the middle topic, and stand together
    less than those of the middle one do: *portrait, bust, sitter* are a subject in a museum,
    although they run through all of it. A collection whose words are all spread like that, as
    captions are, has no such topics.
    """
    found: dict[int, str] = dict.fromkeys(_spread_evenly(reading), OF_EVERYWHERE)
    of_books = set(range(reading.n_topics))
    for side in reading.readable:
        one = reading.sides[side]
        # Function words of each language but this side's that are none of its own.
        own = function_words(one.language)
        others = sorted(set(LANGUAGES_WITH_STOP_WORDS) - {one.language})
        strange = [function_words(other) - own for other in others]
        for topic in range(reading.n_topics):
            best = reading.words(side, topic, WORDS, 1.0)
            words = {one.forms[word].casefold() for word in best}
            if any(len(words & listed) >= STRANGERS for listed in strange):
                found[topic] = OF_FUNCTION_WORDS
            for remains, reason in ((MARKUP, OF_MARKUP), (REFERENCES, OF_REFERENCES)):
                if len(words & remains) >= REMAINS:
                    found[topic] = reason
            if len(words & word_lists(one.language).publications) < OF_BOOKS:
                of_books.discard(topic)
    found |= dict.fromkeys(of_books - found.keys(), OF_PUBLICATIONS)
    return dict(sorted(found.items()))


def burstiness(side: TopicSide) -> FloatArray:
    """Residual idf [Church, Gale 1995], (words,): −log₂(df/N) + log₂(1 − e^(−cf/N)).

    How many more bits rare a word is than if its occurrences fell on texts by chance: about 0 for
    *say* and *take*, above 1 for words that some texts are about.
    """
    n = max(side.n_documents, 1)
    expected = -np.expm1(-side.occurrences / n)
    return np.asarray(
        np.log2(np.maximum(expected, 1e-300) / np.maximum(side.document_frequency / n, 1e-300))
    )


def burst_of_topics(reading: TopicReading, side: str) -> tuple[FloatArray, float]:
    """`burstiness` of a side, and what the words shown of the middle topic have on average."""
    bursty = burstiness(reading.sides[side])
    means = [bursty[reading.words(side, z, WORDS)].mean() for z in range(reading.n_topics)]
    return bursty, float(np.median(means))


def _spread_evenly(reading: TopicReading) -> set[int]:
    evenly = set(range(reading.n_topics))
    if reading.n_topics < FEWEST_TOPICS:
        return set()
    for side in reading.readable:
        bursty, middle = burst_of_topics(reading, side)
        if middle < LEAST_BURST:
            return set()
        shown = [bursty[reading.words(side, z, WORDS)].mean() for z in range(reading.n_topics)]
        evenly &= {topic for topic, value in enumerate(shown) if value < BURST_SHARE * middle}
    together = _together(reading)
    return {topic for topic in evenly if together[topic] <= np.median(together)}


def _together(reading: TopicReading) -> FloatArray:
    """(topics,) NPMI of the words shown, the mean over the sides; 0 where no counts are known."""
    found = [np.zeros(reading.n_topics)]
    for side in reading.readable:
        counts = reading.sides[side].counts
        if counts is not None:
            words = [reading.words(side, topic, WORDS) for topic in range(reading.n_topics)]
            found.append(npmi_coherence(np.array(words), counts))
    return np.asarray(np.mean(found, axis=0))


def function_words(language: str) -> frozenset[str]:
    """Those of a language, in small letters; none where the language has no list."""
    known = language in LANGUAGES_WITH_STOP_WORDS
    return stop_words(WordOptions(language)) if known else frozenset()

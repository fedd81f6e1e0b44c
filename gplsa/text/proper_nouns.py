"""Which unknown words with a capital are names."""

import re

from gplsa.text.language.lemmas import base_form, is_declined_noun, is_word
from gplsa.text.language.word_lists import word_lists
from gplsa.text.vocabulary import Vocabulary

# Endings of German common nouns, which have capitals as names do.
_GERMAN_NOUN = re.compile(
    "(?:ung|heit|keit|schaft|tion|tät|ism(?:us|en)|nis|tum|chen|lein|ling|erei|ment|enz|anz|logie|graphie)"
    "(?:e|en|es|s|er|ern|se|sen)?$"
)
# … and which names have more rarely: only where nothing else speaks for a name.
_COMMON_ENDING = re.compile("(?:e|en|er|ern|es|em|eln|ie|ik|um|us|or|eur|at|al|el|ur|ell)$")
# … and which forms of words that no dictionary has: plurals, and adjectives as nouns.
_INFLECTED = re.compile("(?:(?<!i)en|ern|(?:sch|ell)e[mnrs]?)$")
_SENTENCE_ENDS = '.!?:;…"“”„«»(['
_LONGEST_NAME = 16
_LEAST_KNOWN = 5
_SHORTEST_REST = 3


def is_name(name: str, before: str, language: str) -> bool:
    """Of unknown words with a capital, by the word before them, "" where they begin the text."""
    german, acronym = language == "de", name.isupper()
    counted = before[-1:].isdigit() or before.lower() in word_lists(language).before_no_name
    if german and not acronym and counted:
        return False
    several = " " in name
    if (german or several) and not any(is_word(word, language) for word in name.split()):
        return acronym or several or _INFLECTED.search(name) is None
    if not before or before[-1] in _SENTENCE_ENDS:
        return False
    certain = acronym or several or (before[0].isupper() and before[-1].isalpha())
    return not german or certain or _is_declined_as_names(name)


def _is_declined_as_names(name: str) -> bool:
    if is_declined_noun(name):
        return False
    ending = _COMMON_ENDING.search(name)
    if ending is None:
        return True
    # *Jones* is no genitive, unlike *Buches*.
    return ending[0] == "es" and base_form(name.lower(), "de", capital=True) == name


def is_common_noun(word: str, vocabulary: Vocabulary, before: str) -> bool:
    """before  the name that it stands behind, as *Becker* may who bakes no bread, but not *Diebe*,
    or "" """
    if word.isupper():
        return False
    if len(word) > _LONGEST_NAME or _GERMAN_NOUN.search(word) is not None:
        return True
    many = base_form(word.lower(), "de", capital=True) != word and word[-1] not in "ns"
    # *Nietzsches* is a genitive, *Hans* is none.
    genitive = before.endswith("s") and base_form(before.lower(), "de", capital=True) != before
    if (not before or many or genitive) and is_declined_noun(word):
        return True
    small = word.lower()
    return any(
        small[:end] in vocabulary.analyser.splitter.parts
        or vocabulary.analyser.base(small[-end:]) in vocabulary
        for end in range(_LEAST_KNOWN, len(small) - _SHORTEST_REST + 1)
    )

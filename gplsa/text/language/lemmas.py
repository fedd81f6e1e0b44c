"""Base forms of words from simplemma's dictionaries, each read once and only when a word is asked.

The dictionaries know each form by one base form, and not always by the likely one (*taxes* →
*taxis*, Italian *accordo* → *accordare*, *reden* → *schönreden*). What throws together words that
have nothing in common is worse than what leaves forms apart, so a word that is the base form of
others stays itself, but for an adjective with its ending (*soziale*).

German writes its nouns with a capital, which tells *Reden* from *reden* and *Schützen* from
*schützen*; a noun typed in small letters is found where these are no word of their own.
"""

import threading
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from gplsa.text.language.stems import stem

# Languages that write compounds as one word, whose last part is inflected.
_COMPOUNDING = frozenset(["da", "de", "nb", "nl", "nn", "no", "sv"])
# Entries of the English dictionary that are none: *developed* → *develope*.
_NO_WORDS = frozenset(
    "answere aske claime confirme crosse develope growe laughe playe proclaime regarde talke "
    "thanke thinke unfolde".split()
)
# A boy, whom the dictionary has for whoever is *jung*.
_BOY = frozenset(["junge", "jungen", "jungs", "jungens"])
_DICTIONARY_OF = {"no": "nb"}
_LEAST_TAIL, _LONGEST_TAIL = 4, 30
_LEAST_HEAD = 3
_ADJECTIVE_ENDING = 2  # letters: gut-er
_ENDINGS = ("en", "er", "es", "em", "e")
# Of German nouns, where a name has none but -s: *Umsatzes*, *Szenarien*, *Abstände*.
_DECLENSION = ("e", "en", "n", "er", "es", "se", "nen")
_PLURAL_OF_ROOT = ("en", "e", "er")
_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}
_LONGEST_FOREIGN_ENDING = 2  # Szenari-o, Zentr-um
# What German puts between the halves of a compound: Wissenschaft-s-rat.
_LINKS = ("", "s", "es", "n", "en", "e", "er")
_LEAST_HALF = 3
_LEAST_PARTICIPLE = 7
_CACHED_WORDS = 200_000
_lock = threading.Lock()


def _is_ending(word: str, base: str) -> bool:
    return word.startswith(base) and base.islower() and len(word) - len(base) <= _ADJECTIVE_ENDING


class _Dictionary(NamedTuple):
    lemmas: Mapping[str, str]
    bases: frozenset[str]

    def get(self, word: str) -> str | None:
        try:
            base = self.lemmas[word]
        except KeyError:
            return None
        # Pronouns have several: "er|es|sie".
        return base.split("|")[0] or None

    def find(self, word: str) -> str | None:
        base = self.get(word)
        if word in self.bases and not (base and _is_ending(word, base)):
            return word
        return base


@cache
def _languages() -> frozenset[str]:
    # Here and not above: what shows a finished model needs no dictionary.
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return frozenset(SUPPORTED_LANGUAGES)


def has_lemmas(language: str) -> bool:
    """Whether there is a dictionary of this language."""
    return _DICTIONARY_OF.get(language, language) in _languages()


_read: dict[str, _Dictionary] = {}


def _dictionary(language: str) -> _Dictionary:
    code = _DICTIONARY_OF.get(language, language)
    if code not in _read:
        from simplemma.strategies.dictionaries import DefaultDictionaryFactory

        with _lock:  # two threads that ask at once would read it twice
            if code not in _read:
                lemmas = DefaultDictionaryFactory(cache_max_size=0).get_dictionary(code)
                _read[code] = _Dictionary(lemmas, frozenset(lemmas.values()))
    return _read[code]


@lru_cache(maxsize=_CACHED_WORDS)
def base_form(word: str, language: str, *, capital: bool = False) -> str | None:
    """Base form of a lower-case word, German nouns with their capital; None if it is not known.

    The last part decides for a compound that no dictionary holds (*Ratspräsidentschaften*).
    capital  whether it is written with one: told of German words alone
    """
    if not has_lemmas(language):
        return None
    if language != "de":
        return _known(word, language) or _by_last_part(word, language)
    known = _german(word, capital) or _by_last_part(word, language, capital)
    if known is None and "ß" in word:
        return base_form(word.replace("ß", "ss"), language, capital=capital)
    return known


@lru_cache(maxsize=_CACHED_WORDS)
def lemma(word: str, language: str, *, capital: bool = False) -> str:
    """What a lower-case word counts as: `base_form` in small letters, ß as ss, or else its stem.

    The stem of an unknown word is no other word (*Waters*, *water*), but for English adverbs and
    for German words without a capital: *clearly*, *konkrete*.
    """
    known = base_form(word, language, capital=capital)
    if known is None:
        root = stem(word, language)
        inflected = (language == "en" and word.endswith("ly")) or (language == "de" and not capital)
        of_root = base_form(root, language) if has_lemmas(language) else None
        known = root if of_root is None else of_root if inflected else word
    return known.lower().replace("ß", "ss") if language == "de" else known.lower()


def is_declined_noun(word: str) -> bool:
    """Whether a German word has forms that no name has: a plural, or a genitive that is not -s."""
    dictionary = _dictionary("de")
    base = dictionary.find(word)
    if base is None or base.islower():
        return False
    roots = [base[: len(base) - cut] for cut in range(_LONGEST_FOREIGN_ENDING + 1)]
    vowel = max((base.rfind(letter) for letter in _UMLAUTS), default=-1)
    if vowel > 0:
        roots.append(base[:vowel] + _UMLAUTS[base[vowel]] + base[vowel + 1 :])
    forms = [base + ending for ending in _DECLENSION]
    forms += [root + ending for root in roots[1:] for ending in _PLURAL_OF_ROOT]
    return any(form != base and dictionary.get(form) == base for form in forms)


@lru_cache(maxsize=_CACHED_WORDS)
def is_base(word: str, language: str) -> bool:
    """Whether the dictionary has a word as the base form of itself or of others."""
    dictionary = _dictionary(language)
    return word in dictionary.bases and dictionary.find(word) in (word, None)


def is_entry(word: str, language: str) -> bool:
    """Whether the dictionary of a language that has one has a word, with or without a capital."""
    forms, dictionary = (word, word.lower(), word.capitalize()), _dictionary(language)
    return any(dictionary.get(form) for form in forms)


def is_word(word: str, language: str) -> bool:
    """Whether the dictionary has a word, with or without a capital, or in German what it is a form
    of or made of; True where there is no dictionary.  What it lacks is mostly a name."""
    if not has_lemmas(language) or is_entry(word, language):
        return True
    if language != "de":
        return False
    dictionary = _dictionary(language)
    ended = [end for end in (*_DECLENSION, "s") if word.endswith(end)]
    if any(is_declined_noun(word[: -len(end)]) for end in ended):
        return True
    # It lacks most forms of participles: *detaillierte*.
    bare = [word[: -len(end)].lower() for end in _ENDINGS if word.endswith(end)]
    if any(len(one) >= _LEAST_PARTICIPLE and dictionary.get(one) == one for one in bare):
        return True
    halves = range(_LEAST_HALF, len(word) - _LEAST_HALF + 1)
    return any(_may_end(word[cut:]) and _may_begin(word[:cut]) for cut in halves)


def _may_end(half: str) -> bool:
    """A compound; first names are no halves: *Ron-aldo*."""
    small = len(half) >= _LEAST_TAIL and _dictionary("de").get(half) is not None
    return small or is_declined_noun(half.capitalize())


def _may_begin(half: str) -> bool:
    dictionary = _dictionary("de")
    return any(
        dictionary.get(head.capitalize()) or dictionary.get(head.lower())
        for head in [half[: len(half) - len(link)] for link in _LINKS if half.endswith(link)]
        if len(head) >= _LEAST_HALF
    )


def _known(word: str, language: str) -> str | None:
    dictionary = _dictionary(language)
    base = dictionary.find(word) or dictionary.find(word.capitalize())
    if language != "en" or base is None:
        return base
    if base == word[:-2] + "is" and word[:-2] in dictionary.bases:
        return word[:-2]
    # *et al.* is no past of *eat*.
    return word if word == "et" else base[:-1] if base in _NO_WORDS else base


def _german(word: str, capital: bool) -> str | None:
    if capital and word in _BOY:
        return "Junge"
    dictionary = _dictionary("de")
    small, noun = dictionary.find(word), dictionary.find(word.capitalize())
    if not capital and small != word:
        # The dictionary lacks *konkrete* and reads *klare* as a verb.
        bare = next((word[: -len(end)] for end in _ENDINGS if word.endswith(end)), "")
        if len(bare) >= _LEAST_TAIL and bare in dictionary.bases:
            return bare
        # It may be a noun that was typed: *haus* (the dictionary knows *hausen*).
        typed = noun is not None and noun.lower() == word and not _is_ending(word, small or word)
        return noun if typed or small is None else small
    if small is None or noun is None or not capital:
        return small or noun
    adjective = dictionary.get(word) or dictionary.get(noun.lower()) or word
    is_noun = dictionary.get(noun + "s") == noun
    if adjective != noun.lower() and _is_ending(noun.lower(), adjective) and not is_noun:
        # *Guter* beside *gut*, *Numerische* beside *numerisch*; but *Träger*, *Alter*.
        return adjective
    # *Fragen* and *Arbeiten* are nouns made of verbs less often than plurals.
    plural = dictionary.get(word.capitalize()) if word.endswith("n") else None
    return plural if plural is not None and plural[0].isupper() else noun


def _by_last_part(word: str, language: str, capital: bool = False) -> str | None:
    if language not in _COMPOUNDING:
        return None
    for start in range(max(_LEAST_HEAD, len(word) - _LONGEST_TAIL), len(word) - _LEAST_TAIL + 1):
        end = word[start:]
        tail = _german(end, capital) if language == "de" else _known(end, language)
        if tail is not None:
            whole = word[:start] + tail.lower()
            return whole.capitalize() if tail[0].isupper() else whole
    return None

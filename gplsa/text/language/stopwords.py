"""Words that are left out because they carry grammar, not content.

Of a language that has no list they are found in the texts themselves: they are short, stand
everywhere, and hardly ever before a comma, a full stop or the end of a line, where articles,
prepositions and conjunctions have no place.  Where verbs end sentences, nouns do not stand there
either, but come together in the texts that are about them.
"""

import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from unicodedata import combining, normalize

import numpy as np

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.text.language.alphabet import MARKS
from gplsa.text.language.word_lists import LANGUAGES_WITH_STOP_WORDS, word_lists
from gplsa.text.languages import language_name
from gplsa.text.options import WordOptions

_SHARE = 0.002
_LONGEST = 4
_MOST_ENDS = 0.05
_SPREAD = 0.75
"""Texts that hold a word, of those that would if its uses fell by chance: four in five and more for
nearly all function words, fewer for forms of address (*vous*)."""
ENOUGH_LETTERS = 2_000_000  # texts behind so many letters are not looked at
_FEWEST_WORDS = 1_000
_FEWEST_USES = 10  # of fewer nobody can say where they stand

_WORD_AND_NEXT = re.compile(rf"((?:[^\W\d_][{MARKS}]*)+)[^\S\n]?(?=(.?))")


def stop_words(options: WordOptions, texts: Sequence[str] = ()) -> frozenset[str]:
    """The list of the language, in small letters, without the person's additions.

    Where there is none, what `frequent_words` finds in the texts.
    Raises InputError where NLTK's list is asked for and not on this computer.
    """
    if options.stop_words == "none":
        return frozenset()
    if options.stop_words == "nltk":
        return _nltk_list(options.language)
    if are_in_texts(options):
        return frequent_words(texts)
    return word_lists(options.language).grammar


def are_in_texts(options: WordOptions) -> bool:
    """Whether there is no list, so that stop words have to be found in the texts."""
    return options.stop_words == "builtin" and options.language not in LANGUAGES_WITH_STOP_WORDS


def frequent_words(texts: Sequence[str]) -> frozenset[str]:
    """In small letters: at least 10 uses and 0.2 % of all words, at most 4 letters, at most one
    use in twenty before a mark or the end of a line, and in about as many texts as by chance; none
    in texts of less than 1,000 words."""
    used, ending, holding = Counter[str](), Counter[str](), Counter[str]()
    lengths = list[int]()
    letters = 0
    for text in texts:
        letters += len(text)
        found = _WORD_AND_NEXT.findall(text.lower())
        used.update(word for word, _ in found)
        ends = (word for word, after in found if not after.isalnum() and after not in ("'", "’"))
        ending.update(ends)
        holding.update({word for word, _ in found})
        lengths.append(len(found))
        if letters > ENOUGH_LETTERS:
            break
    total = used.total()
    if total < _FEWEST_WORDS:
        return frozenset()
    shares = np.array(lengths) / total
    return frozenset(
        word
        for word, uses in used.items()
        if uses >= max(_SHARE * total, _FEWEST_USES)
        and ending[word] <= _MOST_ENDS * uses
        # A syllable of Korean is two or three; accents and points are none.
        and sum(not combining(letter) for letter in normalize("NFD", word)) <= _LONGEST
        # By chance as many texts would hold it as this, of so many words.
        and holding[word] >= _SPREAD * (1 - (1 - shares) ** uses).sum()
    )


def _nltk_list(language: str) -> frozenset[str]:
    name = language_name(language).lower()
    roots = os.environ.get("NLTK_DATA", "").split(os.pathsep)
    if "GPLSA_DATA" in os.environ:
        roots.append(os.path.join(os.environ["GPLSA_DATA"], "nltk_data"))
    usual = [Path.home() / "nltk_data", Path("/usr/share/nltk_data"), Path("/usr/lib/nltk_data")]
    for root in [*(Path(root) for root in roots if root), *usual]:
        file = root / "corpora" / "stopwords" / name
        if name and file.is_file():
            return frozenset(file.read_text(encoding="utf-8").split())
    asked = language_name(language) or Message("an unknown language")
    raise InputError(
        "NLTK's stop words for {asked} are not on this computer: set NLTK_DATA to the folder that "
        "holds corpora/stopwords, or choose another source of stop words.",
        asked=asked,
    )

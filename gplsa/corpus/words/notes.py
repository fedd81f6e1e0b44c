"""What a person should know about how the words of a language were found."""

import numpy as np

from gplsa.corpus.languages import language_name
from gplsa.corpus.words.analysis import WITHOUT_SPACES
from gplsa.corpus.words.choosing import Tally
from gplsa.corpus.words.encoded import Encoded
from gplsa.corpus.words.language.stems import SNOWBALL
from gplsa.corpus.words.language.stopwords import are_in_texts
from gplsa.corpus.words.options import WordOptions
from gplsa.wording import said

_A_TENTH = 0.1
_NAMED = 8


def notes(encoded: Encoded | Tally, options: WordOptions, stop_words: frozenset[str]) -> list[str]:
    """One sentence for each thing that is done otherwise, or not at all, for this language."""
    name = language_name(options.language) or said("this language")
    without_spaces = (encoded.kinds == WITHOUT_SPACES)[encoded.form_key]
    characters = np.array([len(form) for form in encoded.forms])
    found = []
    if characters[without_spaces].sum() > _A_TENTH * characters.sum():
        found.append(
            said(
                "These texts have no spaces between words: pairs of characters are counted instead."
            )
        )
    elif options.stem and options.language not in SNOWBALL:
        found.append(
            said(f"There are no stems for {name}: every inflected form counts as its own word.")
        )
    if are_in_texts(options):
        found.append(_without_list(name, _some(stop_words), options.max_df))
    return found


def _without_list(name: str, short: str, most: float) -> str:
    if short and most < 1:
        return said(
            f"There is no list of stop words for {name}: short words that stand everywhere "
            f"({short}) and words in more than {most:.0%} of the documents are left out."
        )
    if short:
        return said(
            f"There is no list of stop words for {name}: short words that stand everywhere "
            f"({short}) are left out."
        )
    if most < 1:
        return said(
            f"There is no list of stop words for {name}: words in more than {most:.0%} of the "
            "documents are left out."
        )
    return said(f"There is no list of stop words for {name}: none are left out.")


def _some(words: frozenset[str]) -> str:
    """The first of them by the alphabet, and whether there are more."""
    shown = sorted(words)[:_NAMED]
    return ", ".join(shown) + (" …" if len(words) > len(shown) else "")

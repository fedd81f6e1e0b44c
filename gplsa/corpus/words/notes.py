"""What a person should know about how the words of a language were found."""

import numpy as np

from gplsa.corpus.languages import language_name
from gplsa.corpus.words.analysis import WITHOUT_SPACES
from gplsa.corpus.words.choosing import Tally
from gplsa.corpus.words.encoded import Encoded
from gplsa.corpus.words.language.stems import SNOWBALL
from gplsa.corpus.words.language.stopwords import are_in_texts
from gplsa.corpus.words.options import WordOptions

_A_TENTH = 0.1
_NAMED = 8


def notes(encoded: Encoded | Tally, options: WordOptions, stop_words: frozenset[str]) -> list[str]:
    """One sentence for each thing that is done otherwise, or not at all, for this language."""
    name = language_name(options.language) or "this language"
    without_spaces = (encoded.kinds == WITHOUT_SPACES)[encoded.form_key]
    characters = np.array([len(form) for form in encoded.forms])
    found = []
    if characters[without_spaces].sum() > _A_TENTH * characters.sum():
        found.append(
            "These texts have no spaces between words: pairs of characters are counted instead."
        )
    elif options.stem and options.language not in SNOWBALL:
        found.append(f"There are no stems for {name}: every inflected form counts as its own word.")
    if are_in_texts(options):
        left_out = []
        if stop_words:
            left_out.append(f"short words that stand everywhere ({_some(stop_words)})")
        if options.max_df < 1:
            left_out.append(f"words in more than {options.max_df:.0%} of the documents")
        found.append(
            f"There is no list of stop words for {name}: "
            + (f"{' and '.join(left_out)} are left out." if left_out else "none are left out.")
        )
    return found


def _some(words: frozenset[str]) -> str:
    """The first of them by the alphabet, and whether there are more."""
    shown = sorted(words)[:_NAMED]
    return ", ".join(shown) + (" …" if len(words) > len(shown) else "")

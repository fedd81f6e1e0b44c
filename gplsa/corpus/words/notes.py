"""What a person should know about how the words of a language were found."""

import numpy as np

from gplsa.corpus.languages import language_name
from gplsa.corpus.words.analysis import WITHOUT_SPACES
from gplsa.corpus.words.encoded import Encoded
from gplsa.corpus.words.language.stems import SNOWBALL
from gplsa.corpus.words.options import WordOptions

_A_TENTH = 0.1


def notes(encoded: Encoded, options: WordOptions, stop_words: frozenset[str]) -> list[str]:
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
    if options.stop_words == "builtin" and not stop_words and options.max_df < 1:
        found.append(
            f"There is no list of stop words for {name}: only words in more than "
            f"{options.max_df:.0%} of the documents are left out."
        )
    return found

"""What a person should know about how the words of a language were found."""

from collections.abc import Iterable

import numpy as np

from gplsa.message import Message
from gplsa.text.analysis import WITHOUT_SPACES
from gplsa.text.encoded import Encoded
from gplsa.text.language.lemmas import has_lemmas
from gplsa.text.language.stems import SNOWBALL
from gplsa.text.language.stopwords import are_in_texts
from gplsa.text.languages import language_name
from gplsa.text.options import WordOptions

_A_TENTH = 0.1
_NAMED = 8
_WITHOUT_SPACES = Message(
    "These texts have no spaces between words: pairs of characters are counted instead."
)
# By whether short words were found, and whether frequent ones are left out.
_WITHOUT_LIST = {
    (True, True): Message(
        "There is no list of stop words for {name}: short words that stand everywhere ({short}) "
        "and words in more than {most:.0%} of the documents are left out."
    ),
    (True, False): Message(
        "There is no list of stop words for {name}: short words that stand everywhere ({short}) "
        "are left out."
    ),
    (False, True): Message(
        "There is no list of stop words for {name}: words in more than {most:.0%} of the documents "
        "are left out."
    ),
    (False, False): Message("There is no list of stop words for {name}: none are left out."),
}


def notes(encoded: Encoded, options: WordOptions, stop_words: frozenset[str]) -> list[str]:
    """One sentence for each thing that is done otherwise, or not at all, for this language."""
    without_spaces = (encoded.kinds == WITHOUT_SPACES)[encoded.form_key]
    characters = np.array([len(form) for form in encoded.forms])
    found: list[str] = []
    if characters[without_spaces].sum() > _A_TENTH * characters.sum():
        found.append(_WITHOUT_SPACES)
    elif not (
        # Whether inflected forms meet, or were not meant to.
        options.base == "none"
        or (options.base == "lemma" and has_lemmas(options.language))
        or options.language in SNOWBALL
    ):
        found.append(_without_stems(options))
    if are_in_texts(options):
        found.append(_without_list(options, stop_words))
    return found


def recalled_notes(
    sentences: Iterable[str], options: WordOptions, stop_words: frozenset[str]
) -> list[str]:
    """What `notes` gave, from the finished sentences: they hold nothing but what is kept beside."""
    made = (_without_stems(options), _without_list(options, stop_words))
    known = {str(message): message for message in made}
    return [known.get(sentence, sentence) for sentence in sentences]


def _without_stems(options: WordOptions) -> Message:
    return Message(
        "There are no stems for {name}: every inflected form counts as its own word.",
        name=_name(options),
    )


def _name(options: WordOptions) -> str:
    return language_name(options.language) or Message("this language")


def _without_list(options: WordOptions, stop_words: frozenset[str]) -> Message:
    short = ", ".join(sorted(stop_words)[:_NAMED]) + " …" * (len(stop_words) > _NAMED)
    return Message(
        _WITHOUT_LIST[bool(stop_words), options.max_df < 1],
        name=_name(options),
        short=short,
        most=options.max_df,
    )

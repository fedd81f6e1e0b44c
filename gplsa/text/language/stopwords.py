"""Words that are left out because they carry grammar, not content."""

import os
from collections.abc import Sequence
from pathlib import Path

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.text.language.closed_classes import CLOSED_CLASSES
from gplsa.text.language.frequent import frequent_words
from gplsa.text.languages import language_name
from gplsa.text.options import WordOptions

LANGUAGES_WITH_STOP_WORDS = tuple(sorted(CLOSED_CLASSES))


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
    return CLOSED_CLASSES[options.language]


def are_in_texts(options: WordOptions) -> bool:
    """Whether there is no list, so that stop words have to be found in the texts."""
    return options.stop_words == "builtin" and options.language not in CLOSED_CLASSES


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

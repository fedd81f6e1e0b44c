"""Words: text to counts, settings, stop words, stems, and back to the places in a text."""

from gplsa.core.items import Span
from gplsa.text.cleaning import Preview, preview, usual_options
from gplsa.text.language.stems import same_family
from gplsa.text.language.stopwords import stop_words
from gplsa.text.language.word_lists import LANGUAGES_WITH_STOP_WORDS
from gplsa.text.options import COMPOUND_LANGUAGES, WordOptions
from gplsa.text.unseen import Unseen, most_frequent_first, unseen
from gplsa.text.vocabulary import Vocabulary

__all__ = [
    "COMPOUND_LANGUAGES", "LANGUAGES_WITH_STOP_WORDS", "Preview", "Span", "Unseen", "Vocabulary",
    "WordOptions", "most_frequent_first", "preview", "same_family", "stop_words", "unseen",
    "usual_options",
]  # fmt: skip

"""Words: text to counts, settings, stop words, stems, and back to the places in a text."""

from gplsa.corpus.words.choosing import Dropped
from gplsa.corpus.words.cleaning import Change, Preview, preview
from gplsa.corpus.words.language.families import same_family
from gplsa.corpus.words.language.stopwords import LANGUAGES_WITH_STOP_WORDS, stop_words
from gplsa.corpus.words.options import COMPOUND_LANGUAGES, WordOptions
from gplsa.corpus.words.unseen import Unseen, most_frequent_first, unseen
from gplsa.corpus.words.vocabulary import Span, Vocabulary

__all__ = [
    "COMPOUND_LANGUAGES",
    "LANGUAGES_WITH_STOP_WORDS",
    "Change",
    "Dropped",
    "Preview",
    "Span",
    "Unseen",
    "Vocabulary",
    "WordOptions",
    "most_frequent_first",
    "preview",
    "same_family",
    "stop_words",
    "unseen",
]

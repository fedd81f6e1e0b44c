"""Function words by grammatical class, for the languages this project has lists of.

Only classes that a grammar can list in full are in: articles, pronouns, prepositions, conjunctions,
auxiliary and modal verbs, particles, adverbs of place, time and degree that stand in for others.
Words that are nouns as well ("Zeit", "Ehe", "Recht"; "state"; "stato", "été" excepted, where the
verb prevails) stay out: a theme may hang on them.
"""

from gplsa.text.language.closed_classes.english import ENGLISH
from gplsa.text.language.closed_classes.french import FRENCH
from gplsa.text.language.closed_classes.german import GERMAN
from gplsa.text.language.closed_classes.italian import ITALIAN
from gplsa.text.language.closed_classes.spanish import SPANISH

CLOSED_CLASSES: dict[str, frozenset[str]] = {
    "de": GERMAN,
    "en": ENGLISH,
    "es": SPANISH,
    "fr": FRENCH,
    "it": ITALIAN,
}

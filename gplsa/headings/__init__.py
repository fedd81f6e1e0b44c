"""Subject headings of a person's own vocabulary, suggested with a probability and its reasons."""

from gplsa.headings.assigned import Assigned, assigned_headings, columns_of_headings
from gplsa.headings.learning import learn_headings
from gplsa.headings.reading import read_vocabulary
from gplsa.headings.reason import Reason
from gplsa.headings.suggesting import Suggester, Suggestion
from gplsa.headings.vocabulary import Concept, HeadingVocabulary

__all__ = [
    "Assigned",
    "Concept",
    "HeadingVocabulary",
    "Reason",
    "Suggester",
    "Suggestion",
    "assigned_headings",
    "columns_of_headings",
    "learn_headings",
    "read_vocabulary",
]

"""What may be asked of a model and what it tells, typed: the JSON that the command line prints and
the service answers comes from these fields, and so does the service's schema."""

from gplsa.answers.asked import Asked, WayAsked
from gplsa.answers.documents import (
    Document,
    DocumentText,
    Keywords,
    KeywordsAsked,
    Search,
    SearchAsked,
)
from gplsa.answers.headings import DocumentHeadings, Heading, Headings, HeadingsAsked
from gplsa.answers.terms import Concordance, ConcordanceAsked
from gplsa.answers.topics import Model, Models, Topics, TopicsAsked
from gplsa.answers.written import Answer, json_of, json_with_list

__all__ = [
    "Answer",
    "Asked",
    "Concordance",
    "ConcordanceAsked",
    "Document",
    "DocumentHeadings",
    "DocumentText",
    "Heading",
    "Headings",
    "HeadingsAsked",
    "Keywords",
    "KeywordsAsked",
    "Model",
    "Models",
    "Search",
    "SearchAsked",
    "Topics",
    "TopicsAsked",
    "WayAsked",
    "json_of",
    "json_with_list",
]

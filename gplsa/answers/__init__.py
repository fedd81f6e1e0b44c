"""What a model tells, as values and as JSON: the command line prints it, the service answers it."""

from gplsa.answers.documents import keyword_options, search_facts, summaries
from gplsa.answers.terms import concordance_facts
from gplsa.answers.topics import topic_facts, topics_facts
from gplsa.answers.written import json_of, json_with_list

__all__ = [
    "concordance_facts",
    "json_of",
    "json_with_list",
    "keyword_options",
    "search_facts",
    "summaries",
    "topic_facts",
    "topics_facts",
]

"""What programs written for Annif ask and are told, in the shapes and under the names of its REST
interface (v1), with the probability and the evidence of each suggestion beside."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from gplsa.answers.asked import LONGEST_NAME, Asked, Name
from gplsa.answers.headings import Heading, HeadingEvidence
from gplsa.answers.written import Answer, Share

MOST_AT_ONCE = 32


class ApiInfo(Answer):
    title: str
    version: str


class ProjectBackend(Answer):
    backend_id: str


class Vocabulary(Answer):
    vocab_id: str
    languages: list[str]
    size: int
    loaded: bool


class VocabularyList(Answer):
    vocabs: list[Vocabulary]


class Project(Answer):
    """A text side of a model: what is suggested for texts of its language."""

    project_id: str
    name: str
    language: str
    backend: ProjectBackend
    vocab: Vocabulary
    vocab_language: str | None
    is_trained: bool
    modification_time: datetime


class ProjectList(Answer):
    projects: list[Project]


class SuggestionResult(Answer):
    """score: the probability, under Annif's name."""

    uri: str
    label: str
    notation: str | None
    score: Share
    probability: Share
    evidence: HeadingEvidence

    @classmethod
    def of(cls, one: Heading) -> "SuggestionResult":
        return cls(
            one.uri, one.label, one.notation or None, one.probability, one.probability, one.evidence
        )


class SuggestionResultList(Answer):
    results: list[SuggestionResult]


class BatchSuggestionResult(Answer):
    document_id: str
    results: list[SuggestionResult]


class SuggestAsked(Asked, kw_only=True):
    """Subject headings for texts of the project's language, best first."""

    limit: Annotated[int, Meta(ge=0, le=1000, description="Headings at most.")] = 10
    threshold: Annotated[float, Meta(ge=0, le=1, description="Probability at least.")] = 0.0
    language: Annotated[Name | None, Meta(description="Of the labels.")] = None


class SuggestTextAsked(SuggestAsked, kw_only=True):
    """Subject headings for a text, best first."""

    text: str


class BatchDocument(msgspec.Struct, rename={"id": "document_id"}, forbid_unknown_fields=True):
    """A text, under its name; metadata are not looked at."""

    text: str
    id: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None
    metadata: dict[str, str] = {}


Batch = Annotated[list[BatchDocument], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class SuggestBatch(msgspec.Struct, forbid_unknown_fields=True):
    documents: Batch


class SuggestBatchAsked(SuggestAsked, kw_only=True):
    """Subject headings for up to 32 texts."""

    documents: Batch


class IndexedDocument(msgspec.Struct):
    """A text with its headings."""

    text: str
    subjects: list[dict[str, str]]


class DetectLanguageAsked(Asked, kw_only=True):
    """Which of some languages a text is in."""

    text: str
    languages: Annotated[
        list[Annotated[str, Meta(min_length=2, max_length=3)]], Meta(min_length=1, max_length=5)
    ]


class DetectedLanguage(Answer):
    """None where it is none of those asked for."""

    language: str | None
    score: Share


class DetectedLanguages(Answer):
    results: list[DetectedLanguage]

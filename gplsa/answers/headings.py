"""Subject headings of documents, as JSON, as rows of a table and as lines of Annif's."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gplsa.answers.asked import LONGEST_NAME, Name, SideAsked
from gplsa.answers.documents import Documents
from gplsa.answers.written import Answer, Share
from gplsa.headings import Reason, Suggestion
from gplsa.model.headings import suggest_headings, suggester_of_model
from gplsa.model.public import Model

COLUMNS = ("id", "uri", "label", "notation", "probability", "words", "records")
MOST_HEADINGS = 100


class WordAt(Answer):
    """A word of the text and where it stands there."""

    start: int
    end: int
    word: str


class Translated(Answer):
    word: str
    translation: str


class BearingRecord(Answer):
    """A record with the heading: how far it resembles the text, by which words of the text most."""

    id: str
    title: str
    similarity: float
    words: list[str]


class HeadingEvidence(Answer):
    """Why a heading was suggested.

    words     of the text that meet a label;  label, language, share  this label, how much of it
    through   words that meet it by their translation
    records   that bear the heading and resemble the text;  used  records that bear it
    narrower  the headings (URIs) that speak for a broader one
    """

    words: list[WordAt]
    label: str
    language: str
    share: Share
    through: list[Translated]
    records: list[BearingRecord]
    used: int
    narrower: list[str]

    @classmethod
    def of(cls, model: Model, titles: dict[str, str], text: str, why: Reason) -> "HeadingEvidence":
        """titles  of the records that the model holds, by id"""
        concepts = suggester_of_model(model).vocabulary.concepts
        return cls(
            words=[WordAt(start, end, text[start:end]) for start, end in why.words],
            label=why.label,
            language=why.language,
            share=why.share,
            through=[Translated(*pair) for pair in why.through],
            records=[
                BearingRecord(one.id, titles.get(one.id, ""), one.likeness, list(one.words))
                for one in why.records
            ],
            used=why.used,
            narrower=[concepts[number].uri for number in why.narrower],
        )


class Heading(Answer):
    """label  in the reader's language;  labels  by language"""

    uri: str
    label: str
    labels: dict[str, str]
    notation: str
    probability: Share
    evidence: HeadingEvidence


class DocumentHeadings(Answer):
    id: str
    headings: list[Heading]


class HeadingsAsked(SideAsked, kw_only=True):
    """Subject headings for texts of one side, with the evidence for each."""

    documents: Documents
    limit: Annotated[int, Meta(ge=1, le=MOST_HEADINGS, description="Headings at most.")] = 10
    threshold: Annotated[float, Meta(ge=0, le=1, description="Probability at least.")] = 0.0
    left_out: Annotated[
        list[Annotated[str, Meta(max_length=LONGEST_NAME)]],
        Meta(description="Headings never to be suggested, by URI, notation or label."),
    ] = msgspec.field(default_factory=list)
    language: Annotated[
        Name | None, Meta(description="Of the labels; that of the side where none is named.")
    ] = None

    def of(self, model: Model, ids: Sequence[str], items: Sequence[Any]) -> list[DocumentHeadings]:
        """The headings of each of some documents, under its name."""
        found = suggest_headings(
            model, items, self.from_, self.limit, self.threshold, self.left_out
        )
        titles = dict(zip(model.corpus.ids, model.corpus.titles, strict=True))
        language = self.language or model.corpus.languages.get(self.from_, "")
        texts = [item if isinstance(item, str) else "" for item in items]

        def heading(one: Suggestion, text: str) -> Heading:
            return Heading(
                uri=one.concept.uri,
                label=one.concept.label(language),
                labels=dict(one.concept.labels),
                notation=one.concept.notation,
                probability=one.probability,
                evidence=HeadingEvidence.of(model, titles, text, one.reason),
            )

        return [
            DocumentHeadings(name, [heading(one, text) for one in own])
            for name, text, own in zip(ids, texts, found, strict=True)
        ]

    def head(self, model: Model) -> dict[str, Any]:
        """Of the answer, before its documents and those refused."""
        return {"model": model.name, "from": self.from_}


def headings_rows(documents: Iterable[DocumentHeadings]) -> Iterator[list[str]]:
    """A head and one row a heading."""
    yield [*COLUMNS]
    for document in documents:
        for one in document.headings:
            words = dict.fromkeys(found.word for found in one.evidence.words)
            records = (record.id for record in one.evidence.records)
            probability = f"{one.probability:.3f}"
            facts = (document.id, one.uri, one.label, one.notation, probability)
            yield [*facts, ", ".join(words), ", ".join(records)]


def annif_rows(documents: Iterable[DocumentHeadings]) -> Iterator[list[str]]:
    """What `annif suggest` prints, by cell: `<uri>`, label, notation where there is one, score."""
    for document in documents:
        yield [f"Suggestions for {document.id}"]
        for one in document.headings:
            cells = (f"<{one.uri}>", one.label, one.notation, f"{one.probability:.4f}")
            yield [*filter(None, cells)]

"""Keywords of documents, and documents found."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from gplsa.answers.asked import LONGEST_NAME, OLD_NAME, DirectionAsked
from gplsa.answers.written import Answer, Share
from gplsa.corpus.corpus import IMAGE
from gplsa.model.keywords import summarize
from gplsa.model.public import Model
from gplsa.model.reasons import IN_SHORT
from gplsa.model.summary import MOST_KEYWORDS, KeywordOptions, ShownKeyword, Summary, WordEvidence
from gplsa.names import RULES

LEAST = 3  # keywords at least, unless fewer are asked for
_EXCERPT = 160


class TopicShare(Answer):
    number: int
    share: Share

    @classmethod
    def each(cls, topics: Sequence[tuple[int, float]]) -> "list[TopicShare]":
        return [cls(topic + 1, share) for topic, share in topics]


class SourceWord(Answer):
    word: str
    share: Share


class Witness(Answer):
    word: str
    n_both: int
    n_source: int


class Evidence(Answer):
    """Why a keyword was chosen; pairs: ids of documents."""

    source_words: list[SourceWord]
    topics: list[TopicShare]
    witness: Witness
    pairs: list[str]

    @classmethod
    def of(cls, model: Model, why: WordEvidence) -> "Evidence":
        return cls(
            [SourceWord(*word) for word in why.source_words],
            TopicShare.each(why.topics),
            Witness(why.witness, why.n_both, why.n_source),
            [model.corpus.ids[row] for row in why.pairs],
        )


class Keyword(Answer):
    word: str
    probability: Share
    score: float
    evidence: Evidence | UnsetType = UNSET

    @classmethod
    def of(cls, model: Model, keyword: ShownKeyword) -> "Keyword":
        why = keyword.evidence
        evidence = UNSET if why is None else Evidence.of(model, why)
        return cls(keyword.word, keyword.probability, keyword.score, evidence)


class Near(Answer):
    id: str
    title: str
    similarity: float


class Document(Answer):
    """What a document is about."""

    id: str
    keywords: list[Keyword]
    confidence: Share
    held_back: int
    unknown_share: Share
    unknown_words: list[str]
    names: list[str]
    numbers: list[str]
    topics: list[TopicShare]
    nearest: list[Near]

    @classmethod
    def of(cls, model: Model, name: str, found: Summary) -> "Document":
        corpus = model.corpus
        return cls(
            id=name,
            keywords=[Keyword.of(model, keyword) for keyword in found.keywords],
            confidence=found.confidence,
            held_back=found.held_back,
            unknown_share=found.unknown_share,
            unknown_words=found.unknown_words,
            names=found.names,
            numbers=found.numbers,
            topics=TopicShare.each(found.topics),
            nearest=[Near(corpus.ids[r], corpus.titles[r], alike) for r, alike in found.nearest],
        )


class Keywords(Answer, rename={"from_": "from"}):
    """Written in pieces, by `json_with_list`."""

    model: str
    from_: str
    to: str
    documents: list[Document]
    refused: list[str]


def keywords_rows(model: Model, source: str, found: Iterable[Document]) -> Iterator[list[str]]:
    """A head and one row a keyword, the best of a document first, with what speaks most for it: of
    a picture a topic."""
    (most, least), of_pictures = IN_SHORT, model.corpus.kind(source) == IMAGE
    yield ["id", "keyword", "probability", "because of"]
    for document in found:
        for one in document.keywords:
            why = one.evidence or Evidence([], [], Witness("", 0, 0), [])
            said = [word.word for word in why.source_words[:most] if word.share >= least]
            if of_pictures:
                said = [model.topic_label(topic.number - 1) for topic in why.topics[:1]]
            yield [document.id, one.word, f"{one.probability:.3f}", ", ".join(said)]


class DocumentText(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A document that is asked about; those without a name are numbered from 1."""

    text: str
    id: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)] | None = None


Documents = Annotated[
    str | Annotated[list[str | DocumentText], Meta(min_length=1)],
    Meta(description="A text, or a list of texts and of objects with id and text."),
]


class KeywordsAsked(DirectionAsked, kw_only=True):
    """Keywords of one side for texts of another, with the evidence for each."""

    documents: Documents
    limit: Annotated[int, Meta(ge=1, le=MOST_KEYWORDS, description="Keywords at most.")] = 15
    telling: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(description="0: the surest words … 1: the most specific ones."),
    ] = None
    rule: Annotated[
        Literal[RULES] | None,  # type: ignore[valid-type]
        Meta(description="How keywords are chosen."),
    ] = None
    evidence: Annotated[bool, Meta(description="Whether each keyword tells why it was chosen.")] = (
        True
    )

    top: Annotated[Annotated[int, Meta(ge=1, le=MOST_KEYWORDS)] | None, OLD_NAME] = None
    old: ClassVar = {"top": "limit"}

    def options(self) -> KeywordOptions:
        """InputError where one is out of range. Only one rule has evidence to give."""
        given: dict[str, Any] = {"telling": self.telling, "rule": self.rule}
        return KeywordOptions(
            limit=self.limit,
            least=min(LEAST, self.limit),
            evidence=self.evidence and self.rule != "paper",
            **{name: value for name, value in given.items() if value is not None},
        )

    def of(self, model: Model, ids: Sequence[str], items: Sequence[Any]) -> list[Document]:
        """What each of some documents is about, under its name."""
        found = summarize(model.direction(self.from_, self.to), items, self.options())
        return [Document.of(model, name, one) for name, one in zip(ids, found, strict=True)]

    def head(self, model: Model) -> dict[str, Any]:
        """Of `Keywords`, before its documents."""
        return {"model": model.name, "from": self.from_, "to": self.to}


class Link(Answer):
    asked: str
    found: str


class Hit(Answer):
    """A document found, with an excerpt; missing: of a few words those that it does not say."""

    id: str
    score: float
    title: str
    text: str
    words: list[Link]
    topics: list[TopicShare]
    missing: list[str]


class Search(Answer):
    """Documents found among those `searched`, best first."""

    searched: int
    unknown_words: list[str]
    hits: list[Hit]


class SearchAsked(DirectionAsked, kw_only=True):
    """The documents of a model's corpus that go with a text."""

    text: Annotated[str, Meta(description="Words, a sentence or a document.")]
    limit: Annotated[int, Meta(ge=1, le=1000, description="Documents at most.")] = 10
    top: Annotated[Annotated[int, Meta(ge=1, le=1000)] | None, OLD_NAME] = None
    old: ClassVar = {"top": "limit"}

    def answer(self, model: Model, folder: Path | None = None) -> Search:
        searched, corpus = model.n_documents, model.corpus
        if folder is None:
            found = model.search(self.text, self.from_, self.to, self.limit)
        else:
            assert model.whole is not None
            searched = model.whole.documents
            found, corpus = model.search_whole(folder, self.text, self.from_, self.to, self.limit)
        texts = corpus.texts.get(self.to, corpus.titles)
        hits = [
            Hit(
                id=corpus.ids[hit.row],
                score=hit.score,
                title=corpus.titles[hit.row],
                text=" ".join((texts[hit.row] or corpus.titles[hit.row]).split())[:_EXCERPT],
                words=[Link(one.asked, one.found) for one in hit.links],
                topics=TopicShare.each(hit.topics),
                missing=[*hit.missing],
            )
            for hit in found.hits
        ]
        return Search(searched, found.unknown_words, hits)

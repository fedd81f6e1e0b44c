"""What a model found, as rows of a table for notebooks: `gplsa.frames.Listed` holds them."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from gplsa.frames import Row
from gplsa.headings.reason import Reason
from gplsa.headings.suggesting import Suggestion
from gplsa.html.escaping import one_line
from gplsa.model.ratings import document_key
from gplsa.model.summary import ShownKeyword, Summary, WordEvidence
from gplsa.model.terms.lexicon import Entry
from gplsa.model.topics.topic import Topic

TOPIC_COLUMNS = ("topic", "name", "share", "agreement", "hidden", "uninformative")
KEYWORD_COLUMNS = ("document", "rank", "word", "probability", "confidence")
HEADING_COLUMNS = ("document", "rank", "uri", "label", "notation", "probability")
LONGEST_TITLE = 80
ADDED = "added by hand"
LEXICON_COLUMNS = ("source", "target", "probability", "back", "lines", "pairs")


def topic_rows(_place: int, topic: Topic) -> list[Row]:
    """Its number as the app shows it, and the words of every side."""
    facts = (topic.name, topic.share, topic.agreement, topic.hidden, topic.uninformative)
    row: dict[Hashable, Any] = dict(zip(TOPIC_COLUMNS, (topic.number, *facts), strict=True))
    return [row | {side: topic.line(side) for side in topic.words}]


def keyword_rows(document: Any, summary: Summary) -> list[Row]:
    """A row for each keyword, the best of rank 1."""
    return [
        {
            "document": document,
            "rank": rank,
            "word": keyword.word,
            "probability": keyword.probability,
            "confidence": summary.confidence,
        }
        for rank, keyword in enumerate(summary.keywords, 1)
    ]


def reason_rows(
    keywords: Sequence[ShownKeyword],
    reasons: Mapping[int, WordEvidence],
    least: float,
    added: Sequence[str] = (),
) -> list[dict[str, object]]:
    """What stands in the file of the keywords of one document, the best first: with the words that
    each comes from, as far as they have such a share of it; added  others, by a person"""
    by_hand: list[dict[str, object]] = [{"keyword": word, "because of": ADDED} for word in added]
    found: list[dict[str, object]] = [
        {
            "keyword": one.word,
            "probability %": round(100 * one.probability),
            "because of": "; ".join(
                f"{word} {100 * share:.0f} %"
                for word, share in reasons[one.term].source_words
                if share >= least
            ),
        }
        for one in keywords
    ]
    return found + by_hand


def heading_rows(document: Any, suggestions: list[Suggestion]) -> list[Row]:
    """A row for each heading, the best of rank 1."""
    return [
        {
            "document": document,
            "rank": rank,
            "uri": one.concept.uri,
            "label": one.concept.label(),
            "notation": one.concept.notation,
            "probability": one.probability,
        }
        for rank, one in enumerate(suggestions, 1)
    ]


Said = Mapping[tuple[str, str], bool]
"""Whether headings were accepted, by key of the document and URI."""


def said_heading_rows(
    text: Any,
    found: Sequence[Suggestion],
    said: Said,
    language: str,
    titles: Mapping[str, str],
) -> list[dict[str, object]]:
    """What stands in files of the headings of one document, the likeliest first; of values of a
    column no URI and notation; titles  of records, by their ids"""
    document, in_words = document_key(text), {None: "", True: "yes", False: "no"}
    labels = {one.number: one.concept.label(language) for one in found}
    return [
        {
            **({} if one.concept.is_value else {"uri": one.concept.uri}),
            "heading": labels[one.number],
            **({} if one.concept.is_value else {"notation": one.concept.notation}),
            "probability %": round(100 * one.probability),
            "accepted": in_words[said.get((document, one.concept.uri))],
            "because of": _because_of(one.reason, text, labels, titles),
            "records": ", ".join(record.id for record in one.reason.records),
        }
        for one in found
    ]


def _because_of(
    reason: Reason, text: Any, labels: Mapping[int, str], titles: Mapping[str, str]
) -> str:
    """Words of the text, else narrower headings, else records with what they share with it."""
    narrower = [labels[number] for number in reason.narrower if number in labels]
    if said := reason.words_in(text) or narrower:
        return ", ".join(said)
    shared = (
        (one_line(titles.get(one.id) or one.id, LONGEST_TITLE), ", ".join(one.words_in(text)))
        for one in reason.records
    )
    return "; ".join(f"{name} ({words})" if words else name for name, words in shared)


def lexicon_rows(_place: int, entry: Entry) -> list[Row]:
    """An entry with the line that shows it."""
    row: dict[Hashable, Any] = {name: getattr(entry, name) for name in LEXICON_COLUMNS}
    return [row | {"source line": entry.example.source, "target line": entry.example.target}]

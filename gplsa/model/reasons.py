"""Why keywords were chosen, told in words of the document and in short."""

from collections.abc import Mapping
from typing import Any

from gplsa.core.items import SideVocabulary
from gplsa.corpus.corpus import IMAGE
from gplsa.model.model import TrainedModel
from gplsa.model.summary import WordEvidence
from gplsa.text.passages import as_written, holding

IN_SHORT = 3, 0.1
"""At most so many words behind a keyword, and the least share of each."""


def as_in_text(
    vocabulary: SideVocabulary, text: Any, reasons: Mapping[int, WordEvidence]
) -> dict[int, WordEvidence]:
    """The reasons of keywords, by their terms, with words as they stand in the text."""
    spans = vocabulary.spans(text)
    words = as_written(text, spans), holding(text, spans)
    return {term: evidence.in_words(*words) for term, evidence in reasons.items()}


def because_of(model: TrainedModel, source: str, evidence: WordEvidence) -> list[str]:
    """What speaks most for a keyword: words; of a picture, whose parts have no names, a topic."""
    if model.corpus.kind(source) == IMAGE:
        return [model.topic_label(topic) for topic, _ in evidence.topics[:1]]
    return [word for word, _ in evidence.leading(*IN_SHORT).source_words]

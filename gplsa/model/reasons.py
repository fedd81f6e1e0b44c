"""Why keywords were chosen, told in words of the document and in short."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gplsa.core.items import SideVocabulary, Span
from gplsa.corpus.corpus import IMAGE
from gplsa.model.direction import Direction
from gplsa.model.keywords import BLOCK, summarize
from gplsa.model.model import TrainedModel
from gplsa.model.summary import NAME, KeywordOptions, Summary, WordEvidence
from gplsa.progress import Progress, report
from gplsa.retrieval.counterparts import NearestPairs
from gplsa.text.passages import as_written, found_at, holding

MOST_SHARED = 4
IN_SHORT = 3, 0.1
"""At most so many words behind a keyword, and the least share of each."""


def as_in_text(
    vocabulary: SideVocabulary, text: Any, reasons: Mapping[int, WordEvidence]
) -> dict[int, WordEvidence]:
    """The reasons of keywords, by their terms, with words as they stand in the text."""
    spans = vocabulary.spans(text)
    words = as_written(text, spans), holding(text, spans)
    return {term: evidence.in_words(*words) for term, evidence in reasons.items()}


def with_names(spans: Iterable[Span], text: str, reasons: Mapping[int, WordEvidence]) -> list[Span]:
    """The spans of a text where the words of names that are keywords stand as these."""
    names = {
        place: term
        for term, evidence in reasons.items()
        if term <= NAME
        for start, end in found_at(text, evidence.source_words[0][0])
        for place in range(start, end)
    }
    return [span._replace(term=names.get(span.start, span.term)) for span in spans]


def because_of(model: TrainedModel, source: str, evidence: WordEvidence) -> list[str]:
    """What speaks most for a keyword: words, each once; of a picture, without words, a topic."""
    if model.corpus.kind(source) == IMAGE:
        return [model.topic_label(topic) for topic, _ in evidence.topics[:1]]
    words = [word for word, _ in evidence.leading(*IN_SHORT).source_words]
    return [word for word in words if word.partition(" (in ")[2][:-1] not in words]


def summarize_with_reasons(
    direction: Direction, items: Sequence[Any], progress: Progress | None
) -> tuple[list[Summary], list[list[str]]]:
    """Of every document its keywords, and in short what speaks for each: all that explains those of
    many would fill the memory. Of pictures nothing does that has a name which stays."""
    summaries: list[Summary] = []
    reasons: list[list[str]] = []
    has_words = direction.model.corpus.kind(direction.source) != IMAGE
    options = KeywordOptions(evidence=has_words)
    for start in range(0, len(items), BLOCK):
        report(progress, start / len(items), "Finding keywords")
        some = items[start : start + BLOCK]
        for item, one in zip(some, summarize(direction, some, options), strict=True):
            why = {k.term: k.evidence for k in one.keywords if k.evidence is not None}
            said = as_in_text(direction.vocabulary, item, why).values()
            named = [because_of(direction.model, direction.source, evidence) for evidence in said]
            reasons.append([", ".join(words) for words in named] or [""] * len(one.keywords))
            bare = [replace(k, evidence=None) if k.is_term else k for k in one.keywords]
            summaries.append(replace(one, keywords=bare))
    return summaries, reasons


def shared_words(model: TrainedModel, side: str, text: Any, row: int) -> list[str]:
    """The words by which a text is most like one of the training."""
    vocabulary, counts = model.vocabularies[side], model.counts[side]
    pairs = model.once(NearestPairs, (side,), lambda: NearestPairs(counts))
    found = pairs.shared(vocabulary.count([text]), row)[:MOST_SHARED]
    return [vocabulary.forms[word] for word in found.tolist()]

from collections.abc import Mapping

from gplsa.core.items import SideVocabulary, Span
from gplsa.html.escaping import one_line
from gplsa.model.model import TrainedModel
from gplsa.model.topics.shown import RELEVANCE
from gplsa.text.passages import best_passage, counterpart, from_place

WORDS = 20
READ = 20_000
"""Characters of a text that are read for its words; a long one by its beginning."""


def topic_passages(
    model: TrainedModel, topic: int, row: int, limit: int | None
) -> dict[str, tuple[str, list[Span]]]:
    """By side what is shown of a document's text, and where the words stand in it that tell a topic
    (`TrainedModel.top_words`), in all forms and compounds that the vocabulary counts as these.

    limit  characters of a passage on one line: on the first side that has such words the one with
           the most different ones, on the others what says the same, if these are in it, too;
           where None all of the text
    """
    sides = model.corpus.texts
    top = {m: frozenset(model.top_terms(m, topic, WORDS, RELEVANCE)) for m in sides}
    return passages_with(model, top, row, limit)


def passages_with(
    model: TrainedModel, wanted: Mapping[str, frozenset[int]], row: int, limit: int | None
) -> dict[str, tuple[str, list[Span]]]:
    """The same of any terms, by side."""
    found: dict[str, tuple[str, list[Span]]] = {}
    main, begin = "", 0
    for modality in sorted(model.corpus.texts, key=lambda m: m not in wanted):
        text, vocabulary = model.corpus.texts[modality][row], model.vocabularies[modality]
        if not text:
            continue
        terms = wanted.get(modality, frozenset())
        if limit is None:
            found[modality] = text, _of(vocabulary, text, terms)
            continue
        beside = counterpart(main, text, begin) if begin else 0
        shown = _cut(text, beside, limit)
        words = _of(vocabulary, shown, terms) if main else []
        if not words:
            spans = _of(vocabulary, text, terms)
            if spans:
                place = best_passage(text, spans, dict.fromkeys(terms, 1.0), (), limit)
                main, begin = (main, begin) if main else (text, place)
                shown = _cut(text, place, limit)
                words = _of(vocabulary, shown, terms)
        found[modality] = shown, words
    return found


def _cut(text: str, begin: int, limit: int) -> str:
    return one_line(from_place(text, begin), limit)


def _of(vocabulary: SideVocabulary, text: str, terms: frozenset[int]) -> list[Span]:
    read = text[: text.find(" ", READ) + 1 or None]
    return [span for span in vocabulary.spans(read) if span.term in terms]

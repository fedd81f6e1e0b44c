"""Keywords of documents and documents found, as plain values."""

from collections.abc import Sequence
from typing import Any

from gplsa.corpus.corpus import Corpus
from gplsa.model.keywords import KeywordOptions, ShownKeyword, Summary, WordEvidence, summarize
from gplsa.model.public import Model
from gplsa.model.search import Findings

LEAST = 3
"""Keywords at least, unless fewer are asked for."""
_EXCERPT = 160


def keyword_options(
    top: int, telling: float | None, rule: str | None, evidence: bool = True
) -> KeywordOptions:
    """As asked for by name; None leaves the default. Only one rule has evidence to give."""
    options: dict[str, Any] = {"telling": telling, "rule": rule}
    given = {name: value for name, value in options.items() if value is not None}
    return KeywordOptions(
        limit=top, least=min(LEAST, top), evidence=evidence and rule != "paper", **given
    )


def summaries(
    model: Model,
    ids: Sequence[str],
    items: Sequence[Any],
    source: str,
    target: str,
    options: KeywordOptions,
) -> list[dict[str, Any]]:
    """What each document is about, under its name."""
    found = summarize(model, items, source, target, options)
    return [
        {"id": name, **summary_facts(model, summary)}
        for name, summary in zip(ids, found, strict=True)
    ]


def summary_facts(model: Model, summary: Summary) -> dict[str, Any]:
    """Keywords of one document, with their evidence where they have it."""
    return {
        "keywords": [_keyword_facts(model, keyword) for keyword in summary.keywords],
        "confidence": summary.confidence,
        "held_back": summary.held_back,
        "unknown_share": summary.unknown_share,
        "unknown_words": summary.unknown_words,
        "names": summary.names,
        "numbers": summary.numbers,
        "topics": [{"number": topic + 1, "share": share} for topic, share in summary.topics],
        "nearest": [
            {
                "id": model.corpus.ids[row],
                "title": model.corpus.titles[row],
                "similarity": similarity,
            }
            for row, similarity in summary.nearest
        ],
    }


def _keyword_facts(model: Model, keyword: ShownKeyword) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "word": keyword.word,
        "probability": keyword.probability,
        "score": keyword.score,
    }
    if keyword.evidence is not None:
        facts["evidence"] = _evidence_facts(model, keyword.evidence)
    return facts


def _evidence_facts(model: Model, why: WordEvidence) -> dict[str, Any]:
    return {
        "source_words": [{"word": word, "share": share} for word, share in why.source_words],
        "topics": [{"number": topic + 1, "share": share} for topic, share in why.topics],
        "witness": {"word": why.witness, "n_both": why.n_both, "n_source": why.n_source},
        "pairs": [model.corpus.ids[row] for row in why.pairs],
    }


def search_facts(found: Findings, searched: int, corpus: Corpus, target: str) -> dict[str, Any]:
    """Documents of `corpus` that a search among `searched` of them found, with an excerpt each."""
    texts = corpus.texts.get(target, corpus.titles)
    hits = [
        {
            "id": corpus.ids[hit.row],
            "score": hit.score,
            "title": corpus.titles[hit.row],
            "text": " ".join((texts[hit.row] or corpus.titles[hit.row]).split())[:_EXCERPT],
            "words": [{"asked": one.asked, "found": one.found} for one in hit.links],
            "topics": [{"number": topic + 1, "share": share} for topic, share in hit.topics],
        }
        for hit in found.hits
    ]
    return {"searched": searched, "unknown_words": found.unknown_words, "hits": hits}

"""What the command line tells about a model and its keywords, as plain values for JSON."""

from dataclasses import asdict
from typing import Any

from gplsa.trained.keywords import ShownKeyword, Summary, WordEvidence
from gplsa.trained.public import Model
from gplsa.trained.topics.fillers import told_of_filler
from gplsa.trained.topics.shown import RELEVANCE
from gplsa.trained.verdict import SelfCheck


def training_facts(model: Model) -> dict[str, Any]:
    """What a training came to."""
    return {
        "documents": model.n_documents,
        **({"whole": model.whole._asdict()} if model.whole else {}),
        "topics": model.n_topics,
        "filler_topics": len(model.filler),
        "words": {
            modality: len(model.vocabularies[modality].terms) for modality in model.modalities
        },
        "sweeps": len(model.objective_history) - 1,
        "converged": model.converged,
        "objective": float(model.objective_history[-1]),
        "check": check_facts(model, model.check) if model.check else None,
    }


def check_facts(model: Model, check: SelfCheck) -> dict[str, Any]:
    return {
        "hidden": check.n_hidden,
        "verdict": check.verdict,
        "beats_frequent_words": check.beats_frequent_words,
        "cause": check.cause,
        "remedy": check.remedy,
        "directions": {
            f"{source}>{target}": asdict(found)
            for (source, target), found in check.directions.items()
        },
        "example": {
            "id": model.corpus.ids[check.example.row],
            "keywords": [{"word": word, "right": right} for word, right in check.example.keywords],
        },
    }


def training_lines(model: Model) -> list[str]:
    """The same in a few sentences."""
    words = ", ".join(
        f"{len(model.vocabularies[modality].terms):,} words {modality}"
        for modality in model.modalities
    )
    lines = [f"{model.n_documents:,} documents, {words}: {model.n_topics} topics"]
    if model.whole:
        lines = [
            f"{model.whole.documents:,} documents in {model.whole.parts} parts, {words}: "
            f"{model.n_topics} topics",
            f"Keywords and what is shown of documents: from a sample of {model.n_documents:,}",
        ]
    if filler := told_of_filler(model):
        lines.append(filler)
    if model.check is None and model.whole:
        return [*lines, "No check: models of a corpus in parts have none yet"]
    if model.check is None:
        return [*lines, "No check: too few pairs to hide some, or it was left out"]
    lines.append(f"Check: {model.check.verdict}")
    for (source, target), found in model.check.directions.items():
        lines.append(
            f"  {source} to {target}: {found.partners} of {model.check.n_hidden} hidden documents "
            f"found their partner, {10 * found.keyword_share:.0f} of 10 keywords right "
            f"(frequent words: {10 * found.frequent_share:.0f})"
        )
    if not model.check.beats_frequent_words:
        lines.append("  The keywords are no better than listing the most frequent words.")
    return lines + [f"  {said}" for said in (model.check.cause, model.check.remedy) if said]


def topic_facts(model: Model, n_words: int, relevance: float = RELEVANCE) -> list[dict[str, Any]]:
    """Every topic, numbered from 1 as a person sees them."""
    return [
        {
            "number": topic.number,
            "name": topic.name,
            "hidden": topic.hidden,
            "filler": topic.filler,
            "share": topic.share,
            "agreement": topic.agreement,
            "words": {
                side: [{"word": word, "probability": probability} for word, probability in words]
                for side, words in topic.words.items()
            },
        }
        for topic in model.topics(n_words, relevance)
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

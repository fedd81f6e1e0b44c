"""What the command line tells about a training and about topics by field."""

from dataclasses import asdict
from typing import Any

import numpy as np

from gplsa.headings import Suggester
from gplsa.headings.measured import HeadingFigures
from gplsa.model.by_field import ByField, shares_of
from gplsa.model.misaligned import misaligned_message, n_misaligned
from gplsa.model.public import Model
from gplsa.model.topics.uninformative import uninformative_topic_text
from gplsa.model.verdict import Validation
from gplsa.wording import count


def training_facts(model: Model) -> dict[str, Any]:
    """What a training came to."""
    return {
        "documents": model.n_documents,
        **({"whole": model.whole._asdict()} if model.whole else {}),
        "cleaning": [
            {"kind": done.kind, "message": done.message, "documents": done.n_documents}
            for done in model.corpus.cleaning
        ],
        "topics": model.n_topics,
        **_weighing(model),
        "filler_topics": len(model.uninformative),
        "words": {
            modality: len(model.vocabularies[modality].terms) for modality in model.modalities
        },
        "sweeps": len(model.objective_history) - 1,
        "converged": model.converged,
        "objective": float(model.objective_history[-1]),
        "check": validation_facts(model, model.validation) if model.validation else None,
        **({"headings": suggester_facts(model.suggester)} if model.suggester else {}),
    }


def suggester_facts(suggester: Suggester) -> dict[str, Any]:
    """What was learned of headings, and how well they are predicted."""
    return {
        "column": suggester.column,
        "vocabulary": len(suggester.vocabulary),
        "used": int((suggester.used > 0).sum()),
        "unknown": dict(suggester.unknown.most_common()),
        "sides": {side: figures_facts(one.figures) for side, one in suggester.calibrated.items()},
    }


def figures_facts(figures: HeadingFigures) -> dict[str, Any]:
    """Without what is known of single headings."""
    return {name: value for name, value in figures.to_json().items() if name != "by_heading"}


def _weighing(model: Model) -> dict[str, Any]:
    """How pairs were weighed; nothing where they were not."""
    if model.pair_weights is None:
        return {}
    not_trusted = n_misaligned(model.pair_weights)
    return {"doubted_pairs": {"share": model.misaligned_share, "not_trusted": not_trusted}}


def validation_facts(model: Model, check: Validation) -> dict[str, Any]:
    return {
        "hidden": check.n_held_out,
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
    whole = model.whole
    documents = count(whole.documents if whole else model.n_documents, "document")
    parts = f" in {count(whole.parts, 'part')}" if whole else ""
    lines = [f"{documents}{parts}, {words}: {count(model.n_topics, 'topic')}"]
    if model.is_sample:
        lines.append(f"What is shown of documents: a sample of {model.n_documents:,}")
    if uninformative := uninformative_topic_text(model):
        lines.append(uninformative)
    if misaligned := misaligned_message(model):
        lines.append(misaligned)
    if model.validation is None:
        return [*lines, "No check: too few pairs to hide some, or it was left out"]
    lines.append(f"Validation: {model.validation.verdict}")
    for (source, target), found in model.validation.directions.items():
        lines.append(
            f"  {source} to {target}: {found.partners} of {model.validation.n_held_out} held-out "
            f"documents found their counterpart, {10 * found.keyword_share:.0f} of 10 keywords "
            f"right (frequent words: {10 * found.frequent_share:.0f})"
        )
    if not model.validation.beats_frequent_words:
        lines.append("  The keywords are no better than listing the most frequent words.")
    return lines + [
        f"  {said}" for said in (model.validation.cause, model.validation.remedy) if said
    ]


def by_field_facts(found: ByField) -> dict[str, Any]:
    """Shares of every topic by group; null where a group has no documents."""
    shares, marked = found.shares, found.differences.marked

    def cell(group: int, topic: int) -> dict[str, Any]:
        values = (shares.mean, shares.low, shares.high)
        share, low, high = (
            float(v[group, topic]) if np.isfinite(v[group, topic]) else None for v in values
        )
        more = int(marked[group, topic])
        return {"share": share, "low": low, "high": high, "more_than_chance": more}

    groups, topics = range(len(found.groups.labels)), range(shares.mean.shape[1])
    return {
        "field": found.field,
        "kind": found.kind,
        "groups": [
            {"name": name, "documents": int(n)}
            for name, n in zip(found.groups.labels, found.groups.sizes, strict=True)
        ],
        "topics": [
            {"number": topic + 1, "groups": [cell(group, topic) for group in groups]}
            for topic in topics
        ],
    }


def by_field_lines(model: Model, found: ByField) -> list[str]:
    """A line for each topic: its share of every group, + and − where it is not chance."""
    signs = {1: "+", 0: "", -1: "−"}
    share, marked = found.shares.mean, found.differences.marked
    lines = [
        f"Share of the documents by {found.field}; + more and − less than by chance",
        "Documents: "
        + ", ".join(
            f"{name} {n:,}" for name, n in zip(found.groups.labels, found.groups.sizes, strict=True)
        ),
    ]
    for topic in np.argsort(-shares_of(model, found.rows), kind="stable"):
        cells = ", ".join(
            f"{name} {share[group, topic]:.1%}{signs[int(marked[group, topic])]}"
            for group, name in enumerate(found.groups.labels)
            if np.isfinite(share[group, topic])
        )
        lines.append(f"Topic {topic + 1}: {model.topic_label(int(topic))}: {cells}")
    return lines

"""What the command line tells about a training, of headings among it, and about topics by field, in
lines.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from gplsa.cli.output import note
from gplsa.headings import Suggester
from gplsa.message import count
from gplsa.model.by_field import ByField, shares_of
from gplsa.model.misaligned import misaligned_message
from gplsa.model.public import Model
from gplsa.model.topics.order import uninformative_topic_text
from gplsa.training.validation import why_unchecked

_SHOWN = 5


def training_lines(model: Model) -> list[str]:
    """What a training came to, in a few sentences."""
    words = ", ".join(f"{len(model.vocabularies[m].terms):,} words {m}" for m in model.modalities)
    whole = model.whole
    documents = count(whole.documents if whole else model.n_documents, "document")
    parts = f" in {count(whole.parts, 'part')}" if whole else ""
    lines = [f"{documents}{parts}, {words}: {count(model.n_topics, 'topic')}"]
    if model.is_sample:
        lines.append(f"What is shown of documents: a sample of {model.n_documents:,}")
    if uninformative := uninformative_topic_text(model):
        lines.append(uninformative)
    if misaligned := misaligned_message(model.counts, model.pair_weights):
        lines.append(misaligned)
    checked = model.validation
    if checked is None:
        return [*lines, why_unchecked(model)]
    lines.append(f"Validation: {checked.verdict}")
    for (source, target), found in checked.directions.items():
        lines.append(
            f"  {source} to {target}: {found.partners} of {checked.n_held_out} held-out "
            f"documents found their counterpart, {10 * found.keyword_share:.0f} of 10 keywords "
            f"right (frequent words: {10 * found.frequent_share:.0f})"
        )
    if not checked.beats_frequent_words:
        lines.append("  The keywords are no better than listing the most frequent words.")
    return lines + [f"  {said}" for said in (checked.cause, checked.remedy) if said]


def by_field_lines(model: Model, found: ByField) -> list[str]:
    """A line for each topic: its share of every group, + and − where it is not chance."""
    signs = {1: "+", 0: "", -1: "−"}
    share, marked = found.shares.mean, found.differences.marked
    sizes = zip(found.groups.labels, found.groups.sizes, strict=True)
    lines = [
        f"Share of the documents by {found.field}; + more and − less than by chance",
        "Documents: " + ", ".join(f"{name} {n:,}" for name, n in sizes),
    ]
    for topic in np.argsort(-shares_of(model, found.rows), kind="stable"):
        of_topic = zip(found.groups.labels, share[:, topic], marked[:, topic], strict=True)
        cells = (f"{name} {n:.1%}{signs[int(m)]}" for name, n, m in of_topic if np.isfinite(n))
        label = model.topic_label(int(topic))
        lines.append(f"Topic {topic + 1}: {label}: {', '.join(cells)}")
    return lines


def suggester_lines(suggester: Suggester) -> Iterator[str]:
    """What was learned, and how well it does on records predicted by the others."""
    n_records = int((suggester.held.sum(axis=1) > 0).sum())
    n_known = int((suggester.used > 0).sum())
    yield (f"Headings: {n_known:,} of {len(suggester.vocabulary):,} used in {n_records:,} records")
    for side, calibrated in suggester.calibrated.items():
        yield headings_line(side, calibrated.figures.to_json())


def headings_line(side: str, figures: Mapping[str, Any]) -> str:
    """How well headings are suggested from a side."""
    at = f"P@5 {figures['precision'][2]:.3f}, R@5 {figures['recall'][2]:.3f}"
    return (
        f"Headings from {side}: F1@5 {figures['f1_at_5']:.3f}, {at}, nDCG@5 "
        f"{figures['ndcg_at_5']:.3f}, nDCG@10 {figures['ndcg_at_10']:.3f}, calibration error "
        f"{figures['calibration_error']:.3f}"
    )


def note_unknown(suggester: Suggester) -> None:
    """Values of the column that are no headings of the vocabulary."""
    for value, n in suggester.unknown.most_common(_SHOWN):
        note(f"no heading of the vocabulary: “{value}” ({count(n, 'record')})")
    if len(suggester.unknown) > _SHOWN:
        note(f"and {count(len(suggester.unknown) - _SHOWN, 'value')} more")

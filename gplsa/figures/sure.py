"""How sure the keywords of a document are, in words."""

from collections.abc import Sequence
from typing import Any

from gplsa.corpus.corpus import TEXT
from gplsa.html.escaping import markup
from gplsa.html.verdicts import FAIR, GOOD, POOR
from gplsa.language import later, tr
from gplsa.model.model import TrainedModel
from gplsa.model.reasons import shared_words
from gplsa.model.summary import Summary

MUCH_UNKNOWN = 0.2
ALIKE = 0.15
"""Cosine of texts from which most are of one subject, by the classes of catalogue records and the
debates of speeches."""
MEANT = later("The percentage says how many of 100 such keywords are right.")
CONFIDENCE_COLOR = {later("high"): GOOD, later("fair"): FAIR, later("low"): POOR}


def how_sure(summary: Summary) -> str:
    """Confidence as a dot in its colour, a word and a figure; apart from that, how much of the
    document is not known, where it is much."""
    told = [tr("about {n:.0f} of 100 such keywords are right", n=100 * summary.confidence)]
    said = tr("confidence: {word}", word=tr(summary.sureness))
    if summary.is_capped:
        said = tr("confidence: fair, as many of the words are unknown")
        if summary.untold:
            said = tr("confidence: fair, as the subject may be missing")
    elif summary.sureness != "high":
        told.append(tr("check before you use them"))
    if summary.unknown_share >= MUCH_UNKNOWN:
        n = 100 * summary.unknown_share
        told.append(tr("{n:.0f} % of the words never seen or too rare: nothing told of them", n=n))
    return _told(summary, said, told)


def sure_in_short(
    model: TrainedModel, summary: Summary, topic: int | None, new: Sequence[str]
) -> str:
    """The same of one of many, below a sentence that tells what it means, with its topic and what
    its keywords lack;  new  words of its opening"""
    missing = [*(word for word, _ in summary.untold), *new]
    words = ", ".join(f"<b>{markup(word)}</b>" for word in missing)
    told = [tr("unknown to the model: {words}", words=words)] if new else []
    if summary.untold:
        told = [tr("its subject may be missing: {words}", words=words)]
    elif summary.is_capped:
        told.append(tr("many of its words are unknown"))
    # A figure would speak against the word.
    said = tr(summary.sureness)
    if not summary.is_capped:
        said = tr("{word}, {n:.0f} %", word=said, n=100 * summary.confidence)
    html = _told(summary, said, told)
    if topic is None:
        return html
    return (
        f'{html} <span class="of-topic"><span class="soft">{tr("topic")}</span>&nbsp; '
        f'<span class="swatch" style="--c:{model.topic_colors[topic]}"></span>'
        f"{markup(model.read_label(topic))}</span>"
    )


def alike_told(model: TrainedModel, summary: Summary, text: Any, source: str) -> dict[int, str]:
    """The training documents that are like a document, and why, in HTML; of a picture or a row of
    features the nearest."""
    if model.corpus.kind(source) != TEXT:
        return {row: "" for row, _ in summary.nearest}
    told = {}
    for row, share in summary.nearest:
        if share >= ALIKE:
            words = markup(", ".join(shared_words(model, source, text, row)))
            said = tr("{n:.0f} % alike, mainly through: {words}", n=100 * share, words=words)
            told[row] = f'<p class="small soft">{said}</p>'
    return told


def by_sureness(summary: Summary) -> tuple[int, float]:
    """What those are ordered by that are to be checked first."""
    return -[*CONFIDENCE_COLOR].index(summary.sureness), summary.confidence


def _told(summary: Summary, said: str, told: Sequence[str]) -> str:
    return (
        f'<span style="--c:{CONFIDENCE_COLOR[summary.sureness]}"><span class="dot"></span>'
        f'<span class="verdict">{said}</span></span> '
        f'<span class="small soft">{"".join(f"· {one} " for one in told).rstrip()}</span>'
    )

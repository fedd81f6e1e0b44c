"""Verdicts on a model, and their colours: the same on pages and in reports."""

from gplsa.language import later, tr

NEUTRAL = "#8a8f98"  # of what belongs to no side and has no verdict
GOOD, FAIR, POOR = "#3f8f5b", "#c08a1e", "#c2503d"
VERDICT_COLORS = {later("good"): GOOD, later("fair"): FAIR, later("poor"): POOR}
NO_BETTER = later(
    "The keywords are hardly better than a list of frequent words: do not rely on them."
)


def verdict_said(verdict: str, *, of_texts: bool) -> str:
    """of_texts: where it is on texts alone (`TrainedModel.is_judged_by_texts`)."""
    if of_texts:
        return tr("validation of the texts: {verdict}", verdict=tr(verdict))
    return tr("validation: {verdict}", verdict=tr(verdict))

"""What was compared as tables, for the pages and for notebooks; columns of data are in English."""

from collections.abc import Sequence

import pandas as pd

from gplsa.compare import BASELINES, DECIDES, MEASURES, Match, Outcome, Result, Trial
from gplsa.compare.advice import said_beside_best
from gplsa.html import elements
from gplsa.html.elements import Html, html, tag
from gplsa.language import tr, translated
from gplsa.model.model import TrainedModel

WORDS = 10  # of a topic
TOPICS, TRIED = 24, {0.1: 1590.2, 1.0: 1583.7, 100.0: 1811.9}


def outcomes_table(found: Sequence[Outcome]) -> pd.DataFrame:
    """One row per setting, a column per measure."""
    table: dict[str, list[object]] = {
        "λ": [outcome.trial.lam for outcome in found],
        "topics": [outcome.trial.n_topics for outcome in found],
        "regulariser": [outcome.trial.regularizer for outcome in found],
    }
    for name, measure in MEASURES.items():
        if any(name in outcome.figures for outcome in found):
            table[measure.title] = [_rounded(outcome.figures.get(name)) for outcome in found]
    return pd.DataFrame(table)


def results_table(found: Sequence[Result]) -> pd.DataFrame:
    """One row per model; accuracy and NMI only where there were classes."""
    table: dict[str, list[object]] = {
        "model": [BASELINES[result.baseline].name for result in found],
        "coherence": [round(result.coherence, 3) for result in found],
        "repeated words": [round(result.repeated, 3) for result in found],
    }
    if any(result.accuracy is not None for result in found):
        table["accuracy"] = [_rounded(result.accuracy) for result in found]
        table["NMI"] = [_rounded(result.nmi) for result in found]
    table["seconds"] = [round(result.seconds, 1) for result in found]
    return pd.DataFrame(table)


def matches_table(
    first: TrainedModel, second: TrainedModel, found: Sequence[Match]
) -> pd.DataFrame:
    """One row per matched pair of topics, and per topic of one model alone beside the nearest."""
    table: dict[str, list[object]] = {"likeness": [round(match.likeness, 3) for match in found]}
    if any(match.alone is not None for match in found):
        alone = ["" if match.alone is None else f"model {match.alone + 1}" for match in found]
        table["alone in"] = [*alone]
    for place, model in enumerate((first, second)):
        topics = [(match.first, match.second)[place] for match in found]
        table[f"topic of model {place + 1}"] = [topic + 1 for topic in topics]
        table[f"name in model {place + 1}"] = [model.topic_label(topic) for topic in topics]
        for m in model.readable:
            table[f"words of model {place + 1} ({m})"] = [
                ", ".join(word for word, _ in model.top_words(m, topic, WORDS)) for topic in topics
            ]
    return pd.DataFrame(table)


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1 if abs(figure) >= 100 else 3)


def advised() -> Html:
    """How a comparison is answered: which setting to take, and how each of them did.

    Examples
    --------
    >>> from gplsa.figures.compared import advised
    >>> "Take agreement λ = 1 and 24 topics" in advised()
    True
    """
    measure = MEASURES[DECIDES]
    named = tr("Take agreement λ = {lam:g} and {n_topics} topics", lam=1.0, n_topics=TOPICS)
    found = [Outcome(Trial("skl", lam, TOPICS), {DECIDES: doubt}) for lam, doubt in TRIED.items()]
    beside = map(translated, said_beside_best(found, DECIDES))
    doubts = (translated(measure.said(doubt)) for doubt in TRIED.values())
    topics = [str(TOPICS)] * len(TRIED)
    rows = zip(elements.numbers(TRIED, "λ"), topics, beside, doubts, strict=True)
    head = "λ", tr("topics"), tr("compared with the best"), translated(measure.title)
    example = tr("For example:")
    said = html(example, " ", tag("b", named))
    look = {"marked": 1, "class_": "said figures"}
    table = elements.table(said, head, rows, (0, 1, 3), example, **look)
    explained = html(tag("b", translated(measure.title)), ": ", translated(measure.explanation))
    return tag("div", table, tag("p", explained, class_="small soft"), class_="specimen")

"""Words of a query or document that are too rare to be counted, found in the texts of the corpus as
they stand."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.corpus.corpus import TEXT
from gplsa.model.model import TrainedModel
from gplsa.model.summary import Summary
from gplsa.text import Span

RARE = -2
"""Stands for the term of such a word; −1 is any word that is no term."""
MOST = 12
"""What has more of them is a text, in which one word says little."""
COMMON, FEWEST_COMMON = 0.05, 20
"""Share of the documents, and how many, from which on a word is none that is rare: not a word that
is counted with another ending."""
OWN = 0.1
"""What documents with the same of these words are told apart by: how near they are otherwise."""
_ENDINGS = "(?:['’]?s|es|n|en)?"


def rare_places(text: str, word: str) -> list[tuple[int, int]]:
    """Where a text has a word, as it stands or with the ending of a plural or genitive.

    >>> rare_places("Lesothos Berge, Lesotho", "lesotho")
    [(0, 8), (16, 23)]
    """
    return [found.span() for found in _searched(word).finditer(text)]


def _searched(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}{_ENDINGS}(?!\w)", re.IGNORECASE)


def rows_with_rare(
    model: TrainedModel, side: str, words: Sequence[str], among: IntArray
) -> dict[str, BoolArray]:
    """Which documents of a side, (n_documents,), hold each of a few words that the model does not
    know; without words that many documents hold, or none `among` the rows that may be found."""
    if len(words) > MOST or not model.has_texts or model.vocabularies[side].kind != TEXT:
        return {}
    texts = model.corpus.texts[side]
    most = max(COMMON * len(texts), FEWEST_COMMON)
    held = {}
    for word in words:
        pattern = _searched(word)
        rows = np.array([pattern.search(text) is not None for text in texts])
        if rows[among].any() and rows.sum() <= most:
            held[word] = rows
    return held


def too_rare(model: TrainedModel, side: str, summary: Summary, most: int) -> list[str]:
    """Of what is passed on of a document of a side, the words that training texts have, though too
    rarely to be counted."""
    if not model.has_texts or model.vocabularies[side].kind != TEXT:
        return []
    unknown, texts = {*summary.unknown_words}, model.corpus.texts[side]
    words = {w: _searched(w) for w in summary.passed_on(most) if w in unknown}
    # Most texts lack it, which is seen much faster so.
    return [w for w, its in words.items() if any(w in one and its.search(one) for one in texts)]


def holding_rare_first(scores: FloatArray, held: Iterable[BoolArray]) -> FloatArray:
    """Documents that hold such words above all others, those with most of them first, up to 1 where
    the others have less."""
    share = np.mean([*held], axis=0)
    few = share == 0
    top = float(scores[few].max(initial=0.0))
    low, high = float(scores.min(initial=0.0)), float(scores.max(initial=0.0))
    own = (scores - low) / (high - low) if high > low else np.ones_like(scores)
    place = (1 - OWN) * share + OWN * own
    return np.where(few, scores, top + max(1 - top, OWN) * place)


def with_rare(spans: Iterable[Span], text: str, words: Iterable[str]) -> list[Span]:
    """The spans of a text where these words stand as `RARE`."""
    starts = {start for word in words for start, _ in rare_places(text, word)}
    return [span._replace(term=RARE) if span.start in starts else span for span in spans]

"""How well suggested headings meet those that were given, under the names that Annif prints."""

from collections import Counter
from typing import Any

import msgspec
import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.evaluation.calibration import CalibrationBin, calibration_error, calibration_table
from gplsa.evaluation.headings import Given, Ranked, f1_at, ndcg_at, precision_at, recall_at
from gplsa.message import Message
from gplsa.stored import Count, converted

PLACES = (1, 3, 5, 10)
LEAST_STATED = 0.05  # probability from which on it is asked whether it holds
_SHOWN = 5


class OfHeading(msgspec.Struct, frozen=True):
    """Of one heading: texts that it was given to, where it was among the first five, both."""

    number: Count
    given: Count
    suggested: Count
    right: Count


class HeadingMeasures(msgspec.Struct, frozen=True):
    """texts  with headings given, that all is the mean over
    f1_at_5, ndcg_at_5, ndcg_at_10;  precision, recall  at each of `PLACES`
    calibration_error  expected, over suggestions of a probability of `LEAST_STATED` at least
    reliability        these by probability"""

    texts: Count
    f1_at_5: float
    precision: list[float]
    recall: list[float]
    ndcg_at_5: float
    ndcg_at_10: float
    calibration_error: float
    reliability: list[CalibrationBin]


class HeadingFigures(HeadingMeasures, frozen=True):
    """by_heading  headings given or suggested, the most given first"""

    by_heading: list[OfHeading]

    def measures(self) -> HeadingMeasures:
        """Without what is known of single headings."""
        names = HeadingMeasures.__struct_fields__
        return HeadingMeasures(*(getattr(self, name) for name in names))

    def to_json(self) -> dict[str, Any]:
        return msgspec.to_builtins(self)

    @classmethod
    def from_json(cls, content: object) -> "HeadingFigures":
        """Raises InputError for what `to_json` did not write."""
        return converted(content, cls, Message("What is measured of headings"))


def heading_figures(
    text: IntArray,
    concept: IntArray,
    probability: FloatArray,
    held: sparse.csr_matrix,
    rows: IntArray,
) -> HeadingFigures:
    """Figures of suggestions, one an entry: the row of its text, its concept, its probability.

    held  (texts, concepts) as given;  rows  of the texts that were asked
    """
    order = np.lexsort((-probability, text))
    text, concept, probability = text[order], concept[order], probability[order]
    starts, ends = (np.searchsorted(text, rows, side) for side in ("left", "right"))
    ranked = [
        concept[start : min(end, start + max(PLACES))].tolist()
        for start, end in zip(starts, ends, strict=True)
    ]
    given = [set(entries_of(held, row)[0].tolist()) for row in rows]
    stated = probability >= LEAST_STATED
    right = np.asarray(held[text[stated], concept[stated]]).ravel() > 0
    return figures_of(ranked, given, probability[stated], right)


def figures_of(
    ranked: Ranked, given: Given, stated: FloatArray, right: BoolArray
) -> HeadingFigures:
    """ranked, given  headings of each text;  stated, right  probabilities and what became of it"""
    return HeadingFigures(
        texts=sum(map(bool, given)),
        f1_at_5=f1_at(ranked, given, 5),
        precision=[precision_at(ranked, given, k) for k in PLACES],
        recall=[recall_at(ranked, given, k) for k in PLACES],
        ndcg_at_5=ndcg_at(ranked, given, 5),
        ndcg_at_10=ndcg_at(ranked, given, 10),
        calibration_error=calibration_error(stated, right),
        reliability=calibration_table(stated, right),
        by_heading=_by_heading(ranked, given),
    )


def _by_heading(ranked: Ranked, given: Given) -> list[OfHeading]:
    held, shown, right = Counter[int](), Counter[int](), Counter[int]()
    for headings, own in zip(ranked, given, strict=True):
        first = {*headings[:_SHOWN]}
        held.update(own)
        shown.update(first)
        right.update(first.intersection(own))
    listed = [OfHeading(one, held[one], shown[one], right[one]) for one in held | shown]
    return sorted(listed, key=lambda one: (-one.given, one.number))

"""What a training is told of subject headings, and what it tells of them."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gplsa.cli.output import note, progress_line
from gplsa.errors import InputError
from gplsa.headings import HeadingVocabulary, Suggester, read_vocabulary
from gplsa.message import count

_SHOWN = 5


def vocabulary_of(options: argparse.Namespace) -> HeadingVocabulary | None:
    """The one that was named on the command line."""
    if not options.vocabulary:
        return None
    if not options.headings:
        raise InputError("--vocabulary belongs to a column of headings: name it with --headings.")
    return read_vocabulary(Path(options.vocabulary), progress_line())


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

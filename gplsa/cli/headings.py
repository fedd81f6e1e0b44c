"""What a training is told of subject headings, and what it tells of them."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from gplsa.cli.output import note, progress_line
from gplsa.errors import InputError
from gplsa.headings import HeadingVocabulary, Suggester, read_vocabulary

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
    for side, judged in suggester.judged.items():
        found = judged.figures
        yield (
            f"Headings from {side}: F1@5 {found.f1_at_5:.3f}, nDCG@10 {found.ndcg_at_10:.3f}, "
            f"calibration error {found.calibration_error:.3f}"
        )


def note_unknown(suggester: Suggester) -> None:
    """Values of the column that are no headings of the vocabulary."""
    for value, n in suggester.unknown.most_common(_SHOWN):
        note(f"no heading of the vocabulary: “{value}” ({n:,} records)")
    if len(suggester.unknown) > _SHOWN:
        note(f"and {len(suggester.unknown) - _SHOWN:,} values more")

"""From the files that are named on the command line to a corpus."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from gplsa.cli.output import printable, progress_line
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.reading import Choices, Upload, read_corpus, uploads_from_folder
from gplsa.errors import InputError


def read_pairs(options: argparse.Namespace) -> Corpus:
    if options.source == options.target:
        raise InputError("--source and --target name the same side.")
    uploads = uploads_of(options.pairs)
    sides = dict.fromkeys([options.source, options.target, *options.also])
    columns: dict[str, tuple[str, ...]] = {side: (side,) for side in sides}
    try:
        reading = read_corpus(uploads, Choices(columns=columns), progress_line())
    except InputError:
        by_order = _in_order(options)
        if not by_order:
            raise
        reading = read_corpus(uploads, by_order, progress_line())
    for sentence in reading.refused:
        print(f"gplsa: left out: {printable(sentence)}", file=sys.stderr)
    for doubt in reading.doubts:
        print(f"gplsa: look at the pairs: {printable(doubt.message)}", file=sys.stderr)
    return reading.corpus


def _in_order(options: argparse.Namespace) -> Choices | None:
    """Two plain files whose names do not tell the sides: the first is the source."""
    names = [Path(pair).name for pair in options.pairs]
    marks = {options.source, options.target}
    if len(names) != 2 or any(mark in name.split(".") for mark in marks for name in names):
        return None
    columns: dict[str, tuple[str, ...]] = {
        options.source: (names[0],),
        options.target: (names[1],),
    }
    return Choices(kind="line pair", columns=columns)


def uploads_of(paths: Iterable[str]) -> list[Upload]:
    uploads: list[Upload] = []
    for path in paths:
        uploads += uploads_from_folder(path) if Path(path).is_dir() else [Upload.from_path(path)]
    return uploads

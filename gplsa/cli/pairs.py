"""From the files that are named on the command line to a corpus."""

import argparse
import sys

from gplsa.cli.output import printable, progress_line
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.reading import read_paths
from gplsa.corpus.reading.apart import read_corpus
from gplsa.errors import InputError


def read_pairs(options: argparse.Namespace) -> Corpus:
    if options.source == options.target:
        raise InputError("--source and --target name the same side.")
    names = dict.fromkeys([options.source, options.target, *options.also])
    sides = {side: (side,) for side in names}
    reading = read_paths(options.pairs, sides, progress=progress_line(), read=read_corpus)
    for sentence in reading.refused:
        print(f"gplsa: left out: {printable(sentence)}", file=sys.stderr)
    for doubt in reading.doubts:
        print(f"gplsa: look at the pairs: {printable(doubt.message)}", file=sys.stderr)
    return reading.corpus

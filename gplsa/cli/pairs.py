"""From the files that are named on the command line to a corpus."""

import argparse

from gplsa.cli.output import note, progress_line
from gplsa.corpus.cleaning import RECOMMENDED
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.reading import cleaned, read_paths
from gplsa.corpus.reading.apart import read_corpus
from gplsa.errors import InputError


def read_pairs(options: argparse.Namespace) -> Corpus:
    if options.source == options.target:
        raise InputError("--source and --target name the same side.")
    names = dict.fromkeys([options.source, options.target, *options.also])
    sides = {side: (side,) for side in names}
    reading = read_paths(options.pairs, sides, progress=progress_line(), read=read_corpus)
    for sentence in reading.refused:
        note(f"left out: {sentence}")
    corpus = cleaned(reading.corpus) if options.clean else reading.corpus
    for done in corpus.cleaning:
        note(f"cleaned: {done.message}")
    for doubt in corpus.doubts:
        note(f"look at the pairs: {doubt.message}")
    if not options.clean and any(doubt.kind in RECOMMENDED for doubt in corpus.doubts):
        note("with --clean some of this is put right before training")
    return corpus

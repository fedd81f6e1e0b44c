"""The training from a corpus in chunks on the disk: `gplsa train FOLDER`."""

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from gplsa.cli.arguments import fitting_options
from gplsa.cli.output import progress_line
from gplsa.cli.pairs import named_sides, vocabulary_of
from gplsa.cli.values import check_installed
from gplsa.core.out_of_core.runner import Runner
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.errors import InputError
from gplsa.message import listed
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.train import train


def train_from_folder(options: argparse.Namespace) -> Model:
    corpus = ChunkedCorpus.open(Path(options.pairs[0]))
    sides = list(corpus.languages)
    if set(named_sides(options) or sides) != set(sides):
        raise InputError(
            "The sides of “{pairs}” are {join}: name them with --source, --target and --also.",
            pairs=options.pairs[0],
            join=listed(sides, " and "),
        )
    if options.stop_words is not None or options.split_compounds is not None:
        raise InputError(
            "The words of a corpus folder were settled when it was built: give --stop-words and "
            "--split-compounds to `gplsa corpus build`."
        )
    settings = TrainSettings(
        **fitting_options(options), keep_texts=not options.without_texts, check=not options.no_check
    )
    with _runner(options, corpus) as runner:
        source = OutOfCore(corpus, runner)
        return train(source, settings, progress_line(), vocabulary=vocabulary_of(options))


@contextmanager
def _runner(options: argparse.Namespace, corpus: ChunkedCorpus) -> Iterator[Runner | None]:
    """The workers of a cluster where one is named; None: this computer."""
    if not options.cluster:
        yield None
        return
    check_installed("--cluster", ["distributed"], "dask")
    from gplsa.core.cluster.dask_runner import DaskRunner

    with closing(DaskRunner.connect(options.cluster)) as runner:
        runner.check(corpus.folder.resolve())
        yield runner

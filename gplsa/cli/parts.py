"""Corpora on the disk: the command that builds one, and the training from one."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from gplsa.cli.arguments import fitting_options, given
from gplsa.cli.output import print_json, progress_line, say
from gplsa.cli.pairs import named_sides
from gplsa.cli.place import tell_waiting
from gplsa.core.out_of_core.runner import Runner
from gplsa.corpus.chunks.folder import PartsCorpus
from gplsa.errors import InputError
from gplsa.files import check_name
from gplsa.message import listed
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.reading.chunks.build import build
from gplsa.text import COMPOUND_LANGUAGES
from gplsa.text.languages import language_of
from gplsa.training.parts import train_parts


def build_corpus(options: argparse.Namespace) -> None:
    sides = named_sides(options)
    words = {
        side: given(
            stop_words=options.stop_words,
            split_compounds=options.split_compounds if _may_split(side, options) else None,
        )
        for side in sides
    }
    paths = [Path(path) for path in options.pairs]
    for path in paths:
        if not path.is_file():
            raise InputError(
                "“{path}” is no file: a corpus is built from files, not folders.", path=path
            )
    check_name(options.out)
    built = build(paths, sides, Path(options.out), words, progress_line(), waiting=tell_waiting)
    corpus = built.corpus
    n_words = dict(zip(corpus.languages, corpus.n_words, strict=True))
    if options.json:
        facts = {"documents": len(corpus), "parts": corpus.n_parts, "words": n_words}
        taken = {"taken_over": built.taken_over, "digest": corpus.digest}
        print_json({"folder": options.out, **facts, **taken})
        return
    listed = ", ".join(f"{n:,} words {side}" for side, n in n_words.items())
    say(f"{len(corpus):,} documents in {corpus.n_parts} parts, {listed}")
    if built.taken_over:
        say(f"{built.taken_over} parts were there already")
    say(f"Written to {options.out}")


def train_from_folder(options: argparse.Namespace) -> Model:
    corpus = PartsCorpus.open(Path(options.pairs[0]))
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
        **fitting_options(options),
        keep_texts=not options.without_texts,
        check=not options.no_check,
    )
    with _runner(options, corpus) as runner:
        return train_parts(corpus, settings, progress_line(), runner=runner)


@contextmanager
def _runner(options: argparse.Namespace, corpus: PartsCorpus) -> Iterator[Runner | None]:
    """The workers of a cluster where one is named; None: this computer."""
    if not options.cluster:
        yield None
        return
    if find_spec("distributed") is None:
        raise InputError("--cluster needs Dask, which comes with: pip install 'gplsa[cluster]'")
    # Here alone, as nothing else needs it.
    from gplsa.core.cluster.dask_runner import DaskRunner

    runner = DaskRunner.connect(options.cluster)
    try:
        runner.check(corpus.folder.resolve())
        yield runner
    finally:
        runner.close()


def _may_split(side: str, options: argparse.Namespace) -> bool:
    """Every side may be left whole; only those called by a language of compounds may be split."""
    return options.split_compounds is False or language_of(side) in COMPOUND_LANGUAGES

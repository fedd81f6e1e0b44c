"""`gplsa train`: from pairs, or a corpus folder, to a model file."""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gplsa.cli.arguments import PAIRS, add_clean, add_out, add_pairs, add_settings, settings_of
from gplsa.cli.output import note, print_json, progress_line, say
from gplsa.errors import InputError

if TYPE_CHECKING:
    from gplsa.model.public import Model


def arguments(parser: Any) -> None:
    add_pairs(parser, f"{PAIRS}; or a corpus folder", required=False)
    add_clean(parser)
    add_settings(parser)
    add_out(parser, "the model file to write")
    add = parser.add_argument
    add("--without-texts", action="store_true", help="leave the texts out of it")
    add(
        "--cluster",
        metavar="tcp://HOST:PORT",
        help="of a corpus folder: fit on the workers of the Dask scheduler there",
    )
    add("--no-check", action="store_true", help="skip the check on hidden pairs")


def run(options: Namespace) -> None:
    from gplsa.cli.out_of_core import train_from_folder
    from gplsa.cli.pairs import read_pairs, vocabulary_of
    from gplsa.cli.place import MODEL, place_for
    from gplsa.corpus.chunks.folder import is_corpus_folder
    from gplsa.training.train import train

    place_for(MODEL, options.out, options.pairs, force=options.force)
    if len(options.pairs) == 1 and is_corpus_folder(Path(options.pairs[0])):
        if options.clean:
            raise InputError("--clean works on files: a corpus folder is built from clean ones.")
        _written(train_from_folder(options), options)
        return
    if options.cluster:
        raise InputError("--cluster needs a corpus folder: `gplsa corpus build` writes one.")
    vocabulary = vocabulary_of(options)
    corpus = read_pairs(options)
    settings = replace(
        settings_of(options, corpus),
        keep_texts=not options.without_texts,
        check=not options.no_check,
    )
    _written(train(corpus, settings, progress_line(), vocabulary=vocabulary), options)


def _written(model: "Model", options: Namespace) -> None:
    from gplsa.answers.training import Training
    from gplsa.cli.facts import note_unknown, suggester_lines, training_lines
    from gplsa.cli.place import save_trained
    from gplsa.text import Vocabulary

    save_trained(model, options.out)
    for modality, vocabulary in model.vocabularies.items():
        notes = vocabulary.warnings if isinstance(vocabulary, Vocabulary) else []
        for warning in notes:
            note(f"words of {modality}: {warning}")
    if model.suggester is not None:
        note_unknown(model.suggester)
    if options.json:
        print_json(Training.of(model, options.out))
    else:
        learned = [] if model.suggester is None else [*suggester_lines(model.suggester)]
        say(*training_lines(model), *learned, f"Written to {options.out}")

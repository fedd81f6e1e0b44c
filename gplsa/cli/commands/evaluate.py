"""`gplsa evaluate`: what a model learned from some pairs does on the others."""

from argparse import Namespace
from dataclasses import replace
from typing import Any

from gplsa.cli.arguments import add_clean, add_pairs, add_settings, settings_of
from gplsa.cli.output import print_json, progress_line, say, tell
from gplsa.cli.values import count
from gplsa.errors import InputError


def arguments(parser: Any) -> None:
    parser.description = (
        "Learn from some pairs, measure on the others. PAIRS may be one .npz or .mat file of "
        "ready-made features as well: a matrix (documents × features) under the name of each side "
        "and, for retrieval by class, an array of labels."
    )
    add_pairs(parser, required=False)
    add_clean(parser)
    add_settings(parser)
    add = parser.add_argument
    add("--labels", metavar="NAME", help="of matrices: the array with the class of each document")
    add("--test", type=count, metavar="N", help="test pairs (default: a quarter)")
    add(
        "--split",
        default="random",
        metavar="random|FIELD[,FIELD]",
        help="draw single pairs, or whole groups that agree in these columns",
    )


def run(options: Namespace) -> None:
    from gplsa.cli.facts import headings_line
    from gplsa.cli.pairs import read_pairs, vocabulary_of
    from gplsa.compare.holdout import evaluate
    from gplsa.compare.matrices import is_matrices

    if is_matrices(options.pairs):
        _evaluate_matrices(options)
        return
    if options.labels:
        raise InputError("--labels belongs to a .npz or .mat file of matrices.")
    vocabulary = vocabulary_of(options)
    corpus = read_pairs(options)
    settings = replace(settings_of(options, corpus), check=False)
    test = _test_rows(corpus, options, settings.seed)
    sides = options.source, options.target
    figures = evaluate(corpus, test, sides, settings, progress_line(), vocabulary)
    if options.json:
        print_json(figures)
        return
    say(f"{figures['n_train']} pairs to train on, {figures['n_test']} to test")
    for direction, found in figures["mates"].items():
        say(f"mates {direction}: MRR {found['mrr']:.4f}, first {found['p_at_1']:.4f}")
    for name in ("keywords", "keywords_paper"):
        listed = ", ".join(f"{key} {value:.3f}" for key, value in figures[name].items())
        say(f"{name}: {listed}")
    for side, found in figures.get("headings", {}).items():
        say(headings_line(side, found))


def _test_rows(documents: Any, options: Namespace, seed: int) -> Any:
    from gplsa.compare.holdout import split_by_fields, split_randomly

    if options.split == "random":
        return split_randomly(documents, options.test, seed)
    return split_by_fields(documents, options.split.split(","), options.test, seed)


def _evaluate_matrices(options: Namespace) -> None:
    from gplsa.cli.pairs import named_sides
    from gplsa.compare.matrices import evaluate_matrices, read_matrices, retrieval_lines

    fields = [] if options.split == "random" else options.split.split(",")
    if not named_sides(options):
        raise InputError("Name the two matrices with --source and --target.")
    matrices = read_matrices(
        options.pairs[0], options.source, options.target, options.labels, fields
    )
    settings = settings_of(options, matrices.documents)
    test = _test_rows(matrices.documents, options, settings.seed)
    figures = evaluate_matrices(matrices, test, settings, progress_line())
    tell(options, figures, *retrieval_lines(figures))

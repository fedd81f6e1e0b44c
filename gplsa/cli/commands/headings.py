"""`gplsa headings`: subject headings for documents."""

from argparse import Namespace
from itertools import chain
from typing import Any

from gplsa.cli.arguments import add_model
from gplsa.cli.output import note_left_out, print_list, say_cells, say_table
from gplsa.cli.values import count, share
from gplsa.errors import InputError
from gplsa.names import HEADING_FORMATS


def arguments(parser: Any) -> None:
    parser.description = (
        "Suggest headings of the vocabulary that a model was trained with, each with its "
        "probability and what speaks for it. Prints a table (CSV)."
    )
    add_model(parser)
    add = parser.add_argument
    add("texts", nargs="+", metavar="TEXTS", help="files, folders, ZIPs, tables")
    add("--from", dest="source", required=True, metavar="SIDE", help="the side that is given")
    add("--limit", type=count, default=10, metavar="N", help="headings at most (10)")
    add("--threshold", type=share, default=0.0, metavar="0…1", help="probability at least (0)")
    add(
        "--leave-out",
        action="append",
        default=[],
        metavar="HEADING",
        help="never suggest this one: a label, a notation, a URI; repeatable",
    )
    add("--labels", metavar="LANGUAGE", help="language of the labels (default: that of SIDE)")
    add(
        "--format",
        choices=HEADING_FORMATS,
        default="csv",
        help="a table, or what Annif prints (default: csv)",
    )


def run(options: Namespace) -> None:
    from gplsa.answers.headings import HeadingsAsked, annif_rows, headings_rows
    from gplsa.cli.documents import batches
    from gplsa.model.headings import suggester_of_model
    from gplsa.model.public import Model

    model = Model.load(options.model)
    suggester_of_model(model)
    if options.source not in model.modalities:
        raise InputError("This model has no side {source!r}.", source=options.source)
    asked = HeadingsAsked(
        from_=options.source, documents=[], limit=options.limit, threshold=options.threshold,
        left_out=options.leave_out, language=options.labels,
    )  # fmt: skip
    refused: list[str] = []
    parts = batches(model, options.texts, options.source, refused)
    found = chain.from_iterable(asked.of(model, ids, items) for ids, items in parts)
    if options.json:
        print_list(asked.head(model), found, refused)
        return
    if options.format == "annif":
        say_cells(annif_rows(found))
    else:
        say_table(headings_rows(found))
    note_left_out(refused)

"""`gplsa update`: new documents join a model."""

from argparse import Namespace
from typing import Any

from gplsa.cli.arguments import add_clean, add_model, add_out, add_pairs
from gplsa.cli.output import progress_line, tell


def arguments(parser: Any) -> None:
    parser.description = (
        "Learn from new pairs as well: topics move with them, keywords are learned anew from all, "
        "the words that are counted stay. What the model holds already is left out."
    )
    add_model(parser)
    add_pairs(parser, required=False)
    add_out(parser, "the model file to write (default: MODEL)", required=False)
    add_clean(parser)


def run(options: Namespace) -> None:
    from gplsa.cli.pairs import read_pairs
    from gplsa.cli.place import changed_model, save_trained
    from gplsa.training.update import update

    with changed_model(options, options.pairs) as (model, out):
        found = update(model, read_pairs(options, model.modalities), progress_line())
        save_trained(found.model, out)
    facts = {"file": out, "documents": found.model.n_documents, "joined": found.joined}
    facts |= {"known": found.known, "unknown_share": found.unknown_share}
    left = f", {found.known:,} were there already" if found.known else ""
    tell(
        options,
        facts,
        f"{found.joined:,} documents joined {model.n_documents:,}{left}; {found.unknown_share:.1%} "
        "of their words are new and stay uncounted. The check is that of before.",
        f"Written to {out}",
    )

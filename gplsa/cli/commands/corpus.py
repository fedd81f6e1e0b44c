"""`gplsa corpus build`: a corpus folder, for what memory does not hold."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from gplsa.cli.arguments import add_pairs, add_word_settings, given
from gplsa.cli.output import note, progress_line, tell
from gplsa.errors import InputError
from gplsa.message import count


def arguments(parser: Any) -> None:
    building = parser.add_subparsers(dest="doing", required=True, metavar="build").add_parser(
        "build",
        help="build a corpus folder from large files",
        description="Read pairs bit by bit (JSONL, CSV, TSV, TMX, Parquet, or two text files with "
        "a text a line, all in UTF-8) and write a folder that `gplsa train` takes in the place of "
        "PAIRS. A build that was broken off goes on where it stopped when it is called again.",
    )
    add_pairs(building, "files of texts, all of one kind")
    building.add_argument("--out", required=True, metavar="FOLDER", help="the folder to write")
    add_word_settings(building)


def run(options: Namespace) -> None:
    from gplsa.cli.pairs import named_sides
    from gplsa.cli.place import tell_waiting
    from gplsa.files import check_name
    from gplsa.reading.chunks.build import build

    sides = named_sides(options)
    splits = {
        side: options.split_compounds if _may_split(side, options) else None for side in sides
    }
    words = {m: given(stop_words=options.stop_words, split_compounds=n) for m, n in splits.items()}
    paths = [Path(path) for path in options.pairs]
    for path in paths:
        if path.is_dir():
            raise InputError(
                "“{path}” is a folder: a corpus is built from files, not folders.", path=path
            )
    check_name(options.out)
    built = build(paths, sides, Path(options.out), words, progress_line(), waiting=tell_waiting)
    for doubt in built.doubts:
        note(f"look at the files: {doubt}")
    corpus = built.corpus
    n_words = dict(zip(corpus.languages, corpus.n_words, strict=True))
    facts = {"documents": len(corpus), "parts": corpus.n_chunks, "words": n_words}
    facts |= {"taken_over": built.taken_over, "digest": corpus.digest}
    listed = ", ".join(f"{n:,} words {side}" for side, n in n_words.items())
    before = [f"already there: {count(built.taken_over, 'part')}"] if built.taken_over else []
    tell(
        options,
        {"folder": options.out, **facts},
        f"{len(corpus):,} documents in {count(corpus.n_chunks, 'part')}, {listed}",
        *before,
        f"Written to {options.out}",
    )


def _may_split(side: str, options: Namespace) -> bool:
    """Every side may be left whole; only those called by a language of compounds may be split."""
    from gplsa.text import COMPOUND_LANGUAGES
    from gplsa.text.languages import language_of

    return options.split_compounds is False or language_of(side) in COMPOUND_LANGUAGES

"""What several commands take, and the settings that come of it.

Only names are imported at the top, so that --help answers at once; what is not given stays None,
and the default is that of the settings.
"""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gplsa.cli.values import natural, number, whole
from gplsa.model.choices import SETTINGS
from gplsa.names import STOP_WORD_SOURCES

if TYPE_CHECKING:
    from gplsa.corpus.corpus import Corpus
    from gplsa.model.settings import TrainSettings

TAKEN: dict[str, Any] = {"whole": whole, "natural": natural, "number": number, "text": None}
PAIRS = (
    "a table (CSV, TSV, XLSX, JSONL), two line-aligned files, TMX, a ZIP or a folder; of texts, of "
    "pictures with texts (the side of the pictures is called image), or of matrices"
)
MODEL = "a model file, as `gplsa train` writes it"
MODEL_OR_PAIRS = f"{MODEL}; or pairs (a table, TMX, a ZIP or a folder), whose words are read anew"


def add_pairs(parser: Any, help_text: str = PAIRS, *, required: bool = True) -> None:
    """required  whether the sides must be named, as they are not recognised"""
    parser.add_argument("pairs", nargs="+", metavar="PAIRS", help=help_text)
    parser.add_argument(
        "--also", action="append", default=[], metavar="SIDE", help="a further side; repeatable"
    )
    unnamed = "" if required else " (default: the sides are recognised)"
    for option, which in (("--source", "column or mark of a side"), ("--target", "of the other")):
        parser.add_argument(option, required=required, metavar="SIDE", help=which + unnamed)


def add_clean(parser: Any) -> None:
    parser.add_argument(
        "--clean",
        action="store_true",
        help="first take markup, addresses and repeated lines out of the texts, put exchanged rows "
        "right, and leave out copies and rows in a foreign language; says what it did",
    )


def add_settings(parser: Any) -> None:
    for name, one in SETTINGS.items():
        if one.option is not None:
            takes = {"type": TAKEN[one.option.takes]} if one.option.choices is None else {}
            parser.add_argument(
                *one.option.names,
                dest=name,
                metavar=one.option.metavar,
                choices=one.option.choices,
                help=one.option.help_text,
                **takes,
            )
    parser.old["--sweeps"] = "--max-iter"
    parser.add_argument(
        "--vocabulary",
        metavar="FILE",
        help="of the headings: SKOS (.ttl, .nt, .rdf, .n3), or Annif's .tsv and .csv (default: the "
        "values of the column)",
    )
    add_word_settings(parser)


def add_word_settings(parser: Any) -> None:
    parser.add_argument(
        "--stop-words",
        choices=STOP_WORD_SOURCES,
        help="where the words come from that are not counted (default: builtin)",
    )
    parser.add_argument(
        "--split-compounds",
        action=argparse.BooleanOptionalAction,
        help="count the parts of German compounds too (default: yes, with --stop-words nltk no)",
    )


def add_model(parser: Any, help_text: str = MODEL) -> None:
    parser.add_argument("model", metavar="MODEL", help=help_text)


def add_sides(parser: Any, help_text: str = MODEL) -> None:
    """MODEL, and the way through it."""
    add_model(parser, help_text)
    for option, dest, which, more in (
        ("--from", "source", "first", ""),
        ("--to", "target", "second", "; the only other one with texts"),
    ):
        parser.add_argument(
            option,
            dest=dest,
            metavar="SIDE",
            help=f"the side {'that is given' if dest == 'source' else 'that is asked for'} "
            f"(default: of two the {which}, or the other one{more})",
        )


def add_out(parser: Any, help_text: str = "the file to write", *, required: bool = True) -> None:
    parser.add_argument("--out", required=required, metavar="FILE", help=help_text)
    parser.add_argument("--force", action="store_true", help="write over whatever file --out names")


def given(**values: Any) -> dict[str, Any]:
    """Those that were named on the command line."""
    return {name: value for name, value in values.items() if value is not None}


def fitting_options(options: argparse.Namespace) -> dict[str, Any]:
    """Those settings of the fit that were named on the command line."""
    asked = [name for name, one in SETTINGS.items() if one.option is not None]
    return given(**{name: getattr(options, name) for name in asked})


def settings_of(options: argparse.Namespace, corpus: "Corpus") -> "TrainSettings":
    from gplsa.model.settings import TrainSettings
    from gplsa.text import COMPOUND_LANGUAGES, usual_options

    return TrainSettings(
        **fitting_options(options),
        words={
            modality: replace(
                usual_options(language, corpus.texts[modality]),
                **given(stop_words=options.stop_words),
                split_compounds=options.split_compounds if language in COMPOUND_LANGUAGES else None,
            )
            for modality, language in corpus.languages.items()
            if modality in corpus.texts
        },
    )

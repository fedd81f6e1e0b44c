"""What the command line takes, and the settings that come of it.

Only names are imported at the top, so that --help answers at once; what is not given stays None,
and the default is that of the settings.
"""

import argparse
from typing import TYPE_CHECKING, Any, NoReturn

from gplsa.cli.browser import add_app
from gplsa.cli.serving import add_serving
from gplsa.cli.shape_arguments import add_force, add_shape
from gplsa.cli.values import count, filled, natural, number, share, whole
from gplsa.errors import InputError
from gplsa.names import (
    INITS,
    LINE_SORTS,
    REGULARIZERS,
    RULES,
    STOP_WORD_SOURCES,
    TERM_FORMATS,
    TIME_UNITS,
    WEIGHING,
)

if TYPE_CHECKING:
    from gplsa.corpus.corpus import Corpus
    from gplsa.model.settings import TrainSettings


class _Parser(argparse.ArgumentParser):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Where no type is named; "" would be this folder, or a side without a name.
        self.register("type", None, filled)

    def add_subparsers(self, **options: Any) -> Any:
        action = super().add_subparsers(**options)
        action.type = str  # it is handed all that follows
        return action

    def error(self, message: str) -> NoReturn:
        raise InputError("{message} (see {prog} --help)", message=message, prog=self.prog)


def build_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gplsa", description="Topics and keywords of paired texts.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    learn = commands.add_parser("train", help="learn a model from pairs")
    _add_pairs(learn, f"{_PAIRS}; or a corpus folder", required=False)
    _add_clean(learn)
    _add_settings(learn)
    learn.add_argument("--out", required=True, metavar="FILE", help="the model file to write")
    add_force(learn)
    learn.add_argument("--without-texts", action="store_true", help="leave the texts out of it")
    learn.add_argument(
        "--cluster",
        metavar="tcp://HOST:PORT",
        help="of a corpus folder: fit on the workers of the Dask scheduler there",
    )
    learn.add_argument("--no-check", action="store_true", help="skip the check on hidden pairs")

    store = commands.add_parser("corpus", help="corpora on the disk, for what memory does not hold")
    doing = store.add_subparsers(dest="doing", required=True, metavar="build")
    building = doing.add_parser(
        "build",
        help="build a corpus folder from large files",
        description="Read pairs bit by bit (JSONL, CSV, TSV, TMX, Parquet, or two text files with "
        "a text a line, all in UTF-8) and write a folder that `gplsa train` takes in the place of "
        "PAIRS. A build that was broken off goes on where it stopped when it is called again.",
    )
    _add_pairs(building, "files of texts, all of one kind")
    building.add_argument("--out", required=True, metavar="FOLDER", help="the folder to write")
    _add_word_settings(building)

    topics = _add_topics(commands)

    about = commands.add_parser("summarize", help="keywords for documents in another language")
    about.add_argument("model", metavar="MODEL")
    about.add_argument("files", nargs="+", metavar="FILE", help="files, folders, ZIPs, tables")
    about.add_argument("--from", dest="source", required=True, metavar="SIDE")
    about.add_argument("--to", dest="target", required=True, metavar="SIDE")
    about.add_argument("--top", type=count, default=15, metavar="N", help="keywords at most")
    about.add_argument("--telling", type=number, help="0 the surest words … 1 the most telling")
    about.add_argument("--rule", choices=RULES, help="how keywords are chosen")

    seek = commands.add_parser(
        "search",
        help="find documents of the corpus that go with a text",
        description="Find the documents of a model's corpus whose side SIDE goes best with a text. "
        "Of a model of a corpus folder all documents are searched where the folder lies beside the "
        "model file or in this folder, else the sample that the model holds.",
    )
    seek.add_argument("model", metavar="MODEL")
    seek.add_argument("text", metavar="TEXT", help="a few words, a sentence or a whole document")
    seek.add_argument("--from", dest="source", required=True, metavar="SIDE")
    seek.add_argument("--to", dest="target", required=True, metavar="SIDE")
    seek.add_argument("--top", type=count, default=10, metavar="N", help="documents at most")
    seek.add_argument("--in", dest="folder", metavar="FOLDER", help="the corpus folder")

    trial = commands.add_parser(
        "evaluate",
        help="measure on pairs kept out of the training",
        description="Learn from some pairs, measure on the others. PAIRS may be one .npz or .mat "
        "file of ready-made features as well: a matrix (documents × features, not negative) under "
        "the name of each side and, for retrieval by class, an array of labels.",
    )
    _add_pairs(trial, required=False)
    _add_clean(trial)
    _add_settings(trial)
    trial.add_argument(
        "--labels", metavar="NAME", help="of matrices: the array with the class of each document"
    )
    trial.add_argument("--test", type=count, metavar="N", help="test pairs (default: a quarter)")
    trial.add_argument(
        "--split",
        default="random",
        metavar="random|FIELD[,FIELD]",
        help="draw single pairs, or whole groups that agree in these columns",
    )

    add_app(commands)
    add_serving(commands)
    said = _add_terms(commands)
    more = _add_update(commands)
    add_shape(commands)

    for command in (learn, more, topics, about, seek, trial, building, said):
        command.add_argument("--json", action="store_true", help="one JSON object on the output")
    return parser


def _add_update(commands: Any) -> argparse.ArgumentParser:
    more: argparse.ArgumentParser = commands.add_parser(
        "update",
        help="let new documents join a model",
        description="Learn from new pairs as well: topics move with them, keywords are learned "
        "anew from all, the words that are counted stay. What the model holds already is left out.",
    )
    more.add_argument("model", metavar="MODEL")
    more.add_argument("pairs", nargs="+", metavar="NEW", help=_PAIRS)
    more.add_argument("--out", metavar="FILE", help="the model file to write (default: MODEL)")
    add_force(more)
    _add_clean(more)
    return more


def _add_topics(commands: Any) -> argparse.ArgumentParser:
    topics: argparse.ArgumentParser = commands.add_parser(
        "topics", help="list the topics of a model"
    )
    topics.add_argument("model", metavar="MODEL")
    topics.add_argument("--top", type=count, default=10, metavar="N", help="words per side")
    topics.add_argument(
        "--relevance",
        type=share,
        metavar="λ",
        help="0 distinctive words … 1 the most probable ones",
    )

    topics.add_argument(
        "--by",
        metavar="FIELD",
        help="how much each topic takes by a column of yours: by year, by kind",
    )
    topics.add_argument(
        "--unit", choices=TIME_UNITS, help="of time (default: what gives neither few nor many)"
    )
    topics.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="only these documents; of times and numbers also 1841..1850; repeatable",
    )
    return topics


_PAIRS = (
    "a table (CSV, TSV, XLSX, JSONL), two line-aligned files, TMX, a ZIP or a folder; of texts, of "
    "pictures with texts (the side of the pictures is called image), or of matrices"
)


def _add_pairs(
    parser: argparse.ArgumentParser, told: str = _PAIRS, *, required: bool = True
) -> None:
    """required  whether the sides must be named, as they are not recognised"""
    parser.add_argument("pairs", nargs="+", metavar="PAIRS", help=told)
    parser.add_argument(
        "--also", action="append", default=[], metavar="SIDE", help="a further side; repeatable"
    )
    unnamed = "" if required else " (default: the sides are recognised)"
    for option, which in (("--source", "column or mark of a side"), ("--target", "of the other")):
        parser.add_argument(option, required=required, metavar="SIDE", help=which + unnamed)


def _add_clean(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--clean",
        action="store_true",
        help="first take markup, addresses and repeated lines out of the texts, put exchanged rows "
        "right, and leave out copies and rows in a foreign language; says what it did",
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--topics", type=whole, metavar="K", help="default: 1.6·√pairs, 5 to 100")
    parser.add_argument("--regularizer", choices=REGULARIZERS)
    parser.add_argument("--lam", type=number, metavar="λ", help="agreement")
    parser.add_argument("--seed", type=natural)
    parser.add_argument("--sweeps", type=whole, help="at most so many")
    parser.add_argument("--init", choices=INITS)
    parser.add_argument(
        "--weigh-pairs",
        choices=WEIGHING,
        help="let pairs count less that do not seem to belong together (default: auto, where a "
        "look at some of them finds that many do not)",
    )
    _add_word_settings(parser)


def _add_word_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stop-words", choices=STOP_WORD_SOURCES)
    parser.add_argument(
        "--split-compounds",
        action=argparse.BooleanOptionalAction,
        help="count the parts of German compounds too (default: yes, with --stop-words nltk no)",
    )


def _add_terms(commands: Any) -> Any:
    """Words of two sides, and the report; returns the command whose result is facts, no file."""
    said = commands.add_parser(
        "concordance",
        help="how a word is said on the other side, with the lines that show it",
        description="A word in any of its forms, or a phrase as it stands: what stands for it on "
        "the other side, and the aligned lines that show it.",
    )
    _add_sides(said)
    said.add_argument("word", metavar="WORD", help="a word, or a phrase in quotation marks")
    said.add_argument(
        "--partner", type=str, default="", metavar="WORD", help="only lines that hold it, too"
    )
    said.add_argument("--lines", type=count, default=20, metavar="N", help="lines at most")
    said.add_argument("--sort", choices=LINE_SORTS, default="corpus", help="order of the lines")

    words = commands.add_parser("lexicon", help="write the bilingual lexicon of a corpus")
    _add_sides(words)
    words.add_argument("--format", choices=TERM_FORMATS, default="csv", help="a table or TBX-Basic")
    words.add_argument(
        "--min-pairs", type=count, metavar="N", help="pairs that must show an entry (default: 3)"
    )
    lines = commands.add_parser("lines", help="write the aligned lines of a corpus as TMX")
    _add_sides(lines)
    odd = commands.add_parser(
        "suspicious", help="write a table of the pairs whose sides do not seem to belong together"
    )
    _add_sides(odd)
    told = commands.add_parser(
        "report", help="write all about a model as one HTML file that needs no network"
    )
    told.add_argument("model", metavar="MODEL")
    for command in (words, lines, odd, told):
        command.add_argument("--out", required=True, metavar="FILE", help="the file to write")
        add_force(command)
    return said


def _add_sides(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("--from", dest="source", required=True, metavar="SIDE")
    parser.add_argument("--to", dest="target", required=True, metavar="SIDE")


def given(**values: Any) -> dict[str, Any]:
    """Those that were named on the command line."""
    return {name: value for name, value in values.items() if value is not None}


def fitting_options(options: argparse.Namespace) -> dict[str, Any]:
    """Those settings of the fit that were named on the command line."""
    return given(
        n_topics=options.topics,
        regularizer=options.regularizer,
        lam=options.lam,
        seed=options.seed,
        max_iter=options.sweeps,
        init=options.init,
        weigh_pairs=options.weigh_pairs,
    )


def settings_of(options: argparse.Namespace, corpus: "Corpus") -> "TrainSettings":
    from gplsa.model.settings import TrainSettings
    from gplsa.text import COMPOUND_LANGUAGES, WordOptions

    return TrainSettings(
        **fitting_options(options),
        words={
            modality: WordOptions(
                language=language,
                **given(stop_words=options.stop_words),
                split_compounds=options.split_compounds if language in COMPOUND_LANGUAGES else None,
            )
            for modality, language in corpus.languages.items()
            if modality in corpus.texts
        },
    )

"""What the command line takes, and the settings that come of it.

Only names are imported at the top, so that --help answers at once; what is not given stays None,
and the default is that of the settings.
"""

import argparse
from typing import TYPE_CHECKING, Any, NoReturn

from gplsa.errors import InputError
from gplsa.names import INITS, REGULARIZERS, RULES, STOP_WORD_SOURCES

if TYPE_CHECKING:
    from gplsa.corpus.corpus import Corpus
    from gplsa.trained.keywords import KeywordOptions
    from gplsa.trained.settings import TrainSettings


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)")


def build_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gplsa", description="Topics and keywords of paired texts.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    learn = commands.add_parser("train", help="learn a model from pairs")
    _add_pairs(learn, f"{_PAIRS}; or a corpus folder")
    _add_settings(learn)
    learn.add_argument("--out", required=True, metavar="FILE", help="the model file to write")
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
        description="Read pairs bit by bit (JSONL, CSV, TSV, TMX, or two text files with a text a "
        "line, all in UTF-8) and write a folder that `gplsa train` takes in the place of PAIRS. A "
        "build that was broken off goes on where it stopped when it is called again.",
    )
    _add_pairs(building, "files of texts, all of one kind")
    building.add_argument("--out", required=True, metavar="FOLDER", help="the folder to write")
    _add_word_settings(building)

    topics = commands.add_parser("topics", help="list the topics of a model")
    topics.add_argument("model", metavar="MODEL")
    topics.add_argument("--top", type=_count, default=10, metavar="N", help="words per side")
    topics.add_argument(
        "--relevance",
        type=_share,
        metavar="λ",
        help="0 distinctive words … 1 the most probable ones",
    )

    about = commands.add_parser("summarize", help="keywords for documents in another language")
    about.add_argument("model", metavar="MODEL")
    about.add_argument("files", nargs="+", metavar="FILE", help="files, folders, ZIPs, tables")
    about.add_argument("--from", dest="source", required=True, metavar="SIDE")
    about.add_argument("--to", dest="target", required=True, metavar="SIDE")
    about.add_argument("--top", type=_count, default=15, metavar="N", help="keywords at most")
    about.add_argument("--telling", type=float, help="0 the surest words … 1 the most telling")
    about.add_argument("--rule", choices=RULES, help="how keywords are chosen")

    trial = commands.add_parser(
        "evaluate",
        help="measure on pairs kept out of the training",
        description="Learn from some pairs, measure on the others. PAIRS may be one .npz or .mat "
        "file of ready-made features as well: a matrix (documents × features, not negative) under "
        "the name of each side and, for retrieval by class, an array of labels.",
    )
    _add_pairs(trial)
    _add_settings(trial)
    trial.add_argument(
        "--labels", metavar="NAME", help="of matrices: the array with the class of each document"
    )
    trial.add_argument("--test", type=_count, metavar="N", help="test pairs (default: a quarter)")
    trial.add_argument(
        "--split",
        default="random",
        metavar="random|FIELD[,FIELD]",
        help="draw single pairs, or whole groups that agree in these columns",
    )

    app = commands.add_parser(
        "app",
        help="serve the browser app on this computer",
        description="Serve the browser app on this computer, from any folder. What you train is "
        "kept in your user-data folder, or in the folder that GPLSA_HOME names.",
    )
    app.add_argument("--port", type=int, metavar="N", help="default: 8501 or the next free one")
    app.add_argument("--no-browser", action="store_true", help="only print the address")
    app.add_argument(
        "--token",
        nargs="?",
        const="auto",
        metavar="TOKEN",
        help="ask browsers for this token, or for one made up and printed with the address: on a "
        "computer that others have accounts on",
    )

    for command in (learn, topics, about, trial, building):
        command.add_argument("--json", action="store_true", help="one JSON object on the output")
    return parser


_PAIRS = (
    "a table (CSV, TSV, XLSX, JSONL), two line-aligned files, TMX, a ZIP or a folder; of texts, of "
    "pictures with texts (the side of the pictures is called image), or of matrices"
)


def _add_pairs(parser: argparse.ArgumentParser, told: str = _PAIRS) -> None:
    parser.add_argument("pairs", nargs="+", metavar="PAIRS", help=told)
    parser.add_argument(
        "--also", action="append", default=[], metavar="SIDE", help="a further side; repeatable"
    )
    parser.add_argument("--source", required=True, metavar="SIDE", help="column or mark of a side")
    parser.add_argument("--target", required=True, metavar="SIDE", help="of the other side")


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--topics", type=int, metavar="K", help="default: 1.6·√pairs, 5 to 100")
    parser.add_argument("--regularizer", choices=REGULARIZERS)
    parser.add_argument("--lam", type=float, metavar="λ", help="agreement")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--sweeps", type=int, help="at most so many")
    parser.add_argument("--init", choices=INITS)
    _add_word_settings(parser)


def _add_word_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stop-words", choices=STOP_WORD_SOURCES)
    parser.add_argument(
        "--split-compounds",
        action=argparse.BooleanOptionalAction,
        help="count the parts of German compounds too (default: yes, with --stop-words nltk no)",
    )


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _share(text: str) -> float:
    number = float(text)
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError("must lie between 0 and 1")
    return number


def given(**values: Any) -> dict[str, Any]:
    """Those that were named on the command line."""
    return {name: value for name, value in values.items() if value is not None}


def keyword_options(options: argparse.Namespace) -> "KeywordOptions":
    from gplsa.trained.keywords import KeywordOptions

    return KeywordOptions(
        limit=options.top,
        least=min(3, options.top),
        **given(telling=options.telling, rule=options.rule),
        evidence=options.json and options.rule != "paper",
    )


def settings_of(options: argparse.Namespace, corpus: "Corpus") -> "TrainSettings":
    from gplsa.corpus.words import COMPOUND_LANGUAGES, WordOptions
    from gplsa.trained.settings import TrainSettings

    return TrainSettings(
        **given(
            n_topics=options.topics,
            regularizer=options.regularizer,
            lam=options.lam,
            seed=options.seed,
            max_iter=options.sweeps,
            init=options.init,
        ),
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

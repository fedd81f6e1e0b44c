"""The command line: python -m gplsa train | topics | summarize | evaluate."""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any, NoReturn

from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.corpus.reading import (
    Choices,
    Document,
    Upload,
    iter_documents,
    read_corpus,
    uploads_from_folder,
)
from gplsa.corpus.words import COMPOUND_LANGUAGES, WordOptions
from gplsa.errors import InputError
from gplsa.facts import summary_facts, topic_facts, training_facts, training_lines
from gplsa.gist import SPECIFICITY
from gplsa.holdout import evaluate, split_by_fields, split_randomly
from gplsa.matrices import evaluate_matrices, is_matrices, read_matrices, retrieval_lines
from gplsa.progress import Progress
from gplsa.settings import INITS, REGULARIZERS, TrainSettings
from gplsa.summaries import RULES, KeywordOptions, explain_all
from gplsa.trained import TrainedModel
from gplsa.training import train

BAD_INPUT = 2
INTERRUPTED = 130
BATCH = 128


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 2 for bad input, 130 when interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A console of another encoding must not stop the work at the first umlaut.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        options = _parser().parse_args(arguments)
        options.command(options)
    except InputError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more while ending.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _complain(f"{error.filename or 'A file'} cannot be used: {error.strerror}.")
    except MemoryError:
        return _complain("This is more than the memory holds: use fewer documents or topics.")
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _complain(message: str) -> int:
    print("gplsa: " + " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m gplsa", description="Topics and keywords of paired texts.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    learn = commands.add_parser("train", help="learn a model from pairs")
    _add_pairs(learn)
    _add_settings(learn)
    learn.add_argument("--out", required=True, metavar="FILE", help="the model file to write")
    learn.add_argument("--without-texts", action="store_true", help="leave the texts out of it")
    learn.add_argument("--no-check", action="store_true", help="skip the check on hidden pairs")
    learn.set_defaults(command=_train)

    topics = commands.add_parser("topics", help="list the topics of a model")
    topics.add_argument("model", metavar="MODEL")
    topics.add_argument("--top", type=_count, default=10, metavar="N", help="words per side")
    topics.set_defaults(command=_topics)

    about = commands.add_parser("summarize", help="keywords for documents in another language")
    about.add_argument("model", metavar="MODEL")
    about.add_argument("files", nargs="+", metavar="FILE", help="files, folders, ZIPs, tables")
    about.add_argument("--from", dest="source", required=True, metavar="SIDE")
    about.add_argument("--to", dest="target", required=True, metavar="SIDE")
    about.add_argument("--top", type=_count, default=15, metavar="N", help="keywords at most")
    about.add_argument(
        "--specificity", type=float, default=SPECIFICITY, help="0 common words … 0.5 specific words"
    )
    about.add_argument("--rule", choices=RULES, default="gist", help="how keywords are chosen")
    about.set_defaults(command=_summarize)

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
    trial.set_defaults(command=_evaluate)

    for command in (learn, topics, about, trial):
        command.add_argument("--json", action="store_true", help="one JSON object on the output")
    return parser


def _add_pairs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pairs",
        nargs="+",
        metavar="PAIRS",
        help="a table (CSV, TSV, XLSX, JSONL), two line-aligned files, TMX, a ZIP or a folder; of "
        "texts, of pictures with texts (the side of the pictures is called image), or of matrices",
    )
    parser.add_argument(
        "--also", action="append", default=[], metavar="SIDE", help="a further side; repeatable"
    )
    parser.add_argument("--source", required=True, metavar="SIDE", help="column or mark of a side")
    parser.add_argument("--target", required=True, metavar="SIDE", help="of the other side")


def _add_settings(parser: argparse.ArgumentParser) -> None:
    defaults = TrainSettings()
    parser.add_argument("--topics", type=int, metavar="K", help="default: 0.8·√pairs, 5 to 100")
    parser.add_argument("--regularizer", choices=REGULARIZERS, default=defaults.regularizer)
    parser.add_argument("--lam", type=float, default=defaults.lam, metavar="λ", help="agreement")
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument("--sweeps", type=int, default=defaults.max_iter, help="at most so many")
    parser.add_argument("--init", choices=INITS, default=defaults.init)
    parser.add_argument("--stop-words", choices=("builtin", "nltk", "none"), default="builtin")
    parser.add_argument(
        "--split-compounds",
        action="store_true",
        help="count the parts of compounds too where the source is German",
    )


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


# Commands


def _train(options: argparse.Namespace) -> None:
    corpus = _read_pairs(options)
    settings = replace(
        _settings(options, corpus), keep_texts=not options.without_texts, check=not options.no_check
    )
    model = train(corpus, settings, _progress_line())
    model.save(options.out)
    if options.json:
        _print_json({"file": options.out, **training_facts(model)})
    else:
        print("\n".join([*training_lines(model), f"Written to {options.out}"]))


def _topics(options: argparse.Namespace) -> None:
    model = TrainedModel.load(options.model)
    facts = topic_facts(model, options.top)
    if options.json:
        _print_json({"model": model.name, "documents": model.n_documents, "topics": facts})
        return
    for fact in facts:
        hidden = ", hidden" if fact["hidden"] else ""
        print(
            f"Topic {fact['number']}: {fact['name']} "
            f"({fact['share']:.1%} of the corpus, sides agree {fact['agreement']:.2f}{hidden})"
        )
        for modality, words in fact["words"].items():
            print(f"  {modality}: " + ", ".join(word["word"] for word in words))


def _summarize(options: argparse.Namespace) -> None:
    chosen = KeywordOptions(
        limit=options.top,
        least=min(3, options.top),
        specificity=options.specificity,
        rule=options.rule,
    )
    model = TrainedModel.load(options.model)
    refused: list[str] = []
    language = model.corpus.languages.get(options.source, "")
    kind = model.corpus.kind(options.source)
    documents = iter_documents(
        _uploads(options.files), kind=kind, language=language, refused=refused
    )
    found = _summaries(model, documents, options.source, options.target, chosen)
    if options.json:
        # On the disk first: a failure half-way must leave nothing half-written on the output.
        with tempfile.TemporaryFile("w+", encoding="utf-8") as draft:
            head = {"model": model.name, "from": options.source, "to": options.target}
            _write_json_with_list(draft, head, found, refused)
            draft.seek(0)
            shutil.copyfileobj(draft, sys.stdout)
        return
    for fact in found:
        unknown = f", {fact['unknown_share']:.0%} of the words unknown" if kind == TEXT else ""
        print(f"{_printable(fact['id'])}  (confidence {fact['confidence']:.2f}{unknown})")
        print("  " + (", ".join(word["word"] for word in fact["keywords"]) or "no keywords"))
        if passed := [*fact["names"], *fact["numbers"]]:
            print("  as in the text: " + _printable(", ".join(passed)))
    for sentence in refused:
        print(f"gplsa: left out: {_printable(sentence)}", file=sys.stderr)


def _evaluate(options: argparse.Namespace) -> None:
    if is_matrices(options.pairs):
        _evaluate_matrices(options)
        return
    if options.labels:
        raise InputError("--labels belongs to a .npz or .mat file of matrices.")
    corpus = _read_pairs(options)
    settings = replace(_settings(options, corpus), check=False)
    if options.split == "random":
        test = split_randomly(corpus, options.test, options.seed)
    else:
        test = split_by_fields(corpus, options.split.split(","), options.test, options.seed)
    figures = evaluate(corpus, test, options.source, options.target, settings, _progress_line())
    if options.json:
        _print_json(figures)
        return
    print(f"{figures['n_train']} pairs to train on, {figures['n_test']} to test")
    for direction, found in figures["mates"].items():
        print(f"mates {direction}: MRR {found['mrr']:.4f}, first {found['p_at_1']:.4f}")
    for name in ("keywords", "keywords_paper"):
        listed = ", ".join(f"{key} {value:.3f}" for key, value in figures[name].items())
        print(f"{name}: {listed}")


def _evaluate_matrices(options: argparse.Namespace) -> None:
    fields = [] if options.split == "random" else options.split.split(",")
    matrices = read_matrices(
        options.pairs[0], options.source, options.target, options.labels, fields
    )
    if fields:
        test = split_by_fields(matrices.documents, fields, options.test, options.seed)
    else:
        test = split_randomly(matrices.documents, options.test, options.seed)
    settings = _settings(options, matrices.documents)
    figures = evaluate_matrices(matrices, test, settings, _progress_line())
    if options.json:
        _print_json(figures)
    else:
        print("\n".join(retrieval_lines(figures)))


# Reading


def _read_pairs(options: argparse.Namespace) -> Corpus:
    if options.source == options.target:
        raise InputError("--source and --target name the same side.")
    uploads = _uploads(options.pairs)
    sides = dict.fromkeys([options.source, options.target, *options.also])
    columns: dict[str, tuple[str, ...]] = {side: (side,) for side in sides}
    try:
        reading = read_corpus(uploads, Choices(columns=columns), _progress_line())
    except InputError:
        by_order = _in_order(options)
        if not by_order:
            raise
        reading = read_corpus(uploads, by_order, _progress_line())
    for sentence in reading.refused:
        print(f"gplsa: left out: {_printable(sentence)}", file=sys.stderr)
    for doubt in reading.doubts:
        print(f"gplsa: look at the pairs: {_printable(doubt.message)}", file=sys.stderr)
    return reading.corpus


def _in_order(options: argparse.Namespace) -> Choices | None:
    """Two plain files whose names do not tell the sides: the first is the source."""
    names = [Path(pair).name for pair in options.pairs]
    marks = {options.source, options.target}
    if len(names) != 2 or any(mark in name.split(".") for mark in marks for name in names):
        return None
    columns: dict[str, tuple[str, ...]] = {
        options.source: (names[0],),
        options.target: (names[1],),
    }
    return Choices(kind="line pair", columns=columns)


def _uploads(paths: Iterable[str]) -> list[Upload]:
    uploads: list[Upload] = []
    for path in paths:
        uploads += uploads_from_folder(path) if Path(path).is_dir() else [Upload.from_path(path)]
    return uploads


def _settings(options: argparse.Namespace, corpus: Corpus) -> TrainSettings:
    return TrainSettings(
        n_topics=options.topics,
        regularizer=options.regularizer,
        lam=options.lam,
        seed=options.seed,
        max_iter=options.sweeps,
        init=options.init,
        words={
            modality: WordOptions(
                language=language,
                stop_words=options.stop_words,
                # Only of the side that is read: keywords of the other stay whole words.
                split_compounds=options.split_compounds
                and modality == options.source
                and language in COMPOUND_LANGUAGES,
            )
            for modality, language in corpus.languages.items()
            if modality in corpus.texts
        },
    )


# Keywords, a batch at a time


def _summaries(
    model: TrainedModel,
    documents: Iterator[Document],
    source: str,
    target: str,
    chosen: KeywordOptions,
) -> Iterator[dict[str, Any]]:
    """Facts of one document after the other, `BATCH` of them in memory."""
    while batch := list(islice(documents, BATCH)):
        items = [document.item for document in batch]
        found = model.summarize(items, source, target, **asdict(chosen))
        for document, summary in zip(batch, found, strict=True):
            evidence = []
            if chosen.rule == "gist":
                terms = [keyword.term for keyword in summary.keywords]
                evidence = explain_all(model, document.item, source, target, terms)
            yield {"id": document.id, **summary_facts(model, summary, evidence)}


# Printing


def _print_json(content: Any) -> None:
    print(json.dumps(content, ensure_ascii=False, allow_nan=False))


def _write_json_with_list(
    file: IO[str], head: dict[str, Any], documents: Iterable[dict[str, Any]], refused: list[str]
) -> None:
    """One object, its list of documents written as they come; `refused` is complete after them."""
    file.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "documents": [')
    for place, fact in enumerate(documents):
        file.write((", " if place else "") + json.dumps(fact, ensure_ascii=False, allow_nan=False))
    file.write('], "refused": ' + json.dumps(refused, ensure_ascii=False) + "}\n")


def _printable(text: str) -> str:
    """Text from a corpus without the control characters a terminal would obey."""
    return "".join(character if character.isprintable() else " " for character in text)


def _progress_line() -> Progress | None:
    """One line on a terminal that is written over and over; nothing where errors go to a file."""
    if not sys.stderr.isatty():
        return None

    def show(fraction: float, phase: str) -> None:
        shown = f"{phase} {fraction:.0%}" if fraction < 1 else ""
        print(f"\r\033[K{shown}", end="", file=sys.stderr, flush=True)

    return show

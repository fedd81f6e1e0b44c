"""The commands: each reads its input, does its work and prints what came of it."""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import msgspec

from gplsa.answers import Document as Told
from gplsa.answers import KeywordsAsked, TopicsAsked, json_of, json_with_list
from gplsa.cli.arguments import given, settings_of
from gplsa.cli.browser import run_app, run_hub
from gplsa.cli.facts import (
    by_field_facts,
    by_field_lines,
    training_facts,
    training_lines,
)
from gplsa.cli.output import note, print_file, print_json, progress_line, say
from gplsa.cli.pairs import named_sides, read_pairs
from gplsa.cli.parts import build_corpus, train_from_folder
from gplsa.cli.place import MODEL, REPORT, changed_model, place_for, save_trained
from gplsa.cli.search import search
from gplsa.cli.serving import make_token, serve
from gplsa.cli.shape import shape
from gplsa.cli.terms import (
    print_concordance,
    write_lexicon,
    write_lines,
    write_suspicious,
)
from gplsa.compare.holdout import evaluate, split_by_fields, split_randomly
from gplsa.compare.matrices import evaluate_matrices, is_matrices, read_matrices, retrieval_lines
from gplsa.corpus.chunks.folder import is_parts_folder
from gplsa.corpus.corpus import TEXT
from gplsa.errors import InputError
from gplsa.files import replace_text
from gplsa.message import listed
from gplsa.model.by_field import by_field, rows_where
from gplsa.model.public import Model
from gplsa.reading import Document, uploads_of
from gplsa.reading.apart import iter_documents
from gplsa.text import Vocabulary
from gplsa.training.train import train
from gplsa.training.update import update

BATCH = 128
NEEDED_BY_REPORT = ("plotly", "pandas")


def _train(options: argparse.Namespace) -> None:
    place_for(MODEL, options.out, options.pairs, force=options.force)
    if len(options.pairs) == 1 and is_parts_folder(Path(options.pairs[0])):
        if options.clean:
            raise InputError("--clean works on files: a corpus folder is built from clean ones.")
        model = train_from_folder(options)
        _written(model, options)
        return
    if options.cluster:
        raise InputError("--cluster needs a corpus folder: `gplsa corpus build` writes one.")
    corpus = read_pairs(options)
    settings = replace(
        settings_of(options, corpus),
        keep_texts=not options.without_texts,
        check=not options.no_check,
    )
    _written(train(corpus, settings, progress_line()), options)


def _written(model: Model, options: argparse.Namespace) -> None:
    save_trained(model, options.out)
    for modality, vocabulary in model.vocabularies.items():
        notes = vocabulary.warnings if isinstance(vocabulary, Vocabulary) else []
        for told in notes:
            note(f"words of {modality}: {told}")
    if options.json:
        print_json({"file": options.out, **training_facts(model)})
    else:
        say(*training_lines(model), f"Written to {options.out}")


def _update(options: argparse.Namespace) -> None:
    with changed_model(options, options.pairs) as (model, out):
        first, second, *others = model.modalities
        options.source, options.target, options.also = first, second, others
        found = update(model, read_pairs(options), progress_line())
        save_trained(found.model, out)
    if options.json:
        facts = {"documents": found.model.n_documents, "joined": found.joined}
        facts |= {"known": found.known}
        print_json({"file": out, **facts, "unknown_share": found.unknown_share})
        return
    left = f", {found.known:,} were there already" if found.known else ""
    say(
        f"{found.joined:,} documents joined {model.n_documents:,}{left}; {found.unknown_share:.1%} "
        "of their words are new and stay uncounted. The check is that of before."
    )
    say(f"Written to {out}")


def _topics(options: argparse.Namespace) -> None:
    model = Model.load(options.model)
    wanted = [_parted(condition) for condition in options.where]
    rows = rows_where(model, wanted)
    asked = TopicsAsked(top=options.top, **given(relevance=options.relevance))
    told = asked.answer(model, rows=rows if wanted else None)
    found = by_field(model, options.by, options.unit or "", rows) if options.by else None
    if options.json:
        by = {"by": by_field_facts(found)} if found else {}
        print_json(msgspec.structs.asdict(told) | by)
        return
    if wanted:
        say(f"{len(rows):,} of {model.n_documents:,} documents")
    if found:
        say(*by_field_lines(model, found))
        return
    for topic in sorted(told.topics, key=lambda topic: bool(topic.filler)):
        hidden = ", hidden" if topic.hidden else ""
        if topic.filler:
            hidden += f"; filler: {topic.filler}"
        agree = topic.agreement
        told_of = "" if agree is None else f", {10 * agree:.0f} of 10 words translated"
        say(
            f"Topic {topic.number}: {topic.name} ({topic.share:.1%} of the corpus{told_of}{hidden})"
        )
        for modality, words in topic.words.items():
            say(f"  {modality}: " + ", ".join(word.word for word in words))


def _parted(condition: str) -> tuple[str, str]:
    field, sign, value = condition.partition("=")
    if not sign:
        raise InputError("--where takes FIELD=VALUE, not “{condition}”.", condition=condition)
    return field, value


def _summarize(options: argparse.Namespace) -> None:
    asked = KeywordsAsked(
        from_=options.source, to=options.target, documents=[], top=options.top,
        telling=options.telling, rule=options.rule, evidence=options.json,
    )  # fmt: skip
    asked.options()  # bad ones are told before a model is read
    model = Model.load(options.model)
    refused: list[str] = []
    language = model.corpus.languages.get(options.source, "")
    kind = model.corpus.kind(options.source)
    documents = iter_documents(
        uploads_of(options.files), kind=kind, language=language, refused=refused
    )
    found = _summaries(model, documents, asked)
    if options.json:
        # On the disk first: a failure half-way must leave nothing half-written on the output.
        with tempfile.TemporaryFile("w+", encoding="utf-8") as draft:
            draft.writelines(json_with_list(asked.head(model), map(json_of, found), refused))
            draft.seek(0)
            print_file(draft)
        return
    for told in found:
        unknown = f", {told.unknown_share:.0%} of the words unknown" if kind == TEXT else ""
        say(f"{told.id}  (confidence {told.confidence:.2f}{unknown})")
        say("  " + (", ".join(keyword.word for keyword in told.keywords) or "no keywords"))
        if passed := [*told.names, *told.numbers]:
            say("  as in the text: " + ", ".join(passed))
    for sentence in refused:
        note(f"left out: {sentence}")


def _summaries(model: Model, documents: Iterator[Document], asked: KeywordsAsked) -> Iterator[Told]:
    """What is told of one document after the other, `BATCH` of them in memory."""
    while batch := list(islice(documents, BATCH)):
        ids, items = zip(*((document.id, document.item) for document in batch), strict=True)
        yield from asked.of(model, ids, items)


def _evaluate(options: argparse.Namespace) -> None:
    if is_matrices(options.pairs):
        _evaluate_matrices(options)
        return
    if options.labels:
        raise InputError("--labels belongs to a .npz or .mat file of matrices.")
    corpus = read_pairs(options)
    settings = replace(settings_of(options, corpus), check=False)
    if options.split == "random":
        test = split_randomly(corpus, options.test, settings.seed)
    else:
        test = split_by_fields(corpus, options.split.split(","), options.test, settings.seed)
    figures = evaluate(corpus, test, options.source, options.target, settings, progress_line())
    if options.json:
        print_json(figures)
        return
    say(f"{figures['n_train']} pairs to train on, {figures['n_test']} to test")
    for direction, found in figures["mates"].items():
        say(f"mates {direction}: MRR {found['mrr']:.4f}, first {found['p_at_1']:.4f}")
    for name in ("keywords", "keywords_paper"):
        listed = ", ".join(f"{key} {value:.3f}" for key, value in figures[name].items())
        say(f"{name}: {listed}")


def _evaluate_matrices(options: argparse.Namespace) -> None:
    fields = [] if options.split == "random" else options.split.split(",")
    if not named_sides(options):
        raise InputError("Name the two matrices with --source and --target.")
    matrices = read_matrices(
        options.pairs[0], options.source, options.target, options.labels, fields
    )
    settings = settings_of(options, matrices.documents)
    if fields:
        test = split_by_fields(matrices.documents, fields, options.test, settings.seed)
    else:
        test = split_randomly(matrices.documents, options.test, settings.seed)
    figures = evaluate_matrices(matrices, test, settings, progress_line())
    if options.json:
        print_json(figures)
    else:
        say(*retrieval_lines(figures))


def _report(options: argparse.Namespace) -> None:
    missing = [name for name in NEEDED_BY_REPORT if find_spec(name) is None]
    if missing:
        raise InputError(
            "A report needs {join}, which come with: pip install 'gplsa[app]'",
            join=listed(missing, " and "),
        )
    # Here alone, as the rest of the command line works without the packages of the app.
    from gplsa.report import report_html

    place = place_for(REPORT, options.out, [options.model], force=options.force)
    replace_text(place, report_html(Model.load(options.model)))
    say(f"Written to {options.out}")


COMMANDS = {
    "corpus": build_corpus,
    "train": _train,
    "update": _update,
    "topics": _topics,
    "shape": shape,
    "summarize": _summarize,
    "search": search,
    "evaluate": _evaluate,
    "concordance": print_concordance,
    "lexicon": write_lexicon,
    "lines": write_lines,
    "suspicious": write_suspicious,
    "report": _report,
    "serve": serve,
    "token": make_token,
    "app": run_app,
    "hub": run_hub,
}

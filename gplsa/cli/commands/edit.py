"""`gplsa edit`: one edit of the topics of a model, undone, listed, or trained again with."""

import argparse
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from gplsa.cli.arguments import add_model, add_out
from gplsa.cli.output import progress_line, tell
from gplsa.cli.values import natural, whole

if TYPE_CHECKING:
    from gplsa.model.editing.edits import Edit
    from gplsa.model.public import Model


def arguments(parser: Any) -> None:
    parser.description = (
        "Edit the topics of a model. What is done is kept in the model file as a history over the "
        "fit, which stays: undo takes the last step back to the byte. Topics are counted from 1, "
        "as `gplsa topics` lists them now."
    )
    add_model(parser)
    doing = parser.add_subparsers(dest="doing", required=True, metavar="DO")
    common = argparse.ArgumentParser(add_help=False)
    add_out(common, "the model file to write (default: MODEL)", required=False)

    def add(name: str, summary: str) -> Any:
        return doing.add_parser(name, help=summary, description=f"{summary}.", parents=[common])

    _add_topics(add("merge", "two or more topics become one, in the place of the first"))
    split = add("split", "a topic becomes what its documents hold of it")
    _add_topic(split)
    split.add_argument("--into", type=whole, default=2, metavar="N", help="parts (default: 2)")
    split.add_argument(
        "--random-state",
        "--seed",
        type=natural,
        default=0,
        metavar="N",
        help="the same number gives the same parts (default: 0)",
    )
    _add_words(add("drop", "leave words out of all topics"))
    seeds = add("seed", "words that a topic must hold after the next training")
    _add_words(seeds)
    seeds.add_argument(
        "--topic", type=whole, metavar="N", help="which topic it is (default: a new one)"
    )
    for name, summary in (("rename", "name a topic"), ("note", "write a note beside a topic")):
        one = add(name, f"{summary}; an empty text takes it away")
        _add_topic(one)
        one.add_argument("text", type=str, metavar="TEXT", help="what it says")
    _add_topics(add("hide", "hide topics"))
    _add_topics(add("show", "show hidden topics again"))
    add("undo", "take the last step back")
    add("history", "list what was done, and write nothing")
    add("retrain", "train anew with all that was done")


def arranged(words: list[str]) -> list[str]:
    """`gplsa edit merge --help` asks what merge takes, whose model stands before it."""
    return ["MODEL", *words] if words[1:] in (["-h"], ["--help"]) else words


def _add_topics(parser: Any) -> None:
    parser.add_argument("topics", nargs="+", type=whole, metavar="TOPIC", help="numbers from 1")


def _add_topic(parser: Any) -> None:
    parser.add_argument("topic", type=whole, metavar="TOPIC", help="its number, from 1")


def _add_words(parser: Any) -> None:
    parser.add_argument("words", nargs="+", metavar="WORD", help="in any of its forms")
    parser.add_argument("--side", required=True, metavar="SIDE", help="the side they are of")


def run(options: Namespace) -> None:
    from gplsa.cli.place import changed_model, save_trained
    from gplsa.message import count
    from gplsa.model.public import Model
    from gplsa.training.retrain import retrain

    if options.doing == "history":
        _print_history(Model.load(options.model), options)
        return
    with changed_model(options) as (model, out):
        if options.doing == "retrain":
            found = retrain(model, progress_line())
            after, message = found.model, found.message
        elif options.doing == "undo":
            after = model.undone()
            message = f"Undone: {model.history.steps[-1].message}."
        else:
            after = model.edited(_edit_of(options))
            message = f"Done: {after.history.steps[-1].message}."
        save_trained(after, out)
    facts = {"file": out, "told": message, "topics": after.n_topics, "edits": _edits(after)}
    tell(options, facts, message, f"{count(after.n_topics, 'topic')}. Written to {out}")


def _edit_of(o: Namespace) -> "Edit":
    from gplsa.model.editing.edits import Drop, Hide, Merge, Note, Rename, Seed, Show, Split

    topics = tuple(topic - 1 for topic in getattr(o, "topics", ()))
    topic: Any = None if getattr(o, "topic", None) is None else o.topic - 1
    words = tuple(getattr(o, "words", ()))
    made: dict[str, Any] = {
        "merge": lambda: Merge(topics),
        "split": lambda: Split(topic, o.into, o.random_state),
        "drop": lambda: Drop(o.side, words),
        "seed": lambda: Seed(topic, o.side, words),
        "rename": lambda: Rename(topic, o.text),
        "note": lambda: Note(topic, o.text),
        "hide": lambda: Hide(topics),
        "show": lambda: Show(topics),
    }
    return made[o.doing]()


def _print_history(model: "Model", options: Namespace) -> None:
    edits, taken = _edits(model), list(model.history.taken)
    lines = [f"{number}. {edit}" for number, edit in enumerate(edits, 1)]
    lines += [f"taken over by the training: {edit}" for edit in taken]
    facts = {"model": model.name, "edits": edits, "taken": taken}
    tell(options, facts, *(lines or ["The topics are as they were trained."]))


def _edits(model: "Model") -> list[str]:
    return [step.message for step in model.history.steps]

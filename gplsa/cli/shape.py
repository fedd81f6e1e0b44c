"""`gplsa shape`: one edit of the topics of a model, undone, listed, or trained again with."""

import argparse
from collections.abc import Callable

from gplsa.cli.output import print_json, progress_line, say
from gplsa.cli.place import changed_model, save_trained
from gplsa.model.editing.edits import Drop, Edit, Hide, Merge, Note, Rename, Seed, Show, Split
from gplsa.model.public import Model
from gplsa.training.retrain import retrain
from gplsa.wording import count

EDITS: dict[str, Callable[[argparse.Namespace], Edit]] = {
    "merge": lambda o: Merge(_from_zero(o.topics)),
    "split": lambda o: Split(o.topic - 1, o.into, o.seed),
    "drop": lambda o: Drop(o.side, tuple(o.words)),
    "seed": lambda o: Seed(None if o.topic is None else o.topic - 1, o.side, tuple(o.words)),
    "rename": lambda o: Rename(o.topic - 1, o.text),
    "note": lambda o: Note(o.topic - 1, o.text),
    "hide": lambda o: Hide(_from_zero(o.topics)),
    "show": lambda o: Show(_from_zero(o.topics)),
}


def shape(options: argparse.Namespace) -> None:
    if options.doing == "history":
        _print_history(Model.load(options.model), options)
        return
    with changed_model(options) as (model, out):
        if options.doing == "retrain":
            found = retrain(model, progress_line())
            after, told = found.model, found.told
        elif options.doing == "undo":
            after = model.undone()
            told = f"Undone: {model.history.steps[-1].told}."
        else:
            after = model.edited(EDITS[options.doing](options))
            told = f"Done: {after.history.steps[-1].told}."
        save_trained(after, out)
    if options.json:
        print_json({"file": out, "told": told, "topics": after.n_topics, "edits": _edits(after)})
        return
    say(told)
    say(f"{count(after.n_topics, 'topic')}. Written to {out}")


def _print_history(model: Model, options: argparse.Namespace) -> None:
    if options.json:
        taken = list(model.history.taken)
        print_json({"model": model.name, "edits": _edits(model), "taken": taken})
        return
    for number, told in enumerate(_edits(model), 1):
        say(f"{number}. {told}")
    for told in model.history.taken:
        say(f"taken over by the training: {told}")
    if not model.history.steps and not model.history.taken:
        say("The topics are as they were trained.")


def _edits(model: Model) -> list[str]:
    return [step.told for step in model.history.steps]


def _from_zero(topics: list[int]) -> tuple[int, ...]:
    return tuple(topic - 1 for topic in topics)

"""What an edit does, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gplsa.html.escaping import one_line
from gplsa.message import Message, listed, quoted
from gplsa.model.editing.edits import Drop, Edit, Hide, Merge, Note, Rename, Seed, Show, Split

if TYPE_CHECKING:
    from gplsa.model.model import TrainedModel

NAME_CHARACTERS = 40


def edit_message(model: TrainedModel, edit: Edit) -> str:
    """What an edit does, with the topics named as they are called before it."""

    def of(topic: int) -> dict[str, Any]:
        return {"value": topic + 1, "name": _name(model, topic)}

    match edit:
        case Merge(topics):
            return Message("merged {called}", called=_called(model, *topics))
        case Hide(topics):
            return Message("hid {called}", called=_called(model, *topics))
        case Show(topics):
            return Message("showed {called}", called=_called(model, *topics))
        case Split(topic, parts):
            return Message("split {value} “{name}” into {parts}", **of(topic), parts=parts)
        case Drop(side, terms):
            words = _quoted(_forms(model, side, terms))
            return Message("left out {quoted} ({side})", quoted=words, side=side)
        case Seed(None, side, words):
            return Message("{quoted} ({side}) for a new topic", quoted=_quoted(words), side=side)
        case Seed(int(topic), side, words):
            shown = {"quoted": _quoted(words), "side": side}
            return Message("{quoted} ({side}) for {value} “{name}”", **shown, **of(topic))
        case Rename(topic, ""):
            return Message("took the name of {value} “{name}”", **of(topic))
        case Rename(topic, name):
            return Message("named {value} “{name}” “{name2}”", **of(topic), name2=name)
        case Note(topic, ""):
            return Message("took the note of {value} “{name}”", **of(topic))
        case Note(topic):
            return Message("note on {value} “{name}”", **of(topic))
    raise TypeError(f"not an edit: {edit!r}")


def _name(model: TrainedModel, topic: int) -> str:
    return one_line(model.topic_label(topic), NAME_CHARACTERS)


def _called(model: TrainedModel, first: int, *rest: int) -> str:
    n, name = first + 1, _name(model, first)
    if not rest:
        return Message("{n} “{name}”", n=n, name=name)
    return Message("{n} “{name}” and {called}", n=n, name=name, called=_called(model, *rest))


def _forms(model: TrainedModel, side: str, terms: Iterable[str]) -> list[str]:
    vocabulary = model.vocabularies[side]
    form = dict(zip(vocabulary.terms, vocabulary.forms, strict=True))
    return [form[term] for term in terms]


def _quoted(words: Iterable[str]) -> str:
    return listed(quoted(one_line(word, NAME_CHARACTERS)) for word in words)

from collections.abc import Callable, Iterable
from typing import Any

from gplsa.html.escaping import one_line
from gplsa.message import Message, listed, quoted
from gplsa.model.data import ModelData
from gplsa.model.editing.edits import Drop, Edit, Hide, Merge, Note, Rename, Seed, Show, Split
from gplsa.text.languages import language_name

NAME_CHARACTERS = 40


def edit_message(model: ModelData, edit: Edit, called: Callable[[int], str]) -> str:
    """What an edit does, with the topics named as they are `called` before it."""

    def of(topic: int) -> dict[str, Any]:
        return {"value": topic + 1, "name": one_line(called(topic), NAME_CHARACTERS)}

    match edit:
        case Merge(topics):
            return Message("merged {called}", called=_several(called, *topics))
        case Hide(topics):
            return Message("hid {called}", called=_several(called, *topics))
        case Show(topics):
            return Message("showed {called}", called=_several(called, *topics))
        case Split(topic, parts):
            return Message("split {value} “{name}” into {parts}", **of(topic), parts=parts)
        case Drop(side, terms):
            words = _quoted(_forms(model, side, terms))
            return Message("left out {quoted} ({side})", quoted=words, side=_side(model, side))
        case Seed(None, side, words):
            said = {"quoted": _quoted(words), "side": _side(model, side)}
            return Message("{quoted} ({side}) for a new topic", **said)
        case Seed(int(topic), side, words):
            shown = {"quoted": _quoted(words), "side": _side(model, side)}
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


def _side(model: ModelData, side: str) -> str:
    """Its language, where no other side has it."""
    languages = model.corpus.languages
    alone = [*languages.values()].count(languages.get(side, "")) == 1
    return (language_name(languages[side]) if alone else "") or side


def _several(called: Callable[[int], str], first: int, *rest: int) -> str:
    n, name = first + 1, one_line(called(first), NAME_CHARACTERS)
    if not rest:
        return Message("{n} “{name}”", n=n, name=name)
    return Message("{n} “{name}” and {called}", n=n, name=name, called=_several(called, *rest))


def _forms(model: ModelData, side: str, terms: Iterable[str]) -> list[str]:
    vocabulary = model.vocabularies[side]
    form = dict(zip(vocabulary.terms, vocabulary.forms, strict=True))
    return [form[term] for term in terms]


def _quoted(words: Iterable[str]) -> str:
    return listed(quoted(one_line(word, NAME_CHARACTERS)) for word in words)

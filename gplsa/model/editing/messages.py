from collections.abc import Callable, Iterable

from gplsa.html.escaping import one_line
from gplsa.message import Message, listed, quoted
from gplsa.model.data import ModelData
from gplsa.model.editing.edits import Drop, Edit, Hide, Merge, Note, Rename, Seed, Show, Split
from gplsa.text.languages import language_name

NAME_CHARACTERS = 40


def edit_message(model: ModelData, edit: Edit, called: Callable[[int], str]) -> str:
    """What an edit does, with the topics named as they are `called` before it."""

    def named(*topics: int) -> Message:
        return listed((_quoted(called(topic)) for topic in topics), " and ")

    match edit:
        case Merge(topics):
            return Message("merged {called}", called=named(*topics))
        case Hide(topics):
            return Message("hid {called}", called=named(*topics))
        case Show(topics):
            return Message("showed {called}", called=named(*topics))
        case Split(topic, parts):
            return Message("split {called} into {parts}", called=named(topic), parts=parts)
        case Drop(side, terms):
            words = listed(map(_quoted, _forms(model, side, terms)))
            return Message("left out {quoted} ({side})", quoted=words, side=_side(model, side))
        case Seed(topic, side, words):
            said = {"quoted": listed(map(_quoted, words)), "side": _side(model, side)}
            if topic is None:
                return Message("{quoted} ({side}) for a new topic", **said)
            return Message("{quoted} ({side}) for {called}", **said, called=named(topic))
        case Rename(topic, ""):
            return Message("took the name of {called}", called=named(topic))
        case Rename(topic, name):
            return Message("named {called} “{name}”", called=named(topic), name=name)
        case Note(topic, ""):
            return Message("took the note of {called}", called=named(topic))
        case Note(topic):
            return Message("note on {called}", called=named(topic))
    raise TypeError(f"not an edit: {edit!r}")


def _side(model: ModelData, side: str) -> str:
    """Its language, where no other side has it."""
    languages = model.corpus.languages
    alone = [*languages.values()].count(languages.get(side, "")) == 1
    return (language_name(languages[side]) if alone else "") or side


def _forms(model: ModelData, side: str, terms: Iterable[str]) -> list[str]:
    vocabulary = model.vocabularies[side]
    form = dict(zip(vocabulary.terms, vocabulary.forms, strict=True))
    return [form[term] for term in terms]


def _quoted(text: str) -> Message:
    return quoted(one_line(text, NAME_CHARACTERS))

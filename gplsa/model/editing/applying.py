"""A model with an edit of its topics done or undone: the fit stays, a layer over it changes."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from gplsa.corpus.corpus import TEXT
from gplsa.errors import InputError
from gplsa.html.escaping import one_line
from gplsa.message import listed, named, quoted
from gplsa.model.data import ModelData
from gplsa.model.editing import edits
from gplsa.model.editing.algebra import TopicDistributions
from gplsa.model.editing.history import History, Marks, Step, applied
from gplsa.model.editing.messages import edit_message
from gplsa.model.editing.splitting import split_topic

M = TypeVar("M", bound=ModelData)


def edited(model: M, edit: edits.Edit, called: Callable[[int], str]) -> M:
    """The model with one edit more; the given one stays as it is.

    called  what a topic of the model is called
    """
    edit = checked(model, edit)
    topics, marks = model.shown, model.marks
    parts = None
    if isinstance(edit, edits.Split):
        parts = split_topic(topics, model.counts, edit, model.settings)
    after = applied(edit, topics, model.counts, _terms(model), parts)
    step = Step(edit, edit_message(model, edit, called), marks, parts)
    base = model.history.base or (topics if after is not topics else None)
    history = replace(model.history, steps=(*model.history.steps, step), base=base, undone=())
    return _with(model, after, marks_after(edit, marks, topics.n_topics), history)


def undone(model: M) -> M:
    """The model before its last edit; InputError where there is none."""
    history = model.history
    if not history.steps:
        raise InputError("There is nothing to undo: the topics are as they were trained.")
    *kept, last = history.steps
    base = model.fitted
    topics, terms = base, _terms(model)
    for step in kept:
        topics = applied(step.edit, topics, model.counts, terms, step.parts)
    after = History(
        tuple(kept),
        base if topics is not base else None,
        (*history.undone, last.edit),
        history.taken,
    )
    return _with(model, topics, last.before, after)


def redone(model: M, called: Callable[[int], str]) -> M:
    """The model with the edit that was undone last; InputError where there is none."""
    if not model.history.undone:
        raise InputError("There is nothing to redo.")
    *rest, edit = model.history.undone
    after = edited(model, edit, called)
    return replace(after, history=replace(after.history, undone=tuple(rest)))


def _terms(model: ModelData) -> dict[str, list[str]]:
    return {side: vocabulary.terms for side, vocabulary in model.vocabularies.items()}


def _with(model: M, topics: TopicDistributions, marks: Marks, history: History) -> M:
    """All that was learned of single words stays as it is; see `editing.algebra`."""
    rankers = model.rankers
    if topics.topic_word is not model.topic_word:
        rankers = {
            direction: ranker.with_topics(topics.of(direction))
            for direction, ranker in rankers.items()
        }
    return replace(
        model,
        topic_word=topics.topic_word,
        doc_topic=topics.doc_topic,
        rankers=rankers,
        topic_names=dict(marks.names),
        topic_notes=dict(marks.notes),
        hidden_topics=set(marks.hidden),
        history=history,
    )


# Checks


def check_topics(model: ModelData, *topics: int) -> None:
    """Raises InputError where the model has no such topic."""
    for number in topics:
        if not 0 <= number < model.n_topics:
            raise InputError(
                "There is no topic {value}: topics go from 1 to {n_topics}.",
                value=number + 1,
                n_topics=model.n_topics,
            )


def checked(model: ModelData, edit: edits.Edit) -> edits.Edit:
    """The edit as it will be kept: texts cut to length; InputError where it cannot be done."""
    topics = getattr(edit, "topics", ())
    topic = getattr(edit, "topic", None)
    check_topics(model, *topics, *(() if topic is None else (topic,)))
    if isinstance(edit, edits.Merge) and len(edit.topics) < 2:
        raise InputError("A merge takes at least two different topics.")
    if isinstance(edit, edits.Split) and not 2 <= edit.parts <= edits.MOST_PARTS:
        raise InputError(
            "A topic is split into 2 to {most_parts} parts, not {parts}.",
            most_parts=edits.MOST_PARTS,
            parts=edit.parts,
        )
    if isinstance(edit, edits.Drop | edits.Seed):
        _check_side(model, edit.side)
    if isinstance(edit, edits.Drop):
        return edits.Drop(edit.side, tuple(_known_term(model, edit.side, t) for t in edit.terms))
    if isinstance(edit, edits.Seed):
        return _checked_seed(model, edit)
    if isinstance(edit, edits.Rename):
        return edits.Rename(edit.topic, " ".join(edit.name.split())[: edits.MAX_NAME_LENGTH])
    if isinstance(edit, edits.Note):
        return edits.Note(edit.topic, edit.text.strip()[: edits.MAX_NOTE_LENGTH])
    return edit


def _check_side(model: ModelData, side: str) -> None:
    texts = [m for m, vocabulary in model.vocabularies.items() if vocabulary.kind == TEXT]
    if side not in texts:
        raise InputError(
            "“{side}” is no side of texts of this model; there are: {named}.",
            side=side,
            named=named(texts),
        )


def _known_term(model: ModelData, side: str, word: str) -> str:
    found = term_of(model, side, word)
    if found is None:
        raise InputError(
            "No topic has the word “{one_line}” on the side “{side}”.",
            one_line=one_line(word, 40),
            side=side,
        )
    if found in model.history.dropped(side):
        raise InputError("“{one_line}” is left out already.", one_line=one_line(word, 40))
    return found


def term_of(model: ModelData, side: str, word: str) -> str | None:
    """The term of the vocabulary that a word in any of its forms is counted as."""
    vocabulary = model.vocabularies[side]
    number = vocabulary.number_of(word)
    return None if number is None else vocabulary.terms[number]


def _checked_seed(model: ModelData, edit: edits.Seed) -> edits.Seed:
    words = tuple(dict.fromkeys(" ".join(word.split()) for word in edit.words if word.strip()))
    if not words or len(words) > edits.MOST_SEEDS:
        raise InputError(
            "Name 1 to {most_seeds} words that the topic must hold.", most_seeds=edits.MOST_SEEDS
        )
    unknown = [word for word in words if term_of(model, edit.side, word) is None]
    if unknown:
        raise InputError(
            "Not counted on the side “{side}”: {listed}. Take words that documents hold.",
            side=edit.side,
            listed=listed(quoted(one_line(word, 40)) for word in unknown),
        )
    return edits.Seed(edit.topic, edit.side, words)


# Names, notes and hidden topics


def marks_after(edit: edits.Edit, marks: Marks, n_topics: int) -> Marks:
    """The marks after an edit of `n_topics` topics."""
    names, notes, hidden = dict(marks.names), dict(marks.notes), set(marks.hidden)
    if isinstance(edit, edits.Rename):
        put(names, edit.topic, edit.name)
    elif isinstance(edit, edits.Note):
        put(notes, edit.topic, edit.text)
    elif isinstance(edit, edits.Hide):
        hidden |= set(edit.topics)
    elif isinstance(edit, edits.Show):
        hidden -= set(edit.topics)
    elif isinstance(edit, edits.Merge):
        return _after_merge(edit, marks, n_topics)
    return Marks(names, notes, frozenset(hidden))


def put(kept: dict[int, str], topic: int, text: str) -> None:
    """An empty text takes away what a topic had."""
    if text:
        kept[topic] = text
    else:
        kept.pop(topic, None)


def _after_merge(edit: edits.Merge, marks: Marks, n_topics: int) -> Marks:
    first, *others = edit.topics
    left = [topic for topic in range(n_topics) if topic not in others]
    place = {topic: number for number, topic in enumerate(left)}
    names = {place[t]: name for t, name in marks.names.items() if t in place}
    notes = {place[t]: text for t, text in marks.notes.items() if t in place}
    hidden = {place[t] for t in marks.hidden if t in place}
    own_names = [marks.names[t] for t in edit.topics if t in marks.names]
    own_notes = [marks.notes[t] for t in edit.topics if t in marks.notes]
    put(names, place[first], " + ".join(own_names)[: edits.MAX_NAME_LENGTH])
    put(notes, place[first], "\n".join(own_notes)[: edits.MAX_NOTE_LENGTH])
    if not set(edit.topics) <= marks.hidden:
        hidden.discard(place[first])
    return Marks(names, notes, frozenset(hidden))

"""A new training that carries out what a person did to the topics.

It begins with the mixtures of the edited topics, so that merged topics begin as one and split ones
apart; words that were left out are not counted, and seed words weigh as if they had been seen. Then
everything moves: whether a topic is still the one that was edited is seen by its words.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from gplsa.core.fitting import Callback
from gplsa.core.types import FloatArray
from gplsa.errors import InputError
from gplsa.message import Message, count, listed
from gplsa.model.editing.edits import Drop, Edit, Merge, Seed, Split
from gplsa.model.editing.history import History
from gplsa.model.phrasing import keyword_forms
from gplsa.model.public import Model
from gplsa.model.ratings import Ratings
from gplsa.progress import Progress
from gplsa.text import WordOptions, usual_options
from gplsa.training.counted import Counted
from gplsa.training.fitting import Guide, guide_of
from gplsa.training.headings import vocabulary_again
from gplsa.training.in_memory import InMemory
from gplsa.training.train import train

WORDS_COMPARED = 20
LEAST_ALIKE = 0.3  # share of its first words that a topic must keep to be taken for the same


@dataclass(frozen=True)
class Retrained:
    """model  trained anew;  message  one sentence on what was carried out and what could not be"""

    model: Model
    message: str


@dataclass(frozen=True)
class _Origin:
    """Of a topic as it is shown: the steps that made it, and the seed words given to it."""

    steps: frozenset[int] = frozenset()
    seeds: tuple[Seed, ...] = ()


def retrain(
    model: Model, progress: Progress | None = None, watch: Callback | None = None
) -> Retrained:
    """Train on the corpus of the model again, with all that was done to its topics.

    Names, notes and hidden topics go to the topics with the same words. The history of the new
    model is empty, and says in `taken` what was carried out.
    Raises InputError where the model does not hold its corpus.
    """
    if model.is_sample:
        raise InputError(
            "This model is of a corpus folder and holds a sample of it: train on the folder again."
        )
    if not model.has_texts:
        raise InputError(
            "This model was saved without its texts, which a new training needs: read them again "
            "and train on the page Train."
        )
    origins = origins_of(model)
    seeds = [(topic, seed) for topic, origin in enumerate(origins) for seed in origin.seeds]
    begin = np.zeros((model.n_documents, len(origins)))
    begin[:, : model.n_topics] = model.mixtures

    def guidance(counted: Counted) -> Guide:
        return guide_of(begin, seeds, counted.vocabularies, counted.counts)

    words = {**model.settings.words, **_words_without(model)}
    settings = replace(model.settings, n_topics=len(origins), words=words)
    source = InMemory(model.corpus, guidance=guidance)
    after = train(source, settings, progress, watch, vocabulary_again(model.suggester))
    return _carried_over(model, origins, after)


def origins_of(model: Model) -> list[_Origin]:
    """Of every topic that is shown, and behind them of every new one that seed words ask for."""
    now = [_Origin() for _ in range(model.fitted.n_topics)]
    new: list[_Origin] = []
    for number, step in enumerate(model.history.steps):
        edit = step.edit
        if isinstance(edit, Merge):
            first, *others = edit.topics
            merged = [now[topic] for topic in edit.topics]
            steps = frozenset([number]).union(*(one.steps for one in merged))
            now[first] = _Origin(steps, tuple(seed for one in merged for seed in one.seeds))
            now = [one for topic, one in enumerate(now) if topic not in others]
        elif isinstance(edit, Split):
            whole = now[edit.topic]
            steps = whole.steps | {number}
            now[edit.topic] = _Origin(steps, whole.seeds)
            now += [_Origin(steps)] * (edit.parts - 1)
        elif isinstance(edit, Seed):
            if edit.topic is None:
                new.append(_Origin(frozenset([number]), (edit,)))
                continue
            whole = now[edit.topic]
            now[edit.topic] = _Origin(whole.steps | {number}, (*whole.seeds, edit))
    return now + new


def _words_without(model: Model) -> dict[str, WordOptions]:
    """The word options of the sides that words were left out of."""
    found = {}
    for side, vocabulary in model.vocabularies.items():
        terms = model.history.dropped(side)
        if not terms:
            continue
        corpus = model.corpus
        options = model.settings.words.get(side) or usual_options(
            corpus.languages[side], corpus.texts[side]
        )
        form = dict(zip(vocabulary.terms, vocabulary.forms, strict=True))
        out = [form[term] for term in sorted(terms)]
        added = tuple(dict.fromkeys([*options.add_stop_words, *out]))
        kept = tuple(word for word in options.keep_words if word not in out)
        found[side] = replace(options, add_stop_words=added, keep_words=kept)
    return found


def _carried_over(before: Model, origins: Sequence[_Origin], after: Model) -> Retrained:
    alike = likeness(before, after)
    old, new = linear_sum_assignment(-alike)
    place = {int(a): int(b) for a, b in zip(old, new, strict=True) if alike[a, b] >= LEAST_ALIKE}
    lost = _lost(before, origins, after, place)
    names, notes = before.topic_names, before.topic_notes
    homeless = [
        *(Message("the name of topic {value}", value=t + 1) for t in names if t not in place),
        *(Message("the note of topic {value}", value=t + 1) for t in notes if t not in place),
    ]
    done = [step.message for n, step in enumerate(before.history.steps) if n not in lost]
    not_done = [before.history.steps[n].message for n in sorted(lost)] + homeless
    model = replace(
        after,
        topic_names={place[t]: name for t, name in names.items() if t in place},
        topic_notes={place[t]: text for t, text in notes.items() if t in place},
        hidden_topics={place[t] for t in before.hidden_topics if t in place},
        history=History(taken=(*before.history.taken, *done)),
        ratings=_ratings(before, after),
    )
    edits = count(len(done), "edit")
    message = Message("The model is trained anew with {edits} of its topics.", edits=edits)
    if not_done:
        lacking = Message(
            "Not carried over, as no new topic has such words: {lacking}.",
            lacking=listed(not_done, "; "),
        )
        message = listed([message, lacking], " ")
    return Retrained(model, message)


def _lost(
    before: Model, origins: Sequence[_Origin], after: Model, place: Mapping[int, int]
) -> set[int]:
    """The steps not carried out: of topics that are gone, of words not seeded or not left out."""
    steps = [step.edit for step in before.history.steps]
    lost: set[int] = set()
    for topic, origin in enumerate(origins):
        gone = topic < before.n_topics and topic not in place
        lost |= {n for n in origin.steps if gone or not _held(steps[n], after)}
    for n, edit in enumerate(steps):
        if isinstance(edit, Drop) and {*edit.terms} & {*after.vocabularies[edit.side].terms}:
            lost.add(n)
    return lost


def likeness(before: Model, after: Model) -> FloatArray:
    """(topics before, topics after) share of the first words that two topics have in common."""
    total = np.zeros((before.n_topics, after.n_topics))
    for side in before.readable:
        first, second = _first_words(before, side), _first_words(after, side)
        total += [[len(a & b) / max(min(len(a), len(b)), 1) for b in second] for a in first]
    return total / len(before.readable)


def _first_words(model: Model, side: str) -> list[set[str]]:
    first = (model.top_words(side, topic, WORDS_COMPARED) for topic in range(model.n_topics))
    return [{word for word, _ in words} for words in first]


def _held(edit: Edit, after: Model) -> bool:
    """Of seed words: whether a word of them is counted."""
    if not isinstance(edit, Seed):
        return True
    vocabulary = after.vocabularies[edit.side]
    return any(vocabulary.number_of(word) is not None for word in edit.words)


def _ratings(before: Model, after: Model) -> Ratings:
    """What was said of keywords, in the numbers of the new vocabularies, as far as they have it."""
    terms = {side: _numbers(vocabulary.terms) for side, vocabulary in after.vocabularies.items()}
    # Phrases of before have spaces for apostrophes and hyphens.
    shown = {m: keyword_forms(own, after.phrasings.get(m)) for m, own in after.vocabularies.items()}
    forms = {side: _numbers([*map(_spaced, own)]) for side, own in shown.items()}
    found = []
    for one in before.ratings.found:
        document, names = one.document, before.vocabularies[one.document.source].terms
        known, named = terms[document.source], (names[term] for term in document.terms)
        both = zip(named, document.counts, strict=True)
        pairs = [(known[name], n) for name, n in both if name in known]
        if (word := _spaced(one.word)) in forms[one.target] and pairs:
            new, often = zip(*pairs, strict=True)
            own = replace(document, terms=new, counts=often)
            found.append(replace(one, document=own, term=forms[one.target][word]))
    return Ratings(found)


def _spaced(form: str) -> str:
    return " ".join(re.split(r"[\s'\u2019\u2010\u2011-]+", form))


def _numbers(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}

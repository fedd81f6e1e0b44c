"""The edits of a model's topics in their order, over the fit that they leave untouched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np
from scipy import sparse

from gplsa.message import Message, beside, listed, quoted, recalled
from gplsa.model.editing.algebra import Parts, TopicDistributions, merged, with_parts, without_words
from gplsa.model.editing.edits import Drop, Edit, Merge, Split

ROUNDING = 1e-6


@dataclass(frozen=True)
class Marks:
    """What a person noted beside topics: names, notes, hidden ones."""

    names: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()

    def to_json(self) -> dict[str, Any]:
        return {
            "topic_names": {str(topic): self.names[topic] for topic in self.names},
            "topic_notes": {str(topic): self.notes[topic] for topic in self.notes},
            "hidden_topics": sorted(self.hidden),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any], n_topics: int) -> "Marks":
        """Raises KeyError, TypeError or ValueError where they are of no topic.

        Files from before there were notes have none.
        """
        names = {int(topic): str(name) for topic, name in content["topic_names"].items()}
        notes = {int(topic): str(text) for topic, text in content.get("topic_notes", {}).items()}
        hidden = frozenset(int(topic) for topic in content["hidden_topics"])
        if any(not 0 <= topic < n_topics for topic in hidden | set(names) | set(notes)):
            raise ValueError("a topic that is named or hidden does not exist")
        return cls(names, notes, hidden)


@dataclass(frozen=True)
class Step:
    """One edit that was done.

    message  what it did, in a few words, with the names as they were;  before  marks before it
    parts    what a split found
    """

    edit: Edit
    message: str
    before: Marks
    parts: Parts | None = None


@dataclass(frozen=True)
class History:
    """base    the topics as they were fitted, where a step changed them
    steps   in their order;  undone  edits that could be done again, the last one first
    taken   what edits of an earlier fit a training has carried out, in words
    """

    steps: tuple[Step, ...] = ()
    base: TopicDistributions | None = None
    undone: tuple[Edit, ...] = ()
    taken: tuple[str, ...] = ()

    @property
    def edits(self) -> list[Edit]:
        return [step.edit for step in self.steps]

    def dropped(self, side: str) -> frozenset[str]:
        """Terms of a side that were left out."""
        drops = [step.edit for step in self.steps if isinstance(step.edit, Drop)]
        return frozenset(term for drop in drops if drop.side == side for term in drop.terms)

    def to_json(self, n_topics: int) -> dict[str, Any]:
        """Empty where nothing was done.  n_topics  of those that are shown"""
        steps = [
            {"edit": msgspec.to_builtins(s.edit), "told": s.message, "before": s.before.to_json()}
            for s in self.steps
        ]
        found = {"steps": steps, "n_topics": n_topics} if steps else {}
        found |= {"taken": list(self.taken)} if self.taken else {}
        return found | beside(*(step.message for step in self.steps), *self.taken)

    def to_arrays(self, sides: Sequence[str]) -> dict[str, np.ndarray]:
        """What splits found."""
        arrays = {}
        for number, step in enumerate(self.steps):
            if step.parts is not None:
                for place, side in enumerate(sides):
                    arrays[f"shaping/{number}/topic_word/{place}"] = step.parts.topic_word[side]
                    arrays[f"shaping/{number}/doc_share/{place}"] = step.parts.doc_share[side]
        return arrays

    @classmethod
    def from_parts(
        cls,
        content: Mapping[str, Any],
        arrays: Mapping[str, np.ndarray],
        base: TopicDistributions,
        counts: Mapping[str, sparse.csr_matrix],
        terms: Mapping[str, Sequence[str]],
    ) -> tuple["History", TopicDistributions]:
        """The inverse, and the topics as they are shown.

        Raises KeyError, TypeError or ValueError where it does not fit the topics.
        """
        topics, steps = base, []
        for number, one in enumerate(content.get("steps", [])):
            edit = msgspec.convert(one["edit"], Edit)
            before = Marks.from_json(one["before"], topics.n_topics)
            parts = None
            if isinstance(edit, Split):
                parts = _checked_parts(arrays, number, edit, topics)
            _check(edit, topics, terms)
            topics = applied(edit, topics, counts, terms, parts)
            steps.append(Step(edit, _of_now(recalled(one["told"], content)), before, parts))
        if steps and int(content["n_topics"]) != topics.n_topics:
            raise ValueError("the edits give another number of topics")
        taken = tuple(_of_now(recalled(one, content)) for one in content.get("taken", []))
        kept = base if topics is not base else None
        return cls(tuple(steps), kept, (), taken), topics


def _of_now(told: Message) -> Message:
    """What an edit did, without the numbers of topics that files of 0.2 have."""
    values = {n: _of_now(v) if isinstance(v, Message) else v for n, v in told.values.items()}
    if told.template in ("{n} “{name}”", "{n} “{name}” and {called}"):
        rest = [values["called"]] if "called" in values else []
        return listed([quoted(values["name"]), *rest], " and ")
    if "{value} “{name}”" in told.template:
        values |= {"called": quoted(values["name"]), "name": values.get("name2", "")}
        template = told.template.replace("{value} “{name}”", "{called}")
        return Message(template.replace("{name2}", "{name}"), **values)
    return told if values == told.values else Message(told.template, **values)


def applied(
    edit: Edit,
    topics: TopicDistributions,
    counts: Mapping[str, sparse.csr_matrix],
    terms: Mapping[str, Sequence[str]],
    parts: Parts | None = None,
) -> TopicDistributions:
    """The topics after an edit; the same ones where it changes nothing of them.

    terms  of the vocabularies by side;  parts  of a split
    """
    if isinstance(edit, Merge):
        return merged(topics, counts, edit.topics)
    if isinstance(edit, Split):
        assert parts is not None
        return with_parts(topics, edit.topic, parts)
    if isinstance(edit, Drop):
        place = {term: number for number, term in enumerate(terms[edit.side])}
        return without_words(topics, edit.side, [place[term] for term in edit.terms])
    return topics


def _check(edit: Edit, topics: TopicDistributions, terms: Mapping[str, Sequence[str]]) -> None:
    named = getattr(edit, "topics", None) or (getattr(edit, "topic", None),)
    if any(topic is not None and not 0 <= topic < topics.n_topics for topic in named):
        raise ValueError("an edit is of a topic that does not exist")
    if isinstance(edit, Merge) and len(edit.topics) < 2:
        raise ValueError("a merge of fewer than two topics")
    if hasattr(edit, "side") and edit.side not in terms:
        raise ValueError("an edit is of a side that does not exist")


def _checked_parts(
    arrays: Mapping[str, np.ndarray], number: int, edit: Split, topics: TopicDistributions
) -> Parts:
    topic_word, doc_share = {}, {}
    if edit.parts < 2:
        raise ValueError("a split into fewer than two parts")
    for place, (side, phi) in enumerate(topics.topic_word.items()):
        n_documents = len(topics.doc_topic[side])
        words, share = (
            arrays[f"shaping/{number}/{name}/{place}"] for name in ("topic_word", "doc_share")
        )
        topic_word[side] = checked_mixtures(words, (edit.parts, phi.shape[1]))
        doc_share[side] = checked_mixtures(share, (n_documents, edit.parts))
    return Parts(topic_word, doc_share)


def checked_mixtures(rows: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """`rows` where they are probabilities of the expected shape, each row summing to 1."""
    if rows.shape != shape or rows.dtype != np.float64:
        raise ValueError(f"an array has the shape {rows.shape}, not {shape}")
    if not (rows >= 0).all() or np.abs(rows.sum(axis=1) - 1).max(initial=0) > ROUNDING:
        raise ValueError("a mixture does not sum to 1")
    return rows

"""Which topic of one model is which topic of another."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from gplsa.core.types import FloatArray
from gplsa.model.model import TrainedModel


@dataclass(frozen=True)
class Match:
    """Topic `first` of one model and `second` of another; likeness 0..1.

    alone  the place of the model that has this topic alone, 0 or 1, beside the other's nearest one
    """

    first: int
    second: int
    likeness: float
    alone: int | None = None


def topic_likeness(first: TrainedModel, second: TrainedModel) -> FloatArray:
    """Cosine of p(w|z), mean over the sides both models have (n_first, n_second).

    Words are matched by their term; one that a model does not know counts as 0 there.
    Raises ValueError where the models share no side.
    """
    shared = shared_sides(first, second)
    if not shared:
        raise ValueError(f"no side is in both: {first.modalities} and {second.modalities}")
    return np.asarray(np.mean([_cosines(first, second, *sides) for sides in shared], axis=0))


def shared_sides(first: TrainedModel, second: TrainedModel) -> list[tuple[str, str]]:
    """The sides of two models that can be compared: those of one language, whatever their columns
    are called, and those of one name where a language is not known."""
    found: dict[str, str] = {}
    for one in first.modalities:
        # A side of the same name first, where several are of one language.
        for other in sorted(second.modalities, key=lambda side: side != one):
            languages = first.corpus.languages.get(one), second.corpus.languages.get(other)
            same = languages[0] == languages[1] if all(languages) else one == other
            if same and one not in found and other not in found.values():
                found[one] = other
    return [*found.items()]


def match_topics(first: TrainedModel, second: TrainedModel) -> list[Match]:
    """One-to-one, so that the likeness is largest in sum (the Hungarian method), best first; then
    the topics of the larger model that are left, each beside the nearest one, which has another
    partner."""
    likeness = topic_likeness(first, second)
    rows, columns = linear_sum_assignment(likeness, maximize=True)
    found = [
        Match(int(i), int(j), float(likeness[i, j])) for i, j in zip(rows, columns, strict=True)
    ]
    for i in {*range(len(likeness))}.difference(rows.tolist()):
        found.append(Match(i, int(likeness[i].argmax()), float(likeness[i].max()), alone=0))
    for j in {*range(likeness.shape[1])}.difference(columns.tolist()):
        found.append(Match(int(likeness[:, j].argmax()), j, float(likeness[:, j].max()), alone=1))
    return sorted(found, key=lambda match: (match.alone is not None, -match.likeness))


def _cosines(first: TrainedModel, second: TrainedModel, one: str, other: str) -> FloatArray:
    terms = first.vocabularies[one].terms, second.vocabularies[other].terms
    _, mine, theirs = np.intersect1d(*terms, assume_unique=True, return_indices=True)
    a, b = first.topic_word[one], second.topic_word[other]
    lengths = np.linalg.norm(a, axis=1)[:, None] * np.linalg.norm(b, axis=1)[None, :]
    return np.asarray(a[:, mine] @ b[:, theirs].T / lengths)

"""Rating a keyword of a document, and keywords in the order that ratings give them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gplsa.core.types import FloatArray
from gplsa.errors import InputError
from gplsa.keywords import Keyword, RankedKeywords
from gplsa.model.direction import Direction
from gplsa.model.ratings import changed_odds, document_key, rated_document

LIKELY = 0.5
FELT = -0.5
"""A shift of the log odds from which a keyword may be left out for it."""


def rate(direction: Direction, item: Any, word: str | int, right: bool | None) -> None:
    """Say that a keyword of a document is right or wrong; None takes back what was said of it.

    word  as it is shown, or its place among words and phrases of its side
    """
    direction.check()
    model, forms = direction.model, direction.forms
    if word not in forms if isinstance(word, str) else not 0 <= word < len(forms):
        raise InputError(
            "“{word}” is no keyword of side {target!r} that the model knows: what only the text "
            "has cannot be rated.",
            word=word,
            target=direction.target,
        )
    term = forms.index(word) if isinstance(word, str) else word
    counts = direction.vocabulary.count([item])
    document = rated_document(item, direction.source, counts)
    if not model.has_texts:
        document = replace(document, begins="")
    model.ratings.rate(document, direction.target, term, forms[term], right)


def rated_words(direction: Direction, items: Sequence[Any]) -> tuple[list[str], list[str]]:
    """Of each document the keywords rated right, and those rated wrong, for a table."""
    right, wrong = [], []
    for item in items:
        said = direction.model.ratings.of(document_key(item), direction.sides).values()
        right.append("; ".join(one.word for one in said if one.right))
        wrong.append("; ".join(one.word for one in said if not one.right))
    return right, wrong


def rerank(
    direction: Direction,
    items: Sequence[Any],
    mixtures: FloatArray,
    ranked: Sequence[RankedKeywords],
) -> list[RankedKeywords]:
    """The keywords of each document, ranked anew by the ratings; see `ratings`.

    mixtures  θ of the documents read from the side that is given, (documents, topics)
    """
    ratings = direction.model.ratings
    if not ratings:
        return list(ranked)
    n_terms = len(direction.vocabulary.terms)
    shifts = ratings.shifts(mixtures, direction.sides, n_terms, direction.model.fold_in)
    found = []
    for item, before, shift in zip(items, ranked, shifts, strict=True):
        said = ratings.of(document_key(item), direction.sides)
        wrong = {term for term, one in said.items() if not one.right}
        known = {keyword.term for keyword in before.keywords}
        held_back = [Keyword(term, LIKELY, 0.0) for term in sorted(said.keys() - wrong - known)]
        ranked_now = (*before.keywords, *held_back)  # what was rated right of these is shown
        moved = [_moved(keyword, shift.get(keyword.term, 0.0)) for keyword in ranked_now]
        kept = [
            one
            for one in moved
            if one.term not in wrong
            and (shift.get(one.term, 0.0) > FELT or one.probability >= LIKELY)
        ]
        rejected = [one for one in moved if one.term in wrong]
        rejected += [Keyword(term, 0.0, 0.0) for term in sorted(wrong - known)]
        kept.sort(key=lambda one: -one.score)  # stable: equal ones stay in their order
        fallen = len(moved) - len(kept) - len(wrong & known)
        found.append(replace(before, keywords=kept, rejected=rejected, fallen=fallen))
    return found


def _moved(keyword: Keyword, shift: float) -> Keyword:
    if not shift:
        return keyword
    return replace(
        keyword,
        probability=changed_odds(keyword.probability, shift),
        score=keyword.score * float(np.exp(shift)),
    )

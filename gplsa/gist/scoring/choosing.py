r"""Which keywords a reader is shown, and in what order: from *sure* to *telling*.

With t the place between the two, p the probability that a word occurs in the mate, q that it is
among the telling words there and ν its nouniness, words are ranked by

    p^(5 − 4t) (q ν)^t

and a phrase that is likely enough, p ≥ 0.95 − 0.3 t, takes the place of the best of its words,
which are not shown again.  Weekdays, months, numerals, titles and nouns of time come last.  Where
q is not known (pictures, features, files of the first version) words are ranked by
p·salience^(t/5).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gplsa.core.types import FloatArray

TELLING = 0.4
"""Default place between sure and telling."""

CONFIDENT = 0.5
"""Between the least and the most keywords, those more likely right than wrong are shown."""

CARRIES = 0.15
"""… and those that are telling with at least this probability."""

SUREST_PHRASE, PHRASE_SLOPE = 0.95, 0.3
SALIENCE_SHARE = 0.2
LAST = 1e-9


@dataclass(frozen=True)
class Keyword:
    """term: index in the target vocabulary, or for a phrase its index behind all words;
    probability: that it occurs in a human translation; score: what it is ranked by; telling: the
    probability that it, or a word of it, is among the telling words there, 0 where unknown."""

    term: int
    probability: float
    score: float
    telling: float = 0.0


@dataclass(frozen=True)
class JudgedPhrases:
    """Candidate phrases of one document: their numbers, probabilities, and words."""

    numbers: npt.NDArray[np.int32]
    probability: FloatArray
    words: Sequence[npt.NDArray[np.int32]]


def reading_score(
    p: FloatArray, q: FloatArray, nouniness: FloatArray, telling: float
) -> FloatArray:
    """p^(5 − 4t) (q ν)^t."""
    return np.asarray(p ** (5 - 4 * telling) * (q * nouniness) ** telling)


def salience_score(p: FloatArray, salience: FloatArray, telling: float) -> FloatArray:
    """p·salience^(t/5)."""
    return np.asarray(p * salience ** (SALIENCE_SHARE * telling))


def choose(
    terms: npt.NDArray[np.int32],
    p: FloatArray,
    q: FloatArray | None,
    score: FloatArray,
    phrases: JudgedPhrases | None,
    n_target: int,
    telling: float,
    limit: int,
    least: int,
) -> tuple[list[Keyword], int]:
    """The keywords of one document, best first, and how many of the first `limit` are held back.

    terms, p, q, score  of its candidate words, q None where unknown
    phrases             its candidate phrases;  telling, limit, least  as in `Gist.keywords`
    """
    told = np.zeros(len(p)) if q is None else q
    claimed: set[int] = set()
    found: list[Keyword] = []
    if phrases is not None:
        found = _phrases_in_place(terms, told, score, phrases, n_target, telling, claimed)
    for i in np.lexsort((terms, -score)):
        if len(found) >= limit + len(claimed):
            break
        if int(terms[i]) not in claimed:
            found.append(Keyword(int(terms[i]), float(p[i]), float(score[i]), float(told[i])))
    found = sorted(found, key=lambda keyword: (-keyword.score, keyword.term))[:limit]
    carrying = [
        k for k in found if k.probability >= CONFIDENT and (q is None or k.telling >= CARRIES)
    ]
    shown = carrying if len(carrying) >= least else found[:least]
    return shown, len(found) - len(shown)


def _phrases_in_place(
    terms: npt.NDArray[np.int32],
    q: FloatArray,
    score: FloatArray,
    phrases: JudgedPhrases,
    n_target: int,
    telling: float,
    claimed: set[int],
) -> list[Keyword]:
    """Phrases likely enough, with the scores of their best words; adds these to `claimed`."""
    row = {int(term): i for i, term in enumerate(terms)}
    likely = np.flatnonzero(phrases.probability >= SUREST_PHRASE - PHRASE_SLOPE * telling)
    best = []
    for i in likely.tolist():
        rows = [row[int(word)] for word in phrases.words[i]]
        best.append((float(score[rows].max()), len(rows), float(phrases.probability[i]), i, rows))
    kept = []
    # Of phrases that share a word the longer and surer one stays.
    for value, _, probability, i, rows in sorted(best, key=lambda b: (-b[0], -b[1], -b[2], b[3])):
        words = {int(terms[r]) for r in rows}
        if not words & claimed:
            claimed |= words
            number = n_target + int(phrases.numbers[i])
            kept.append(Keyword(number, probability, value, float(q[rows].max())))
    return kept

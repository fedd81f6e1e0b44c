r"""Which keywords a reader is shown, and in what order: from *sure* to *telling*.

With t the place between the two, p the probability that a word occurs in the counterpart, q that
it is among the specific words there, less where no noun calls it up, and ν its nouniness, words are
ranked by

    p^(5 − 4t) (q ν)^t

times what `gplsa.keywords.gist` says.  A phrase with p ≥ 0.95 − 0.3 t takes the place of the best
of its words, which are not shown again; so does a compound, p ≥ 0.6, of its parts, and of words
that are all sure, if one is shown, a phrase with p ≥ 0.7.  *Monte* is never shown, so *Carlo* is
enough for *Monte Carlo*, and *amino*, which hardly stands without, for *amino acid*.  Weekdays,
months, numerals, titles and nouns of time come last; first parts of names (*Jörg*) and of books
(*chapter*) count a fifth.  Where a regression chooses them (pictures, features) words are ranked by

    p (log p/ȳ)^t,   ȳ the share of the training pairs that have the word,

and from about t = 0.2 on a word with p ≤ ȳ, a *man* where half of the photos show one, comes after
all others.  In files of the first version, without q, by p·salience^(t/5).
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field, replace

import numpy as np

from gplsa.core.types import FloatArray, Int32Array

TELLING = 0.3  # default place between sure and telling
SUREST_PHRASE, PHRASE_SLOPE, SURE_COMPOUND = 0.95, 0.3, 0.6
SALIENCE_SHARE = 0.2
LAST, LOW, LIKE_ANY = 1e-9, 0.2, 1e-12
FILLING = 0.3  # probability of words that stand in for surer ones, but for the first of a document
FOREMOST = 3


@dataclass(frozen=True)
class Thresholds:
    """What a keyword must reach to be shown beside the least ones.

    pairs    κ: a word whose strongest evidence stands in b pairs needs p·b / (b + κ) ≥ sure, so .96
             where two pairs are all there is, because chance chose these two among many
    carries  the least probability to be among the specific words, times what the gist says
    sure     the least probability to occur in a translation
    joined   the least probability of a phrase that takes the place of words which are all sure and
             one of them shown
    """

    pairs: float = 1.2
    carries: float = 0.5
    sure: float = 0.6
    joined: float = 0.7

    @property
    def of_the_foremost(self) -> "Thresholds":
        """What the first `FOREMOST` need, for whom their rank speaks, too: κ / 2, a fifth of
        `carries`, `sure` − .1."""
        if not self.pairs:
            return self
        return replace(self, pairs=self.pairs / 2, carries=self.carries / 5, sure=self.sure - 0.1)

    def met(self, words: "CandidateWords") -> Callable[["Keyword"], bool]:
        """Whether a keyword meets them, by what is known of the candidate words."""
        unsure = words.p * words.pairs < self.sure * (words.pairs + self.pairs)
        unsure_terms = {*words.terms[unsure].tolist()}
        return lambda keyword: (
            keyword.probability >= self.sure
            and keyword.term not in unsure_terms
            and keyword.specificity >= self.carries
        )


AS_BEFORE = Thresholds(0.0, 0.15, 0.5, 1.0)
"""Of models that were trained before there were any, and of so few pairs that all evidence is
thin."""


@dataclass(frozen=True, eq=False)
class CandidateWords:
    """Candidate words of one document.

    terms, p, q, score  of each, q times what the gist says, None where unknown; of score 0 none is
                        shown
    pairs               pairs behind the strongest evidence of each
    """

    terms: Int32Array
    p: FloatArray
    q: FloatArray | None
    score: FloatArray
    pairs: FloatArray


@dataclass(frozen=True)
class Keyword:
    """term: index in the target vocabulary, or for a phrase its index behind all words;
    probability: that it occurs in a human translation; score: what it is ranked by; specificity:
    the probability that it, or a word of it, is among the specific words there, times what the gist
    says, 0 where unknown."""

    term: int
    probability: float
    score: float
    specificity: float = 0.0


@dataclass(frozen=True)
class RankedKeywords:
    """Keywords of one document, best first.

    unknown_share  share of the document's content words that have no entry in the lexicon
    held_back      keywords that were left out because they are unsure or tell little
    rejected       those that a person rated wrong for this very document
    fallen         how many others were left out for what was said of documents like it
    """

    keywords: list[Keyword]
    unknown_share: float
    held_back: int = 0
    rejected: list[Keyword] = field(default_factory=list)
    fallen: int = 0

    @property
    def confidence(self) -> float:
        """0..1: the share of the keywords expected to be right."""
        return float(np.mean([k.probability for k in self.keywords])) if self.keywords else 0.0


@dataclass(frozen=True)
class Whole:
    """A phrase or compound likely enough to take the place of its words, itself among them where it
    is a term: its number, as in `Keyword`, its probability, and the terms.

    where  the terms of which one must be shown for it to do so and the others be sure enough to be;
           none of one that is likely enough
    """

    number: int
    probability: float
    words: Sequence[int]
    where: Sequence[int] = ()


def likely_phrase(telling: float) -> float:
    """The probability from which a phrase takes the place of its words: 0.95 − 0.3 t."""
    return SUREST_PHRASE - PHRASE_SLOPE * telling


def reading_score(
    p: FloatArray, q: FloatArray, nouniness: FloatArray, telling: float
) -> FloatArray:
    """p^(5 − 4t) (q ν)^t."""
    return np.asarray(p ** (5 - 4 * telling) * (q * nouniness) ** telling)


def salience_score(p: FloatArray, salience: FloatArray, telling: float) -> FloatArray:
    """p·salience^(t/5)."""
    return np.asarray(p * salience ** (SALIENCE_SHARE * telling))


def lift_score(p: FloatArray, lift: FloatArray, telling: float) -> FloatArray:
    """p (log l)^t, l the lift p/ȳ; nearly 0 where it is 1 or less, but for t = 0."""
    return np.asarray(p * np.log(np.maximum(lift, 1 + LIKE_ANY)) ** telling)


def choose(
    words: CandidateWords,
    wholes: Sequence[Whole],
    limit: int,
    least: int,
    thresholds: Thresholds = AS_BEFORE,
) -> tuple[list[Keyword], int]:
    """The keywords of one document, best first, and how many of the first `limit` are held back.

    wholes        what takes the place of its words
    limit, least  as in `KeywordRanker.keywords`
    """
    terms, p, score = words.terms, words.p, words.score
    specificity = np.zeros(len(p)) if words.q is None else words.q
    claimed: set[int] = set()
    likely = [whole for whole in wholes if not whole.where]
    found = _in_place_of_words(terms, specificity, score, likely, claimed)
    for i in np.lexsort((terms, -score)):
        if len(found) >= limit + len(claimed) or score[i] <= 0:
            break
        if int(terms[i]) not in claimed:
            found.append(
                Keyword(int(terms[i]), float(p[i]), float(score[i]), float(specificity[i]))
            )
    found = sorted(found, key=lambda keyword: (-keyword.score, keyword.term))[:limit]
    if words.q is None:
        thresholds = replace(thresholds, carries=0.0)
    meets, leads = thresholds.met(words), thresholds.of_the_foremost.met(words)
    shown = carrying = [k for n, k in enumerate(found) if meets(k) or (n < FOREMOST and leads(k))]
    if len(carrying) < least:  # as many as are asked for are all there are
        filling = FILLING if least < limit else 0.0
        filled = [k for n, k in enumerate(found[:least]) if not n or k.probability >= filling]
        shown = max(carrying, filled, key=len)
    sure = replace(thresholds, carries=0.0).met(words)
    behind = {k.term for k in found if sure(k)}
    phrases = [whole for whole in wholes if whole.where]
    return _joined(shown, behind, phrases), len(found) - len(shown)


def _joined(shown: Sequence[Keyword], sure: Set[int], phrases: Sequence[Whole]) -> list[Keyword]:
    """Phrases in place of the words `where` they stand, one of which is shown and the others are
    sure: the longest, then the surest."""
    kept = {keyword.term: keyword for keyword in shown}
    for whole in sorted(phrases, key=lambda w: (-len(w.words), -w.probability, w.number)):
        where = {*whole.where}
        if kept.keys() & where and kept.keys() | sure >= where:
            words = [kept.pop(word) for word in whole.words if word in kept]
            first = max(words, key=lambda keyword: keyword.score)
            kept[whole.number] = replace(first, term=whole.number, probability=whole.probability)
    return sorted(kept.values(), key=lambda keyword: (-keyword.score, keyword.term))


def _in_place_of_words(
    terms: Int32Array, q: FloatArray, score: FloatArray, wholes: Sequence[Whole], claimed: set[int]
) -> list[Keyword]:
    """Phrases and compounds with the scores of their best words; adds these to `claimed`."""
    row = {int(term): i for i, term in enumerate(terms)} if wholes else {}
    best = []
    for whole in wholes:
        rows = [row[word] for word in whole.words if word in row]
        best.append((float(score[rows].max()), len(rows), whole, rows))
    kept = []
    # Of those that share a word the longer and surer one stays.
    for value, _, whole, rows in sorted(
        best, key=lambda b: (-b[0], -b[1], -b[2].probability, b[2].number)
    ):
        words = {int(terms[r]) for r in rows}
        if not words & claimed:
            claimed |= words
            kept.append(Keyword(whole.number, whole.probability, value, float(q[rows].max())))
    return kept

r"""Headings for a text: candidates, what speaks for each, and one probability.

Candidates are the headings of resembling records (`records`) and those whose labels the text holds
(`labels`), also in its translation: the words of the other side are predicted by the same
regression that predicts headings.  What speaks for a candidate becomes a probability by logistic
regression, learned on the records themselves as each is predicted by the others:

    p(h | d) = σ(w · features(d, h) + b)
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.errors import InputError
from gplsa.headings.judge import Judge
from gplsa.headings.labels import Labels, Match, Words, head_of, words_at
from gplsa.headings.parts import StoredFacts, checked_parts
from gplsa.headings.records import Records
from gplsa.headings.vocabulary import ANY, Concept, HeadingVocabulary
from gplsa.progress import Progress, report
from gplsa.text.language.closed_classes import CLOSED_CLASSES
from gplsa.text.language.stems import stem

MOST_RECORDS = 6_000
"""Records that the regression is learned from; how often a heading is used is of all."""
CANDIDATES = 40
"""Of each kind, for a text."""
FEWEST = 20
LEAST_PREDICTED = 0.05
LEAST_DICE = 0.1
SURE_MATCH = 0.999
N_OWN_FEATURES, N_MET_FEATURES = 17, 5
"""What speaks for a candidate: without, and for each other language in addition."""
_AT_ONCE = 256
_NEVER = 1e4  # rank of a heading that no record bears
_SHOWN_RECORDS = 3


@dataclass(frozen=True)
class Reason:
    """What speaks for a heading.

    label, language  of the heading, that the text or its translation meets; "" where none
    share     of that label that it holds, 0..1
    words     start and end in the text of words that meet it
    through   words of the text and of the label that they translate to
    records   of those learned from that bear the heading and resemble the text most, with how far
    used      records that bear it
    """

    label: str
    language: str
    share: float
    words: tuple[tuple[int, int], ...]
    through: tuple[tuple[str, str], ...]
    records: tuple[tuple[int, float], ...]
    used: int


@dataclass(frozen=True)
class Suggestion:
    """A heading for a text; probability that a cataloguer would give it."""

    concept: Concept
    number: int
    probability: float
    reason: Reason


class Suggester:
    """Learns from records with headings, of texts of one language.

    vocabulary, language  as given;  used  (concepts,) records that bear each
    rows     of the records that the regression was learned from
    unknown  values of the column that name no heading, where `learn_headings` read one
    """

    def __init__(
        self,
        texts: Sequence[str],
        language: str,
        held: sparse.csr_matrix,
        vocabulary: HeadingVocabulary,
        mates: Mapping[str, Sequence[str]] | None = None,
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> None:
        """texts  of the records, "" where one has none;  held  (records, concepts)
        mates  by language the other sides of the same records, through which labels of that
               language are met
        Raises InputError where fewer than 20 records have a text and a heading.
        """
        has_text = np.array([bool(text.strip()) for text in texts], dtype=bool)
        rows = np.flatnonzero(has_text & (np.diff(held.indptr) > 0))
        if len(rows) < FEWEST:
            raise InputError(
                "Headings are learned from {n} records at least that have a text and headings; "
                "{found} do.",
                n=FEWEST,
                found=len(rows),
            )
        self.vocabulary, self.language = vocabulary, language
        self.unknown = Counter[str]()
        self.used = np.asarray(held[rows].sum(axis=0)).ravel()
        if len(rows) > MOST_RECORDS:
            drawn = np.random.default_rng(seed).choice(rows, MOST_RECORDS, replace=False)
            rows = np.sort(drawn)
        self.rows = rows
        self._texts = [texts[int(row)] for row in rows]
        self._mates = {
            code: [others[int(row)] for row in rows]
            for code, others in (mates or {}).items()
            if code != language and code in vocabulary.languages
        }
        self._held = sparse.csr_matrix(held[rows])
        self._prepare(progress)
        self._judge = self._learned(progress)

    def _prepare(self, progress: Progress | None) -> None:
        """All but the judge, from the records: quicker to compute again than to keep."""
        self._by_heading = self._held.tocsc()
        report(progress, 0.0, "Headings")
        self._records = Records(self._texts)
        report(progress, 0.3, "Headings")
        self._known = np.flatnonzero(self._held.sum(axis=0))
        self._place = np.full(len(self.vocabulary), -1)
        self._place[self._known] = np.arange(len(self._known))
        self._weights = self._records.learn(self._held[:, self._known])
        own = [self.language, ANY]
        self._own = Labels(self.vocabulary, own, self.language, self._texts)
        self._foreign = [
            _Foreign(self.vocabulary, code, (self._texts, self.language), others, self._records)
            for code, others in self._mates.items()
        ]
        report(progress, 0.4, "Headings")

    def parts(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Facts (JSON) and arrays from which `of_parts` makes one that suggests the same."""
        facts = StoredFacts(
            self.language,
            list(self.vocabulary.concepts),
            self._texts,
            self._mates,
            dict(self.unknown),
        )
        arrays: dict[str, np.ndarray] = {
            "rows": self.rows.astype(np.int64),
            "used": self.used.astype(np.float64),
            "held/indptr": self._held.indptr.astype(np.int64),
            "held/indices": self._held.indices.astype(np.int32),
        }
        return msgspec.to_builtins(facts), arrays | self._judge.parts()

    @classmethod
    def of_parts(cls, facts: object, arrays: Mapping[str, np.ndarray]) -> "Suggester":
        """What `parts` gave, computed anew from the records.  Raises InputError for anything
        else."""
        stored, held = checked_parts(facts, arrays)
        made = cls.__new__(cls)
        made.vocabulary, made.language = HeadingVocabulary(stored.vocabulary), stored.language
        made.unknown = Counter(stored.unknown)
        made.rows, made.used = arrays["rows"], arrays["used"]
        made._texts, made._mates, made._held = stored.texts, stored.mates, held
        made._judge = Judge.of_parts(arrays, N_OWN_FEATURES + N_MET_FEATURES * len(stored.mates))
        made._prepare(None)
        return made

    def suggest(
        self,
        texts: Sequence[str],
        *,
        limit: int = 10,
        threshold: float = 0.0,
        left_out: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> list[list[Suggestion]]:
        """The most probable headings of each text, best first.

        limit  headings at most;  threshold  probability at least;  left_out  names of headings
        """
        never = {n for name in left_out if (n := self.vocabulary.find(name)) is not None}
        found = []
        for start in range(0, len(texts), _AT_ONCE):
            report(progress, start / len(texts), "Headings")
            some = texts[start : start + _AT_ONCE]
            alike = self._records.resemblance(some)
            scores = alike @ self._weights
            given = _Given(self, some, scores, [one.predicted(alike) for one in self._foreign])
            p = self._judge.probabilities(given.features(self.used[given.concept]))
            wanted = (p >= threshold) & ~np.isin(given.concept, [*never])
            for place, text in enumerate(some):
                own = np.flatnonzero((given.text == place) & wanted)
                best = own[np.argsort(-p[own], kind="stable")][:limit]
                found.append(
                    [
                        Suggestion(
                            self.vocabulary.concepts[given.concept[n]],
                            int(given.concept[n]),
                            float(p[n]),
                            self._reason(text, alike[place], given, n),
                        )
                        for n in best
                    ]
                )
        return found

    def _learned(self, progress: Progress | None) -> Judge:
        """What probabilities are made by, of every record as the others predict it."""
        known = sparse.csr_matrix(self._held[:, self._known])
        scores = self._records.left_out(self._weights, known)
        predicted = [one.left_out() for one in self._foreign]
        groups = self._records.group
        members = sparse.csr_matrix((np.ones(len(groups)), (groups, np.arange(len(groups)))))
        of_group = sparse.csr_matrix(members @ self._held)
        features, right = [], []
        for start in range(0, len(self._texts), _AT_ONCE):
            report(progress, 0.4 + 0.6 * start / len(self._texts), "Headings")
            part = slice(start, start + _AT_ONCE)
            given = _Given(self, self._texts[part], scores[part], [one[part] for one in predicted])
            held = np.asarray(self._held[part][given.text, given.concept]).ravel()
            # A heading that this group alone bears is one that no other could predict.
            repeated = np.asarray(of_group[groups[part][given.text], given.concept]).ravel()
            features.append(given.features(self.used[given.concept] - repeated))
            right.append(held > 0)
        return Judge.learned(np.vstack(features), np.concatenate(right))

    def _reason(self, text: str, alike: npt.NDArray[np.float32], given: "_Given", n: int) -> Reason:
        concept, place = given.concept[n], max(range(len(given.met)), key=given.share_at(n))
        met, words, through = given.met[place], [], []
        label, language, share = "", "", float(met.share[n])
        if share > 0:
            _, language, label = met.labels.labels[met.label[n]]
            wanted = {word for _, _, word in words_at(label, met.labels.language)}
            places = words_at(text, self.language)
            if place == 0:
                words = [(start, end) for start, end, word in places if word in wanted]
            else:
                callers = self._foreign[place - 1].callers(wanted, {word for *_, word in places})
                words = [(start, end) for start, end, word in places if word in callers]
                through = [
                    (text[start:end], callers[word])
                    for start, end, word in places
                    if word in callers
                ]
        bearing = self._by_heading[:, concept].indices
        nearest = bearing[np.argsort(-alike[bearing], kind="stable")][:_SHOWN_RECORDS]
        return Reason(
            label,
            language,
            share,
            tuple(words),
            tuple(dict.fromkeys(through)),
            tuple((int(self.rows[row]), float(alike[row])) for row in nearest),
            int(self.used[concept]),
        )


class _Foreign:
    """Labels of another language, met by the words that the other side of a text would have."""

    def __init__(
        self,
        vocabulary: HeadingVocabulary,
        language: str,
        sources: tuple[Sequence[str], str],
        mates: Sequence[str],
        records: Records,
    ) -> None:
        self.labels = Labels(vocabulary, [language], language, mates)
        self._held = self.labels.words_of(mates)
        self._records = records
        self._weights = records.learn(self._held)
        texts, spoken = sources
        self._sources = Words(spoken)
        self._source = self._sources.learn(texts)
        self._documents = np.asarray(self._source.sum(axis=0)).ravel()
        # They stand beside everything.
        self._silent = {stem(word, spoken) for word in CLOSED_CLASSES.get(spoken, ())}

    def predicted(self, alike: npt.NDArray[np.float32]) -> sparse.csr_matrix:
        """How probably each word of a label stands in the other side of a text, (texts, words)."""
        return _likely(alike @ self._weights)

    def left_out(self) -> sparse.csr_matrix:
        return _likely(self._records.left_out(self._weights, self._held))

    def callers(self, wanted: set[str], words: set[str]) -> dict[str, str]:
        """The word of a text that stands beside each word wanted most (Dice), if any does."""
        known = {
            word: place
            for word in sorted(words - self._silent)
            if (place := self._sources.place(word)) is not None
        }
        found: dict[str, str] = {}
        places = np.array([*known.values()], dtype=np.int64)
        for target in wanted & set(self.labels.vocabulary):
            column = self._held[:, [self.labels.vocabulary[target]]]
            together = np.asarray((self._source[:, places].T @ column).toarray()).ravel()
            dice = 2 * together / np.maximum(self._documents[places] + column.sum(), 1)
            if len(dice) and dice.max() >= LEAST_DICE:
                found[[*known][int(dice.argmax())]] = target
        return found


@dataclass(frozen=True)
class _Met:
    """By candidate: the label of it that a text holds best, -1 where it has none."""

    labels: Labels
    words: sparse.csr_matrix
    label: npt.NDArray[np.int64]
    share: npt.NDArray[np.float64]
    value: npt.NDArray[np.float64]


class _Given:
    """Some texts, their candidates (text, concept: numbers, in this order) and what speaks for
    them."""

    def __init__(
        self,
        learned: Suggester,
        texts: Sequence[str],
        scores: npt.NDArray[np.float32],
        predicted: Sequence[sparse.csr_matrix],
    ) -> None:
        """scores  (texts, known headings) of the regression"""
        self._learned, self._texts, self._scores = learned, texts, scores
        own = learned._own
        sets = [(own, own.words_of(texts))]
        sets += [
            (one.labels, words) for one, words in zip(learned._foreign, predicted, strict=True)
        ]
        matches = [labels.best(words) for labels, words in sets]
        n = len(learned.vocabulary)
        keys = [_leading(match, CANDIDATES, n) for match in matches]
        best = np.argpartition(-scores, min(CANDIDATES, scores.shape[1] - 1), axis=1)[
            :, :CANDIDATES
        ]
        rows = np.repeat(np.arange(len(texts)), best.shape[1])
        keys.append(rows * n + learned._known[best.ravel()])
        self._keys = np.unique(np.concatenate(keys))
        self.text, self.concept = self._keys // n, self._keys % n
        self.met = [
            self._meet(labels, words, match)
            for (labels, words), match in zip(sets, matches, strict=True)
        ]

    def share_at(self, n: int) -> Callable[[int], float]:
        return lambda place: self.met[place].share[n]

    def features(self, used: np.ndarray) -> npt.NDArray[np.float64]:
        """(candidates, features); used: records that bear each, without the one it is for."""
        learned, text = self._learned, self.text
        place = learned._place[self.concept]
        never = (place < 0) | (used <= 0)
        score = np.where(never, 0.0, self._scores[text, place])
        ranks = np.argsort(np.argsort(-self._scores, axis=1), axis=1)
        rank = np.where(never, _NEVER, ranks[text, place])
        top = np.maximum(self._scores.max(axis=1), 1e-6)[text]
        columns = [score, np.log1p(rank), score / top, np.log1p(used), never]
        for met in self.met:
            best = np.zeros(len(self._texts))
            np.maximum.at(best, text, met.value)
            columns += [met.share, met.value, met.value / np.maximum(best[text], 1e-6)]
            columns += [met.share > SURE_MATCH, np.log1p(_rank_within(text, met.value))]
        return np.column_stack(columns + self._of_own_labels())

    def _of_own_labels(self) -> list[npt.NDArray[np.float64]]:
        """What only labels in the text's own language tell."""
        own, met, text = self._learned._own, self.met[0], self.text
        heads = [head_of(one) for one in self._texts]
        some = np.flatnonzero(met.label >= 0)
        at = text[some], met.label[some]
        shares = (
            own.share_of(own.words_of(heads), *at),
            own.piece_share_of(own.pieces_of(self._texts), *at),
            own.piece_share_of(own.pieces_of(heads), *at),
            own.mass[at[1]],
            np.log1p(np.diff(own.terms.indptr)[at[1]]),
        )
        columns = np.zeros((len(shares), len(text)))
        columns[:, some] = shares
        return [*columns, columns[0] > SURE_MATCH, columns[1] > SURE_MATCH]

    def _meet(self, labels: Labels, words: sparse.csr_matrix, match: Match) -> _Met:
        found = match.text * len(self._learned.vocabulary) + match.concept
        place = np.minimum(np.searchsorted(found, self._keys), max(len(found) - 1, 0))
        there = found[place] == self._keys if len(found) else np.zeros(len(place), dtype=bool)
        label = labels.first[self.concept]
        label[there] = match.label[place[there]]
        share, value = np.zeros(len(label)), np.zeros(len(label))
        share[there], value[there] = match.share[place[there]], match.value[place[there]]
        return _Met(labels, words, label, share, value)


def _likely(chance: npt.NDArray[np.float32]) -> sparse.csr_matrix:
    return sparse.csr_matrix(np.where(chance >= LEAST_PREDICTED, np.minimum(chance, 1.0), 0.0))


def _rank_within(text: npt.NDArray[np.int64], value: npt.NDArray[np.float64]) -> np.ndarray:
    """Place of each value among those of its text, the largest first."""
    order = np.lexsort((-value, text))
    rank = np.empty(len(text))
    rank[order] = np.arange(len(text)) - np.searchsorted(text, text)[order]
    return rank


def _leading(match: Match, most: int, n_concepts: int) -> npt.NDArray[np.int64]:
    """Keys of the best matches of each text."""
    kept = _rank_within(match.text, match.value) < most
    return np.asarray((match.text * n_concepts + match.concept)[kept])

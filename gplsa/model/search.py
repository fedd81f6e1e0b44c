"""Search: documents of one side of a corpus for a document of any side, with the reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.sums import idf_of
from gplsa.core.types import BoolArray, FloatArray, IntArray, VisualFeatures
from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.frames import Frame, Framed, Row, frame_of
from gplsa.model.across import ByLexicon, telling
from gplsa.model.direction import Direction
from gplsa.model.keywords import main_topics
from gplsa.model.kin import rows_with_kin
from gplsa.model.links import LINKS_SHOWN, Link, Measure, Query
from gplsa.model.measures import SameSide, prepare
from gplsa.model.model import FOLD_IN_STEPS, TrainedModel
from gplsa.model.rare_words import (
    MOST,
    Held,
    Typed,
    nearer_by_rare,
    rows_with_cognates,
    rows_with_rare,
    typed_words,
)
from gplsa.model.said import Said, nouns_alone, said_words, unsaid_words, with_own, without
from gplsa.model.terms.translated import akin
from gplsa.setting import check_whole
from gplsa.text import most_frequent_first

PICTURE_STEPS = 10
"""Of fold-in: a picture has hundreds of visual words, and three steps leave it undecided."""
SAMPLE = 5  # documents that tell how near a pair is
TOPICS_SHOWN = 3
FAR = 0.05
"""Of the score of the best one, where none is negative: what has less has nothing to do with the
query."""


@dataclass(frozen=True)
class Hit:
    """A document found: its row; score, comparable within one search; why; of a few words asked for
    those that it does not say."""

    row: int
    score: float
    topics: list[tuple[int, float]]
    links: list[Link]
    missing: tuple[str, ...] = ()

    def nearness(self, full: float) -> float:
        """From 0 to 1; full  the score that counts as 1, see `Finder.nearness_of_pairs`."""
        return min(max(self.score / full, 0.0), 1.0)


@dataclass(frozen=True)
class Findings(Framed):
    """hits best first, none where nothing of the query is known; topics of the query, largest
    first; its words that nothing was found by, most frequent first, and those found by that are too
    rare to be counted; the corpus whose rows the hits name, and the side that was searched, where
    they are known."""

    hits: list[Hit]
    topics: list[tuple[int, float]]
    unknown_words: list[str]
    rare_words: tuple[str, ...] = ()
    corpus: Corpus | None = field(default=None, repr=False, compare=False)
    side: str = field(default="", repr=False, compare=False)

    def among(self, corpus: Corpus, side: str) -> "Findings":
        return replace(self, corpus=corpus, side=side)

    def to_frame(self) -> Frame:
        """A pandas DataFrame with a row for each hit; InputError where pandas is not installed."""
        return frame_of(map(self._row, self.hits), ("id", "score", "text", "words"))

    def _row(self, hit: Hit) -> Row:
        if self.corpus is None:
            return {"row": hit.row, "score": hit.score}
        texts = self.corpus.texts.get(self.side, self.corpus.titles)
        pairs = [(link.asked, link.found) for link in hit.links]
        words = ", ".join(f"{asked} → {found}" if found else asked for asked, found in pairs)
        return {
            "id": self.corpus.ids[hit.row],
            "score": hit.score,
            "text": texts[hit.row] or self.corpus.titles[hit.row],
            "words": words,
        }


class Finder:
    """Searches the documents of one side for a document of another, or of the same.

    How they are compared, `gplsa.model.measures` says.
    measure: what `prepare` took out of the same model and sides, where it is kept;  among: the rows
    that may be found, all where None.
    """

    def __init__(
        self, direction: Direction, measure: Measure | None = None, among: IntArray | None = None
    ) -> None:
        self.direction, self.model = direction, direction.model
        self._measure = measure or prepare(direction)
        self._rows = np.flatnonzero(np.diff(self.model.counts[direction.target].indptr))
        if among is not None:
            self._rows = np.intersect1d(self._rows, among)
        self._mixtures = self.model.doc_topic[direction.target]

    @property
    def n_documents(self) -> int:
        """How many may be found."""
        return len(self._rows)

    def find(self, item: Any, limit: int = 10) -> Findings:
        """The `limit` best documents for a text, or a picture's bytes."""
        check_whole("limit", limit, 1)
        vocabulary = self.direction.vocabulary
        item = self.direction.asked(item)
        counts, unknown, visual_features = vocabulary.read([item])
        words = [word for word, _ in most_frequent_first(unknown[0])]
        few = isinstance(item, str) and len(words) <= MOST
        typed = typed_words(item, vocabulary.spans(item)) if few else Typed({}, {}, [])
        sought = [*words, *typed.in_parts]
        rare = rows_with_rare(self.model, self.direction.source, sought, self._rows)
        absent, beside = [word for word in words if word not in rare], bool(rare or counts.nnz)
        asked = self.model, self.direction.sides, absent, self._rows
        rare |= rows_with_cognates(*asked, beside=beside)
        if isinstance(item, str) and not item.islower():  # typed in small letters, all may be nouns
            rare = nouns_alone(self.direction, rare, bool(counts.nnz))
        if few := few and len(words) + counts.nnz <= MOST:
            counts = without(counts, typed.inner)
            typed = typed._replace(kin=rows_with_kin(self.direction, typed, rare))
        found = self._find(counts, visual_features, limit, rare, typed if few else None)
        unknown_words = [word for word in words if word not in rare]
        told = dict.fromkeys(link.found for hit in found.hits for link in hit.links)
        written = {form for one in chain(rare.values(), typed.kin.values()) for form in one.written}
        rare_words = tuple(form for form in told if form in written)
        return replace(found, unknown_words=unknown_words, rare_words=rare_words)

    def find_either(self, item: Any, row: int | None, limit: int) -> Findings:
        """For what is given, or where that is None for the document of the model."""
        if item is None:
            assert row is not None
            return self.find_row(row, limit)
        return self.find(item, limit)

    def find_row(self, row: int, limit: int = 10) -> Findings:
        """The same for a document of the model."""
        return self._find(*self._read(row), limit, {})

    def nearness_of_pairs(self) -> float:
        """The median score of what is nearest to documents of the model, as a rule their own
        counterpart: beside that a score says something.  More than 0."""
        rows = np.flatnonzero(np.diff(self.model.counts[self.direction.source].indptr))
        some = rows[np.linspace(0, len(rows) - 1, SAMPLE).astype(int)].tolist()
        scores = [self._measure.scores(self._query(*self._read(row)))[self._rows] for row in some]
        best = [of_one.max() for of_one in scores if len(of_one)]
        return max(float(np.median(best or [1.0])), np.finfo(float).tiny)

    def _read(self, row: int) -> tuple[sparse.csr_matrix, VisualFeatures | None]:
        side = self.direction.source
        features = self.model.visual_features.get(side)
        return self.model.counts[side][row], None if features is None else features[[row]]

    def _query(self, counts: sparse.csr_matrix, features: VisualFeatures | None) -> Query:
        steps = FOLD_IN_STEPS if self.direction.vocabulary.kind == TEXT else PICTURE_STEPS
        return Query(counts, self.model.fold_in(counts, self.direction.source, steps)[0], features)

    def _find(
        self,
        counts: sparse.csr_matrix,
        visual_features: VisualFeatures | None,
        limit: int,
        rare: Mapping[str, Held],
        typed: Typed | None = None,
    ) -> Findings:
        """rare  which documents hold words that are found as they stand;  typed  a few words"""
        if not counts.nnz and not rare:
            return Findings([], [], [])
        query, direction = self._query(counts, visual_features), self.direction
        whole = None if typed is None else np.array(list(chain(*typed.whole.values())), dtype=int)
        unsaid, everything = dict[str, Held](), query
        if whole is not None and isinstance(self._measure, ByLexicon):
            unsaid = unsaid_words(direction, self._measure, query, whole, self._rows)
        others = np.setdiff1d(counts.indices, [*map(direction.vocabulary.number_of, unsaid)])
        held = {**rare, **nouns_alone(direction, unsaid, bool(len(others) or rare))}
        if unsaid and len(others):  # what may say them would be chance
            left = np.setdiff1d(counts.indices, others).tolist()
            query = query._replace(counts=without(counts, left))
        query, said = query._replace(is_part=bool(held)), None
        if typed is not None and isinstance(self._measure, ByLexicon | SameSide):
            queries = everything, query
            held_there = self.model.counts[direction.source][self._rows]
            said = said_words(
                direction, self._measure, queries, typed, rare, held_there, self._rows
            )
        scores, near = self._scored(query, [*held.values()], self._weight(others), said)
        order = np.argsort(-scores, kind="stable")
        best = order[near[order]][:limit]
        hits = [
            Hit(
                int(self._rows[place]),
                float(scores[place]),
                shared_topics(self.model, query.mixture, self._mixtures[self._rows[place]]),
                self._links(query, int(self._rows[place]), held, typed),
                said.missing(place) if said else (),
            )
            for place in best
        ]
        return Findings(hits, main_topics(query.mixture, TOPICS_SHOWN) if counts.nnz else [], [])

    def _scored(
        self, query: Query, held: Sequence[Held], weight: float, said: Said | None
    ) -> tuple[FloatArray, BoolArray]:
        """The score of all that may be found, and what is near enough.

        held  words that are found as they stand;  weight  of the others
        """
        known = bool(query.counts.nnz)
        scores = self._measure.scores(query) if known else np.zeros(len(self._mixtures))
        scores = scores[self._rows]
        near = (scores > FAR * scores.max(initial=0.0)) | (scores.min(initial=0.0) < 0)
        if said is not None and isinstance(self._measure, ByLexicon) and known:
            # What says none of a few words is found by chance, unless nothing says them.
            told = near & self._measure.told(query)[self._rows]
            near = told if told.any() or held else said.rows.any(axis=0)
        scores = scores if said is None else said.with_own(scores)
        if held:
            held = [one._replace(rows=one.rows[self._rows]) for one in held]
            near |= np.any([one.rows for one in held], axis=0)
            scores = nearer_by_rare(scores, held, weight)
        return (scores, near) if said is None else (said.first(scores, near), said.listed(near))

    def _weight(self, terms: IntArray) -> float:
        """Σ idf of terms of the query, as far as they are nouns: *heute* tells little."""
        vocabulary = self.direction.vocabulary
        idf = idf_of(vocabulary.document_frequency, len(self.model.corpus))
        return float(telling(self.direction, idf[terms], terms).sum())

    def _links(
        self, query: Query, row: int, rare: Mapping[str, Held], typed: Typed | None
    ) -> list[Link]:
        kin = {w: one.written for w, one in (typed.kin if typed else {}).items() if one.rows[row]}
        held = kin | {word: one.written for word, one in rare.items() if one.rows[row]}
        texts = self.model.corpus.texts.get(self.direction.source) if self.model.has_texts else None
        text = texts[row] if texts else ""
        said = {w: next((one for one in own if one in text), own[0]) for w, own in held.items()}
        # *decide* is not said by *deciding*: it is the same word.
        same = (
            (form if w not in kin and akin(form, w) and form.lower() in text.lower() else w, form)
            for w, form in said.items()
        )
        found = [Link(*both, 1.0) for both in same][: None if typed else LINKS_SHOWN]
        found += self._measure.links(query, row) if query.counts.nnz else []
        # What stands there itself is said by nothing else: *Ryder*, not *Cup*.
        alike = {one.asked for one in found if one.is_alike}
        found = [one for one in found if one.is_alike or one.asked not in alike]
        return with_own(self.direction, found, typed, self.model.counts[self.direction.source][row])


def prepared(direction: Direction) -> tuple[Measure, float]:
    """What a search needs, and the score that counts as a nearness of 1."""
    measure = prepare(direction)
    return measure, Finder(direction, measure).nearness_of_pairs()


def finder_of(direction: Direction) -> Finder:
    """Kept with the model from question to question; InputError where no search leads there."""
    direction.check_search()
    return direction.model.once(Finder, direction.sides, lambda: Finder(direction))


def shared_topics(
    model: TrainedModel, asked: FloatArray, found: FloatArray
) -> list[tuple[int, float]]:
    """√(θ_query θ_hit) as shares of their sum, largest first."""
    both = np.sqrt(asked * found)
    shares = both / max(float(both.sum()), np.finfo(float).tiny)
    return [one for one in main_topics(shares, TOPICS_SHOWN) if one[0] not in model.hidden_topics]


def with_telling_topics(hits: Sequence[Hit]) -> list[Hit]:
    """Hits without the topics that they share with the query where words speak for all of them and
    the first topic is the same for each: it tells none from the others."""
    first = {hit.topics[0][0] for hit in hits if hit.topics}
    tells = len(first) > 1
    return [hit if tells or not hit.links else replace(hit, topics=[]) for hit in hits]

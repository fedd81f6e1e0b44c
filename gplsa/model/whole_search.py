"""Search in a whole corpus on the disk, for models that hold only a sample of it."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.runner import Threads
from gplsa.core.parallel import thread_count
from gplsa.core.sums import idf_of
from gplsa.core.types import Float32Array, FloatArray
from gplsa.corpus.chunks.chunk import Chunk, damaged
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.model.across import ByLexicon
from gplsa.model.direction import Direction
from gplsa.model.keywords import main_topics
from gplsa.model.links import Query
from gplsa.model.measures import SameSide
from gplsa.model.model import FOLD_IN_STEPS
from gplsa.model.rare_words import MOST, typed_words
from gplsa.model.said import said_words, with_own, without
from gplsa.model.search import FAR, TOPICS_SHOWN, Findings, Hit, shared_topics
from gplsa.retrieval.counterparts import Translations, tfidf
from gplsa.retrieval.mapped import Best, Mapped, best_of, best_of_chunk, query_weights
from gplsa.setting import check_whole
from gplsa.text import most_frequent_first

COMPARED = 500
"""Documents nearest to the translated query, which are compared in full."""


class WholeFindings(NamedTuple):
    """What was found in the whole corpus: the hits name rows of `documents`."""

    findings: Findings
    documents: Corpus


class WholeFinder:
    """Searches all documents of a corpus folder for a text, from any side to any other.

    One pass finds the `COMPARED` documents nearest to the query, across sides to the translated
    one; these are compared as by `Finder`.  Words are rare or frequent as in the whole corpus
    within a side, as in the ranker across sides.
    """

    def __init__(self, direction: Direction, corpus: ChunkedCorpus) -> None:
        self._direction, self._corpus = direction, corpus
        self._view = list(corpus.languages).index(direction.target)
        parts = [corpus.chunk(number) for number in range(corpus.n_chunks)]
        self._parts = [(part, part.mapped(self._view)) for part in parts]
        self._edges = np.cumsum([0, *corpus.sizes])
        self._translations: Translations | None = None
        if direction.source == direction.target:
            self._idf = idf_of(direction.vocabulary.document_frequency, len(corpus))
        else:
            self._translations = Translations(direction.ranker, direction.turned.ranker)
            self._idf = self._translations.target_idf

    def find(self, text: str, limit: int = 10) -> WholeFindings:
        """The `limit` best documents for a text.  Raises InputError where a part is damaged."""
        check_whole("limit", limit, 1)
        model, (source, target) = self._direction.model, self._direction.sides
        text = self._direction.asked(text)
        counts, unknown, _ = self._direction.vocabulary.read([text])
        unknown_words = [word for word, _ in most_frequent_first(unknown[0])]
        typed = None
        if len(unknown_words) + counts.nnz <= MOST:
            typed = typed_words(text, self._direction.vocabulary.spans(text))
            counts = without(counts, typed.inner)
        rows = self._nearest(counts, max(limit, COMPARED))
        if not len(rows):
            nothing = self._corpus.documents(np.zeros(0, dtype=np.int64))
            return WholeFindings(Findings([], [], unknown_words), nothing)
        near = self._counts(rows, self._view)
        measure: SameSide | ByLexicon
        if self._translations is None:
            measure = SameSide(model, target, near, self._idf)
        else:
            measure = ByLexicon(self._direction, near, self._translations)
        query = Query(counts, model.fold_in(counts, source, FOLD_IN_STEPS)[0])
        scores = measure.scores(query)
        kept, said, there = scores > FAR * scores.max(), None, near
        if typed is not None:
            if isinstance(measure, ByLexicon):
                there = self._counts(rows, [*self._corpus.languages].index(source))
            every, asked = np.arange(len(rows)), (query, query)
            said = said_words(self._direction, measure, asked, typed, {}, there, every)
            if isinstance(measure, ByLexicon):
                # What has no reason is found by chance, but for what its own side holds.
                told = measure.told(query)
                kept = kept & told if told.any() else said.rows.any(axis=0)
            scores, kept = said.first(said.with_own(scores), kept), said.listed(kept)
        best = np.argsort(-scores, kind="stable")
        best = best[kept[best]][:limit]
        mixtures = model.fold_in(near[best], target, FOLD_IN_STEPS)
        chosen = np.sort(rows[best])
        hits = [
            Hit(
                int(np.searchsorted(chosen, rows[place])),
                float(scores[place]),
                shared_topics(model, query.mixture, of_hit),
                with_own(self._direction, measure.links(query, int(place)), typed, there[place]),
                said.missing(int(place)) if said else (),
            )
            for place, of_hit in zip(best, mixtures, strict=True)
        ]
        findings = Findings(hits, main_topics(query.mixture, TOPICS_SHOWN), unknown_words)
        return WholeFindings(findings, self._corpus.documents(chosen))

    def _nearest(self, counts: sparse.csr_matrix, limit: int) -> np.ndarray:
        """Documents of all parts, ascending, that are nearest to the query in words of theirs."""
        if not counts.nnz:
            return np.zeros(0, dtype=np.int64)
        weights = query_weights(self._in_words_of_target(counts), self._idf)
        jobs = [(part, mapped, weights, limit) for part, mapped in self._parts]
        rows, scores = [], []
        found = Threads(thread_count(None)).run(_best_of_chunk, jobs)
        for first, (own, values) in zip(self._edges, found, strict=False):
            rows.append(own + first)
            scores.append(values)
        everywhere = np.concatenate(rows)
        order = np.argsort(everywhere)
        best, _ = best_of(everywhere[order], np.concatenate(scores)[order], limit)
        return np.sort(best)

    def _in_words_of_target(self, counts: sparse.csr_matrix) -> FloatArray:
        both = self._translations
        if both is None:
            return np.asarray(tfidf(counts, self._idf).toarray().ravel())
        return np.asarray((tfidf(counts, both.source_idf) @ both.forward).toarray().ravel())

    def _counts(self, rows: np.ndarray, view: int) -> sparse.csr_matrix:
        """Counts of some documents (ascending) of a side."""
        n_words, own = self._corpus.n_words[view], view == self._view
        parts = [mapped if own else part.mapped(view) for part, mapped in self._parts]
        words, values, sizes = [], [], []
        for row in rows.tolist():
            number = int(np.searchsorted(self._edges, row, side="right")) - 1
            indptr, all_words, all_values = parts[number]
            inside = row - self._edges[number]
            part = slice(indptr[inside], indptr[inside + 1])
            words.append(all_words[part])
            values.append(all_values[part])
            sizes.append(len(words[-1]))
        indptr = np.concatenate([[0], np.cumsum(sizes)])
        data = np.concatenate(values).astype(np.float64)
        shape = (len(rows), n_words)
        return sparse.csr_matrix((data, np.concatenate(words), indptr), shape=shape)


def whole_finder(direction: Direction, folder: Path) -> WholeFinder:
    """Of the corpus in `folder`, kept with the model."""
    direction.check_search()
    if (whole := direction.model.whole) is None:
        raise InputError("This model holds its whole corpus: `search` finds all documents.")
    key = *direction.sides, str(folder)
    return direction.model.once(
        WholeFinder, key, lambda: WholeFinder(direction, whole.opened(folder))
    )


def _best_of_chunk(part: Chunk, mapped: Mapped, weights: Float32Array, limit: int) -> Best:
    try:
        return best_of_chunk(mapped, weights, limit)
    except ValueError as error:
        raise damaged(part.folder, "it has words outside the vocabulary") from error

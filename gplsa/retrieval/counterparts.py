"""Counterparts among the texts of the other language by the lexicon, or of other sides through a
regression, and nearest training pairs."""

import numpy as np
from scipy import sparse

from gplsa.core.items import CountedItems
from gplsa.core.sums import entries_of, inverse_document_frequency, normalize
from gplsa.core.types import FloatArray, IntArray, VisualFeatures
from gplsa.keywords import KeywordRanker
from gplsa.keywords.checks import checked_counts
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.regression import Regression

NEIGHBOURS = 10
BLOCK_ENTRIES = 2_000_000
"""Similarities that are held at once while counterparts are ranked: 16 MB, and as sparse products
more."""
NEAREST = 3
LEAST_SPREAD, LEAST_LENGTH = 1e-3, 1e-9
TRANSLATED = 512
"""Documents that are translated at once."""


class Counterparts:
    r"""Documents of two sides, and how alike each of the first and each of the second are:

        cos((tfidf_s · t) ∘ idf, tfidf_t) + its twin through the other direction's lexicon,

    then cross-domain similarity local scaling.  Where a ranker of keywords is by regression, that
    takes the place of the lexicons (`RegressionLikeness`).

    rankers    from the first side to the second, and its opposite
    documents  of either side, which may be unseen
    Raises ValueError where they are of other words than the rankers.
    """

    def __init__(
        self,
        rankers: tuple[KeywordRanker, KeywordRanker],
        documents: tuple[CountedItems, CountedItems],
    ) -> None:
        forward, backward = rankers
        self._seen, self._looks = documents[0].visual_features, documents[1].visual_features
        self._source = checked_counts(documents[0].counts, "source", forward.lexicon.n_source)
        self._target = checked_counts(documents[1].counts, "target", backward.lexicon.n_source)
        into = forward.lexicon.n_target, backward.lexicon.n_target
        if into != (self._target.shape[1], self._source.shape[1]):
            raise ValueError("forward and backward must be the two directions of one pair")
        self._says = backward.regression
        self._likeness: LexiconLikeness | RegressionLikeness | None = None
        if forward.regression is not None:
            self._likeness = RegressionLikeness(forward.regression, self._target)
        elif self._says is None:
            self._likeness = LexiconLikeness(Translations(forward, backward), self._target)

    def similarity(self) -> FloatArray:
        """(n_source_docs, n_target_docs)"""
        return local_scaling(self._of(slice(0, self._source.shape[0])))

    def ranks(self) -> tuple[IntArray, IntArray]:
        """Ranks, from 1, of the target counterparts for all source documents, and of the source
        counterparts for all target documents; row d of both are counterparts.

        The same as from `similarity`, ties against the counterpart, in blocks of source documents:
        of 30,000 pairs that matrix has 7 GB.
        Raises ValueError where there are more documents of one side.
        """
        n, n_target = self._source.shape[0], self._target.shape[0]
        if n_target != n:
            raise ValueError(f"source has {n} documents, but target {n_target}: no counterparts")
        size = max(BLOCK_ENTRIES // max(n, 1), 1)
        blocks = [slice(start, min(start + size, n)) for start in range(0, n, size)]
        own, rows, best = np.empty(n), np.empty(n), np.empty((0, n))
        for part in blocks:
            block = self._of(part)
            own[part] = block.diagonal(part.start)
            rows[part] = _mean_of_best(block, NEIGHBOURS)
            best = _best(np.vstack([best, block]).T, NEIGHBOURS).T
        columns = best.mean(axis=0)
        own = 2 * own - rows - columns
        of_targets, of_sources = np.empty(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        for part in blocks:
            scaled = 2 * self._of(part) - rows[part, None] - columns
            of_targets[part] = (scaled >= own[part, None]).sum(axis=1)
            of_sources += (scaled >= own).sum(axis=0)
        return of_targets, of_sources

    def _of(self, part: slice) -> FloatArray:
        """The likeness of some source documents to all of target."""
        counts = self._source[part]
        if self._likeness is None:
            assert self._says is not None
            return RegressionLikeness(self._says, counts)(self._target, self._looks).T
        return self._likeness(counts, None if self._seen is None else self._seen[part])


class Translations:
    """The lexicons of both directions with their idf, worked out once for any documents.

    forward  t of the direction from source to target, its columns times idf
    backward  that of the opposite
    """

    def __init__(self, forward: KeywordRanker, backward: KeywordRanker) -> None:
        self.source_idf, self.target_idf = backward.idf, forward.idf
        self.forward = scaled_columns(translation_matrix(forward.lexicon), forward.idf)
        self.backward = scaled_columns(translation_matrix(backward.lexicon), backward.idf)
        self.into_target = sparse.csr_matrix(self.backward.T)


class LexiconLikeness:
    """cos((tfidf_s · t) ∘ idf, tfidf_t) + its twin, of any source documents to these of target.

    words  tf-idf of the target documents, rows of length 1
    """

    def __init__(self, translations: Translations, target: sparse.csr_matrix) -> None:
        self._both = translations
        self.words = normalize(tfidf(target, translations.target_idf))
        # The twin's cosine is (y·t)·x / ‖y·t‖ = y·(t·x) / ‖y·t‖: only queries are ever translated
        # together, as all translations are many times larger than the corpus.
        length = _translated_length(self.words, translations.backward)
        self._answers = sparse.csr_matrix(sparse.diags_array(1 / length) @ self.words)

    def __call__(
        self, counts: sparse.csr_matrix, visual_features: VisualFeatures | None = None
    ) -> FloatArray:
        """(n_source_docs, n_target_docs); texts have no visual features."""
        asked = normalize(tfidf(counts, self._both.source_idf))
        forward = normalize(asked @ self._both.forward) @ self.words.T
        backward = (asked @ self._both.into_target) @ self._answers.T
        return np.asarray((forward + backward).toarray())


def _translated_length(documents: sparse.csr_matrix, translation: sparse.csr_matrix) -> FloatArray:
    """‖row of documents · translation‖, not below the least number."""
    length = np.empty(documents.shape[0])
    for start in range(0, len(length), TRANSLATED):
        part = slice(start, start + TRANSLATED)
        translated = sparse.csr_matrix(documents[part] @ translation)
        # In place: `power` would sort first, which takes as long as all the rest.
        translated.data **= 2
        length[part] = np.sqrt(np.asarray(translated.sum(axis=1)).ravel())
    return np.maximum(length, np.finfo(float).tiny)


def local_scaling(similarity: FloatArray, n_neighbours: int = NEIGHBOURS) -> FloatArray:
    """CSLS: 2 S − the mean of the `n_neighbours` best per row − the same per column.

    It takes documents down that are near to everything.  [Conneau et al. 2018]
    """
    rows = _mean_of_best(similarity, n_neighbours)
    columns = _mean_of_best(similarity.T, n_neighbours)
    return 2 * similarity - rows[:, None] - columns[None, :]


class NearestPairs:
    """Finds the training documents of the same modality nearest by tf-idf cosine.

    training  counts (n_training, n_words); what every query needs of them is worked out once
    """

    def __init__(self, training: sparse.csr_matrix) -> None:
        self._idf = inverse_document_frequency(training)
        self._by_word = sparse.csr_matrix(normalize(tfidf(training, self._idf)).T)

    def of(self, counts: sparse.csr_matrix) -> list[list[tuple[int, float]]]:
        """(row of training, cosine) of the best three for each row of counts (n_docs, n_words), of
        those that share a word with it."""
        counts = checked_counts(counts, "counts", len(self._idf))
        cosine = sparse.csr_matrix(normalize(tfidf(counts, self._idf)) @ self._by_word)
        found = []
        for d in range(cosine.shape[0]):
            rows, values = entries_of(cosine, d)
            order = np.lexsort((rows, -values))[:NEAREST]
            found.append([(int(rows[i]), float(values[i])) for i in order if values[i] > 0])
        return found

    def shared(self, counts: sparse.csr_matrix, row: int) -> IntArray:
        """The words by which one document is like a training document, what adds most first."""
        own = normalize(tfidf(counts, self._idf))
        both = sparse.csr_matrix(own.multiply(self._by_word[:, [row]].T))
        return np.asarray(both.indices[np.argsort(-both.data, kind="stable")])


def translation_matrix(lexicon: Lexicon) -> sparse.csr_matrix:
    """t(e|f) of the short lists (n_source, n_target)."""
    parts = lexicon.translation, lexicon.indices, lexicon.indptr
    return sparse.csr_matrix(parts, shape=(lexicon.n_source, lexicon.n_target))


def tfidf(counts: sparse.csr_matrix, idf: FloatArray) -> sparse.csr_matrix:
    """(1 + log tf)·idf at the non-zeros, (n_docs, n_words)."""
    weighted = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    # Shares below one occurrence (rows may sum to 1) weigh in proportion, as in the ranker.
    large = weighted.data >= 1
    weighted.data[large] = 1 + np.log(weighted.data[large])
    return scaled_columns(weighted, idf)


def scaled_columns(matrix: sparse.csr_matrix, weight: FloatArray) -> sparse.csr_matrix:
    """Column w of `matrix` times weight[w]."""
    return sparse.csr_matrix(matrix @ sparse.diags_array(weight))


def _mean_of_best(similarity: FloatArray, n_best: int) -> FloatArray:
    if similarity.shape[1] == 0:
        return np.zeros(similarity.shape[0])
    return np.asarray(_best(similarity, n_best).mean(axis=1))


def _best(similarity: FloatArray, n_best: int) -> FloatArray:
    """The `n_best` largest of every row, in order, so that equal rows have equal means."""
    n_best = min(n_best, similarity.shape[1])
    return np.sort(np.partition(similarity, -n_best, axis=1)[:, -n_best:], axis=1)


class RegressionLikeness:
    r"""How well some texts fit what a regression reads in pictures.

        Σ_e (ŷ_e − ȳ_e) s_e^-½ · n(y − ȳ)_e ,   n(v) = v s^-½ / ‖v s^-½‖,   s_e = √(ȳ_e (1 − ȳ_e))

    ŷ the words predicted from a picture, y those a text holds: rare words weigh more, and long
    texts no more than short ones.

    texts  counts (n_texts, n_target)
    """

    def __init__(self, regression: Regression, texts: sparse.csr_matrix) -> None:
        self._regression, base = regression, regression.base
        # A mean of ones may be a little more than 1.
        spread = np.sqrt(np.maximum(base * (1 - base), 0.0))
        root = np.sqrt(np.maximum(spread, LEAST_SPREAD))
        self._expected = np.asarray(base / root**2)
        # n(y − ȳ) s^-½ in two parts: y s^-1 / ‖·‖, which is sparse, and 1 / ‖·‖, by which ȳ s^-1 is
        # taken off: of thousands of texts and words the whole would fill the memory.
        held = sparse.csr_matrix(texts > 0, dtype=np.float64)
        whole = float(np.sum((base / root) ** 2))
        lengths = held @ ((1 - 2 * base) / root**2) + whole
        # A text that holds just what is expected, as where all are the same, is a difference of
        # equals.
        is_apart = lengths > LEAST_LENGTH * whole
        self._missing = np.where(is_apart, 1 / np.sqrt(np.maximum(lengths, 1e-300)), 0)
        held.data = np.repeat(self._missing, np.diff(held.indptr)) / root[held.indices] ** 2
        self._held = held

    def __call__(
        self, counts: sparse.csr_matrix, visual_features: VisualFeatures | None = None
    ) -> FloatArray:
        """(n_docs, n_texts) of documents that are read, counts (n_docs, n_source).

        visual_features  of these, where the regression has learned from them
        """
        regression = self._regression
        if self._held.shape[0] < counts.shape[0]:
            texts = self._held.toarray() - self._missing[:, None] * self._expected
            weights = np.asarray(regression.weights @ texts.T)
            return regression.deviation(counts, visual_features, weights)
        predicted = regression.deviation(counts, visual_features, regression.weights)
        taken_off = (predicted @ self._expected)[:, None] * self._missing
        return np.asarray((self._held @ predicted.T).T - taken_off)

    def terms(
        self, counts: sparse.csr_matrix, visual_features: VisualFeatures | None, text: int = 0
    ) -> FloatArray:
        """The terms of the sum for one document that is read and one text, (n_target,); what the
        text does not hold is 0."""
        # All else is 0, and the weights of all words are many: a search explains dozens of hits.
        held = self._held[text]
        fits = held.data - self._missing[text] * self._expected[held.indices]
        found = np.zeros(held.shape[1])
        weights = self._regression.weights[:, held.indices]
        found[held.indices] = self._regression.deviation(counts, visual_features, weights)[0] * fits
        return found

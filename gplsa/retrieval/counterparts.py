"""Counterparts among the texts of the other language by the lexicon, and nearest training pairs."""

from collections.abc import Callable

import numpy as np
from scipy import sparse

from gplsa.core.lazy import normalize
from gplsa.core.sums import entries_of, inverse_document_frequency
from gplsa.core.types import FloatArray, IntArray, VisualFeatures
from gplsa.keywords import KeywordRanker
from gplsa.keywords.checks import checked_counts
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.retrieval.regressed import regression_similarity

NEIGHBOURS = 10
BLOCK_ENTRIES = 2_000_000
"""Similarities that are held at once while counterparts are ranked: 16 MB, and as sparse products
more."""
NEAREST = 3
TRANSLATED = 512
"""Documents that are translated at once."""


def counterpart_similarity(
    forward: KeywordRanker,
    backward: KeywordRanker,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    visual_features: tuple[VisualFeatures | None, VisualFeatures | None] = (None, None),
) -> FloatArray:
    r"""How alike every source and every target document are (n_source_docs, n_target_docs).

        cos((tfidf_s · t) ∘ idf, tfidf_t) + its twin through the other direction's lexicon,

    then cross-domain similarity local scaling.  Where a ranker of keywords is by regression, that
    takes the place of the lexicons (`regression_similarity`).  `forward` is the ranker from source
    to target, `backward` its opposite; both may be unseen documents.
    visual_features  of source and target, where the rankers learned from some
    """
    n, likeness = _likeness(forward, backward, source, target, visual_features)
    return local_scaling(likeness(slice(0, n)))


def counterpart_ranks(
    forward: KeywordRanker,
    backward: KeywordRanker,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    visual_features: tuple[VisualFeatures | None, VisualFeatures | None] = (None, None),
) -> tuple[IntArray, IntArray]:
    """Ranks, from 1, of the target counterparts for all source documents, and of the source
    counterparts for all target documents; row d of both are counterparts.

    The same as from `counterpart_similarity`, ties against the counterpart, in blocks of source
    documents: of 30,000 pairs that matrix has 7 GB.
    """
    n, likeness = _likeness(forward, backward, source, target, visual_features)
    if target.shape[0] != n:
        raise ValueError(f"source has {n} documents, but target {target.shape[0]}: no counterparts")
    size = max(BLOCK_ENTRIES // max(n, 1), 1)
    blocks = [slice(start, min(start + size, n)) for start in range(0, n, size)]
    own, rows, best = np.empty(n), np.empty(n), np.empty((0, n))
    for part in blocks:
        block = likeness(part)
        own[part] = block.diagonal(part.start)
        rows[part] = _mean_of_best(block, NEIGHBOURS)
        best = _best(np.vstack([best, block]).T, NEIGHBOURS).T
    columns = best.mean(axis=0)
    own = 2 * own - rows - columns
    of_targets, of_sources = np.empty(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for part in blocks:
        scaled = 2 * likeness(part) - rows[part, None] - columns
        of_targets[part] = (scaled >= own[part, None]).sum(axis=1)
        of_sources += (scaled >= own).sum(axis=0)
    return of_targets, of_sources


def _likeness(
    forward: KeywordRanker,
    backward: KeywordRanker,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    visual_features: tuple[VisualFeatures | None, VisualFeatures | None],
) -> tuple[int, Callable[[slice], FloatArray]]:
    """How many source documents there are, and what gives the likeness of some of them to all of
    target."""
    source = checked_counts(source, "source", forward.lexicon.n_source)
    target = checked_counts(target, "target", backward.lexicon.n_source)
    if forward.lexicon.n_target != target.shape[1] or backward.lexicon.n_target != source.shape[1]:
        raise ValueError("forward and backward must be the two directions of one pair")
    n, (of_source, of_target) = source.shape[0], visual_features
    if (reads := forward.regression) is not None:

        def read(part: slice) -> FloatArray:
            seen = None if of_source is None else of_source[part]
            return regression_similarity(reads, source[part], target, seen)

        return n, read
    if (says := backward.regression) is not None:
        return n, lambda part: regression_similarity(says, target, source[part], of_target).T
    likeness = LexiconLikeness(Translations(forward, backward), target)
    return n, lambda part: likeness(source[part])


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

    words        tf-idf of the target documents, rows of length 1
    translation  t from source to target, its columns times idf
    """

    def __init__(self, translations: Translations, target: sparse.csr_matrix) -> None:
        self._both = translations
        self.words = normalize(tfidf(target, translations.target_idf))
        # The twin's cosine is (y·t)·x / ‖y·t‖ = y·(t·x) / ‖y·t‖: only queries are ever translated
        # together, as all translations are many times larger than the corpus.
        length = _translated_length(self.words, translations.backward)
        self._answers = sparse.csr_matrix(sparse.diags_array(1 / length) @ self.words)

    @property
    def translation(self) -> sparse.csr_matrix:
        return self._both.forward

    def __call__(self, source: sparse.csr_matrix) -> FloatArray:
        """(n_source_docs, n_target_docs)"""
        asked = normalize(tfidf(source, self._both.source_idf))
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
        """(row of training, cosine) of the best three for each row of counts (n_docs, n_words).

        Documents that share no word are left out.
        """
        counts = checked_counts(counts, "counts", len(self._idf))
        cosine = sparse.csr_matrix(normalize(tfidf(counts, self._idf)) @ self._by_word)
        found = []
        for d in range(cosine.shape[0]):
            rows, values = entries_of(cosine, d)
            order = np.lexsort((rows, -values))[:NEAREST]
            found.append([(int(rows[i]), float(values[i])) for i in order if values[i] > 0])
        return found


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

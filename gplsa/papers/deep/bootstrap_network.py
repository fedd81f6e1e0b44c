"""Multilayer bootstrap network: a deep, tree-like clustering of documents without any gradient."""

from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClusterMixin

from gplsa.core.parallel import run_blocks, thread_count
from gplsa.core.sums import normalize
from gplsa.core.types import FloatArray, Int32Array, IntArray
from gplsa.models._counts_input import CountsInput
from gplsa.models._validation import Problems
from gplsa.models.clusters import k_means
from gplsa.progress import Progress, in_shares, report

Codes = Int32Array

# A block's similarities to all documents, and what is gathered from them, stay in the cache.
_BLOCK_CELLS = 1 << 19
NO_CENTRE = -1


@dataclass(eq=False, repr=False)
class MultilayerBootstrapNetwork(CountsInput, ClusterMixin, BaseEstimator):  # type: ignore[misc]
    r"""Multilayer bootstrap network with spectral clustering on top.

    Every layer holds M clusterings. Each draws k_l training documents at random as its centres and
    codes a document by the one centre of highest cosine: one-hot, zero where no centre has any
    similarity. The M codes side by side (M·k_l columns, M ones a row) are the next layer's input:

        k_1 = ⌊N/2⌋,  k_l = ⌊δ k_{l−1}⌋  while k_l ≥ k_L,  k_L = ⌈1.5 K⌉        [eqs. 46, 50]

    On the top codes H, spectral clustering with the linear kernel HHᵀ [Ng, Jordan, Weiss 2001]: the
    K leading left singular vectors of D^{−1/2}H, D = diag(HHᵀ1), rows brought to length 1, k-means.
    HHᵀ keeps its diagonal (M for every document), which is what lets H stay sparse.

    One pass over the similarities of all pairs serves the M clusterings of a layer:
    O(N² · document length) for the cosines, O(N · M · k_l) for the nearest. Memory:
    4·M·(N·L + Σk_l) bytes for codes and centres, about 40·M·N more while a layer is made, a few MB
    a thread; never documents × documents.

    [Zhang, *Multilayer bootstrap networks*, 2018; Wang, Zhang, *Deep NMF topic modeling*, 2.3]

    Parameters
    n_clusters     K
    n_clusterings  M, clusterings a layer
    delta          δ in 0 ≤ δ < 1: how slowly layers narrow; 0 makes a single layer
    top_size       k_L, the fewest centres a layer may have; default ⌈1.5 K⌉. For clusters of very
                   different size the paper takes 30·N/(size of the smallest), or about 300.
    random_state, n_jobs  as in `PLSA`

    Fitted attributes
    labels_       cluster of every document, (n_docs,); one without any feature is in the largest
    embedding_    rows of length 1, (n_docs, K); zero for documents without features
    layer_sizes_  k_l
    codes_        per layer the nearest centre in every clustering, (n_docs, M), −1 for none
    centers_      per layer the documents that are centres, (M, k_l)
    n_features_in_

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[3, 2, 1, 0, 0, 0], [0, 0, 0, 1, 2, 3]] * 10)
    >>> from gplsa import MultilayerBootstrapNetwork
    >>> MultilayerBootstrapNetwork(n_clusters=2, random_state=0).fit(counts).labels_[:4]
    array([0, 1, 0, 1])
    """

    n_clusters: int = 10
    _: KW_ONLY
    n_clusterings: int = 400
    delta: float = 0.5
    top_size: int | None = None
    random_state: Any = None
    n_jobs: int | None = None

    def fit(
        self, features: Any, y: Any = None, *, progress: Progress | None = None
    ) -> "MultilayerBootstrapNetwork":
        """Cluster the rows of `features` (n_docs, n_features), ≥ 0, sparse or dense.

        progress  told the fraction done after every few hundred documents of a layer; may raise
        Raises ValueError naming every argument that does not fit.
        """
        problems = Problems()
        matrix = problems.counts("features", features)
        problems.parameters(self)
        problems.at_most("n_clusters", self.n_clusters, matrix.shape[0], "n_samples=")
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        n_docs = matrix.shape[0]
        top_size = -(-3 * self.n_clusters // 2) if self.top_size is None else int(self.top_size)
        self.layer_sizes_ = layer_sizes(n_docs, self.delta, top_size)
        self.rows_ = _unit_rows(matrix)
        self.centers_, self.codes_ = [], []
        rows, n_layers = self.rows_, len(self.layer_sizes_)
        for layer, (size, part) in enumerate(in_shares(self.layer_sizes_, progress, 0.95), 1):
            centers = np.stack(
                [rng.choice(n_docs, size, replace=False) for _ in range(self.n_clusterings)]
            ).astype(np.int32)
            phase = f"layer {layer} of {n_layers}, {size} centres"
            codes = nearest_centers(rows, rows, centers, self.n_jobs, part, phase)
            self.centers_.append(centers)
            self.codes_.append(codes)
            rows = _unit_rows(one_hot(codes, size))
        report(progress, 0.95, "spectral clustering")
        self._cluster(one_hot(self.codes_[-1], self.layer_sizes_[-1]), rng)
        self._remember(features, matrix.shape[1])
        report(progress, 1.0, "spectral clustering")
        return self

    def transform(self, features: Any) -> FloatArray:
        """The spectral embedding of documents, seen or unseen, (n_docs, K); rows of length 1.

        A document goes up the layers by its nearest centres; its top code h enters the eigenvectors
        by h Hᵀ (Nyström): d^{−1/2} h V Σ^{−1}. Zero where it shares no feature with any centre.
        """
        rows, known = _unit_rows(self._unseen(features, name="features")), self.rows_
        for size, centers, codes in zip(self.layer_sizes_, self.centers_, self.codes_, strict=True):
            reached = one_hot(nearest_centers(rows, known, centers, self.n_jobs), size)
            rows, known = _unit_rows(reached), _unit_rows(one_hot(codes, size))
        return self._embed(reached)

    @property
    def _n_features_out(self) -> int:
        return self.embedding_.shape[1]

    def predict(self, features: Any) -> IntArray:
        """The cluster of documents, seen or unseen, (n_docs,)."""
        return self._nearest_cluster(self.transform(features))

    def fit_transform(  # type: ignore[override]
        self, features: Any, y: Any = None, **options: Any
    ) -> FloatArray:
        """Fit, and return the embedding of the training documents."""
        return self.fit(features, y, **options).embedding_

    def _cluster(self, codes: sparse.csr_matrix, rng: np.random.Generator) -> None:
        from sklearn.utils.extmath import randomized_svd

        seed = int(rng.integers(2**31))
        self.column_sums_ = np.asarray(codes.sum(axis=0), dtype=np.float64).ravel()
        _, singular, right = randomized_svd(
            self._scaled_by_degree(codes),
            self.n_clusters,
            n_iter=10,
            power_iteration_normalizer="QR",
            random_state=seed,
        )
        # Directions beyond the rank of the codes carry rounding alone.
        inverse = np.divide(
            1.0, singular, out=np.zeros_like(singular), where=singular > 1e-7 * singular[0]
        )
        self.projection_ = right.T * inverse
        self.embedding_ = self._embed(codes)
        filled = np.flatnonzero(self.embedding_.any(axis=1))
        if len(filled) < self.n_clusters:
            filled = np.arange(len(self.embedding_))
        means = k_means(self.embedding_[filled], self.n_clusters, 10, seed)
        self.cluster_centers_ = means.cluster_centers_
        self.largest_ = int(np.bincount(means.labels_).argmax())
        self.labels_ = self._nearest_cluster(self.embedding_)

    def _scaled_by_degree(self, codes: sparse.csr_matrix) -> sparse.csr_matrix:
        degree = np.asarray(codes @ self.column_sums_).ravel()
        scale = np.divide(1.0, np.sqrt(degree), out=np.zeros_like(degree), where=degree > 0)
        return sparse.csr_matrix(sparse.diags(scale) @ codes)

    def _embed(self, codes: sparse.csr_matrix) -> FloatArray:
        embedding = np.asarray(self._scaled_by_degree(codes) @ self.projection_)
        length = np.linalg.norm(embedding, axis=1, keepdims=True)
        return np.divide(embedding, length, out=np.zeros_like(embedding), where=length > 1e-12)

    def _nearest_cluster(self, embedding: FloatArray) -> IntArray:
        squares = (self.cluster_centers_**2).sum(axis=1)
        labels = np.argmin(squares - 2.0 * (embedding @ self.cluster_centers_.T), axis=1)
        return np.where(embedding.any(axis=1), labels, self.largest_)


def layer_sizes(n_docs: int, delta: float, top_size: int) -> list[int]:
    """k_l from ⌊N/2⌋ down, never below `top_size` except in a first layer that has no choice."""
    sizes = [max(n_docs // 2, 1)]
    while (narrower := int(delta * sizes[-1])) >= max(top_size, 1):
        sizes.append(narrower)
    return sizes


def one_hot(codes: Codes, size: int) -> sparse.csr_matrix:
    """The codes of M clusterings side by side: (n_docs, M·size), one 1 for every code there is."""
    n_docs, n_clusterings = codes.shape
    columns = codes + np.arange(n_clusterings, dtype=np.int64) * size
    there = codes != NO_CENTRE
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), dtype=np.float32)
    return sparse.csr_matrix((ones, columns[there], starts), (n_docs, n_clusterings * size))


def nearest_centers(
    rows: sparse.csr_matrix,
    known: sparse.csr_matrix,
    centers: Codes,
    n_jobs: int | None = None,
    progress: Progress | None = None,
    phase: str = "",
) -> Codes:
    """For each row and clustering m the j of largest cosine with row centers[m, j] of `known`.

    rows (n, features) and known (N, features), of length 1 or empty;  centers (M, k)
    Returns (n, M); NO_CENTRE where no centre has anything in common. Among equals the first
    centre wins, and centres stand in random order.
    """
    n_rows, n_known = rows.shape[0], known.shape[0]
    codes = np.empty((n_rows, len(centers)), dtype=np.int32)
    transposed = known.T.tocsr()

    def code_block(start: int, stop: int) -> None:
        similarity = (rows[start:stop] @ transposed).toarray()
        numbers = np.arange(stop - start)
        for m, drawn in enumerate(centers):
            candidates = similarity.take(drawn, axis=1)
            best = candidates.argmax(axis=1)
            codes[start:stop, m] = np.where(candidates[numbers, best] > 0.0, best, NO_CENTRE)

    height = max(1, min(256, _BLOCK_CELLS // n_known))
    blocks = [(i, min(i + height, n_rows)) for i in range(0, n_rows, height)]
    n_threads = thread_count(n_jobs)
    for i in range(0, len(blocks), n_threads):
        run_blocks(code_block, blocks[i : i + n_threads], n_threads)
        report(progress, min(1.0, (i + n_threads) / len(blocks)), phase)
    return codes


def _unit_rows(matrix: sparse.csr_matrix) -> sparse.csr_matrix:
    """Rows of Euclidean length 1, in float32; empty rows stay empty."""
    return sparse.csr_matrix(normalize(sparse.csr_matrix(matrix)), dtype=np.float32)

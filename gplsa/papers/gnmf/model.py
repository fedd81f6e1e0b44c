from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.descent import least_squares
from gplsa.core.fitting import Callback, Climb, Watch, climb
from gplsa.core.parallel import thread_count
from gplsa.core.start import scattered, start_by
from gplsa.core.sums import row_sums, rows_to_one, scaled_rows
from gplsa.core.types import FloatArray
from gplsa.models._counts_input import SingleModality
from gplsa.models._validation import Problems
from gplsa.papers.gnmf.updates import Edges, Factors, Fit, Frobenius, KullbackLeibler

LOSSES = ("frobenius", "kl")
_TINY = 1e-300


@dataclass(eq=False, repr=False, kw_only=True)
class GNMF(SingleModality):
    r"""NMF whose document factors are pulled together along the edges of a graph.

        frobenius   ‖X − W H‖² + λ Σ_{d~e} r_de ‖w_d − w_e‖²,             rows of H of length 1
        kl          D(X ‖ W H) + λ Σ_{d~e} r_de (w_d − w_e)·(log w_d − log w_e),  of sum 1

    [Cai, He, Han, Huang 2011], every undirected edge counted once; X has rows scaled to length 1
    or sum 1. Other than in the paper the objective never falls: H keeps its size throughout, and
    the KL step for W is Newton's (`gplsa.papers.gnmf.updates`). The graph, with 0-1 or heat
    weights, comes from `knn_graph`.

    loss   "frobenius" or "kl";  lam  λ ≥ 0;  the other parameters as in `PLSA`

    Fitted attributes
    representation_     W (n_docs, n_topics): what the paper clusters by k-means
    components_         H (n_topics, n_words)
    topic_word_, doc_topic_   the same as p(w|z) and p(z|d): rows sum to 1; a document without
                        words and neighbours gets the corpus mean
    objective_history_  minus the objective, at the start and after every iteration: never falls
    n_iter_, converged_, n_features_in_

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> from gplsa import GNMF, knn_graph
    >>> model = GNMF(n_topics=2, lam=0.1, random_state=0)
    >>> model.fit(counts, graph=knn_graph(counts, 1)).doc_topic_.round(2)
    array([[1., 0.],
           [1., 0.],
           [0., 1.],
           [0., 1.]])
    """

    loss: str = "frobenius"
    lam: float = 1.0

    def fit(
        self, counts: Any, y: Any = None, *, graph: Any = None, callback: Callback | None = None
    ) -> "GNMF":
        """Factorise `counts` (n_docs, n_words) on `graph`; without a graph it is NMF.

        graph     r (n_docs, n_docs), symmetric, ≥ 0, sparse or dense; its diagonal is ignored
        callback  called with a FitProgress after every iteration; raising stops the fit
        Raises ValueError naming every argument that does not fit.
        """
        problems = Problems()
        matrix = problems.counts("counts", counts)
        n_docs = matrix.shape[0]
        problems.choice("loss", self.loss, LOSSES)
        self._check_plan(problems, matrix)
        given = problems.graph(graph, n_docs, "counts has")
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        edges = sparse.csr_matrix((n_docs, n_docs)) if given is None else given
        best = self._best_of_starts(
            self._scaled(matrix), Edges(edges, float(self.lam)), rng, callback
        )
        factors = best.at.factors
        self.representation_ = factors.documents
        self.components_ = np.ascontiguousarray(factors.words.T)
        self._remember(counts, matrix.shape[1])
        self.topic_word_ = rows_to_one(self.components_)
        self.doc_topic_ = self._mixtures(self.representation_)
        self._keep_history(best)
        return self

    def _best_of_starts(
        self,
        scaled: sparse.csr_matrix,
        edges: Edges,
        rng: np.random.Generator,
        callback: Callback | None,
    ) -> Climb[Fit]:
        n_threads = thread_count(self.n_jobs)
        problem: Frobenius | KullbackLeibler = (
            Frobenius(scaled, edges)
            if self.loss == "frobenius"
            else KullbackLeibler(scaled, edges, n_threads)
        )
        watch = Watch(self.max_iter * self._n_starts, callback)

        def run() -> Climb[Fit]:
            start = start_by(self.init, [scaled], self.n_topics, rng, n_threads)
            if self.init == "random" and edges.matrix.nnz:
                start = scattered(start, rng)
            mixtures = start.doc_topic[:, 0] * np.maximum(row_sums(scaled), _TINY)[:, None]
            return climb(
                problem,
                problem.rescaled(Factors(mixtures, start.word_topics[0])),
                iterations=self.max_iter,
                tol=self.tol,
                accelerate=self.accelerate,
                watch=watch,
            )

        return max((run() for _ in range(self._n_starts)), key=lambda one: one.history[-1])

    def _scaled(self, matrix: sparse.csr_matrix) -> sparse.csr_matrix:
        """Rows of length 1 (Frobenius) or sum 1 (KL), so that λ means the same for any counts."""
        rows = scaled_rows(matrix, np.ones(matrix.shape[0]))
        if self.loss == "frobenius":
            length = np.sqrt(row_sums(rows.power(2)))
            rows = scaled_rows(rows, np.divide(1.0, length, out=length, where=length > 0.0))
        return rows

    def _mixtures(self, representation: FloatArray) -> FloatArray:
        """W as p(z|d): weighed by what each topic adds up to in words.

        The corpus mean where a document has next to no weight beside those of the corpus.
        """
        weights = self.components_.sum(axis=1)
        corpus = self.representation_ * weights
        [mean] = rows_to_one(corpus.sum(axis=0, keepdims=True))
        mass, heaviest = representation * weights, float(corpus.sum(axis=1).max())
        known = mass.sum(axis=1, keepdims=True) > 1e-12 * heaviest
        return rows_to_one(np.where(known, mass, 0.0), mean)

    def _fold(self, matrix: sparse.csr_matrix, max_iter: int) -> FloatArray:
        """Without a graph: under KL as in PLSA, under Frobenius by non-negative least squares."""
        if self.loss == "kl":
            return super()._fold(matrix, max_iter)
        product = self._scaled(matrix) @ self.components_.T
        gram = self.components_ @ self.components_.T
        mean = self.representation_.mean(axis=0)
        start = np.tile(np.maximum(mean, 1e-3 * mean.mean()), (matrix.shape[0], 1))
        return self._mixtures(least_squares(product, gram, start, max_iter, self.tol))

from dataclasses import dataclass
from typing import Any

from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.divergence import Divergence, divergence_of
from gplsa.core.fitting import Callback
from gplsa.core.sums import scaled_rows
from gplsa.models._counts_input import Components, SingleModality
from gplsa.models._fit import Side, fit_modalities
from gplsa.models._validation import Problems


@dataclass(eq=False, repr=False, kw_only=True)
class GPLSA(Components, SingleModality):
    r"""PLSA whose mixtures are pulled together along the edges of a document graph.

        J = Σ_d s_d Σ_w x_dw log Σ_z θ_dz φ_zw − λ Σ_{d~e} r_de D(θ_d, θ_e)

    [Wang, Chang, Lyu, eq. 7], x with rows scaled to sum 1, every undirected edge counted once.
    D is ℓ1 Σ|a−b|, ℓ2 ½Σ(a−b)², or sKL Σ(a−b)(log a − log b). Without a graph, or with λ = 0,
    it is PLSA.

    regularizer  "l1", "l2", "skl", or a `gplsa.core.divergences.divergence.Divergence`
    lam          0 ≤ λ ≤ 10⁶;  the other parameters and the fitted attributes topic_word_,
    doc_topic_, objective_history_ (J), n_iter_, converged_ as in `PLSA`

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> from gplsa import GPLSA, knn_graph
    >>> model = GPLSA(n_topics=2, lam=0.1, random_state=0)
    >>> model.fit(counts, graph=knn_graph(counts, 1)).doc_topic_.round(2)
    array([[1., 0.],
           [1., 0.],
           [0., 1.],
           [0., 1.]])
    """

    regularizer: str | Divergence = "skl"
    lam: float = 1.0

    def fit(
        self,
        counts: Any,
        y: Any = None,
        *,
        graph: Any = None,
        sample_weight: Any = None,
        callback: Callback | None = None,
    ) -> "GPLSA":
        """Learn topics from `counts` (n_docs, n_words) on `graph`.

        graph  r (n_docs, n_docs), symmetric, 0 to 10⁶, sparse or dense; its diagonal is ignored
        A document without words takes the mixture nearest to its neighbours'.
        Raises ValueError naming every argument that does not fit.
        """
        problems = Problems()
        matrix = problems.counts("counts", counts)
        self._check_plan(problems, matrix)
        problems.regularizer(self.regularizer)
        edges = problems.graph(graph, matrix.shape[0], "counts has")
        weight = problems.weights("sample_weight", sample_weight, matrix.shape[0])
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        links = Links(divergence_of(self.regularizer), 0.0, strength_of(edges, self.lam))
        side = Side(scaled_rows(matrix, weight))
        fitted = fit_modalities([side], links, self, rng, callback)
        self._keep(fitted, counts, matrix.shape[1])
        return self


def strength_of(edges: sparse.csr_matrix | None, lam: float) -> sparse.csr_matrix | None:
    if edges is None or lam == 0.0:
        return None
    return sparse.csr_matrix(lam * edges)

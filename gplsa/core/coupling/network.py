r"""The joint update over a document graph: one Newton-CG step on all mixtures together.

Improves, over the mixtures of every document d and modality v,

    F(θ) = Σ_dv Σ_z q_dvz log θ_dvz − λ Σ_d Σ_{v<v'} D(θ_dv, θ_dv')
                                    − μ Σ_v Σ_{edges d~e} r_de D(θ_dv, θ_ev)

Sweeping over the documents, one colour of the graph at a time, stalls as soon as the coupling is
strong. The Newton system is solved by conjugate gradients instead. Its preconditioner keeps the
blocks of counterparts with the degree of every node on the diagonal, and solves them exactly with
their sums held (`gplsa.core.coupling.counterparts`): strong links between counterparts cost no
iterations, and without edges a single iteration is exact.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.coupling import edges as kernels
from gplsa.core.coupling.edges import Duals, Edges, Nodes, Quadratic
from gplsa.core.descent import conjugate_gradients
from gplsa.core.divergences.divergence import Divergence
from gplsa.core.parallel import Blocks, even_blocks, run_blocks
from gplsa.core.types import BoolArray, FloatArray

_CG_STEPS = 25
_HALVINGS = 30


class Network:
    """All documents under their links: F, and a step that improves it.

    Memory: four arrays like the mixtures, and one of edges × modalities × topics, or two where the
    divergence is kinked.
    """

    def __init__(
        self,
        divergence: Divergence,
        lam: float,
        strength: sparse.csr_matrix,
        present: BoolArray,
        n_topics: int,
        n_threads: int,
    ) -> None:
        """`strength` is the symmetric matrix μ·r without a diagonal."""
        n_docs, n_views = present.shape
        n_pairs = n_views * (n_views - 1) // 2
        nodes, counterparts = (n_docs, n_views, n_topics), (n_docs, n_pairs, n_topics)
        links = (strength.nnz, n_views, n_topics)
        self._divergence, self._lam, self._present = divergence, lam, present
        self._edges = Edges(strength.indptr, strength.indices, strength.data)
        self._n_threads = n_threads
        self._blocks: Blocks = even_blocks(np.diff(strength.indptr) + n_views, n_threads)
        self._duals = Duals(
            np.zeros(counterparts), np.zeros(links if divergence.kinked else (0, n_views, 0))
        )
        factor = (n_docs, n_views, n_views)
        shapes = nodes, nodes, counterparts, links, (*factor, n_topics), factor
        self._model = Quadratic(*map(np.zeros, shapes))

    def _run(self, task: Callable[..., None], *arguments: Any) -> None:
        run_blocks(task, self._blocks, self._n_threads, *arguments)

    def _nodes(self, theta: FloatArray) -> Nodes:
        nodes = Nodes(theta, np.zeros_like(theta), self._present)
        self._run(kernels.fill_node_logs, nodes)
        return nodes

    def _value(self, q: FloatArray, nodes: Nodes) -> float:
        values = np.empty(len(nodes.theta))
        self._run(kernels.surrogates, self._divergence, self._lam, self._edges, q, nodes, values)
        return float(values.sum())

    def penalty(self, theta: FloatArray) -> float:
        """λ Σ D(counterparts) + μ Σ r D(neighbours)."""
        return -self._value(np.zeros_like(theta), self._nodes(theta))

    def improve(self, q: FloatArray, theta: FloatArray, eps: float) -> FloatArray:
        """Mixtures after one Newton step; F does not fall."""
        nodes = self._nodes(theta)
        value = self._value(q, nodes)
        step = self._newton_step(q, nodes, eps)
        moved, length, accepted = theta.copy(), 1.0, False
        for _ in range(_HALVINGS):
            self._run(kernels.move_nodes, self._divergence, nodes, step, length, moved)
            if self._value(q, self._nodes(moved)) > value:
                accepted = True
                break
            length *= 0.5
        if self._divergence.kinked:
            # Where no length helped, the duals alone take the step: the next one knows more.
            taken = length if accepted else 1.0
            links = self._divergence, eps, self._edges
            self._run(kernels.update_node_duals, *links, nodes, step, taken, self._duals)
        return moved if accepted else theta

    def _newton_step(self, q: FloatArray, nodes: Nodes, eps: float) -> FloatArray:
        """Conjugate gradients, every vector keeping the sum of every mixture."""
        model = self._model
        links = self._divergence, self._lam, eps, self._edges
        self._run(kernels.linearize, *links, q, nodes, self._duals, model)
        curved, solved = np.empty_like(model.slope), np.zeros_like(model.slope)

        def curve(direction: FloatArray) -> FloatArray:
            self._run(kernels.curve, self._edges, nodes, model, direction, curved)
            return curved

        def precondition(residual: FloatArray) -> FloatArray:
            self._run(kernels.precondition, self._divergence, nodes, model, residual, solved)
            return solved

        return conjugate_gradients(curve, model.slope, precondition, _CG_STEPS)

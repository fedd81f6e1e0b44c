from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.fitting import Callback
from gplsa.core.sums import present_in, scaled_rows
from gplsa.models._counts_input import SeveralModalities
from gplsa.models._fit import START_ITERATIONS, Side, Starts
from gplsa.models._validation import MOST_WEIGHT, Problems
from gplsa.papers.coplsa.agreement import Agreement, sample_pairs


@dataclass(eq=False, repr=False, kw_only=True)
class CoPLSA(SeveralModalities):
    r"""PLSA of two or more views whose pairwise similarities in topic space should agree.

        J = Σ_v τ_v Σ_d Σ_w x^v_dw log Σ_z θ^v_dz φ^v_zw − λ Σ_{v<w} ‖S^v − S^w‖²
        S^v_ij = exp(−‖θ^v_i − θ^v_j‖² / σ)

    [Jiang, Liu, Li, Li, Lu 2012, eqs. 4–7 and 15], x with rows scaled to sum 1. Mixtures of
    counterparts need not be equal, and topics need not correspond: only who is like whom is
    shared. It begins, as `MultimodalGPLSA` does, with ten iterations of one shared mixture, so that
    they do correspond.

    The squared norm is estimated from a share of the pairs, drawn once and scaled up; pairs that
    were not drawn agree less. It grows with the square of the number of documents, the likelihood
    with the number itself: the same λ weighs more in a larger corpus. (In the paper λ is on the
    scale of raw counts and of the sampled sum.) Beside PLSA's, an iteration holds about ten arrays
    of n_pairs · n_views numbers and makes up to fifty passes of n_pairs · n_views · n_topics
    products.

    The published update may leave the simplex and lower J. Here all views take one Gauss-Newton
    step together, halved until EM's lower bound rises, so J never falls (`Agreement.improve`).

    lam            λ ≥ 0;  sigma  σ > 0
    pair_share     share of all pairs of documents that is drawn, in 0 < share ≤ 1
    view_weights   τ by modality, > 0, brought to sum 1; equal by default
    The other parameters as in `PLSA`.

    Fitted attributes, dicts by modality
    topic_word_  p(w|z), (n_topics, n_words);  doc_topic_  p(z|d), (n_docs, n_topics): the mean of
    that modality where a document lacks it
    and modalities_ (names), n_pairs_, disagreement_ (Σ‖S^v − S^w‖² as the drawn pairs tell it),
    objective_history_ (J), n_iter_, converged_.

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> from gplsa import CoPLSA
    >>> model = CoPLSA(n_topics=2, random_state=0).fit({"text": counts, "links": counts[:, :2]})
    >>> model.doc_topic_["text"].argmax(axis=1)
    array([0, 0, 1, 1])
    """

    lam: float = 0.01
    sigma: float = 1.0
    pair_share: float = 0.05
    view_weights: Mapping[str, float] | None = None

    def fit(
        self, counts: Mapping[str, Any], y: Any = None, *, callback: Callback | None = None
    ) -> "CoPLSA":
        """Learn topics from {modality: counts (n_docs, n_words)}, row d everywhere document d.

        A document may lack a modality: its row there is empty.
        callback  called with a FitProgress after every iteration; raising stops the fit
        Raises ValueError naming every argument that does not fit.
        """
        problems = Problems()
        matrices = problems.modalities(counts)
        self._check_plan(problems, *matrices.values())
        weights = self._view_weights(problems, matrices)
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        scaled = [
            scaled_rows(matrix, np.full(matrix.shape[0], weights[name]))
            for name, matrix in matrices.items()
        ]
        present = present_in(scaled)
        pairs = sample_pairs(len(present), float(self.pair_share), rng)
        agreement = Agreement(pairs, present, float(self.lam), float(self.sigma))
        sides = [Side(matrix) for matrix in scaled]
        starts = Starts(sides, self, callback, before=START_ITERATIONS)
        best = starts.best(lambda: agreement, rng)
        self._keep(matrices, best.at.state.word_topics, best)
        self.doc_topic_ = {}
        for v, name in enumerate(self.modalities_):
            theta, there = np.ascontiguousarray(best.at.state.doc_topic[:, v]), present[:, v]
            if there.any():
                theta[~there] = theta[there].mean(axis=0)
            self.doc_topic_[name] = theta
        self.n_pairs_ = len(pairs.first)
        final = Agreement(pairs, present, 1.0, float(self.sigma))
        self.disagreement_ = final.penalty(best.at.state.doc_topic)
        return self

    def _view_weights(
        self, problems: Problems, matrices: dict[str, sparse.csr_matrix]
    ) -> dict[str, float]:
        """τ by modality, summing to 1."""
        given = self.view_weights
        if given is None:
            return {name: 1.0 / len(matrices) for name in matrices}
        if not isinstance(given, Mapping) or set(given) != set(matrices):
            problems.add(
                f"view_weights must give one number for each of {', '.join(matrices)}, "
                f"got {given!r}"
            )
            return {}
        for name, weight in given.items():
            problems.number(f"view_weights of {name!r}", weight, least=1e-12, most=MOST_WEIGHT)
        problems.raise_if_any()
        total = sum(given.values())
        return {name: float(given[name]) / total for name in matrices}

from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator

from gplsa.core.descent import least_squares
from gplsa.core.fitting import Callback, Watch, climb
from gplsa.core.sums import inverse_document_frequency, normalize, rows_to_one, tamed_rows
from gplsa.core.types import FloatArray
from gplsa.models._counts_input import CountsInput
from gplsa.models._validation import Problems
from gplsa.papers.deep.bootstrap_network import MultilayerBootstrapNetwork
from gplsa.papers.deep.factors import VARIANTS, Factorisation, blurred, start
from gplsa.progress import Progress


@dataclass(eq=False, repr=False)
class DeepNMF(CountsInput, BaseEstimator):  # type: ignore[misc]
    r"""NMF of tf-idf weights whose mixtures are tied to a deep clustering of the documents.

    X (n_docs, n_words) are tf-idf weights, F (n_docs, K) the one-hot clusters a multilayer
    bootstrap network finds in them, C (K, n_words) topics, W (n_docs, K) mixtures. Minimised:

        basic        ‖X − F C‖²                    over C           bDNMF, eq. 5
        structured   ‖X − (F∘T) C‖²                over C, T        sDNMF, eq. 15
        constrained  ‖X − W C‖² + λ₁‖F − W T‖² + λ₂‖CᵀC − XᵀX‖²
                                                   over C, W, T     cDNMF, eq. 30

    all factors ≥ 0. A gradient split as ∇ = 2(down − up) with up, down ≥ 0 gives the updates

        C ← C ∘ FᵀX / FᵀF C                                                             (14)
        T ← T ∘ X Cᵀ / (F∘T) C Cᵀ   where F > 0;   C as in (14) with F∘T for F      (25–26)
        W ← W ∘ (X Cᵀ + λ₁ F Tᵀ) / (W C Cᵀ + λ₁ W T Tᵀ)                                 (43)
        T ← T ∘ WᵀF / WᵀW T                                                             (45)

    each of which minimises a majorant, so the loss never rises. The printed (44),
    C ← C ∘ (WᵀX + 2λ₂ C XᵀX) / (WᵀW C + 2λ₂ C CᵀC), can raise it, as the fourth-degree term
    outgrows the second-degree majorant its proof compares it with. With up = WᵀX + 2λ₂ C XᵀX,
    quad = WᵀW C, quart = C CᵀC and r = C_new / C, we have

        tr CᵀC CᵀC ≤ Σ quart ∘ C ∘ r⁴,   tr CᵀWᵀW C ≤ Σ quad ∘ C ∘ r²,   and −‖X Cᵀ‖² is concave,

    whence r is the positive root of  2λ₂ quart r³ + quad r = up:  the same fixed points as (44),
    the same step for λ₂ = 0, and never a rise. Appendix A exchanges λ₁ and λ₂; eq. 30 is right.
    Momentum along the logarithms of the factors is taken back where it lowers the objective.

    Parameters
    n_topics         K
    variant          "basic", "structured", "constrained"
    label_weight     λ₁, affinity_weight λ₂: constrained only
    n_clusterings, delta, top_size   the network's M, δ, k_L
    tfidf            True: counts come in and are weighted (1 + ln((1+n)/(1+df)), rows to length 1);
                     False: what comes in is weighted already, and is taken as it is
    max_iter, tol, random_state, n_jobs   as in `PLSA`

    Fitted attributes
    topic_word_         C with rows scaled to sum 1, (n_topics, n_words): shares of tf-idf
                        weight; a topic without documents has the corpus mean
    doc_topic_          (n_docs, n_topics), rows sum to 1: F for basic and structured, whose
                        documents have one topic each; W, weighed by the topics' sums, for
                        constrained. A document without words has the mean of the others.
    labels_             the network's cluster of every document
    network_            the fitted MultilayerBootstrapNetwork
    components_         C;  label_map_  T of the constrained variant;  idf_
    objective_history_  minus the loss, at the start and after every iteration: never falls
    n_iter_, converged_, n_features_in_

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[3, 2, 1, 0, 0, 0], [0, 0, 0, 1, 2, 3]] * 10)
    >>> from gplsa import DeepNMF
    >>> model = DeepNMF(n_topics=2, random_state=0).fit(counts)
    >>> model.labels_[:4]
    array([0, 1, 0, 1])
    >>> (model.topic_word_ > 0.1).astype(int)
    array([[1, 1, 1, 0, 0, 0],
           [0, 0, 0, 1, 1, 1]])
    """

    n_topics: int = 10
    _: KW_ONLY
    variant: str = "basic"
    label_weight: float = 1.0
    affinity_weight: float = 1.0
    n_clusterings: int = 400
    delta: float = 0.5
    top_size: int | None = None
    tfidf: bool = True
    max_iter: int = 200
    tol: float = 1e-5
    random_state: Any = None
    n_jobs: int | None = None

    def fit(
        self,
        counts: Any,
        y: Any = None,
        *,
        callback: Callback | None = None,
        progress: Progress | None = None,
    ) -> "DeepNMF":
        """Learn topics from `counts` (n_docs, n_words), ≥ 0, sparse or dense.

        callback  called with a FitProgress after every iteration of the factorisation
        progress  told the fraction done of the network, which comes first and takes longest
        Either may raise to stop the fit.
        Raises ValueError naming every argument that does not fit.
        """
        matrix, rng = self._checked(counts)
        self._remember(counts, matrix.shape[1])
        self.idf_ = inverse_document_frequency(matrix) if self.tfidf else np.ones(matrix.shape[1])
        weights = self._weighted(matrix)
        self.network_ = MultilayerBootstrapNetwork(
            int(self.n_topics),
            n_clusterings=self.n_clusterings,
            delta=self.delta,
            top_size=self.top_size,
            random_state=rng,
            n_jobs=self.n_jobs,
        ).fit(weights, progress=progress)
        self.labels_ = self.network_.labels_
        labels = _indicators(self.labels_, weights, int(self.n_topics))
        pulls = float(self.label_weight), float(self.affinity_weight)
        reached = climb(
            Factorisation(weights, labels, self.variant, *pulls),
            start(weights, labels, self.variant),
            iterations=int(self.max_iter),
            tol=float(self.tol),
            accelerate=True,
            watch=Watch(int(self.max_iter), callback),
        )
        factors = reached.at.factors
        self.components_, self.label_map_ = factors.topics, factors.label_map
        [mean] = rows_to_one(np.asarray(weights.mean(axis=0)))
        self.topic_word_ = rows_to_one(factors.topics, mean)
        filled = np.diff(weights.indptr) > 0
        mixtures = self._mixtures(factors.mixtures)
        [self.mean_mixture_] = rows_to_one(mixtures[filled].sum(axis=0, keepdims=True))
        self.doc_topic_ = np.where(filled[:, None], mixtures, self.mean_mixture_)
        self.objective_history_ = np.array(reached.history)
        self.n_iter_ = len(reached.history) - 1
        self.converged_ = reached.converged
        return self

    def transform(self, counts: Any) -> FloatArray:
        """Mixtures of documents, seen or unseen, (n_docs, n_topics), topics held fixed.

        The cluster that the network gives a document is its one-hot f: its mixture in the basic and
        structured variants; in the constrained one w minimises ‖x − wC‖² + λ₁‖f − wT‖² by (43).
        Words unseen in training count for nothing beyond the document's length; without any word
        the mean of the training documents.
        """
        weights = self._weighted(self._unseen(counts))
        labels = _indicators(self.network_.predict(weights), weights, len(self.components_))
        mixtures = self._fold_in(weights, labels) if self.variant == "constrained" else labels
        filled = np.diff(weights.indptr) > 0
        return np.where(filled[:, None], self._mixtures(mixtures), self.mean_mixture_)

    def _checked(self, counts: Any) -> tuple[sparse.csr_matrix, np.random.Generator]:
        problems = Problems()
        matrix = problems.counts("counts", counts)
        problems.parameters(self)
        problems.at_most("n_topics", self.n_topics, matrix.shape[0], "n_samples=")
        problems.choice("variant", self.variant, VARIANTS)
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        return matrix, rng

    def _weighted(self, matrix: sparse.csr_matrix) -> sparse.csr_matrix:
        if not self.tfidf:
            return matrix
        return sparse.csr_matrix(normalize(tamed_rows(matrix) @ sparse.diags(self.idf_)))

    def _mixtures(self, mixtures: FloatArray) -> FloatArray:
        """Shares of the topics once these sum to 1; uniform where a document has none."""
        weighed = mixtures * self.components_.sum(axis=1)
        if self.variant != "constrained":
            weighed = (mixtures > 0).astype(np.float64)
        return rows_to_one(weighed)

    def _fold_in(self, weights: sparse.csr_matrix, labels: FloatArray) -> FloatArray:
        lam = float(self.label_weight)
        up = np.asarray(weights @ self.components_.T) + lam * (labels @ self.label_map_.T)
        gram = self.components_ @ self.components_.T + lam * (self.label_map_ @ self.label_map_.T)
        return least_squares(up, gram, blurred(labels), self.max_iter, self.tol)


def _indicators(labels: np.ndarray, weights: sparse.csr_matrix, n_topics: int) -> FloatArray:
    """F, one-hot; a document without words has no label, as it says nothing of any topic."""
    filled = np.diff(weights.indptr) > 0
    return np.eye(n_topics)[labels] * filled[:, None]

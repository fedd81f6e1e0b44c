from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.skl import SKL
from gplsa.core.fitting import Callback
from gplsa.core.sums import column_sums, row_sums, scaled_rows, shares
from gplsa.core.types import FloatArray
from gplsa.models._counts_input import Components, SingleModality
from gplsa.models._fit import Side, fit_modalities
from gplsa.models._join import join
from gplsa.models._validation import Problems

_TINY = 1e-300


@dataclass(eq=False, repr=False, kw_only=True)
class PLSA(Components, SingleModality):
    r"""Probabilistic latent semantic analysis by EM [Hofmann 1999; Hong 2012].

        asymmetric   p(w|d) = Σ_z p(z|d) p(w|z),   maximise Σ_d s_d Σ_w x_dw log p(w|d)
        symmetric    p(d,w) = Σ_z p(z) p(d|z) p(w|z),   maximise Σ_dw n_dw log p(d,w)

    x are the counts n with rows scaled to sum 1, so that long and short documents weigh alike
    (s_d changes that); the symmetric form takes the counts as they are. With a background model
    p(w|d) = λ_B p(w) + (1 − λ_B) Σ_z p(z|d) p(w|z), p(w) the corpus's word distribution, words
    that are frequent everywhere need no topic.

    Parameters
    n_topics           number of topics, K
    form               "asymmetric" or "symmetric"
    background_weight  λ_B in 0 ≤ λ_B < 1
    max_iter, tol      at most so many iterations; stop when one gains less than tol·|objective|
    init               where it begins: "nmf" of tf-idf, "nndsvd" of the counts, or "random" (topics
                       from random documents), the best of `n_init`
    accelerate         momentum with a safeguard: the objective still never falls
    random_state       seed or numpy Generator; the same seed gives the same bytes
    n_jobs             threads; default (or -1) all cores. Results do not depend on it.

    Fitted attributes
    topic_word_         p(w|z), (n_topics, n_words), also as components_
    doc_topic_          p(z|d), (n_docs, n_topics); for a document without words the corpus mean
    topic_prior_        p(z), (n_topics,)
    topic_document_     p(d|z), (n_topics, n_docs)
    objective_history_  log-likelihood in nats, at the start and after every iteration
    topic_mass_, document_mass_  what each topic and each document has of the words
    n_iter_, converged_, n_features_in_

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> from gplsa import PLSA
    >>> model = PLSA(n_topics=2, random_state=0).fit(counts)
    >>> model.topic_word_.round(2)
    array([[0.5, 0.5, 0. , 0. ],
           [0. , 0. , 0.5, 0.5]])
    >>> model.transform([[3, 3, 0, 0]]).round(2)
    array([[1., 0.]])
    """

    form: str = "asymmetric"
    background_weight: float = 0.0

    def fit(
        self,
        counts: Any,
        y: Any = None,
        *,
        sample_weight: Any = None,
        callback: Callback | None = None,
    ) -> "PLSA":
        """Learn topics from `counts` (n_docs, n_words), ≥ 0, sparse or dense.

        sample_weight  s_d (n_docs,), asymmetric form only; weight 0 counts as no words
        callback       called with a FitProgress after every iteration; raising stops the fit
        Raises ValueError naming every argument that does not fit.
        """
        matrix, weight, rng = self._checked(counts, sample_weight)
        scaled = scaled_rows(matrix, weight)
        self.background_ = shares(column_sums(scaled))
        side = Side(scaled, self._offset())
        fitted = fit_modalities([side], Links(SKL(), 0.0), self, rng, callback)
        self._keep(fitted, counts, matrix.shape[1])
        [self.topic_mass_] = fitted.topic_masses
        self.document_mass_ = row_sums(scaled)
        self._weigh()
        self.objective_history_ += self._constant(scaled)
        return self

    def partial_fit(self, counts: Any, y: Any = None, *, sample_weight: Any = None) -> "PLSA":
        """New documents join: the topics move, the vocabulary and earlier mixtures stay.

        The first call is `fit`. Later ones add the documents as a further part of incremental EM
        (`gplsa.models._join`): `doc_topic_` grows by their mixtures and `objective_history_` by the
        log-likelihood of the new documents alone. The background stays that of the first call.
        Raises ValueError naming every argument that does not fit.
        """
        if not hasattr(self, "topic_word_"):
            return self.fit(counts, y, sample_weight=sample_weight)
        self._unseen(counts)
        matrix, weight, _ = self._checked(counts, sample_weight)
        scaled = scaled_rows(matrix, weight)
        topics, masses = [np.ascontiguousarray(self.topic_word_.T)], [self.topic_mass_]
        sides, start = [Side(scaled, self._offset())], self.doc_topic_.mean(axis=0)
        joined = join(sides, Links(SKL(), 0.0), topics, masses, start, self.n_jobs)
        self.topic_word_ = np.ascontiguousarray(joined.word_topics[0].T)
        [self.topic_mass_] = joined.topic_masses
        self.doc_topic_ = np.concatenate([self.doc_topic_, joined.doc_topic[:, 0]])
        self.document_mass_ = np.concatenate([self.document_mass_, row_sums(scaled)])
        self._weigh()
        history = np.array(joined.history) + self._constant(scaled)
        self.objective_history_ = np.concatenate([self.objective_history_, history])
        return self

    def _weigh(self) -> None:
        joint = self.doc_topic_ * shares(self.document_mass_)[:, None]
        self.topic_prior_ = joint.sum(axis=0)
        self.topic_document_ = (joint / np.maximum(self.topic_prior_, _TINY)).T

    def _checked(
        self, counts: Any, sample_weight: Any
    ) -> tuple[sparse.csr_matrix, FloatArray, np.random.Generator]:
        """The counts, what each document's row is scaled to, and the source of randomness."""
        problems = Problems()
        matrix = problems.counts("counts", counts)
        self._check_plan(problems, matrix)
        problems.choice("form", self.form, ("asymmetric", "symmetric"))
        symmetric = self.form == "symmetric"
        if symmetric and sample_weight is not None:
            problems.add("sample_weight must be None in the symmetric form, which weighs by length")
        weight = problems.weights("sample_weight", sample_weight, matrix.shape[0])
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        return matrix, row_sums(matrix) if symmetric else weight, rng

    def _offset(self) -> FloatArray | None:
        """p(w) relative to the topics: λ_B/(1−λ_B) p(w); the factor 1−λ_B is in `_constant`."""
        weight = self.background_weight
        return background_offset(weight, self.background_) if weight else None

    def _expected_words(self) -> FloatArray:
        share = self.background_weight
        return share * self.background_ + (1.0 - share) * self.topic_word_

    def _constant(self, scaled: sparse.csr_matrix) -> float:
        """What the likelihood has beyond Σ x log(θφ + offset)."""
        constant = float(scaled.sum()) * float(np.log1p(-self.background_weight))
        if self.form == "symmetric":  # p(d) = n_d / n at every maximum
            lengths = row_sums(scaled)
            lengths = lengths[lengths > 0]
            total = max(lengths.sum(), _TINY)
            constant += float((lengths * (np.log(lengths) - np.log(total))).sum())
        return constant


def background_offset(weight: float, background: FloatArray) -> FloatArray:
    """The background relative to the topics, λ_B/(1 − λ_B) p(w)."""
    return weight / (1.0 - weight) * background

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.divergence import Divergence, divergence_of
from gplsa.core.fitting import Callback
from gplsa.core.sums import scaled_rows, word_shares
from gplsa.core.types import FloatArray
from gplsa.models._counts_input import SeveralModalities
from gplsa.models._fit import Side, fit_modalities
from gplsa.models._join import join, topic_mass
from gplsa.models._validation import Problems
from gplsa.models._weighed import WeighedRows
from gplsa.models.gplsa import strength_of
from gplsa.models.plsa import background_offset


@dataclass(eq=False, repr=False, kw_only=True)
class MultimodalGPLSA(SeveralModalities):
    r"""PLSA of several modalities whose counterparts' mixtures are pulled together.

        J = Σ_v Σ_d s_d Σ_w x^v_dw log Σ_z θ^v_dz φ^v_zw − λ Σ_d Σ_{v<v'} D(θ^v_d, θ^v'_d)
                                                        − μ Σ_v Σ_{d~e} r_de D(θ^v_d, θ^v_e)

    [Wang, Chang, Lyu, eq. 16, and eq. 7 within each modality where a graph is given]. λ = 0 is
    PLSA of each modality, λ → ∞ one shared mixture (link-PLSA). The fit begins with a shared
    mixture, then releases it, and all counterparts of a document move together.

    With a background model, p(w|d) = λ_B p(w) + (1 − λ_B) Σ_z θ_dz φ_zw in every modality, p(w) how
    often a word stands in the corpus: words that are frequent everywhere need no topic.

    regularizer  "l1", "l2", "skl", or a `gplsa.core.divergences.divergence.Divergence`
    lam          0 ≤ λ ≤ 10⁶;  graph_lam  μ, by default λ
    background_weight  λ_B in 0 ≤ λ_B < 1;  the other parameters as in `PLSA`

    Fitted attributes, dicts by modality
    topic_word_  p(w|z), (n_topics, n_words);  doc_topic_  p(z|d), (n_docs, n_topics): where a
    document lacks a modality, the mixture nearest to its counterparts and neighbours
    and background_ p(w), (n_words,); topic_mass_, what each topic has of the words, (n_topics,);
    modalities_ (names), objective_history_ (J, less the background's constant), n_iter_, converged_

    Examples
    --------
    >>> import numpy as np
    >>> german = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> english = german[:, ::-1]
    >>> from gplsa import MultimodalGPLSA
    >>> model = MultimodalGPLSA(n_topics=2, lam=1.0, random_state=0)
    >>> model.fit({"de": german, "en": english}).topic_word_["en"].round(2)
    array([[0.5, 0.5, 0. , 0. ],
           [0. , 0. , 0.5, 0.5]])
    >>> model.transform({"de": [[0, 0, 1, 1]]})["de"].round(2)
    array([[1., 0.]])
    """

    regularizer: str | Divergence = "skl"
    lam: float = 1.0
    graph_lam: float | None = None
    background_weight: float = 0.0

    def fit(
        self,
        counts: Mapping[str, Any],
        y: Any = None,
        *,
        graph: Any = None,
        sample_weight: Any = None,
        start: Any = None,
        prior: Mapping[str, Any] | None = None,
        pair_weight: Any = None,
        callback: Callback | None = None,
    ) -> "MultimodalGPLSA":
        """Learn topics from {modality: counts (n_docs, n_words)}, row d everywhere document d.

        A document may lack a modality: its row there is empty.
        graph          r (n_docs, n_docs), symmetric, 0 to 10⁶; its diagonal is ignored
        sample_weight  s_d (n_docs,); a document of weight 0 counts as one without words
        start          mixtures to begin with, (n_docs, n_topics), ≥ 0; in the place of `init`
        prior          by modality α (n_topics, n_words), ≥ 0: words that topics are known to hold;
                       J gains Σ α log φ, and φ is as if α had been counted (a document: s_d)
        pair_weight    w_d in 0..1 (n_docs,), how sure it is that the sides of a document belong
                       together, as `pair_weights` learns it; J is expected over whether they do
                       (`gplsa.models._weighed`), and so are the mixtures.  Not with a graph
        callback       called with a FitProgress after every iteration; raising stops the fit
        Raises ValueError naming every argument that does not fit.
        """
        given = self._checked(counts, graph, sample_weight, start, prior, pair_weight)
        matrices, weight, known = given.matrices, given.weight, given.known
        scaled, weighed = [scaled_rows(matrix, weight) for matrix in matrices.values()], None
        if given.trust is not None:
            weighed = WeighedRows(list(matrices.values()), weight, given.trust)
            scaled = weighed.counts
            known = None if known is None else weighed.of_rows(known)
        self.background_ = {name: word_shares(matrix) for name, matrix in matrices.items()}
        sides = list(map(Side, scaled, map(self._offset, matrices), given.priors or repeat(None)))
        fitted = fit_modalities(
            sides, links_of(self, given.strength), self, given.rng, callback, known=known
        )
        self.topic_mass_ = dict(zip(matrices, fitted.topic_masses, strict=True))
        self._keep(matrices, fitted.word_topics, fitted)
        doc_topic = fitted.doc_topic if weighed is None else weighed.together(fitted.doc_topic)
        self.doc_topic_ = {
            name: np.ascontiguousarray(doc_topic[:, v]) for v, name in enumerate(matrices)
        }
        return self

    def set_topics(
        self,
        topic_word: Mapping[str, FloatArray],
        doc_topic: Mapping[str, FloatArray],
        counts: Mapping[str, sparse.csr_matrix],
        *,
        sample_weight: FloatArray | None = None,
    ) -> "MultimodalGPLSA":
        """Takes topics that another fit left, in the place of `fit`; nothing of it is checked.

        topic_word, doc_topic  the attributes of that fit;  counts  that it was given, by modality
        sample_weight  s_d of that fit (n_docs,), without which no documents can join later
        """
        self.modalities_ = tuple(topic_word)
        self.background_ = {name: word_shares(counts[name]) for name in topic_word}
        # Column by column, as folding in reads them: else every single document copies them all.
        self.topic_word_ = {name: np.asfortranarray(phi) for name, phi in topic_word.items()}
        self.doc_topic_ = dict(doc_topic)
        self.objective_history_ = np.zeros(0)
        if sample_weight is not None:
            self.topic_mass_ = {
                name: topic_mass(
                    Side(scaled_rows(counts[name], sample_weight), self._offset(name)),
                    np.ascontiguousarray(phi.T),
                    doc_topic[name],
                )
                for name, phi in self.topic_word_.items()
            }
        return self

    def _checked(
        self,
        counts: Mapping[str, Any],
        graph: Any,
        sample_weight: Any,
        start: Any,
        prior: Mapping[str, Any] | None,
        pair_weight: Any,
    ) -> "_Given":
        problems = Problems()
        matrices = problems.modalities(counts)
        n_docs = next((matrix.shape[0] for matrix in matrices.values()), 0)
        self._check_plan(problems, *matrices.values())
        problems.regularizer(self.regularizer)
        edges = problems.graph(graph if matrices else None, n_docs, "the modalities have")
        weight = problems.weights("sample_weight", sample_weight, n_docs)
        rng = problems.generator(self.random_state)
        shape = (n_docs, self.n_topics)
        known = None if start is None else problems.known("start", start, shape)
        priors = problems.priors(prior, matrices, self.n_topics)
        trust = None
        if pair_weight is not None and matrices:
            trust = problems.weights("pair_weight", pair_weight, n_docs)
            if (trust > 1).any():
                problems.add(f"pair_weight must not exceed 1, got {trust.max():g}")
            if graph is not None:
                problems.add("pair_weight and graph cannot be taken together")
        problems.raise_if_any()
        strength = strength_of(edges, self.lam if self.graph_lam is None else self.graph_lam)
        return _Given(matrices, weight, rng, strength, known, priors, trust)

    def partial_fit(
        self, counts: Mapping[str, Any], y: Any = None, *, sample_weight: Any = None
    ) -> "MultimodalGPLSA":
        """New documents join: the topics move, the vocabulary and earlier mixtures stay.

        The first call is `fit`. Later ones take every modality of it and add the documents as a
        further part of incremental EM (`gplsa.models._join`); `doc_topic_` grows by their mixtures,
        `objective_history_` by J of these alone. The background stays that of the first call.
        Raises ValueError naming every argument that does not fit.
        """
        if not hasattr(self, "topic_word_"):
            return self.fit(counts, y, sample_weight=sample_weight)
        problems = Problems()
        sizes = {name: self.topic_word_[name].shape[1] for name in self.modalities_}
        matrices = problems.known_modalities(counts, sizes)
        if matrices and set(matrices) != set(sizes):
            listed = ", ".join(map(repr, sizes))
            problems.add(f"counts must have every modality of the fit: {listed}")
        n_docs = next(iter(matrices.values())).shape[0] if matrices else 0
        weight = problems.weights("sample_weight", sample_weight, n_docs)
        problems.raise_if_any()
        means = [self.doc_topic_[name].mean(axis=0) for name in self.modalities_]
        joined = join(
            [Side(scaled_rows(matrices[m], weight), self._offset(m)) for m in self.modalities_],
            links_of(self),
            [np.ascontiguousarray(self.topic_word_[name].T) for name in self.modalities_],
            [self.topic_mass_[name] for name in self.modalities_],
            np.mean(means, axis=0),
            self.n_jobs,
        )
        for v, name in enumerate(self.modalities_):
            self.topic_word_[name] = np.ascontiguousarray(joined.word_topics[v].T)
            self.topic_mass_[name] = joined.topic_masses[v]
            self.doc_topic_[name] = np.concatenate([self.doc_topic_[name], joined.doc_topic[:, v]])
        self.objective_history_ = np.append(self.objective_history_, joined.history)
        return self

    def expected_words(self, name: str) -> FloatArray:
        """λ_B p(w) + (1 − λ_B) φ_zw, (n_topics, n_words): what θ is multiplied with for p(w|d)."""
        share = self.background_weight
        return share * self.background_[name] + (1.0 - share) * self.topic_word_[name]

    def _offset(self, name: str) -> FloatArray | None:
        weight = self.background_weight
        return background_offset(weight, self.background_[name]) if weight else None


@dataclass(frozen=True)
class _Given:
    """What a fit is given, checked; the names of `MultimodalGPLSA.fit`, trust its pair_weight."""

    matrices: dict[str, sparse.csr_matrix]
    weight: FloatArray
    rng: np.random.Generator
    strength: sparse.csr_matrix | None
    known: FloatArray | None
    priors: list[FloatArray] | None
    trust: FloatArray | None


def links_of(model: MultimodalGPLSA, strength: sparse.csr_matrix | None = None) -> Links:
    """What pulls mixtures together by λ; strength  μ·r between documents"""
    return Links(divergence_of(model.regularizer), float(model.lam), strength)

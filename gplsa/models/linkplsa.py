from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.l2 import L2
from gplsa.core.fitting import Callback
from gplsa.core.sums import present_in, scaled_rows
from gplsa.core.types import FloatArray
from gplsa.models._counts_input import SeveralModalities
from gplsa.models._fit import Side, fit_modalities
from gplsa.models._validation import Problems


class LinkPLSA(SeveralModalities):
    r"""PLSA of several modalities that share one mixture per document, by EM.

        J = Σ_v Σ_d s_d Σ_w x^v_dw log Σ_z θ_dz φ^v_zw

    [Cohn, Hofmann 2001], x with rows scaled to sum 1 in every modality, so that each weighs alike.
    It is what `MultimodalGPLSA` becomes as λ → ∞.

    The parameters are those of `PLSA`.

    Fitted attributes
    topic_word_  p(w|z) by modality, (n_topics, n_words)
    doc_topic_   p(z|d), (n_docs, n_topics), one for all modalities; for a document without words
                 in any modality the corpus mean
    and modalities_ (names), objective_history_ (J), n_iter_, converged_.

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> from gplsa import LinkPLSA
    >>> model = LinkPLSA(n_topics=2, random_state=0).fit({"de": counts, "en": counts})
    >>> (model.doc_topic_ @ model.doc_topic_.T).round(2)  # which documents are of one topic
    array([[1., 1., 0., 0.],
           [1., 1., 0., 0.],
           [0., 0., 1., 1.],
           [0., 0., 1., 1.]])
    """

    doc_topic_: FloatArray

    def fit(
        self,
        counts: Mapping[str, Any],
        y: Any = None,
        *,
        sample_weight: Any = None,
        callback: Callback | None = None,
    ) -> "LinkPLSA":
        """Learn topics from {modality: counts (n_docs, n_words)}, row d everywhere document d.

        A document may lack a modality: its row there is empty.
        sample_weight  s_d (n_docs,); a document of weight 0 counts as one without words
        callback       called with a FitProgress after every iteration; raising stops the fit
        Raises ValueError naming every argument that does not fit.
        """
        problems = Problems()
        matrices = problems.modalities(counts)
        self._check_plan(problems, *matrices.values())
        n_docs = next((matrix.shape[0] for matrix in matrices.values()), 0)
        weight = problems.weights("sample_weight", sample_weight, n_docs)
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        scaled = [scaled_rows(matrix, weight) for matrix in matrices.values()]
        sides = [*map(Side, scaled)]
        fitted = fit_modalities(sides, Links(L2(), 0.0), self, rng, callback, shared=True)
        present = present_in(scaled)
        self._keep(matrices, fitted.word_topics, fitted)
        # Where a modality is missing the fit returns the corpus mean, not that of the counterparts.
        self.doc_topic_ = fitted.doc_topic[np.arange(len(present)), present.argmax(axis=1)]
        return self

    def transform(  # type: ignore[override]
        self, counts: Mapping[str, Any], *, max_iter: int | None = None
    ) -> FloatArray:
        """p(z|d) of unseen documents from all the modalities given, (n_docs, n_topics).

        counts  {modality: (n_docs, n_words)}, any of the modalities of the fit: to see what one
                side says on its own, give that side alone.
        Raises ValueError where the counts do not fit the model.
        """
        matrices = self._known(counts, max_iter)
        ones = np.ones(next(iter(matrices.values())).shape[0])
        # Σ_v of the log-likelihoods is that of all words side by side under all topics likewise.
        side_by_side = [scaled_rows(matrix, ones) for matrix in matrices.values()]
        rows = sparse.hstack(side_by_side, format="csr")
        topics = np.hstack([self.topic_word_[name] for name in matrices])
        return self._folded(rows, topics, self.doc_topic_.mean(axis=0), max_iter)

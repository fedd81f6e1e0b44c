"""Latent Dirichlet allocation: scikit-learn's variational Bayes behind the house's contract."""

import warnings
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from gplsa.core.fitting import Callback, Watch
from gplsa.core.held_out import score_of
from gplsa.core.parallel import thread_count
from gplsa.core.sums import rows_to_one
from gplsa.core.types import FloatArray
from gplsa.errors import InputWarning
from gplsa.message import Message, listed
from gplsa.models._counts_input import Components, CountsInput
from gplsa.models._validation import AS_THEY_ARE, Problems
from gplsa.models.clusters import Clusters
from gplsa.renamed import old_names

_ITERATIONS_PER_BOUND = 10  # the bound costs as much as an iteration
# Of fewer documents that share a topic nothing can be said.
_FEWEST_DOCUMENTS = 10
_NEARLY_ALL = 0.95
_LEAST_SPREAD = 0.05  # mean of Σ_z |θ_dz − mean|, which is at most 2


@old_names(doubt_="warning_")
@dataclass(eq=False, repr=False)
class LDA(Components, CountsInput, Clusters, BaseEstimator):  # type: ignore[misc]
    r"""Latent Dirichlet allocation by batch variational Bayes [Blei, Ng, Jordan 2003].

    Several modalities are glued: a document is the bag of the words of all its sides, each side
    with a vocabulary of its own, and one mixture makes them all (Mimno's polylingual topic model
    is the same but for topics normalised by language beforehand).

    n_topics           K;  doc_topic_prior  α, topic_word_prior  η, both 1/K by default
    max_iter, tol      at most so many iterations; stop when ten of them gain less than tol·|bound|
    random_state       seed or numpy Generator
    n_jobs             processes of scikit-learn's E step, at most one a core (-1); by default one

    Fitted attributes
    topic_word_         p(w|z), (n_topics, n_words): the posterior mean; by modality, each with
                        rows that sum to 1, where {modality: counts} were given
    doc_topic_          p(z|d), (n_docs, n_topics); for a document without words uniform
    objective_history_  the variational bound after the first iteration, every tenth, and the last.
                        It may fall a little: every E step starts anew from a random point and stops
                        at a tolerance of its own.
    warning_            why documents are not told apart, in a sentence; "" where they are
    n_iter_, converged_, and modalities_ or n_features_in_

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> from gplsa import LDA
    >>> LDA(n_topics=2, random_state=0).fit(counts).doc_topic_.round(1)
    array([[0.9, 0.1],
           [0.9, 0.1],
           [0.1, 0.9],
           [0.1, 0.9]])
    """

    n_topics: int = 100
    _: KW_ONLY
    doc_topic_prior: float | None = None
    topic_word_prior: float | None = None
    max_iter: int = 100
    tol: float = 1e-4
    random_state: Any = None
    n_jobs: int | None = None

    def fit(self, counts: Any, y: Any = None, *, callback: Callback | None = None) -> "LDA":
        """Learn topics from `counts` (n_docs, n_words), or from {modality: such counts}.

        callback  called with a FitProgress after every iteration, its objective the last bound
                  known; raising stops the fit
        Warns (InputWarning) where the rows are no counts of words and documents are not told apart.
        Raises ValueError naming every argument that does not fit.
        """
        problems = Problems(AS_THEY_ARE)
        # SciPy's dictionary of keys is a Mapping, too.
        several = isinstance(counts, Mapping) and not sparse.issparse(counts)
        if several:
            matrices = problems.modalities(counts)
        else:
            matrices = {"": problems.counts("counts", counts)}
        problems.parameters(self)
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        glued = sparse.hstack(list(matrices.values()), format="csr")
        model = self._iterations(glued, int(rng.integers(2**31)), callback)
        ends = np.cumsum([matrix.shape[1] for matrix in matrices.values()])[:-1]
        parts = [*map(rows_to_one, np.split(model.components_, ends, axis=1))]
        self._model, self._parts = model, dict(zip(matrices, parts, strict=True))
        self.topic_word_ = self._parts if several else parts[0]
        self.doc_topic_ = model.transform(glued)
        self.warning_ = _collapse_message(glued, self.doc_topic_)
        if self.warning_:
            warnings.warn(self.warning_, InputWarning, stacklevel=2)
        if several:
            self.modalities_ = tuple(matrices)
        else:
            self._remember(counts, glued.shape[1])
        return self

    def transform(self, counts: Any) -> FloatArray:
        """Posterior mean of p(z|d) of unseen documents, (n_docs, n_topics).

        counts  as for `fit`; of several modalities any may be given, the others count as empty.
        Raises ValueError where the counts do not fit the model.
        """
        return self._folded_in(self._known(counts))

    def score(self, counts: Any, y: Any = None) -> float:
        """Log-likelihood a word of new documents, in nats, as `gplsa.core.held_out.score_of`.

        counts  as for `transform`: half of each text is folded in, the other half is predicted
        Raises ValueError where the counts do not fit the model or hold too few words.
        """
        return score_of(self._folded_in, self._parts, self._known(counts))

    def _known(self, counts: Any) -> dict[str, sparse.csr_matrix]:
        """Checked counts by modality, "" where there is one."""
        check_is_fitted(self, "topic_word_")
        if not isinstance(self.topic_word_, dict):
            return {"": self._unseen(counts, sizes=AS_THEY_ARE)}
        problems = Problems(AS_THEY_ARE)
        sizes = {name: part.shape[1] for name, part in self._parts.items()}
        matrices = problems.known_modalities(counts, sizes)
        problems.raise_if_any()
        return matrices

    def _folded_in(self, matrices: dict[str, sparse.csr_matrix]) -> FloatArray:
        n_docs = next(iter(matrices.values())).shape[0]
        sides = [
            matrices.get(name, sparse.csr_matrix((n_docs, part.shape[1])))
            for name, part in self._parts.items()
        ]
        return self._model.transform(sparse.hstack(sides, format="csr"))

    def _iterations(self, glued: sparse.csr_matrix, seed: int, callback: Callback | None) -> Any:
        """All iterations. scikit-learn's own loop neither reports nor can be stopped.

        An online step over the whole corpus with a forgetting rate of 1 = n^-0 is a batch step.
        """
        from sklearn.decomposition import LatentDirichletAllocation

        model = LatentDirichletAllocation(
            int(self.n_topics),
            doc_topic_prior=self.doc_topic_prior,
            topic_word_prior=self.topic_word_prior,
            learning_decay=0.0,
            batch_size=glued.shape[0],
            total_samples=glued.shape[0],
            random_state=seed,
            n_jobs=None if self.n_jobs is None else thread_count(self.n_jobs),
        )
        watch = Watch(int(self.max_iter), callback)
        history: list[float] = []
        self.converged_ = False
        for iteration in range(1, self.max_iter + 1):
            model.partial_fit(glued)
            if iteration in (1, self.max_iter) or iteration % _ITERATIONS_PER_BOUND == 0:
                history.append(float(model.score(glued)))
                regular = len(history) > 1 and iteration % _ITERATIONS_PER_BOUND == 0
                gain = history[-1] - history[-2] if regular else np.inf
                self.converged_ = gain <= self.tol * abs(history[-1])
            watch.iterated(history[-1])
            if self.converged_:
                break
        self.objective_history_ = np.array(history)
        self.n_iter_ = iteration
        return model


def _collapse_message(counts: sparse.csr_matrix, doc_topic: FloatArray) -> str:
    """What to say where LDA tells fractions no longer apart; "" where it does.

    Its priors count in words and carry the day over rows of tf-idf, which weigh a few words each.
    Counts that are whole numbers may well be of one topic.
    """
    n_docs, n_topics = doc_topic.shape
    fractions = bool((counts.data % 1.0).any())
    if not fractions or n_topics < 2 or n_docs < _FEWEST_DOCUMENTS:
        return ""
    largest = int(np.bincount(doc_topic.argmax(axis=1)).max())
    spread = float(np.abs(doc_topic - doc_topic.mean(axis=0)).sum(axis=1).mean())
    if largest >= _NEARLY_ALL * n_docs:
        finding = Message(
            "LDA put {largest:,} of {n_docs:,} documents into one topic.",
            largest=largest,
            n_docs=n_docs,
        )
    elif spread < _LEAST_SPREAD:
        finding = Message("LDA gave {n_docs:,} documents nearly the same mixture.", n_docs=n_docs)
    else:
        return ""
    weight = float(np.median(np.asarray(counts.sum(axis=1))))
    why = Message(
        "It takes counts of words, and these rows are fractions that sum to {weight:.3g} (median).",
        weight=weight,
    )
    advice = Message("Give it counts, or use PLSA, which only looks at proportions.")
    return listed([finding, why, advice], " ")

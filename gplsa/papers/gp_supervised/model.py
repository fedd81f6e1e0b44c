from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import ndtr
from sklearn.base import BaseEstimator, ClassifierMixin

from gplsa.core.fitting import Callback, Watch
from gplsa.core.sums import rows_to_one
from gplsa.core.types import FloatArray
from gplsa.models._counts_input import Components, CountsInput
from gplsa.models._validation import AS_THEY_ARE, MOST_WEIGHT, Problems
from gplsa.models.plsa import PLSA
from gplsa.papers.gp_supervised.ascent import ASSIGN_ROUNDS, Ascent, Constants
from gplsa.papers.gp_supervised.targets import Targets, read_targets
from gplsa.papers.gp_supervised.topics import Assignments, TopicSide
from gplsa.progress import Progress, report

_START_ITERATIONS = 20
_FOLD_IN_ROUNDS, _FOLD_IN_TOL = 200, 1e-4


@dataclass(eq=False, repr=False)
class GPSupervisedLDA(Components, CountsInput, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    r"""LDA whose topics also explain labels through a sparse Gaussian process.

        θ_d ~ Dir(α),  z_dn ~ θ_d,  w_dn ~ β_{z_dn},  c_d ~ N(z̄_d, I/ζ)
        u_r ~ N(0, K),  f_r | u_r, c ~ GP through u_r at the inducing points (FITC),
        y_dr ~ N(f_r(c_d), 1/κ)

    with the kernel exp(−‖c − c'‖²/2σ²) and y_dr = ±1, less its mean: one output for two classes,
    one for each of more classes, one for each label where documents bear several. The bound (ELBO)
    is raised one factor at a time, as in section 3.1 of the source:

        q(z), q(θ), β  closed form; together for all words of a document    (topics.py)
        q(c_d) = N(a_d, hI)  safeguarded gradient steps in a; h closed to 1-d search  (ascent.py)
        q(u_r) = N(m_r, S)   closed form                                    (process.py)

    so it never falls. Inducing points: k-means of the mixtures of each class's documents, after
    plain LDA has run from PLSA's topics; fixed from then on. Unseen documents get q(z) of plain
    LDA, their c is z̄'s mean, and y follows from q(u) as in section 3.2.

    Corrected, as the modules named above and kernel.py derive: E k k' (exponent and a missing
    factor), the factor 2 of the cross terms in q(z), γ not normalised, the word's indicator in β,
    the gradient's missing conditional variance, the sign in the predictive variance. Beyond the
    source: h may be learned (H = 0.1 I there), and β has a pseudo-count η. The source says FITC;
    with p(f | u, C) a factor of Q its bound is the variational one [Titsias 2009].
    Memory: 8·K bytes for every non-zero count, four times that at the start, and 24 for each pair
    of a document and an inducing point.
    [Kandemir, Kekeç, Yeniterzi, *Supervising topic models with Gaussian processes*, 2018]

    Parameters
    n_topics            K
    doc_topic_prior     α;  topic_word_prior  η ≥ 0 (0 is the paper's)
    bandwidth           σ, on mixtures: two that share no topic are √2 apart
    feature_precision   ζ: how closely the process's inputs follow the mixtures. The labels' pull
                        on a word of a document of N is about ζ/N: 10, the paper's, moves little
    feature_variance    h; default learned, starting from 1/ζ
    noise_precision     κ
    inducing_per_class  inducing points of each class
    max_iter, tol, random_state, n_jobs  as in `PLSA`

    Fitted attributes
    classes_            classes, or the columns of a 0-1 matrix;  multilabel_  whether it was one
    topic_word_         β, (n_topics, n_words)
    doc_topic_          E θ, (n_docs, n_topics), which knows the labels; transform does not
    features_           a, (n_docs, n_topics);  feature_variance_  h
    posterior_          q(u) with its inducing points;  offset_  mean of each output
    objective_history_  bound in nats after the start and after every iteration: never falls
    n_iter_, converged_, n_features_in_

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.array([[3, 2, 1, 0, 0, 0], [0, 0, 0, 1, 2, 3]] * 10)
    >>> from gplsa import GPSupervisedLDA
    >>> model = GPSupervisedLDA(n_topics=2, random_state=0).fit(counts, ["war", "peace"] * 10)
    >>> model.predict([[1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1]])
    array(['war', 'peace'], dtype='<U5')
    """

    n_topics: int = 20
    _: KW_ONLY
    doc_topic_prior: float = 1.0
    topic_word_prior: float = 0.01
    bandwidth: float = 0.5
    feature_precision: float = 300.0
    feature_variance: float | None = None
    noise_precision: float = 10.0
    inducing_per_class: int = 5
    max_iter: int = 50
    tol: float = 1e-6
    random_state: Any = None
    n_jobs: int | None = None

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags

    def fit(
        self,
        counts: Any,
        y: Any = None,
        *,
        callback: Callback | None = None,
        progress: Progress | None = None,
    ) -> "GPSupervisedLDA":
        """Learn from `counts` (n_docs, n_words), ≥ 0, and y, a label each or a 0-1 matrix.

        callback  called with a FitProgress after every iteration of the whole model
        progress  told the fraction done of the start, plain LDA, which comes first
        Either may raise to stop the fit.
        Raises ValueError naming every argument that does not fit.
        """
        matrix, targets, rng = self._checked(counts, y)
        side = self._side(matrix)
        state, topics = self._start(side, matrix, rng, progress)
        given = (self.bandwidth, self.feature_precision, self.noise_precision)
        sigma, zeta, kappa = map(float, given)
        h = None if self.feature_variance is None else float(self.feature_variance)
        constants = Constants(sigma, zeta, kappa, h, int(self.inducing_per_class))
        ascent = Ascent(side, state, topics, targets, constants, rng)
        history = [ascent.bound()]
        watch = Watch(int(self.max_iter), callback)
        self.converged_ = False
        while not self.converged_ and watch.iteration < self.max_iter:
            ascent.iteration()
            history.append(ascent.bound())
            watch.iterated(history[-1])
            self.converged_ = history[-1] - history[-2] <= self.tol * abs(history[-1])
        self.classes_, self.multilabel_ = targets.classes, targets.several_labels
        self.offset_ = targets.offset
        self.topic_word_ = ascent.topics
        self.doc_topic_ = state.gamma / state.gamma.sum(axis=1, keepdims=True)
        self.features_, self.feature_variance_ = ascent.kernel.means, ascent.variance
        self.posterior_ = ascent.posterior
        self.objective_history_ = np.array(history)
        self.n_iter_ = len(history) - 1
        self._remember(counts, matrix.shape[1])
        return self

    def transform(self, counts: Any) -> FloatArray:
        """E θ of documents by plain LDA with the topics held fixed, (n_docs, n_topics); of training
        documents not `doc_topic_`, which knows the labels. Uniform for a document without words."""
        _, state = self._folded_in(counts)
        return state.gamma / state.gamma.sum(axis=1, keepdims=True)

    def fit_transform(self, counts: Any, y: Any = None, **options: Any) -> FloatArray:
        """Fit, and return `transform` of the training documents: a classifier behind it would learn
        from a `doc_topic_` that knows the labels, and meet others that do not."""
        return self.fit(counts, y, **options).transform(counts)

    def decision_function(self, counts: Any) -> FloatArray:
        """Predictive mean of every sign y_r, E f_r(c_d) + offset_r: about 1 for yes, −1 for no.

        (n_docs, n_classes) in the order of `classes_`, also for several labels; of two classes
        (n_docs,), the mean for `classes_[1]`. `predict` takes the class of the largest; where there
        is one mean, and for several labels, what is above 0.
        """
        scores, _ = self._scores(counts)
        two = len(self.classes_) == 2 and not self.multilabel_
        return scores[:, 0] if two else scores

    def predict(self, counts: Any) -> np.ndarray:
        """The class of every document; for several labels a 0-1 matrix."""
        scores, _ = self._scores(counts)
        if self.multilabel_:
            return (scores > 0.0).astype(np.int64)
        if len(self.classes_) == 2:
            return self.classes_[(scores[:, 0] > 0.0).astype(np.int64)]
        return self.classes_[scores.argmax(axis=1)]

    def predict_proba(self, counts: Any) -> FloatArray:
        """Φ(mean / standard deviation) of every output, (n_docs, n_classes); classes are brought to
        sum 1, which leaves the largest too small where there are many."""
        scores, variance = self._scores(counts)
        positive = ndtr(scores / np.sqrt(variance)[:, None])
        if self.multilabel_:
            return positive
        if len(self.classes_) == 2:
            return np.hstack([1.0 - positive, positive])
        return rows_to_one(np.maximum(positive, 1e-300))

    def _scores(self, counts: Any) -> tuple[FloatArray, FloatArray]:
        side, state = self._folded_in(counts)
        means, variance = self.posterior_.predict(side.means(state))
        return means + self.offset_, variance

    def _folded_in(self, counts: Any) -> tuple[TopicSide, Assignments]:
        matrix = self._unseen(counts, sizes=AS_THEY_ARE)
        side = self._side(matrix)
        state = side.start(np.ones((matrix.shape[0], len(self.topic_word_))), self.topic_word_)
        side.assign(state, self.topic_word_, _FOLD_IN_ROUNDS, tol=_FOLD_IN_TOL)
        return side, state

    def _checked(
        self, counts: Any, y: Any
    ) -> tuple[sparse.csr_matrix, Targets, np.random.Generator]:
        problems = Problems(AS_THEY_ARE)
        matrix = problems.counts("counts", counts)
        targets = read_targets(problems, y, matrix.shape[0] or None)
        priors = {"doc_topic_prior": (1e-9, MOST_WEIGHT), "topic_word_prior": (0.0, MOST_WEIGHT)}
        problems.parameters(self, **priors)
        entries = matrix.shape[0] * matrix.shape[1]
        problems.at_most("n_topics", self.n_topics, entries, "documents × words = ")
        rng = problems.generator(self.random_state)
        problems.raise_if_any()
        assert targets is not None
        return matrix, targets, rng

    def _side(self, matrix: sparse.csr_matrix) -> TopicSide:
        return TopicSide(
            matrix,
            int(self.n_topics),
            float(self.doc_topic_prior),
            float(self.topic_word_prior),
            self.n_jobs,
        )

    def _start(
        self,
        side: TopicSide,
        matrix: sparse.csr_matrix,
        rng: np.random.Generator,
        progress: Progress | None,
    ) -> tuple[Assignments, FloatArray]:
        """Plain LDA from PLSA's topics."""
        report(progress, 0.0, "topics without labels")
        plsa = PLSA(
            int(self.n_topics),
            init="nndsvd",  # from which the figures beside the paper's were measured
            max_iter=_START_ITERATIONS,
            random_state=rng,
            n_jobs=self.n_jobs,
        ).fit(matrix)
        state = side.start(plsa.doc_topic_, plsa.topic_word_)
        topics = side.topics(state)
        for iteration in range(_START_ITERATIONS):
            report(progress, iteration / _START_ITERATIONS, "topics without labels")
            side.assign(state, topics, ASSIGN_ROUNDS)
            topics = side.topics(state)
        report(progress, 1.0, "topics without labels")
        return state, topics

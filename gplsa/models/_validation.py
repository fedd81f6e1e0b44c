import numbers
from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.divergences.divergence import Divergence
from gplsa.core.sums import are_counts
from gplsa.core.types import FloatArray
from gplsa.names import MAX_LAM, REGULARIZERS
from gplsa.setting import within

MOST_WEIGHT = 1e9  # of a document, of a word known beforehand, or of a part of an objective
OF_ROWS, AS_THEY_ARE = (1e-300, 1e250), (1e-15, 1e15)
"""The least and the largest count where a model takes shares of rows, or counts as they are; what
is smaller counts as none."""

_WHOLE = frozenset(
    "n_topics n_clusters n_clusterings top_size inducing_per_class max_iter n_init".split()
)
_LIMITS = {
    **dict.fromkeys(sorted(_WHOLE), (1, np.inf)),
    "tol": (0.0, np.inf),
    "delta": (0.0, 0.99),
    "background_weight": (0.0, 1 - 1e-6),
    "sigma": (1e-6, 1e6),
    "pair_share": (1e-12, 1.0),
    # Beyond it nothing gets closer, and sums of what pulls lose what the words say.
    **dict.fromkeys(("lam", "graph_lam"), (0.0, MAX_LAM)),
    **dict.fromkeys(("label_weight", "affinity_weight"), (0.0, MOST_WEIGHT)),
    **dict.fromkeys(("bandwidth", "feature_precision", "noise_precision"), (1e-9, MOST_WEIGHT)),
    **dict.fromkeys(
        ("doc_topic_prior", "topic_word_prior", "feature_variance"), (1e-12, MOST_WEIGHT)
    ),
}
"""From which to which number a parameter may go that a model has under this name."""


class NotNumbers(ValueError, TypeError):
    """A matrix that holds other things than numbers, which scikit-learn calls a TypeError."""


class Problems:
    """Collects what is wrong; `raise_if_any` names all of it at once.

    What scikit-learn's own checks look for is said too, as its messages are what people search for.
    """

    def __init__(self, sizes: tuple[float, float] = OF_ROWS) -> None:
        self._least, self._most = sizes
        self._found: list[str] = []
        self._kind: type[ValueError] = ValueError

    def add(self, problem: str) -> None:
        self._found.append(problem)

    def raise_if_any(self) -> None:
        if self._found:
            raise self._kind("; ".join(self._found))

    def number(
        self, name: str, value: Any, *, least: float, integer: bool = False, most: float = np.inf
    ) -> None:
        kind = numbers.Integral if integer else numbers.Real
        wanted = "a whole number" if integer else "a finite number"
        # A whole number may be larger than any float.
        if not within(value, kind, least, most) or value == np.inf:
            bound = f" of at least {least}" if most == np.inf else f" from {least} to {most}"
            self.add(f"{name} must be {wanted}{bound}, got {value!r}")

    def parameters(self, model: Any, **own: tuple[float, float]) -> None:
        """Every number that a model was given by name; None where that is its default.

        own  limits in the place of the usual ones
        """
        for name, (least, most) in (_LIMITS | own).items():
            value = getattr(model, name, None)
            if value is not None or getattr(type(model), name, None) is not None:
                self.number(name, value, least=least, most=most, integer=name in _WHOLE)
        self.jobs(model.n_jobs)

    def jobs(self, value: Any) -> None:
        if value is not None and value != -1 and not within(value, numbers.Integral, 1, np.inf):
            self.add(
                "n_jobs must be a whole number of at least 1, or -1 for every processor, got "
                f"{value!r}"
            )

    def at_most(self, name: str, value: Any, most: float, what: str) -> None:
        """what  `most` is; 0 where it is not known"""
        if most and isinstance(value, int | np.integer) and value > most:
            self.add(f"{name} must not exceed {what}{most}, got {value}")

    def choice(self, name: str, value: Any, choices: tuple[str, ...]) -> None:
        if not isinstance(value, str) or value not in choices:
            self.add(f"{name} must be one of {', '.join(choices)}, got {value!r}")

    def regularizer(self, value: Any) -> None:
        if not isinstance(value, Divergence):
            self.choice("regularizer", value, tuple(REGULARIZERS))
            return
        own, pair = type(value), (0.5, 0.25, float(np.log(0.5)), float(np.log(0.25)))
        try:
            # Of what does not run here a compiler's message would be pages long.
            float(own.value(*pair))
            _, _, _ = own.gradient(*pair, 0.0, 0.0)
        except Exception as error:
            self.add(f"regularizer {value!r} must be computed from numbers, but {error}")

    def counts(self, name: str, counts: Any, most: float | None = None) -> sparse.csr_matrix:
        """`counts` as CSR float64 with sorted unique indices; (0, 0) where it cannot be."""
        matrix, nothing = self._numeric(name, counts), sparse.csr_matrix((0, 0))
        if matrix is None:
            return nothing
        matrix.sum_duplicates()
        n_docs, n_words = matrix.shape
        if n_docs == 0 or n_words == 0:
            lacking = "sample" if n_docs == 0 else "feature"
            self.add(
                f"{name} must have at least one document and one word, got {n_docs}×{n_words}: "
                f"0 {lacking}(s) (shape={matrix.shape}) while a minimum of 1 is required."
            )
            return nothing
        data, most = matrix.data, self._most if most is None else most
        if not np.isfinite(data).all():
            self.add(f"{name} must be finite, got NaN or infinity")
        elif (data < 0).any():
            self.add(f"{name} must not be negative, got {data.min():g}: Negative values in data")
        elif (data > most).any():
            self.add(f"{name} must not exceed {most:g}, got {data.max():g}")
        else:
            data[data < self._least] = 0.0
            matrix.eliminate_zeros()
            return matrix
        return nothing

    def _numeric(self, name: str, given: Any) -> sparse.csr_matrix | None:
        """What was given as CSR float64, or None where it is no matrix of real numbers."""
        try:
            matrix = given.tocsr() if hasattr(given, "tocsr") else np.asarray(given)
            if matrix.ndim != 2:
                found = f"an array with {matrix.ndim} dimension(s)"
                self.add(
                    f"{name} must be a matrix, got {found if matrix.ndim else type(given).__name__}"
                    ": Reshape your data, one document is one row"
                )
                return None
            if np.ma.is_masked(given):
                self.add(f"{name} must not be masked: fill what is missing, with 0 where none is")
                return None
            if np.iscomplexobj(matrix):
                self.add(f"{name} must be a numeric matrix: Complex data not supported")
                return None
            return sparse.csr_matrix(matrix.astype(np.float64))
        except (TypeError, ValueError) as error:
            self._kind = NotNumbers if isinstance(error, TypeError) else self._kind
            self.add(f"{name} must be a numeric matrix, got {type(given).__name__}: {error}")
            return None

    def known(self, name: str, given: Any, shape: tuple[int, int]) -> FloatArray:
        """`given` as a dense matrix of this shape, finite and not negative."""
        try:
            found = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            found = np.zeros(0)
        if found.shape != shape or not ((found >= 0) & (found <= MOST_WEIGHT)).all():
            self.add(
                f"{name} must be a matrix of shape {shape} with entries from 0 to {MOST_WEIGHT:g}"
            )
            return np.zeros(shape)
        return found

    def priors(
        self, prior: Any, matrices: Mapping[str, sparse.csr_matrix], n_topics: int
    ) -> list[FloatArray] | None:
        """α by modality, turned to (n_words, n_topics); None where nothing is known."""
        if prior is None:
            return None
        if unknown := sorted(set(prior) - set(matrices)):
            self.add(f"prior is of no modality of the counts: {', '.join(map(repr, unknown))}")
        found = []
        for name, matrix in matrices.items():
            shape = (n_topics, matrix.shape[1])
            alpha = self.known(f"prior[{name!r}]", prior.get(name, np.zeros(shape)), shape)
            found.append(np.ascontiguousarray(alpha.T))
        return found

    def modalities(self, counts: Any) -> dict[str, sparse.csr_matrix]:
        """Counts by modality, all with the same number of documents."""
        # SciPy's dictionary of keys is a Mapping, too.
        if not isinstance(counts, Mapping) or sparse.issparse(counts) or not counts:
            self.add(
                "counts must map at least one modality's name to its matrix, "
                f"got {type(counts).__name__}"
            )
            return {}
        checked = {
            name: matrix
            for name, given in counts.items()
            if (matrix := self.counts(f"counts of modality {name!r}", given)).shape[0]
        }
        rows = {name: matrix.shape[0] for name, matrix in checked.items()}
        if len(set(rows.values())) > 1:
            listed = ", ".join(f"{name!r} has {n}" for name, n in rows.items())
            self.add(f"all modalities must have the same number of documents, but {listed}")
        return checked if len(checked) == len(counts) else {}

    def known_modalities(
        self, counts: Any, n_words: Mapping[str, int]
    ) -> dict[str, sparse.csr_matrix]:
        """Counts by modality, each one that was fitted and with as many words as then."""
        matrices = self.modalities(counts)
        for name, matrix in matrices.items():
            if name not in n_words:
                self.add(f"unknown modality {name!r}, expected one of {', '.join(n_words)}")
            elif matrix.shape[1] != n_words[name]:
                self.add(
                    f"counts of modality {name!r} must have {n_words[name]} "
                    f"words, got {matrix.shape[1]}"
                )
        return matrices

    def graph(self, graph: Any, n_docs: int, whose: str) -> sparse.csr_matrix | None:
        """The graph as symmetric CSR without a diagonal; None where there is none."""
        if graph is None:
            return None
        matrix = self.counts("graph", graph, most=MAX_LAM)
        if not matrix.shape[0]:
            return None
        if matrix.shape[0] != matrix.shape[1]:
            self.add(f"graph must be square, got {matrix.shape[0]}×{matrix.shape[1]}")
            return None
        if matrix.shape[0] != n_docs:
            self.add(f"graph has {matrix.shape[0]} nodes, but {whose} {n_docs} documents")
            return None
        difference = abs(matrix - matrix.T)
        largest = difference.max() if difference.nnz else 0.0
        if largest > 1e-10 * max(matrix.max(), 1e-300):
            self.add(f"graph must be symmetric, but an edge and its reverse differ by {largest:g}")
            return None
        matrix.setdiag(0.0)
        matrix.eliminate_zeros()
        return matrix

    def weights(self, name: str, weights: Any, n_docs: int) -> FloatArray:
        """Document weights; ones where none are given, or where there are no documents to weigh."""
        if weights is None or n_docs == 0:
            return np.ones(n_docs)
        try:
            array = np.asarray(weights, dtype=np.float64)
        except (TypeError, ValueError):
            self.add(f"{name} must be numbers, got {weights!r}")
            return np.ones(n_docs)
        if array.shape != (n_docs,):
            self.add(
                f"{name} must have one number for each of {n_docs} documents, got {array.shape}"
            )
        elif not are_counts(array):
            self.add(f"{name} must be finite and not negative")
        elif (array > MOST_WEIGHT).any():
            self.add(f"{name} must not exceed {MOST_WEIGHT:g}, got {array.max():g}")
        elif not array.any():
            self.add(f"{name} must not be zero for every document")
        return np.where(array < self._least, 0.0, array)

    def generator(self, random_state: Any) -> np.random.Generator:
        """The one source of randomness of a fit."""
        try:
            return np.random.default_rng(random_state)
        except (TypeError, ValueError):
            self.add(
                "random_state must be a whole number of at least 0, a numpy Generator or None, "
                f"got {random_state!r}"
            )
            return np.random.default_rng(0)

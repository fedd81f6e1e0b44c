"""Input checks shared by the ranker and retrieval: one clear sentence for whoever called."""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from gplsa.core.sums import are_counts
from gplsa.core.types import FloatArray
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon
from gplsa.keywords.scoring.boosting import Trees


def checked_counts(counts: sparse.csr_matrix, name: str, n_words: int) -> sparse.csr_matrix:
    """`counts` as clean CSR float64, sorted, without stored zeros; ValueError if unusable."""
    matrix = sparse.csr_matrix(counts, dtype=np.float64)
    if matrix.shape[1] != n_words:
        raise ValueError(f"{name} must have {n_words} columns, but has {matrix.shape[1]}")
    if not are_counts(matrix.data):
        raise ValueError(f"{name} must hold finite numbers of at least 0")
    if not matrix.has_canonical_format or (matrix.data == 0).any():
        matrix = matrix.copy()
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
    return matrix


def checked_pairs(
    source: sparse.csr_matrix, target: sparse.csr_matrix
) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """Both sides checked, with as many documents on one as on the other."""
    if source.shape[0] != target.shape[0]:
        raise ValueError(
            f"source has {source.shape[0]} documents, but target has {target.shape[0]}: "
            "row i of one must be the counterpart of row i of the other"
        )
    return (
        checked_counts(source, "source", source.shape[1]),
        checked_counts(target, "target", target.shape[1]),
    )


def checked_lexicon(arrays: Mapping[str, np.ndarray], n_source: int, n_target: int) -> Lexicon:
    """A lexicon from stored arrays; ValueError where they cannot be one."""
    names = ("indptr", "indices", "translation", "cooccurrence", "unit_chance")
    _require(arrays, names)
    indptr = np.asarray(arrays["indptr"], dtype=np.int64)
    indices = np.asarray(arrays["indices"], dtype=np.int32)
    values = [np.asarray(arrays[name], dtype=np.float64) for name in names[2:]]
    sound = (
        indptr.shape == (n_source + 1,)
        and indptr[0] == 0
        # Compared, not subtracted: what overflows would look as if it rose.
        and (indptr[:-1] <= indptr[1:]).all()
        and indices.shape == (indptr[-1],)
        and all(array.shape == indices.shape for array in values)
        and ((indices >= 0) & (indices < n_target)).all()
        and all(map(are_counts, values))
        and (values[2] < 1).all()
    )
    if not sound:
        raise ValueError("the stored keywords are damaged or belong to other vocabularies")
    known = _checked_frequencies(arrays, n_source, n_target) if "n_pairs" in arrays else None
    return Lexicon(indptr, indices, values[0], values[1], values[2], n_target, known)


def _checked_frequencies(
    arrays: Mapping[str, np.ndarray], n_source: int, n_target: int
) -> Frequencies:
    names = ("source_frequency", "target_frequency")
    _require(arrays, names)
    n_pairs = np.asarray(arrays["n_pairs"])
    sides = [np.asarray(arrays[name], dtype=np.float64) for name in names]
    sound = (
        n_pairs.shape == (1,)
        and n_pairs.dtype.kind == "i"
        and [side.shape for side in sides] == [(n_source,), (n_target,)]
        and all((side >= 0).all() and (side <= n_pairs[0]).all() for side in sides)
    )
    if not sound:
        raise ValueError("the stored keywords are damaged or belong to other vocabularies")
    return Frequencies(sides[0], sides[1], int(n_pairs[0]))


def checked_trees(
    arrays: Mapping[str, np.ndarray], prefix: str, n_linear: int, n_features: int
) -> tuple[FloatArray, Trees]:
    """Weights of a linear score and trees from stored arrays; ValueError where they cannot be."""
    names = [prefix + name for name in ("weights", "tree_feature", "tree_threshold", "tree_value")]
    _require(arrays, tuple(names))
    weights, threshold, value = (
        np.asarray(arrays[name], dtype=np.float64) for name in (names[0], *names[2:])
    )
    trees = Trees(np.asarray(arrays[names[1]], dtype=np.int64), threshold, value)
    sound = weights.shape == (n_linear + 1,) and np.isfinite(weights).all()
    if not sound or not trees.are_of(n_features):
        raise ValueError("the stored keywords are damaged: their probabilities cannot be rebuilt")
    return weights, trees


def _require(arrays: Mapping[str, np.ndarray], names: tuple[str, ...]) -> None:
    missing = [name for name in names if name not in arrays]
    if missing:
        raise ValueError(f"the stored keywords lack {', '.join(missing)}")

"""Vectors of documents and words of two languages in one space: read from files, or built here."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import svds
from sklearn.preprocessing import normalize

from benchmarks.crossmodal_baselines import cca
from benchmarks.gist import Side
from benchmarks.gist_baselines import tfidf

Array = NDArray[np.float64]
Both = tuple[Array, Array]

SVD_DIMENSIONS, CCA_DIMENSIONS, CCA_RIDGE = 300, 200, 1.0
INDEX_LENGTH, INDEX_ONES = 1000, 10


@dataclass(frozen=True)
class Trial:
    """A split of one corpus: source and target, the shown forms of their terms, and its rows."""

    sides: tuple[Side, Side]
    forms: tuple[list[str], list[str]]
    train: NDArray[np.int64]
    test: NDArray[np.int64]

    def inner(self, held: NDArray[np.bool_]) -> "Trial":
        """The training documents alone, those of the mask `held` kept out."""
        source, target = (Side(s.train[~held], s.train[held], s.lines) for s in self.sides)
        return Trial((source, target), self.forms, self.train[~held], self.train[held])


@dataclass(frozen=True)
class Vectors:
    """By side (source, target) vectors of the training and test documents, and of words if any."""

    train: Both
    test: Both
    words: Both | None = None


Builder = Callable[[Trial], Vectors]


def read_documents(path: Path, languages: Sequence[str], n_documents: int) -> Builder:
    """An .npz with an array (documents, dimensions) for each language, rows in corpus order."""
    try:
        with np.load(path, allow_pickle=False) as found:
            held = {name: np.asarray(found[name]) for name in found.files}
    except (OSError, ValueError) as error:
        raise SystemExit(f"{path} cannot be read as .npz: {error}") from None
    for name in languages:
        if name not in held:
            raise SystemExit(f"{path} has no array {name!r}, only {', '.join(held) or 'nothing'}.")
        if held[name].ndim != 2 or len(held[name]) != n_documents:
            raise SystemExit(
                f"{name!r} in {path} has shape {held[name].shape}; the corpus has {n_documents:,} "
                "documents: encode those that --write-texts writes, one row for each line."
            )
        if not np.isfinite(held[name]).all():
            raise SystemExit(f"{name!r} in {path} holds values that are not finite.")
    first, second = (held[name].astype(np.float64) for name in languages)
    if first.shape[1] != second.shape[1]:
        raise SystemExit(f"The two sides in {path} have {first.shape[1]} and {second.shape[1]} "
                         "dimensions: they are not of one space.")  # fmt: skip
    return lambda trial: Vectors(
        (first[trial.train], second[trial.train]), (first[trial.test], second[trial.test])
    )


def read_words(path: Path, wanted: Iterable[str]) -> dict[str, Array]:
    """The vectors of wanted words in a file of word2vec's or fastText's text format (.vec, .txt):
    a word and its numbers on each line, perhaps below a line with their counts."""
    names, found, width = set(wanted), {}, 0
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file):
                word, *values = line.rstrip().split(" ")
                if number == 0 and len(values) == 1:
                    continue
                width = width or len(values)
                if len(values) != width:
                    continue  # a word with a blank in it
                if word in names and word not in found:
                    found[word] = np.array(values, dtype=np.float64)
    except (OSError, ValueError) as error:
        raise SystemExit(f"{path} cannot be read as word vectors: {error}") from None
    if not found:
        raise SystemExit(f"{path} holds none of the words of the corpus.")
    return found


def aligned_words(paths: tuple[Path, Path]) -> Builder:
    """Words of both languages in one space; a document is the tf-idf mean of its words."""
    known: dict[str, dict[str, Array]] = {}

    def build(trial: Trial) -> Vectors:
        tables = []
        for path, forms in zip(paths, trial.forms, strict=True):
            spellings = {spelling for form in forms for spelling in (form, form.lower())}
            key = f"{path} {hash(frozenset(spellings))}"
            if key not in known:
                known[key] = read_words(path, spellings)
            tables.append(_table(known[key], forms))
        first, second = tables
        if first.shape[1] != second.shape[1]:
            raise SystemExit(f"Words of {first.shape[1]} and of {second.shape[1]} dimensions are "
                             "not of one space: take vectors that were aligned.")  # fmt: skip
        return of_words(trial, (first, second))

    return build


def _table(found: dict[str, Array], forms: list[str]) -> Array:
    width = len(next(iter(found.values())))
    nothing = np.zeros(width)
    return normalize([found.get(form, found.get(form.lower(), nothing)) for form in forms])


def of_words(trial: Trial, words: Both) -> Vectors:
    """Documents as tf-idf means of the vectors of their words."""
    train, test = (
        tuple(
            normalize(tfidf(getattr(side, part), side.train) @ vectors)
            for side, vectors in zip(trial.sides, words, strict=True)
        )
        for part in ("train", "test")
    )
    return Vectors(train, test, words)


def random_indexing(trial: Trial) -> Vectors:
    """Every training pair gets a sparse random vector of ±1; a word is the sum of those of the
    pairs it stands in, (1 + log tf) times, less the mean.  [Sahlgren, Karlgren 2005]"""
    n = trial.sides[0].train.shape[0]
    rng = np.random.default_rng(0)
    rows = np.repeat(np.arange(n), INDEX_ONES)
    columns = rng.integers(INDEX_LENGTH, size=n * INDEX_ONES)
    signs = rng.choice([-1.0, 1.0], size=n * INDEX_ONES)
    index = sparse.csr_matrix((signs, (rows, columns)), shape=(n, INDEX_LENGTH))
    words = []
    for side in trial.sides:
        seen = side.train.astype(np.float64)
        seen.data = 1 + np.log(seen.data)
        vectors = (seen.T @ index).toarray()
        words.append(normalize(vectors - vectors.mean(axis=0)))
    return of_words(trial, (words[0], words[1]))


def cca_on_ppmi(trial: Trial) -> Vectors:
    """Positive pointwise mutual information of words and documents, 300 singular dimensions a side,
    canonical correlation of the two on the training pairs; a word is projected like a document that
    holds nothing else.  [Levy, Goldberg 2014; Faruqui, Dyer 2014]"""
    weighted = [
        (_ppmi(side.train, side.train), _ppmi(side.test, side.train)) for side in trial.sides
    ]
    bases = []
    for train, _ in weighted:
        k = min(SVD_DIMENSIONS, min(train.shape) - 1)
        bases.append(svds(train, k=k, random_state=0)[2].T)
    reduced = [train @ basis for (train, _), basis in zip(weighted, bases, strict=True)]
    maps = cca(*reduced, min(CCA_DIMENSIONS, len(trial.train) // 2), CCA_RIDGE)
    parts = [
        tuple(
            normalize(to(both[part] @ basis))
            for both, basis, to in zip(weighted, bases, maps, strict=True)
        )
        for part in (0, 1)
    ]
    words = tuple(
        normalize(to(normalize(basis)) - to(np.zeros((1, basis.shape[1]))))
        for basis, to in zip(bases, maps, strict=True)
    )
    return Vectors(parts[0], parts[1], words)


def _ppmi(counts: sparse.csr_matrix, training: sparse.csr_matrix) -> sparse.csr_matrix:
    """max(0, log p(w|d) / p(w)), rows of length 1; p(w) of the training documents."""
    found = sparse.coo_matrix(counts, dtype=np.float64)
    words = np.asarray(training.sum(axis=0)).ravel() / training.sum()
    lengths = np.maximum(np.asarray(counts.sum(axis=1)).ravel(), 1.0)
    ratio = found.data / lengths[found.row] / np.maximum(words[found.col], 1e-300)
    values = np.where(words[found.col] > 0, np.maximum(np.log(ratio), 0.0), 0.0)
    return normalize(sparse.csr_matrix((values, (found.row, found.col)), shape=counts.shape))


BUILT: dict[str, Builder] = {
    "random indexing": random_indexing,
    "CCA on PPMI": cca_on_ppmi,
}

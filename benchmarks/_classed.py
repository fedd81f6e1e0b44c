"""Collections whose documents have classes, each in two parts: one to choose on, one to report on.

faces    CMU PIE, one pose under 42 lights: persons 1 to 17 | 18 to 34 of the half at hand
objects  COIL-20: ten objects | the ten others, drawn by seed 0
debates  Europarl: of the 20 largest debates every second one | the others; English
stories  3Sources: 169 news stories told by three papers, six subjects; to report on alone
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.io import loadmat
from sklearn.feature_extraction.text import TfidfTransformer

from benchmarks._coil import N_OBJECTS, coil
from benchmarks._common import DATA
from gplsa import knn_graph
from gplsa.text import Vocabulary, WordOptions

NEIGHBOURS = 5
LIGHTS = 42
N_DEBATES = 20
LANGUAGES = ("en", "de", "fr")


@dataclass(frozen=True)
class Classed:
    """Counts by view, the class of every document, and the 0-1 graph of five neighbours.

    second  another division of the same documents, which is not wanted: the light of a face
    """

    counts: dict[str, Any]
    classes: NDArray[np.int64]
    graph: sparse.csr_matrix
    second: NDArray[np.int64] | None = None

    @property
    def n_classes(self) -> int:
        return len(np.unique(self.classes))

    @property
    def first(self) -> Any:
        return next(iter(self.counts.values()))


def faces(persons: slice | NDArray[np.int64]) -> Classed:
    """Grey values of these persons of the half at hand."""
    found = np.load(_file("pie_half", "pie.npz"))
    numbers = np.unique(found["y"], return_inverse=True)[1]
    chosen = np.arange(numbers.max() + 1)[persons]
    rows = np.isin(numbers, chosen)
    pixels = found["X"][rows].astype(np.float64)
    lights = np.arange(len(numbers))[rows] % LIGHTS
    return Classed({"image": pixels}, numbers[rows], knn_graph(pixels, NEIGHBOURS), lights)


def objects(chosen: slice) -> Classed:
    numbers = np.random.default_rng(0).permutation(N_OBJECTS)[chosen]
    pixels, classes, graph = coil(numbers)
    return Classed({"image": pixels}, classes, graph)


def debates(chosen: slice, languages: tuple[str, ...] = ("en",)) -> Classed:
    lines = _file("europarl", "docs.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    sizes = Counter((row["day"], row["chapter"]) for row in rows)
    largest = [debate for debate, _ in sizes.most_common(N_DEBATES)][chosen]
    number = {debate: k for k, debate in enumerate(largest)}
    rows = [row for row in rows if (row["day"], row["chapter"]) in number]
    counts = {
        name: Vocabulary.build([row[name] for row in rows], WordOptions(name, stop_words="nltk"))[1]
        for name in languages
    }
    classes = np.array([number[row["day"], row["chapter"]] for row in rows])
    return Classed(counts, classes, text_graph(counts))


def stories(chosen: slice = slice(None)) -> Classed:
    found = loadmat(_file("views", "3Sources.mat"))
    views = ("first", "second", "third")
    counts = {
        name: sparse.csr_matrix(view.astype(np.float64)[chosen])
        for name, view in zip(views, found["X"].ravel(), strict=True)
    }
    return Classed(counts, found["y"].ravel().astype(np.int64)[chosen], text_graph(counts))


def text_graph(counts: dict[str, sparse.csr_matrix]) -> sparse.csr_matrix:
    """Nearest neighbours by the cosine of tf-idf, over the words of all views."""
    weighted = [TfidfTransformer(sublinear_tf=True).fit_transform(x) for x in counts.values()]
    return knn_graph(sparse.hstack(weighted, format="csr"), NEIGHBOURS)


PARTS: dict[str, tuple[Callable[[], Classed] | None, Callable[[], Classed]]] = {
    "faces": (lambda: faces(slice(17)), lambda: faces(slice(17, None))),
    "objects": (lambda: objects(slice(10)), lambda: objects(slice(10, None))),
    "debates": (
        lambda: debates(slice(0, None, 2)),
        lambda: debates(slice(1, None, 2)),
    ),
    "stories": (None, stories),
}
"""To choose on, and to report on."""


def _file(folder: str, name: str) -> Any:
    path = DATA / folder / name
    if not path.is_file():
        raise SystemExit(f"{name} is not on this machine: set GPLSA_DATA to the folder of {folder}")
    return path

"""Public collections, as several benchmarks read them."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.io import loadmat
from sklearn.feature_extraction.text import TfidfTransformer

from benchmarks._common import DATA
from gplsa import Corpus, knn_graph
from gplsa.compare.holdout import split_randomly
from gplsa.evaluation.classes import clustering_accuracy, normalized_mutual_information
from gplsa.text import Vocabulary, WordOptions

Texts = dict[str, list[str]]
NTREX_CODE = {"de": "deu", "en": "eng", "fr": "fra", "es": "spa", "it": "ita"}
SPEECHES = "europarl/docs.jsonl"
RECORDS, PHOTOS = "tibsid/pairs.jsonl.gz", "flickr8k/triples.jsonl"
TALK_WORDS = 1_500
NEIGHBOURS = 5


def rows(path: str) -> list[dict[str, Any]]:
    """The lines of a JSONL file of the data folder, packed or not."""
    place = DATA / path
    if not place.is_file():
        raise SystemExit(f"{path} is not on this machine: set GPLSA_DATA to the folder above it")
    with (gzip.open if place.suffix == ".gz" else open)(place, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def texts_of(found: Sequence[dict[str, Any]], languages: Sequence[str] = ("de", "en")) -> Texts:
    return {side: [row[side] for row in found] for side in languages}


def corpus_of(name: str, texts: Texts, ids: Sequence[str] | None = None) -> Corpus:
    """Sides are named by their languages."""
    ids = [str(row) for row in range(len(next(iter(texts.values()))))] if ids is None else [*ids]
    return Corpus(name, ids, texts, {side: side for side in texts})


def speeches(languages: Sequence[str] = ("de", "en")) -> Corpus:
    """1,333 documents of the European Parliament."""
    found = rows(SPEECHES)
    return corpus_of("europarl", texts_of(found, languages), [row["id"] for row in found])


def speeches_held_out() -> tuple[Corpus, Corpus]:
    """1,000 speeches to train on, and 333 that are held out."""
    corpus = speeches()
    test = split_randomly(corpus, 333, seed=0)
    return corpus.subset(np.setdiff1d(np.arange(len(corpus)), test)), corpus.subset(test)


def moved_on(
    texts: Sequence[str], n: int, rng: np.random.Generator
) -> tuple[list[str], NDArray[np.intp]]:
    """So many texts have moved on among themselves, to places drawn at random."""
    moved, places = list(texts), rng.choice(len(texts), n, replace=False)
    for place, other in zip(places, np.roll(places, 1), strict=True):
        moved[place] = texts[other]
    return moved, places


def debate_of(row: dict[str, Any]) -> str:
    return f"{row['day']} {row['chapter']}"


def talks(languages: Sequence[str]) -> list[list[str]]:
    """Neighbours of one debate joined until the English side has 1,500 words; what is left at the
    end of a debate is left out."""

    def joined(debate: Iterator[dict[str, str]]) -> Iterator[list[str]]:
        held: list[dict[str, str]] = []
        for row in debate:
            held.append(row)
            if sum(len(part["en"].split()) for part in held) >= TALK_WORDS:
                yield ["\n".join(part[side] for part in held) for side in languages]
                held = []

    pairs = [pair for _, debate in groupby(rows(SPEECHES), debate_of) for pair in joined(debate)]
    return [[*side] for side in zip(*pairs, strict=True)]


def captions(language: str, lines: int = 1) -> list[str]:
    """Captions of multi30k, so many lines a document."""
    path = DATA / "multi30k" / f"train.{language}"
    found = path.read_text(encoding="utf-8").splitlines()
    return ["\n".join(found[i : i + lines]) for i in range(0, len(found) - lines + 1, lines)]


@dataclass(frozen=True)
class Classed:
    """Counts by view, the class of every document, and the 0-1 graph of five neighbours."""

    counts: dict[str, Any]
    classes: NDArray[np.int64]
    graph: sparse.csr_matrix

    @property
    def n_classes(self) -> int:
        return len(np.unique(self.classes))

    def figures(self, *clusters: NDArray[np.int64]) -> list[float]:
        """Accuracy and NMI of each."""
        measures = (clustering_accuracy, normalized_mutual_information)
        return [measure(self.classes, one) for one in clusters for measure in measures]

    def of(self, n_views: int) -> dict[str, Any]:
        return dict([*self.counts.items()][:n_views])


def debates(chosen: slice, languages: Sequence[str], n_debates: int = 20) -> Classed:
    """The largest debates of the European Parliament, or some of them; neighbours by tf-idf."""
    found = rows(SPEECHES)
    sizes = Counter(debate_of(row) for row in found)
    largest = [debate for debate, _ in sizes.most_common(n_debates)][chosen]
    number = {debate: k for k, debate in enumerate(largest)}
    found = [row for row in found if debate_of(row) in number]
    counts = {
        name: Vocabulary.build([row[name] for row in found], WordOptions(name, stop_words="nltk"))[
            1
        ]
        for name in languages
    }
    return Classed(counts, np.array([number[debate_of(row)] for row in found]), text_graph(counts))


def stories() -> Classed:
    """3Sources: 169 news stories told by three papers, six subjects."""
    found = loadmat(DATA / "views" / "3Sources.mat")
    views = ("first", "second", "third")
    counts = {
        name: sparse.csr_matrix(view.astype(np.float64))
        for name, view in zip(views, found["X"].ravel(), strict=True)
    }
    return Classed(counts, found["y"].ravel().astype(np.int64), text_graph(counts))


def wikipedia_classes(part: str) -> NDArray[np.int64]:
    """The category of every pair of the Wikipedia image-text benchmark, of part train or test."""
    path = DATA / "wikipedia_xmodal" / f"{part}set_txt_img_cat.list"
    lines = path.read_text(encoding="utf-8").splitlines()
    return np.array([int(line.split("\t")[2]) for line in lines])


def photos(seed: int, n_test: int = 200) -> list[list[dict[str, Any]]]:
    """Rows of the photos to learn from, and to test on."""
    found = rows(PHOTOS)
    order = np.random.default_rng(seed).permutation(len(found))
    return [[found[i] for i in order[:-n_test]], [found[i] for i in order[-n_test:]]]


def text_graph(counts: dict[str, sparse.csr_matrix], *, sublinear: bool = True) -> Any:
    """Nearest neighbours by the cosine of tf-idf, over the words of all views."""
    reader = TfidfTransformer(sublinear_tf=sublinear)
    weighed = [reader.fit_transform(table) for table in counts.values()]
    return knn_graph(sparse.hstack(weighed, format="csr"), NEIGHBOURS)

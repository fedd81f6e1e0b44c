"""How the map of the documents keeps neighbours, beside other ways to place them, and its time.

    python -m benchmarks.document_map

Of every document the 30 nearest by their mixtures (Hellinger) and the 30 nearest on the map: how
many are the same. How many of the 10 nearest on the map have the same largest topic. How many
documents lie within a point's width (1/250 of the map) of another, so that one cannot be seen.
"""

import json
import time
from collections.abc import Callable, Iterator

import numpy as np
from scipy.spatial import cKDTree
from sklearn.manifold import TSNE

from benchmarks._common import DATA
from gplsa.api import corpus_of
from gplsa.core.types import FloatArray
from gplsa.corpus.corpus import Corpus
from gplsa.figures import spread, topic_places
from gplsa.figures.maps import document_places
from gplsa.model.by_field import mixtures
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train

NEAR, NEAREST = 30, 10
WIDTH = 1 / 250


def corpora() -> Iterator[tuple[str, Corpus, int]]:
    """1,000 speeches with 20 topics, and news in pieces of five lines with 30."""
    languages = {"de": "de", "en": "en"}
    speeches = [json.loads(line) for line in (DATA / "europarl" / "docs.jsonl").open()][:1000]
    texts = {side: [one[side] for one in speeches] for side in languages}
    yield "europarl", corpus_of(texts, languages=languages), 20
    news = [json.loads(line) for line in (DATA / "ntrex" / "docs.jsonl").open()]
    pieces: dict[str, list[str]] = {"de": [], "en": []}
    for one in news:
        for side, key in (("de", "deu"), ("en", "eng")):
            lines = one[key].split("\n")
            pieces[side] += ["\n".join(lines[i : i + 5]) for i in range(0, len(lines), 5)]
    yield "ntrex", corpus_of(pieces, languages=languages), 30


def principal(theta: FloatArray) -> FloatArray:
    """The first two principal components of √θ."""
    centred = np.sqrt(theta) - np.sqrt(theta).mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred)
    return np.asarray(centred @ vectors[:, -2:])


def neighbour_embedding(theta: FloatArray) -> FloatArray:
    """t-SNE of √θ."""
    placed = TSNE(2, init="pca", random_state=0, perplexity=30, max_iter=500)
    return np.asarray(placed.fit_transform(np.sqrt(theta)))


def ways(model: Model) -> dict[str, Callable[[], FloatArray]]:
    theta, of_topics = mixtures(model), spread(topic_places(model))

    def between(power: int) -> FloatArray:
        weight = theta**power
        return np.asarray(weight / weight.sum(axis=1, keepdims=True) @ of_topics)

    return {
        "principal components": lambda: principal(theta),
        "between topics": lambda: between(1),
        "between topics, cubed": lambda: between(3),
        "the map (discs)": lambda: document_places(model),
        "t-SNE": lambda: neighbour_embedding(theta),
    }


def nearest(points: FloatArray, n: int) -> FloatArray:
    return np.asarray(cKDTree(points).query(points, n + 1)[1][:, 1:])


def main() -> None:
    for name, corpus, n_topics in corpora():
        model = train(corpus, TrainSettings(n_topics=n_topics, check=False))
        theta = mixtures(model)
        largest, near = theta.argmax(axis=1), nearest(np.sqrt(theta), NEAR)
        print(f"{name}, {len(theta):,} documents, {n_topics} topics")
        for way, place in ways(model).items():
            begin = time.perf_counter()
            places = place()
            seconds = time.perf_counter() - begin
            places = (places - places.min(axis=0)) / np.ptp(places, axis=0)
            there = nearest(places, NEAR)
            kept = np.mean([len({*a} & {*b}) / NEAR for a, b in zip(near, there, strict=True)])
            alike = (largest[there[:, :NEAREST]] == largest[:, None]).mean()
            covered = (cKDTree(places).query(places, 2)[0][:, 1] < WIDTH).mean()
            print(
                f"  {way:22} neighbours {kept:.3f}  same topic {alike:.3f}  covered {covered:.2f}"
                f"  {seconds:.2f} s"
            )


if __name__ == "__main__":
    main()

"""Photos that find photos: of the same kind, and the very photo in a worse copy.

    python -m benchmarks.similar_photos [--seeds 0 1 2 3 4] [--without 0.3]

The collection and its parts are those of benchmarks.photos: 400 photos with English and German
captions to learn from, 200 without to ask with.  precision@10: of the ten photos found, the share
of the label of the one asked with.  copies: how many of 100 photos of the model are found first by
a copy of half the size, a part (four fifths each way), a grey one, and by all of that at once.
`--without` takes the captions of some photos of the model away.
"""

import argparse
import re
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks._common import interval, print_table
from benchmarks.photos import FOLDER, TEXTS, parted
from gplsa.corpus.corpus import Corpus
from gplsa.evaluation import class_precision
from gplsa.images import VisualVocabulary, picture_pixels, small_picture
from gplsa.keywords.scoring.ranking import inverse_document_frequency
from gplsa.model import measures
from gplsa.model.measures import SameSide, predicted_from, prepare
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train

Array = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Ask = Callable[[list[bytes]], Array]
N_COPIES = 100
SEARCH = "Search: words foretold, a little of looks"
PATCHES = "visual words alone"


def learned(rows: list[dict[str, str]], without: float) -> TrainedModel:
    worded = np.random.default_rng(0).random(len(rows)) >= without
    pictures = [small_picture(row["image"], (FOLDER / row["image"]).read_bytes()) for row in rows]
    corpus = Corpus(
        "photos",
        [row["image"] for row in rows],
        {
            text: [row[text] if told else "" for row, told in zip(rows, worded, strict=True)]
            for text in TEXTS
        },
        {text: text for text in TEXTS},
        pictures={"image": pictures},
    )
    return train(corpus, TrainSettings(n_topics=20, check=False))


def ways(model: TrainedModel) -> dict[str, Ask]:
    """Each gives the likeness of pictures to those of the model (n_asked, n_documents)."""
    vocabulary = model.vocabularies["image"]
    assert isinstance(vocabulary, VisualVocabulary)
    mixture = np.zeros(len(model.topic_word["image"]))

    def by(measure: measures.Measure, weight: float | None = None) -> Ask:
        def ask(pictures: list[bytes]) -> Array:
            counts, visual_features = vocabulary.read(pictures)
            assert visual_features is not None
            usual = measures.VISUAL_FEATURES_WEIGHT
            measures.VISUAL_FEATURES_WEIGHT = usual if weight is None else weight
            try:
                each = [
                    measure.scores(counts[at], mixture, visual_features[[at]])
                    for at in range(len(pictures))
                ]
            finally:
                measures.VISUAL_FEATURES_WEIGHT = usual
            return np.array(each)

        return ask

    counts = model.counts["image"]
    patches = SameSide(model, "image", counts, inverse_document_frequency(counts))
    both = prepare(model, "image", "image")
    assert predicted_from(model, "image")
    return {
        PATCHES: by(patches),
        "looks alone": by(both, 1e6),
        "words foretold alone": by(both, 0.0),
        SEARCH: by(both),
        "as much of looks": by(both, 1.0),
    }


def half(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def part(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    return pixels[height // 10 : height - height // 10, width // 10 : width - width // 10]


def grey(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))


COPIES: dict[str, Callable[[Pixels], Pixels]] = {
    "half": half,
    "part": part,
    "grey": grey,
    "all": lambda pixels: half(part(grey(pixels))),
}


def copied(jpeg: bytes, how: Callable[[Pixels], Pixels]) -> bytes:
    done, data = cv2.imencode(".jpg", how(picture_pixels(jpeg)))
    assert done
    return data.tobytes()


def measure(seed: int, without: float) -> dict[str, list[float]]:
    """By way: precision@10, and of each kind of copy the share that finds its photo first."""
    seen, unseen = parted(seed)
    model = learned(seen, without)
    asked = [(FOLDER / row["image"]).read_bytes() for row in unseen]
    labels = [np.array([row["label"] for row in rows]) for rows in (unseen, seen)]
    originals = model.corpus.pictures["image"][:N_COPIES]
    found = {}
    for name, ask in ways(model).items():
        figures = [class_precision(ask(asked), *labels)]
        for how in COPIES.values():
            nearest = ask([copied(jpeg, how) for jpeg in originals]).argmax(axis=1)
            figures.append(float(np.mean(nearest == np.arange(N_COPIES))))
        found[name] = figures
        print(f"seed {seed}, {name}: {re.sub(r'[][]', '', str(np.round(figures, 3)))}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4])
    parser.add_argument(
        "--without", type=float, default=0.0, help="share of photos without captions"
    )
    options = parser.parse_args()
    runs = [measure(seed, options.without) for seed in options.seeds]
    rows = [
        [name, interval(run[name][0] for run in runs), *np.mean([r[name][1:] for r in runs], 0)]
        for name in runs[0]
    ]
    header = ["compared by", "precision@10", *(f"{name}: first" for name in COPIES)]
    print_table(f"flickr8k, photos by photos: seeds {options.seeds}", header, rows)
    gains = [run[SEARCH][0] - run[PATCHES][0] for run in runs]
    print(f"Over visual words Search gains {interval(gains)} precision@10.")


if __name__ == "__main__":
    main()

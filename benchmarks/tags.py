"""Tags of unseen photos: do they beat the most frequent caption words?

Flickr8k, 600 photos with captions; 200 test photos, 60 or 400 others to train on, both drawn by the
seed. Precision at five: of the five words shown, the share that stands in a caption of the photo.

    python -m benchmarks.tags [--seeds 0 1 2 3 4] [--side en]

The random guess is what a word drawn from the vocabulary would score. Everything about the way from
photo to tags (descriptors, sizes, the power of counts, the form of the probability) was chosen on
the 400 training photos of seed 0, split among themselves.
"""

import argparse

import numpy as np

from benchmarks._common import DATA, print_table
from benchmarks._corpora import PHOTOS, rows
from gplsa.corpus.corpus import Corpus
from gplsa.images import small_picture
from gplsa.model.keywords import summarize
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import KeywordOptions
from gplsa.training.train import train

N_TEST = 200
SIZES = (60, 400)
SHOWN = 5
RIGHT = ("tags", "paper's rule", "frequent words", "random", "shown")


def photos(side: str) -> Corpus:
    """Photos and their captions in one language."""
    found, folder = rows(PHOTOS), DATA / "flickr8k"
    pictures = [small_picture(row["image"], (folder / row["image"]).read_bytes()) for row in found]
    return Corpus(
        name="flickr8k",
        ids=[row["id"] for row in found],
        texts={side: [row[side] for row in found]},
        languages={side: side},
        pictures={"image": pictures},
    )


def measure(corpus: Corpus, side: str, n_train: int, seed: int) -> list[float]:
    """The figures of one row of the table."""
    order = np.random.default_rng(seed).permutation(len(corpus))
    seen, test = corpus.subset(order[:n_train]), corpus.subset(order[-N_TEST:])
    model = train(seen, TrainSettings(check=False, seed=seed))
    pictures = test.pictures["image"]
    direction = model.direction("image", side)
    true = model.vocabularies[side].count(test.texts[side]).toarray() > 0
    found = []
    for rule in ("gist", "paper"):
        options = KeywordOptions(limit=SHOWN, least=SHOWN, rule=rule, telling=0.0)
        summaries = summarize(direction, pictures, options)
        tags = [[keyword.term for keyword in summary.keywords] for summary in summaries]
        found.append(float(np.take_along_axis(true, np.array(tags), axis=1).mean()))
    frequent = np.argsort(-model.vocabularies[side].document_frequency, kind="stable")[:SHOWN]
    found += [float(true[:, frequent].mean()), float(true.mean())]
    shown = [[k.term for k in one.keywords] for one in summarize(direction, pictures)]
    given = np.bincount(np.concatenate(shown).astype(int))
    right = sum(int(true[photo, terms].sum()) for photo, terms in enumerate(shown))
    return [*found, right / given.sum(), *np.array([given.sum(), given.max()]) / len(shown)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    parser.add_argument("--side", default="en", choices=("en", "de"))
    options = parser.parse_args()
    corpus = photos(options.side)
    seeds = ", ".join(map(str, options.seeds))
    table = []
    for n_train in SIZES:
        found = np.array([measure(corpus, options.side, n_train, s) for s in options.seeds])
        cells = [f"{m:.3f} ± {s:.3f}" for m, s in zip(found.mean(0), found.std(0), strict=True)]
        gain = found[:, 0] - found[:, 2]
        table.append([n_train, *cells, f"{gain.mean():+.3f} (least {gain.min():+.3f})"])
    print_table(
        f"flickr8k, image → {options.side}, precision@{SHOWN}, mean ± sd of seeds {seeds}",
        ["photos", *RIGHT, "words shown", "with the commonest", "tags − frequent"],
        table,
    )


if __name__ == "__main__":
    main()

"""What a reader is shown: keywords measured against what extractors find in the true translation.

    python -m benchmarks.readers topics …       topics: see `benchmarks._reader_topics`
    python -m benchmarks.readers [--corpora europarl …] [--pairs de-en …] [--seeds 0 1]
                                 [--telling 0 0.5 1] [--pairs-to-train N] [--topics K]

Corpora and splits are those of `benchmarks.gist`; a model is trained as the command `train` does it
and its keywords are taken as the page shows them.  Needs YAKE and HanTa, which are among
benchmarks/requirements.txt; with GPLSA_CACHE naming a folder, what they find is kept there.
Lists to read are printed by `benchmarks.blind`.
"""

import argparse
import os
import sys
import time
from itertools import product

import numpy as np

from benchmarks import _reader_keywords as keywords
from benchmarks import _reader_topics as topics
from benchmarks._common import DATA, print_table
from benchmarks._corpora import corpus_of
from benchmarks.gist import CORPORA, read_pairs, split_rows
from gplsa.corpus.corpus import Corpus
from gplsa.keywords import TELLING
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.text import COMPOUND_LANGUAGES, WordOptions
from gplsa.training.train import train


def read_corpus(name: str, languages: tuple[str, str]) -> tuple[Corpus, list[str]]:
    """The pairs of a corpus, and the group that each belongs to."""
    texts, groups = read_pairs(name, languages)
    return corpus_of(name, dict(zip(languages, texts, strict=True))), groups


def train_on(corpus: Corpus, options: argparse.Namespace, seed: int) -> Model:
    words = {
        language: WordOptions(
            language,
            stop_words=options.stop_words,
            split_compounds=options.split_compounds if language in COMPOUND_LANGUAGES else None,
        )
        for language in corpus.modalities
    }
    settings = TrainSettings(n_topics=options.topics, seed=seed, words=words, check=False)
    return train(corpus, settings)


def run(name: str, pair: str, options: argparse.Namespace) -> None:
    source, target = pair.split("-")
    corpus, groups = read_corpus(name, (source, target))
    found, seconds = [], []
    for seed in options.seeds:
        train_rows, test_rows = split_rows(name, groups, seed)
        seen = corpus.subset(train_rows[: options.pairs_to_train])
        unseen = corpus.subset(test_rows)
        started = time.perf_counter()
        model = train_on(seen, options, seed)
        seconds.append(time.perf_counter() - started)
        gold = keywords.find_gold(unseen.texts[target], seen.texts[target], target)
        found.append(
            [
                keywords.measure(model, unseen, (source, target), gold, telling)
                for telling in options.telling
            ]
        )
    title = f"{name}, {source} → {target}, {len(seen)} pairs, mean of seeds {options.seeds}"
    print_table(
        f"{title}, training {np.mean(seconds):.1f} s",
        ["telling", *keywords.COLUMNS],
        [
            [f"{telling:g}", *keywords.table_row(rows)]
            for telling, rows in zip(options.telling, zip(*found, strict=True), strict=True)
        ],
    )


def main() -> None:
    if sys.argv[1:2] == ["topics"]:
        topics.main(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=["europarl"])
    parser.add_argument("--pairs", nargs="+", default=["de-en"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--telling", nargs="+", type=float, default=[0.0, TELLING, 1.0])
    parser.add_argument("--topics", type=int, default=None)
    parser.add_argument("--pairs-to-train", type=int, default=None, help="fewer training pairs")
    parser.add_argument("--stop-words", choices=("builtin", "nltk"), default="builtin")
    parser.add_argument("--split-compounds", action=argparse.BooleanOptionalAction)
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    for name, pair in product(options.corpora, options.pairs):
        run(name, pair, options)


if __name__ == "__main__":
    main()

"""Where a fit begins: NMF of tf-idf beside NNDSVD of counts, the same fits from both.

    python -m benchmarks.starts [--corpora records europarl captions ntrex] [--seed 0]

records   2,500 catalogue records with abstracts in both languages, 800 held out; 80 topics
others    as in `benchmarks.readers topics`, a quarter held out; 100, 40 and 30 topics

J, iterations to a gain below 1e-5 and seconds of the processor, start included; of the eight most
probable English words NPMI over the documents that were trained on and over those held out, and
diversity; and perplexity of both sides of the documents held out, each folded in by twenty steps.
"""

import argparse
import time
from dataclasses import replace

import numpy as np

from benchmarks import _corpora
from benchmarks._common import print_table
from benchmarks._reader_topics import split
from gplsa.corpus.corpus import Corpus
from gplsa.evaluation.topics import best_words, held_out_perplexity, npmi_coherence, topic_diversity
from gplsa.model.settings import TrainSettings
from gplsa.training.counted import count_sides
from gplsa.training.fitting import document_weights, topic_model

TOPICS = {"records": 80, "europarl": 100, "captions": 40, "ntrex": 30}
RECORDS, HELD_OUT = 2500, 800
SHOWN, STEPS = 8, 20


def read(name: str, seed: int) -> tuple[Corpus, Corpus]:
    """Documents to train on, and those held out."""
    if name != "records":
        return split(name, ["de", "en"], seed)
    rows = _corpora.rows(_corpora.RECORDS)
    order = np.random.default_rng(seed).permutation(len(rows))[: RECORDS + HELD_OUT]
    texts = _corpora.texts_of([rows[row] for row in order])
    corpus = _corpora.corpus_of(name, texts, [str(row) for row in order])
    return corpus.subset(np.arange(RECORDS)), corpus.subset(np.arange(RECORDS, len(order)))


def measure(name: str, seed: int) -> list[list[object]]:
    """A row for each start."""
    seen, unseen = read(name, seed)
    settings = TrainSettings(n_topics=TOPICS[name])
    counted = count_sides(seen, settings)
    held_out = {
        side: vocabulary.count(unseen.texts[side])
        for side, vocabulary in counted.vocabularies.items()
    }
    weights = document_weights(counted.counts)
    few = {side: table[:50] for side, table in counted.counts.items()}
    topic_model(settings, 5, np.random.default_rng(seed)).fit(few)  # compiles
    rows: list[list[object]] = []
    for init in ("nmf", "nndsvd"):
        rng = np.random.default_rng(seed)
        model = topic_model(replace(settings, init=init), TOPICS[name], rng)
        started = time.process_time()
        model.fit(counted.counts, sample_weight=weights)
        seconds = time.process_time() - started
        words = best_words(model.topic_word_["en"], SHOWN)
        surprise = []
        for side, counts in held_out.items():
            read_there = model.transform({side: counts}, max_iter=STEPS)[side]
            surprise.append(held_out_perplexity(counts, read_there, model.topic_word_[side]))
        coherence = [npmi_coherence(words, c["en"]).mean() for c in (counted.counts, held_out)]
        row = [f"{name}, {len(seen)}", init, round(model.objective_history_[-1]), model.n_iter_]
        rows.append([*row, seconds, *map(float, coherence), topic_diversity(words), *surprise])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", nargs="+", choices=TOPICS, default=list(TOPICS))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    header = "documents, start, J, iterations, s, NPMI, held out, diversity, perplexity de, en"
    rows = [row for name in options.corpora for row in measure(name, options.seed)]
    print_table("Starts", header.split(", "), rows)


if __name__ == "__main__":
    main()

"""Search in a corpus folder as it grows: seconds a query, and memory.

    python -m benchmarks.whole_search [--documents 100000 1000000] [--folder DIR] [--queries 20]

The folders are those of `benchmarks.scale` (160 different words a document and side), drawn where
they are missing, under made-up vocabularies; a made-up lexicon has 30 translations of every word.
A query is the first ten words of a document.  “First” is the first query, for which the corpus may
have to be read from the disk; the median is over the others.
"""

import argparse
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks._common import print_table
from benchmarks.scale import UNIT, draw_corpus
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.corpus import Corpus
from gplsa.keywords import KeywordRanker, Pairs, PairTopics
from gplsa.keywords.fitting import default_keyword_calibration
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.model.whole_search import WholeFinder
from gplsa.text import Vocabulary, WordOptions

TRANSLATIONS, SAMPLE, TOPICS, WORDS_ASKED = 30, 1_000, 100, 10


def made_up_vocabulary(document_frequency: np.ndarray) -> Vocabulary:
    """Words of letters that sort as their numbers do."""
    digits = str.maketrans("0123456789", "abcdefghij")
    words = [f"x{number:05d}".translate(digits) for number in range(len(document_frequency))]
    options = WordOptions(language="", stop_words="none", base="none", min_df=1, max_df=1.0)
    vocabulary, _ = Vocabulary.build([" ".join(words)] * 2, options)
    assert vocabulary.terms == words
    return replace(vocabulary, document_frequency=document_frequency)


def made_up_lexicon(rng: np.random.Generator, frequencies: Frequencies) -> Lexicon:
    n_words = len(frequencies.source)
    indices = np.sort(rng.integers(n_words, size=(n_words, TRANSLATIONS)), axis=1)
    translation = rng.dirichlet(np.ones(TRANSLATIONS), n_words).ravel()
    indptr = np.arange(0, indices.size + 1, TRANSLATIONS)
    counts = np.ones(indices.size)
    return Lexicon(
        *(indptr, indices.ravel().astype(np.int32), translation, counts, counts / 2, n_words),
        frequencies,
    )


def made_up_model(corpus: ChunkedCorpus, rng: np.random.Generator) -> Model:
    sides = list(corpus.languages)
    parts = [corpus.chunk(number) for number in range(corpus.n_chunks)]
    found = {
        side: np.sum(
            [np.bincount(part.mapped(view)[1], minlength=corpus.n_words[view]) for part in parts],
            axis=0,
        )
        for view, side in enumerate(sides)
    }
    counts = {side: parts[0].counts(view)[:SAMPLE].astype(float) for view, side in enumerate(sides)}
    topics = {side: rng.dirichlet(np.ones(len(found[side])), TOPICS) for side in sides}
    mixtures = {side: rng.dirichlet(np.ones(TOPICS), SAMPLE) for side in sides}
    rankers = {}
    for source, target in (sides, sides[::-1]):
        known = Frequencies(*(found[m].astype(float) for m in (source, target)), len(corpus))
        rankers[source, target] = KeywordRanker(
            Pairs(counts[source], counts[target]),
            PairTopics((topics[source], topics[target]), (mixtures[source], mixtures[target])),
            *(made_up_lexicon(rng, known), default_keyword_calibration()),
        )
    ids = [str(number) for number in range(SAMPLE)]
    return Model(
        name="made up",
        corpus=Corpus("made up", ids, {side: [""] * SAMPLE for side in sides}),
        has_texts=False,
        settings=TrainSettings(n_topics=TOPICS),
        vocabularies={side: made_up_vocabulary(found[side]) for side in sides},
        counts=counts,
        topic_word=topics,
        doc_topic=mixtures,
        objective_history=np.zeros(1),
        converged=True,
        rankers=rankers,
        validation=None,
    )


def measure(corpus: ChunkedCorpus, across: bool, queries: int) -> list[float]:
    rng = np.random.default_rng(0)
    model = made_up_model(corpus, rng)
    source, target = corpus.languages if across else (next(iter(corpus.languages)),) * 2
    finder = WholeFinder(model, corpus, source, target)
    terms, times = model.vocabularies[source].forms, []
    counts = model.counts[source]
    for row in rng.choice(SAMPLE, queries + 1, replace=False):
        words = counts.indices[counts.indptr[row] : counts.indptr[row + 1]]
        text = " ".join(terms[word] for word in rng.choice(words, WORDS_ASKED, replace=False))
        before = time.perf_counter()
        finder.find(text)
        times.append(time.perf_counter() - before)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--folder", default=str(Path(tempfile.gettempdir()) / "gplsa-scale"))
    parser.add_argument("--queries", type=int, default=20)
    options = parser.parse_args()
    rows = []
    for n_documents in options.documents:
        corpus = draw_corpus(Path(options.folder) / str(n_documents), n_documents)
        for across in (True, False):
            times = measure(corpus, across, options.queries)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT / 1e9
            where = "across sides" if across else "within a side"
            later = times[1:]
            row = [n_documents, where, times[0], float(np.median(later)), max(later), memory]
            rows.append(row)
    header = ["documents", "search", "s, first", "s, median", "s, slowest", "GB at most"]
    print_table("A query in a corpus folder", header, rows)


if __name__ == "__main__":
    main()

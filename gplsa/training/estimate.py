"""How long a training will take and how much memory, before it begins."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

from gplsa.core.out_of_core.incremental import Schedule
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.headings.calibrating import MOST_LEARNED_ON
from gplsa.keywords.calibrating import ENOUGH, FOLDS
from gplsa.message import MEBIBYTE
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.names import ALWAYS, AUTO, NEVER, REGULARIZERS
from gplsa.reading.chunks.build import documents_per_chunk

# Seconds on two cores, after the words are counted: within a factor of 1.3 of four fifths of the
# processor time of trainings of 250 and 1,000 speeches, 600, 2,500 and 3,744 catalogue records, 400
# and 1,000 photos.
PER_WORD = 1.1e-5
PER_TOPIC_AND_WORD = 5.0e-10
PER_TOPIC_AND_MIXTURE = 5.0e-8
PER_PAIR_OF_WORDS = 3.5e-8
PER_PICTURE = 0.007
# And side; of 400 to 3,744 catalogue records, with values of their own (1,000 records, 90 values to
# choose from each) or those of a vocabulary of 38,267 headings.
PER_RECORD_OF_VALUES, PER_RECORD_OF_HEADINGS = 0.016, 0.0205
VISUAL_WORDS = 6.0
PER_DOCUMENT = 0.0055
"""Of all that comes after words are counted and pictures looked at, headings apart."""
OVERHEAD, PER_TERM = 0.5, 8e-5
WEIGHING = {AUTO: 1.1, ALWAYS: 1.4, NEVER: 1.0}
"""A training whose pairs are judged, beside one whose are not: as a rule a look finds nothing."""

SLOWNESS = 0.006  # seconds that `slowness` takes on the computer of the estimate

# Bytes.
PER_COUNT = 100
PER_PARAMETER = 8 * 6
PER_LEXICON_PAIR = 16
MOST_LEXICON_PAIRS = 12_000_000
# While the probability of keywords is learned; fitted to 1,000 speeches and 30,000 short records.
PER_CANDIDATE = 110
CANDIDATES_PER_WORD, MOST_CANDIDATES = 30, 400  # the latter of one document
DIRECTIONS_AT_ONCE = 2
PER_READ_PICTURE = 165_000  # its visual features, and its row in the regressions of two directions
PER_PREDICTED_WORD = 10_000  # what a regression has learned of it


@dataclass(frozen=True)
class Estimate:
    """What a training will take on a computer with two cores."""

    seconds: float
    megabytes: float


def estimate_parts(corpus: ChunkedCorpus, n_topics: int, sample: int) -> Estimate:
    """Time and memory of a training from a corpus in chunks, at most.

    sample  documents that keywords are judged on
    Beside that of the sample, memory is that of the largest parts, words and topics: it does not
    grow with the number of documents.
    """
    views, chunks = range(len(corpus.n_words)), map(corpus.chunk, range(corpus.n_chunks))
    parts = [[int(chunk.mapped(view)[0][-1]) for view in views] for chunk in chunks]
    return _of_parts(corpus.sizes, parts, corpus.n_words, n_topics, sample)


def estimate_in_chunks(
    n_documents: int,
    n_words: Mapping[str, int],
    nonzeros: Mapping[str, int],
    n_topics: int,
    sample: int,
) -> Estimate:
    """The same for a corpus of texts that is not cut into parts yet; arguments as below."""
    size = documents_per_chunk(n_documents)
    sizes = [min(size, n_documents - first) for first in range(0, n_documents, size)]
    parts = [[round(n * total / n_documents) for total in nonzeros.values()] for n in sizes]
    return _of_parts(sizes, parts, tuple(n_words.values()), n_topics, sample)


def _of_parts(
    sizes: Sequence[int],
    parts: Sequence[Sequence[int]],
    n_words: Sequence[int],
    n_topics: int,
    sample: int,
) -> Estimate:
    """sizes  documents of each part;  parts  by part and side, its distinct words by document"""
    schedule, n_documents = Schedule(), sum(sizes)
    sums = [sum(by_side) for by_side in zip(*parts, strict=True)]
    share = min(sample / n_documents, 1.0)
    of_sample = estimate(
        min(sample, n_documents),
        {str(view): n for view, n in enumerate(n_words)},
        {str(view): round(share * total) for view, total in enumerate(sums)},
        TrainSettings(n_topics=n_topics),
    )
    fit = schedule.passes * schedule.inner * n_topics * seconds_per_topic(n_documents, sums)
    seconds = of_sample.seconds + (2 if share < 1 else 1) * fit
    largest = max(
        PER_COUNT * sum(counts) + PER_PARAMETER * n_topics * len(sums) * n
        for counts, n in zip(parts, sizes, strict=True)
    )
    parameters = PER_PARAMETER * n_topics * sum(n_words)
    return Estimate(seconds, of_sample.megabytes + (parameters + 2 * largest) / MEBIBYTE)


def estimate(
    n_documents: int,
    n_words: Mapping[str, int],
    nonzeros: Mapping[str, int],
    settings: TrainSettings,
    n_pictures: int = 0,
) -> Estimate:
    """Time and memory of a training, the check included, without headings.

    n_words   size of each vocabulary
    nonzeros  by modality, the distinct words of each document summed over the documents
    n_pictures  pictures to be looked at for visual words
    """
    n_topics = settings.n_topics or default_topics(n_documents)
    total = sum(nonzeros.values())
    # Pairs of words that stand together in a document: what a lexicon is learned from.
    n, directions = nonzeros, [*permutations(nonzeros, 2)]
    together = [n[source] * n[target] / max(n_documents, 1) for source, target in directions]
    # That of the model, and those that calibrate: of many pairs one, which is validated, too.
    lexicons = 2 if n_documents >= FOLDS * ENOUGH else 1 + FOLDS + int(settings.check)
    iterations = min(settings.max_iter, REGULARIZERS[settings.regularizer].iterations)
    per_topic = seconds_per_topic(n_documents, nonzeros.values())
    n_texts = len(nonzeros) - bool(n_pictures)  # pictures are not judged
    seconds = OVERHEAD + WEIGHING[settings.weigh_pairs if n_texts > 1 else NEVER] * (
        PER_WORD * total
        + PER_TERM * sum(n_words.values())
        + iterations * n_topics * per_topic
        + seconds_of_pictures(n_pictures)
        + lexicons * PER_PAIR_OF_WORDS * sum(together)
    )
    parameters = n_topics * (sum(n_words.values()) + len(nonzeros) * n_documents)
    pairs = sum(sorted(min(pairs, MOST_LEXICON_PAIRS) for pairs in together)[-2:])
    most = MOST_CANDIDATES * n_documents
    candidates = [min(CANDIDATES_PER_WORD * n[source], most) for source, _ in directions]
    size = PER_COUNT * total + PER_PARAMETER * parameters + PER_LEXICON_PAIR * pairs
    size += PER_CANDIDATE * sum(sorted(candidates)[-DIRECTIONS_AT_ONCE:])
    size += PER_READ_PICTURE * n_pictures
    size += PER_PREDICTED_WORD * sum(n_words.values()) if n_pictures else 0
    return Estimate(seconds, size / MEBIBYTE)


@cache
def slowness() -> float:
    """How many times longer than the computer of the estimate this one takes, by a twentieth of a
    second of work: words counted and numbers taken in their order."""
    best = np.inf
    for _ in range(3):
        began, seen = time.thread_time(), dict[str, int]()
        for n in range(15_000):
            seen[str(n % 999)] = seen.get(str(n % 999), 0) + 1
        np.exp(np.sort(np.linspace(0, 1, 200_000).reshape(100, -1)[:, ::-1])).sum()
        best = min(best, (time.thread_time() - began) / SLOWNESS)
    return float(best)


def seconds_per_topic(n_documents: int, nonzeros: Collection[int]) -> float:
    """Time of an iteration; nonzeros by side, as above."""
    mixtures = len(nonzeros) * n_documents
    return PER_TOPIC_AND_WORD * sum(nonzeros) + PER_TOPIC_AND_MIXTURE * mixtures


def seconds_of_pictures(n_pictures: int) -> float:
    """Time that looking at them and learning visual words takes."""
    return PER_PICTURE * n_pictures + VISUAL_WORDS if n_pictures else 0.0


def seconds_of_headings(n_documents: int, n_sides: int, *, with_vocabulary: bool) -> float:
    """Time that a training takes to learn subject headings, beside the rest of it."""
    each = PER_RECORD_OF_HEADINGS if with_vocabulary else PER_RECORD_OF_VALUES
    return each * n_sides * min(n_documents, MOST_LEARNED_ON)

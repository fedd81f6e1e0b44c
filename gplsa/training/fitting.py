"""What every training repeats: counts and aligned pieces in, topics and keywords out."""

import os
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import combinations
from threading import Lock
from typing import Any

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from gplsa.core.fitting import Callback, FitProgress
from gplsa.core.sums import row_sums
from gplsa.core.types import FloatArray, VisualFeatures
from gplsa.core.weights import weights_by_length
from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.corpus.sides import CountedSide, SideVocabulary, count_side
from gplsa.errors import InputError
from gplsa.keywords import KeywordCalibration, KeywordRanker, Units, align_lines
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.scoring.ranking import document_frequency
from gplsa.message import Message, listed
from gplsa.model.doubted import of_trusted
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.model.verdict import Direction
from gplsa.models import MultimodalGPLSA
from gplsa.progress import Progress, attended, report, scaled
from gplsa.text import Vocabulary, WordOptions
from gplsa.text.lines import LineCounts
from gplsa.training.compounds import LEAST_PIECES, alone_in, without_strange_parts
from gplsa.training.guide import Guide
from gplsa.training.phrasing import LinePhrases

FEWEST_PAIRS = 2
LARGEST_WEIGHT = 5.0
FITTING_SHARE = 0.6
ALIGNING_SHARE = 0.15  # of the time that keywords take

Counts = Mapping[str, sparse.csr_matrix]
Lines = Mapping[str, LineCounts]


@dataclass(frozen=True)
class Fit:
    """Topics and keywords learned from counts; background as in `TrainSettings`."""

    topic_word: dict[str, np.ndarray]
    doc_topic: dict[str, np.ndarray]
    objective_history: np.ndarray
    converged: bool
    background: float
    rankers: dict[Direction, KeywordRanker]


@dataclass(frozen=True)
class Counted:
    """Every side of a corpus as numbers; `counts` are the sums of `lines` by document,
    `visual_features` there are of pictures alone."""

    vocabularies: dict[str, SideVocabulary]
    lines: dict[str, LineCounts]
    counts: dict[str, sparse.csr_matrix]
    visual_features: dict[str, VisualFeatures]


def count_sides(
    corpus: Corpus,
    settings: TrainSettings,
    progress: Progress | None = None,
    known: Mapping[str, CountedSide] | None = None,
) -> Counted:
    """Count the words, visual words or columns of every side.

    known  texts of this corpus that were counted before; used where the word options are the same
    Raises InputError, naming the side, where the settings leave nothing of it.
    """
    sides: dict[str, CountedSide] = {}
    n_sides = len(corpus.modalities)
    for place, modality in enumerate(corpus.modalities):
        part = scaled(progress, place / n_sides, (place + 1) / n_sides)
        options = settings.words.get(modality) or WordOptions(corpus.languages[modality])
        before = (known or {}).get(modality)
        if before is not None and _options_of(before) == options:
            report(part, 1.0, "Counting words")
            sides[modality] = before
            continue
        try:
            sides[modality] = count_side(
                corpus,
                modality,
                options,
                visual_words=settings.visual_words,
                seed=settings.seed,
                progress=part,
            )
        except InputError as error:
            raise InputError(
                "Side {modality!r}: {error}", modality=modality, error=error
            ) from error
    sides = without_strange_parts(corpus, sides)
    return Counted(
        vocabularies={m: side.vocabulary for m, side in sides.items()},
        lines={m: side.lines for m, side in sides.items()},
        counts={m: side.lines.by_document() for m, side in sides.items()},
        visual_features={
            m: side.visual_features for m, side in sides.items() if side.visual_features is not None
        },
    )


def _options_of(side: CountedSide) -> WordOptions | None:
    return side.vocabulary.options if isinstance(side.vocabulary, Vocabulary) else None


def without_words(vocabularies: Mapping[str, SideVocabulary]) -> list[str]:
    """The modalities of pictures and features: their terms say little one by one."""
    return [m for m, vocabulary in vocabularies.items() if vocabulary.kind != TEXT]


def choose_topics(counts: Counts, settings: TrainSettings) -> int:
    """The number of topics asked for, or the default; InputError where the corpus carries fewer."""
    words = {modality: matrix.shape[1] for modality, matrix in counts.items()}
    documents = int(complete_rows(counts).sum())
    if documents < FEWEST_PAIRS:
        raise InputError(
            "Only {documents} pairs have words on every side after the word settings: at least "
            "{fewest_pairs} are needed.",
            documents=documents,
            fewest_pairs=FEWEST_PAIRS,
        )
    most = min(documents, *words.values())
    if settings.n_topics is None:
        return min(default_topics(documents), most)
    if settings.n_topics > most:
        sizes = listed(
            Message("{n:,} words in {modality!r}", n=n, modality=modality)
            for modality, n in words.items()
        )
        raise InputError(
            "{n_topics} topics are more than this corpus carries ({documents:,} pairs, {sizes}): "
            "choose at most {most}.",
            n_topics=settings.n_topics,
            documents=documents,
            sizes=sizes,
            most=most,
        )
    return settings.n_topics


def document_weights(counts: Counts) -> np.ndarray:
    """What each document weighs in the fit, (documents,): its length, 1 on average.

    A side's length is relative to the mean of that side; the mean over the sides a document has.
    Weighed alike, a note of ten words says as much about the topics as a report of a thousand, and
    topics form around what happens to stand in short texts.  No document weighs more than
    `LARGEST_WEIGHT` average ones: one book among letters must not have all the topics.  A document
    without a counterpart counts less (`gplsa.core.weights`).
    """
    lengths = np.array([row_sums(matrix) for matrix in counts.values()])
    means = lengths.sum(axis=1) / np.maximum((lengths > 0).sum(axis=1), 1)
    return weights_by_length(lengths, means, LARGEST_WEIGHT)


def topic_model(
    settings: TrainSettings, n_topics: int, random_state: np.random.Generator
) -> MultimodalGPLSA:
    """The model that the settings ask for, not fitted yet."""
    return MultimodalGPLSA(
        n_topics,
        regularizer=settings.regularizer,
        lam=settings.lam,
        max_iter=settings.max_iter,
        tol=settings.tol,
        init=settings.init,
        background_weight=settings.background,
        random_state=random_state,
    )


def fit_counts(
    counts: Counts,
    lines: Lines,
    n_topics: int,
    settings: TrainSettings,
    rng: np.random.Generator,
    *,
    calibrations: Mapping[Direction, KeywordCalibration] | None = None,
    by_regression: Collection[str] = (),
    visual_features: Mapping[str, VisualFeatures] | None = None,
    phrases: Mapping[str, LinePhrases] | None = None,
    guide: Guide | None = None,
    pair_weights: FloatArray | None = None,
    progress: Progress | None = None,
    watch: Callback | None = None,
) -> Fit:
    """Fit the topics and one gist for every direction.

    calibrations  of the rankers, by direction, from an earlier fit; learned here where None
    by_regression sources whose terms say little one by one, see `without_words`
    visual_features  by side, what these say beside their terms
    phrases       of the sides that have them, and what kind of word each term is
    guide         where the fit begins, if topics were shaped before
    pair_weights  how sure it is that the sides of a document belong together, (documents,): topics
                  learn so much from the pair, rankers from the pairs that are trusted alone
    watch         told of every iteration of the topics
    """
    model = topic_model(settings, n_topics, rng)
    fitting = scaled(progress, 0.0, FITTING_SHARE)
    # BLAS rounds otherwise with another number of threads: the same seed must give the same bytes.
    with threadpool_limits(1, user_api="blas"):
        weight = document_weights(counts)
        known: dict[str, Any] = {}
        if guide is not None and guide.n_topics == n_topics:
            known = {"start": guide.doc_topic, "prior": guide.priors(counts)}
        known["pair_weight"] = pair_weights
        model.fit(dict(counts), sample_weight=weight, callback=_telling(fitting, watch), **known)
        rankers = fit_rankers(
            of_trusted(counts, pair_weights),
            lines,
            model.topic_word_,
            model.doc_topic_,
            rng,
            calibrations or {},
            by_regression,
            phrases or {},
            scaled(progress, FITTING_SHARE, 1.0),
            visual_features=visual_features,
        )
    return Fit(
        topic_word=model.topic_word_,
        doc_topic=model.doc_topic_,
        objective_history=model.objective_history_,
        converged=model.converged_,
        background=settings.background,
        rankers=rankers,
    )


def _telling(progress: Progress | None, watch: Callback | None) -> Callback:
    def swept(now: FitProgress) -> None:
        report(progress, now.iteration / now.max_iter, "Fitting")
        if watch is not None:
            watch(now)

    return swept


@attended
def fit_rankers(
    counts: Counts,
    lines: Lines,
    topic_word: Mapping[str, np.ndarray],
    doc_topic: Mapping[str, np.ndarray],
    rng: np.random.Generator,
    calibrations: Mapping[Direction, KeywordCalibration],
    by_regression: Collection[str],
    phrases: Mapping[str, LinePhrases],
    progress: Progress | None,
    *,
    visual_features: Mapping[str, VisualFeatures] | None = None,
    lexicons: Mapping[Direction, Lexicon] | None = None,
    apart: np.ndarray | None = None,
) -> dict[Direction, KeywordRanker]:
    """One ranker for every direction, several at a time: their kernels release the interpreter.

    lexicons, apart  as in `KeywordRanker.fit`, where they were learned from more documents than
    these
    """
    n_documents = next(iter(counts.values())).shape[0]
    units: dict[Direction, Units] = {}
    sides = list(combinations(counts, 2))
    # Those that were learned from more documents are as they are.
    compounds = {} if lexicons else {m: one.traits.parts for m, one in phrases.items()}
    for place, (first, second) in enumerate(sides):
        share = ALIGNING_SHARE / len(sides)
        part = scaled(progress, place * share, (place + 1) * share)
        counted = [phrases[m].lines if m in phrases else None for m in (first, second)]
        units[first, second] = align_lines(
            *(lines[first], lines[second], n_documents, part), phrases=(counted[0], counted[1])
        )
        units[second, first] = units[first, second].swapped()
    for direction, of_both in units.items():
        units[direction] = _wholes_speak(of_both, compounds.get(direction[0]))
    parts = _shared_progress(scaled(progress, ALIGNING_SHARE, 1.0), len(units))

    def fit_one(place: int, direction: Direction, own_rng: np.random.Generator) -> KeywordRanker:
        source, target = direction
        return KeywordRanker.fit(
            counts[source],
            counts[target],
            topic_word=(topic_word[source], topic_word[target]),
            doc_topic=(doc_topic[source], doc_topic[target]),
            units=units[direction],
            calibration=calibrations.get(direction),
            by_regression=source in by_regression,
            visual_features=(visual_features or {}).get(source),
            traits=phrases[target].traits if target in phrases else None,
            spelling=phrases[source].traits.spelling if source in phrases else None,
            phrases=phrases[target].phrases if target in phrases else None,
            lexicon=(lexicons or {}).get(direction),
            apart=apart,
            random_state=own_rng,
            progress=parts[place],
        )

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        fitted = list(pool.map(fit_one, range(len(units)), units, rng.spawn(len(units))))
    return dict(zip(units, fitted, strict=True))


def _wholes_speak(units: Units, parts: sparse.csr_matrix | None) -> Units:
    """A place of a line is one word of the source: where the whole is frequent enough to learn from
    its parts are no rivals to it (*Haushaltsplan* keeps *budget*), where it is rare they speak."""
    if parts is None or not parts.nnz:
        return units
    known = np.flatnonzero(document_frequency(units.source) >= LEAST_PIECES)
    keep = sparse.csr_matrix((np.ones(len(known)), (known, known)), parts.shape)
    return replace(units, source=alone_in(units.source, sparse.csr_matrix(keep @ parts)))


def _shared_progress(progress: Progress | None, n_parts: int) -> list[Progress | None]:
    """Progress of parts that run at the same time; together they fill the whole."""
    if progress is None:
        return [None] * n_parts
    done = [0.0] * n_parts
    lock = Lock()

    def part(place: int) -> Progress:
        def tell(fraction: float, phase: str) -> None:
            with lock:
                done[place] = fraction
                progress(sum(done) / n_parts, phase)

        return tell

    return [part(place) for place in range(n_parts)]


def complete_rows(counts: Counts) -> np.ndarray:
    """Which documents have words on every side, (documents,)."""
    return np.all([np.diff(matrix.indptr) > 0 for matrix in counts.values()], axis=0)

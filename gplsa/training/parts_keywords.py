"""Keywords from a corpus in chunks: lexicons of all documents, judged on a sample of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np

from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.store import FolderStore
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.sides import SideVocabulary
from gplsa.keywords import KeywordRanker
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.ranker import word_profiles
from gplsa.model.phrasing import Phrasing
from gplsa.model.verdict import Direction, Validation
from gplsa.progress import Progress, scaled
from gplsa.training.fitting import Counts, complete_rows, fit_rankers
from gplsa.training.held_out import Visible
from gplsa.training.parts_lexicon import Work, lexicons_of_chunks
from gplsa.training.parts_topics import Sample, Topics
from gplsa.training.phrasing import LinePhrases
from gplsa.training.validation import checking, validate_rankers

MOST_APART, SHARE_APART = 4000, 0.1
"""Pairs of the sample that lexicons do not learn from and are calibrated on: so many, and no larger
a share of the corpus."""


@dataclass(frozen=True)
class Keywords:
    """check  None where no pair was hidden"""

    rankers: dict[Direction, KeywordRanker]
    check: Validation | None


def set_apart(
    counts: Counts, held_out: np.ndarray, n_documents: int, rng: np.random.Generator
) -> np.ndarray:
    """Which documents of the sample no lexicon learns from, as a mask: half of it at most.

    None where the sample has all `n_documents`: then it teaches the lexicons, cross-fitted.
    """
    apart = np.zeros(len(held_out), dtype=bool)
    if len(held_out) < n_documents:
        rows = np.flatnonzero(complete_rows(counts) & ~held_out)
        most = min(MOST_APART, int(SHARE_APART * n_documents), len(rows) // 2)
        apart[rng.choice(rows, most, replace=False)] = True
    return apart


def lexicon_folder(topics: Topics) -> Path:
    """Where units are kept while lexicons are learned."""
    return topics.folder.with_name(f"{topics.folder.name}-lexicon")


def learn_keywords(
    corpus: ChunkedCorpus,
    sample: Sample,
    topics: Topics,
    vocabularies: Mapping[str, SideVocabulary],
    phrasings: Mapping[str, Phrasing],
    phrases: Mapping[str, LinePhrases],
    rngs: tuple[np.random.Generator, np.random.Generator],
    runner: Runner,
    progress: Progress | None,
) -> Keywords:
    """Rankers that have not seen the held-out pairs are checked on them and calibrated; those of
    the model take over their calibration.  Where the sample is not the whole corpus, both have the
    lexicons of all documents."""
    held_out, apart = sample.held_out, sample.apart
    lexicons, learned = None, 0.0
    if apart.any():
        learned = 0.5
        lexicons = _lexicons(corpus, sample, topics, runner, scaled(progress, 0.0, learned))
    check, calibrations, checked = None, {}, learned
    if held_out.any():
        checked = learned + 0.6 * (1 - learned)
        every = {m: np.arange(matrix.shape[1]) for m, matrix in sample.counts.items()}
        visible = Visible.of(sample.counts, sample.lines, phrases, held_out, every)
        seen = {m: of_side[~held_out] for m, of_side in topics.doc_topic.items()}
        trial = fit_rankers(
            *(visible.counts, visible.lines, topics.topic_word, seen, rngs[1], {}, ()),
            visible.phrases,
            checking(scaled(progress, learned, checked)),
            lexicons=lexicons,
            apart=apart[~held_out] if lexicons else None,
        )
        n_topics = len(next(iter(topics.topic_word.values())))
        check = validate_rankers(
            trial, visible, sample.counts, vocabularies, held_out, n_topics, phrasings
        )
        calibrations = {direction: ranker.calibration for direction, ranker in trial.items()}
    rankers = fit_rankers(
        *(sample.counts, sample.lines, topics.topic_word, topics.doc_topic, rngs[0]),
        *(calibrations, (), phrases, scaled(progress, checked, 1.0)),
        lexicons=lexicons,
        apart=apart if lexicons else None,
    )
    return Keywords(rankers, check)


def _lexicons(
    corpus: ChunkedCorpus,
    sample: Sample,
    topics: Topics,
    runner: Runner,
    progress: Progress | None,
) -> dict[Direction, Lexicon]:
    unseen = sample.held_out | sample.apart
    every = {m: np.arange(matrix.shape[1]) for m, matrix in sample.counts.items()}
    taught = Visible.of(sample.counts, sample.lines, {}, unseen, every)
    complete = complete_rows(sample.counts)
    profiles = {
        (source, target): word_profiles(
            (topics.topic_word[source], topics.topic_word[target]),
            (topics.doc_topic[source], topics.doc_topic[target]),
            complete,
        )
        for source, target in permutations(topics.topic_word, 2)
    }
    store = FolderStore(lexicon_folder(topics))
    work = Work.of(corpus, sample.rows[unseen].tolist(), store)
    n_taught = int((~unseen).sum())
    sides = list(topics.topic_word)
    return lexicons_of_chunks(work, sides, taught.lines, n_taught, profiles, runner, progress)

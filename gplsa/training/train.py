"""From a corpus to a trained model."""

from collections.abc import Callable, Mapping

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.corpus.storage import without_texts
from gplsa.errors import InputError
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress, attended, report, scaled
from gplsa.training.check import check_on_hidden
from gplsa.training.doubted import weigh_pairs
from gplsa.training.fitting import (
    FEWEST_PAIRS,
    Counted,
    choose_topics,
    count_sides,
    fit_counts,
    without_words,
)
from gplsa.training.guide import Guide
from gplsa.training.hidden import hide_pairs
from gplsa.training.phrasing import read_phrases


@attended
def train(
    corpus: Corpus,
    settings: TrainSettings,
    progress: Progress | None = None,
    watch: Callback | None = None,
    known: Mapping[str, CountedSide] | None = None,
    guidance: Callable[[Counted], Guide] | None = None,
) -> Model:
    """Count the words, check on hidden pairs, fit the topics, learn keywords for every direction.

    The check hides some pairs, trains without them and measures what comes of it; the model
    returned is trained on all pairs and takes over nothing of the first training but how each gist
    weighs what speaks for a word.  Pairs that do not seem to belong together count less in both, as
    `settings.weigh_pairs` has it.  The phases told to `progress` are "Counting words", "Judging
    pairs", "Checking", "Fitting" and "Keywords"; what it raises ends the work.  `watch` is told of
    every sweep of the topics, first those of the check, then, counted from 1, those of the model.
    `known` sides of this corpus, counted before with the same word options, are not counted again.
    `guidance` makes of what was counted where the fits begin, in the place of `settings.init`.
    Raises InputError where the corpus is too small or the settings leave nothing of it.
    """
    check_corpus(corpus)
    counted = count_sides(corpus, settings, scaled(progress, 0.0, 0.13), known)
    vocabularies, lines, counts = counted.vocabularies, counted.lines, counted.counts
    looks = counted.looks
    n_topics = choose_topics(counts, settings)
    phrasings, phrases = read_phrases(corpus, vocabularies, counts, scaled(progress, 0.13, 0.15))
    guide = guidance(counted) if guidance is not None else None
    draw, first, second = np.random.default_rng(settings.seed).spawn(3)
    hidden = hide_pairs(counts, draw) if settings.check else np.zeros(len(corpus), dtype=bool)
    part = scaled(progress, 0.15, 0.2)
    weights = weigh_pairs(counts, lines, vocabularies, hidden, settings, part)
    check, calibrations, checked = None, None, 0.2
    if hidden.any():
        checked = 0.65
        part = scaled(progress, 0.2, checked)
        check, trial = check_on_hidden(
            *(counts, lines, vocabularies, hidden, n_topics, settings, first, part, watch),
            looks=looks,
            phrasings=phrasings,
            phrases=phrases,
            guide=guide,
            pair_weights=weights,
        )
        calibrations = {direction: gist.calibration for direction, gist in trial.gists.items()}
    rest = scaled(progress, checked, 1.0)
    fit = fit_counts(
        counts,
        lines,
        n_topics,
        settings,
        second,
        calibrations=calibrations,
        by_regression=without_words(vocabularies),
        looks=looks,
        phrases=phrases,
        guide=guide,
        pair_weights=weights,
        progress=rest,
        watch=watch,
    )
    report(progress, 1.0, "Done")
    return Model(
        name=corpus.name,
        corpus=corpus if settings.keep_texts else without_texts(corpus),
        has_texts=settings.keep_texts,
        settings=settings,
        vocabularies=vocabularies,
        counts=counts,
        topic_word=fit.topic_word,
        doc_topic=fit.doc_topic,
        objective_history=fit.objective_history,
        converged=fit.converged,
        gists=fit.gists,
        check=check,
        phrasings=phrasings,
        pair_weights=weights,
        looks=looks,
    )


def check_corpus(corpus: Corpus) -> None:
    """InputError where there is nothing to learn from: one side, or fewer than two pairs."""
    if len(corpus.modalities) < 2:
        raise InputError("The corpus has one side only: training needs at least two.")
    complete = int(corpus.complete().sum())
    if complete < FEWEST_PAIRS:
        raise InputError(
            "No pair has every side: training needs at least {fewest_pairs}."
            if complete == 0
            else "Only one pair has every side: training needs at least {fewest_pairs}.",
            fewest_pairs=FEWEST_PAIRS,
        )

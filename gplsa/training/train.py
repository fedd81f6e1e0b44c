"""From a corpus to a trained model."""

from collections.abc import Callable, Mapping

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.corpus.storage import without_texts
from gplsa.errors import InputError
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress, attended, report, scaled
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
from gplsa.training.headings import learn_suggester
from gplsa.training.held_out import hide_pairs
from gplsa.training.phrasing import read_phrases
from gplsa.training.validation import validate


@attended
def train(
    corpus: Corpus,
    settings: TrainSettings,
    progress: Progress | None = None,
    watch: Callback | None = None,
    known: Mapping[str, CountedSide] | None = None,
    guidance: Callable[[Counted], Guide] | None = None,
    vocabulary: HeadingVocabulary | None = None,
) -> Model:
    """Count the words, check on held-out pairs, fit the topics, learn keywords for every direction.

    The check hides some pairs, trains without them and measures what comes of it; the model
    returned is trained on all pairs and takes over nothing of the first training but how each gist
    weighs what speaks for a word.  Pairs that do not seem to belong together count less in both, as
    `settings.weigh_pairs` has it.  The phases told to `progress` are "Counting words", "Judging
    pairs", "Checking", "Fitting" and "Keywords"; what it raises ends the work.  `watch` is told of
    every iteration of the topics, first those of the check, then, counted from 1, those of the
    model. `known` sides of this corpus, counted before with the same word options, are not counted
    again. `guidance` makes of what was counted where the fits begin, in the place of
    `settings.init`.
    `vocabulary` of the headings in the column `settings.headings`; its values where None: they are
    learned last, in the phase "Headings".
    Raises InputError where the corpus is too small or the settings leave nothing of it.
    """
    check_corpus(corpus)
    counted = count_sides(corpus, settings, scaled(progress, 0.0, 0.13), known)
    vocabularies, lines, counts = counted.vocabularies, counted.lines, counted.counts
    visual_features = counted.visual_features
    n_topics = choose_topics(counts, settings)
    phrasings, phrases = read_phrases(corpus, vocabularies, counts, scaled(progress, 0.13, 0.15))
    guide = guidance(counted) if guidance is not None else None
    draw, first, second = np.random.default_rng(settings.seed).spawn(3)
    held_out = hide_pairs(counts, draw) if settings.check else np.zeros(len(corpus), dtype=bool)
    part = scaled(progress, 0.15, 0.2)
    weights = weigh_pairs(counts, lines, vocabularies, held_out, settings, part)
    check, calibrations, checked = None, None, 0.2
    if held_out.any():
        checked = 0.65
        part = scaled(progress, 0.2, checked)
        check, trial = validate(
            *(counts, lines, vocabularies, held_out, n_topics, settings, first, part, watch),
            visual_features=visual_features,
            phrasings=phrasings,
            phrases=phrases,
            guide=guide,
            pair_weights=weights,
        )
        calibrations = {
            direction: ranker.calibration for direction, ranker in trial.rankers.items()
        }
    rest = scaled(progress, checked, 0.8 if settings.headings else 1.0)
    fit = fit_counts(
        counts,
        lines,
        n_topics,
        settings,
        second,
        calibrations=calibrations,
        by_regression=without_words(vocabularies),
        visual_features=visual_features,
        phrases=phrases,
        guide=guide,
        pair_weights=weights,
        progress=rest,
        watch=watch,
    )
    counted_sides = vocabularies, counts, visual_features
    part = scaled(progress, 0.8, 1.0)
    suggester = learn_suggester(corpus, settings, vocabulary, counted_sides, part)
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
        rankers=fit.rankers,
        validation=check,
        phrasings=phrasings,
        pair_weights=weights,
        visual_features=visual_features,
        suggester=suggester,
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

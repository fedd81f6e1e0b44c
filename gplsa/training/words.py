"""A model to look words up in, which needs no topics."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

import numpy as np

from gplsa.core.parallel import one_blas_thread
from gplsa.core.sums import word_shares
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.errors import InputError
from gplsa.keywords.fitting import default_keyword_calibration
from gplsa.message import Message
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress, attended, named, report, scaled
from gplsa.training.counted import Counted
from gplsa.training.fitting import FittedTopics
from gplsa.training.in_memory import InMemory
from gplsa.training.keywords import LearnedBefore, fit_rankers
from gplsa.training.phrasing import read_phrases
from gplsa.training.train import model_of


@attended
@one_blas_thread
def learn_words(
    corpus: Corpus,
    settings: TrainSettings | None = None,
    progress: Progress | None = None,
    known: Mapping[str, CountedSide] | None = None,
) -> Model:
    """Lexicons of every two sides of texts, in a third of the time: for concordance and lexicon.

    Its one topic is p(w) of each side, nothing is checked, and the probabilities of keywords are
    those of a corpus too small to learn from.

    settings  of which the word options and the seed count;  known  as `InMemory` has it
    """
    if len(corpus.texts) < 2:
        raise InputError("Words stand for each other in two sides of texts, and there is only one.")
    settings = replace(settings or TrainSettings(), keep_texts=True)
    source, rng = InMemory(corpus, known), np.random.default_rng(settings.seed)
    settings = source.settled(settings)
    drawn = source.drawn(settings, rng, scaled(progress, 0.0, 0.3))
    counted = read_phrases(corpus, drawn.counted, scaled(progress, 0.3, 0.5))
    of_texts = Counted({side: counted.sides[side] for side in corpus.texts})
    calibrations = dict.fromkeys(permutations(corpus.texts, 2), default_keyword_calibration())
    part = named(scaled(progress, 0.5, 1.0), Message("Words"))
    rankers = fit_rankers(of_texts, None, rng, LearnedBefore(calibrations), part)
    report(progress, 1.0, Message("Done"))
    topics = FittedTopics(
        {side: word_shares(matrix)[None] for side, matrix in counted.counts.items()},
        {side: np.ones((len(corpus), 1)) for side in counted.counts},
        objective_history=np.empty(0),
        converged=True,
    )
    drawn = replace(drawn, counted=counted)
    return model_of(source, settings, drawn, topics, (rankers, None), suggester=None)

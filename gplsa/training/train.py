"""From a source of counted documents to a trained model."""

from dataclasses import replace

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.parallel import one_blas_thread
from gplsa.core.types import BoolArray
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import without_texts
from gplsa.headings.learning import learn_headings
from gplsa.headings.suggesting import Suggester
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.model.headings import rows_of_pictures
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Validation
from gplsa.progress import Progress, attended, report, scaled
from gplsa.training.counted import Counted
from gplsa.training.fitting import FittedTopics, choose_topics
from gplsa.training.in_memory import InMemory
from gplsa.training.keywords import Rankers, learn_keywords
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.phrasing import read_phrases
from gplsa.training.source import Drawn, Rngs, Source
from gplsa.training.weakness import FEWEST_TO_CHECK

HEADINGS = 0.3  # of the time is over when they begin


@attended
@one_blas_thread
def train(
    corpus: Corpus | ChunkedCorpus | Source,
    settings: TrainSettings,
    progress: Progress | None = None,
    watch: Callback | None = None,
    vocabulary: HeadingVocabulary | None = None,
) -> Model:
    """Count the words, fit the topics, learn keywords for every direction and check them.

    The check hides some pairs, learns keywords without them and measures what comes of it; those
    of the model are learned from all pairs and take over how each ranker weighs what speaks for a
    word.  Pairs that do not seem to belong together count less, as `settings.weigh_pairs` has it.
    The phases told to `progress` are "Counting words", "Weighing pairs", "Fitting", "Checking" and
    "Keywords"; what it raises ends the work.  `watch` is told of every iteration of the topics.
    `vocabulary` of the headings in the column `settings.headings`; its values where None: they are
    learned last, in the phase "Headings".
    Raises InputError where the corpus is too small or the settings leave nothing of it.
    """
    source, of_headings = _source_of(corpus), scaled(progress, HEADINGS, 1.0)
    progress = scaled(progress, 0.0, HEADINGS if settings.headings else 1.0)
    settings, at = source.settled(settings), source.times
    rngs = Rngs(*np.random.default_rng(settings.seed).spawn(3))
    drawn = source.drawn(settings, rngs.drawing, scaled(progress, 0.0, at.drawn))
    n_documents = source.whole.documents if source.whole else drawn.counted.n_pairs
    n_topics = choose_topics(drawn.counted.n_words, n_documents, settings)
    counted = read_phrases(drawn.corpus, drawn.counted, scaled(progress, at.drawn, at.phrases))
    if settings.check:
        drawn = replace(drawn, held_out=hide_pairs(counted.complete, rngs.drawing))
    weights = source.pair_weights(drawn, settings, scaled(progress, at.phrases, at.weighed))
    drawn = replace(drawn, counted=replace(counted, pair_weights=weights))
    part, rest = scaled(progress, at.weighed, at.learned), scaled(progress, at.learned, 1.0)
    of_so_many = replace(settings, n_topics=n_topics)
    with source.learned(drawn, of_so_many, rngs, part, watch) as (topics, pretrained):
        keywords = learn_keywords(drawn, topics, rngs, pretrained, rest)
    suggester = learn_suggester(drawn.corpus, settings, vocabulary, drawn.counted, of_headings)
    report(of_headings, 1.0, "Done")
    return _model(source, settings, drawn, topics, keywords, suggester)


def _model(
    source: Source,
    settings: TrainSettings,
    drawn: Drawn,
    topics: FittedTopics,
    keywords: tuple[Rankers, Validation | None],
    suggester: Suggester | None,
) -> Model:
    rankers, validation = keywords
    return Model(
        name=source.name,
        corpus=drawn.corpus if settings.keep_texts else without_texts(drawn.corpus),
        has_texts=settings.keep_texts,
        settings=settings,
        vocabularies=drawn.counted.vocabularies,
        counts=drawn.counted.counts,
        topic_word=topics.topic_word,
        doc_topic=topics.doc_topic,
        objective_history=topics.objective_history,
        converged=topics.converged,
        rankers=rankers,
        validation=validation,
        phrasings=drawn.counted.phrasings,
        pair_weights=drawn.counted.pair_weights,
        visual_features=drawn.counted.visual_features,
        whole=source.whole,
        suggester=suggester,
    )


def _source_of(corpus: Corpus | ChunkedCorpus | Source) -> Source:
    if isinstance(corpus, Corpus):
        return InMemory(corpus)
    return OutOfCore(corpus) if isinstance(corpus, ChunkedCorpus) else corpus


HELD_OUT_SHARE = 0.1
FEWEST_HELD_OUT, MOST_HELD_OUT = 20, 100


def hide_pairs(complete: BoolArray, rng: np.random.Generator) -> BoolArray:
    """Which documents to hide, (documents,): a tenth of the complete pairs, 20 to 100 of them.

    No document of fewer than `FEWEST_TO_CHECK` pairs, which need every pair for learning.
    """
    pairs = np.flatnonzero(complete)
    held_out = np.zeros(len(complete), dtype=bool)
    if len(pairs) >= FEWEST_TO_CHECK:
        n_held_out = min(max(round(HELD_OUT_SHARE * len(pairs)), FEWEST_HELD_OUT), MOST_HELD_OUT)
        held_out[rng.choice(pairs, n_held_out, replace=False)] = True
    return held_out


def learn_suggester(
    corpus: Corpus,
    settings: TrainSettings,
    vocabulary: HeadingVocabulary | None,
    counted: Counted,
    progress: Progress | None = None,
) -> Suggester | None:
    """None where `settings.headings` names no column.

    counted  the corpus, as it was trained on
    Raises InputError as `learn_headings`.
    """
    if not settings.headings:
        return None
    rows = {
        name: rows_of_pictures(side.counts, side.visual_features, side.counts, side.visual_features)
        for name, side in counted.sides.items()
        if side.by_regression
    }
    return learn_headings(
        corpus,
        settings.headings,
        vocabulary,
        rows=rows,
        random_state=settings.seed,
        progress=progress,
    )


def vocabulary_again(suggester: Suggester | None) -> HeadingVocabulary | None:
    """For another training; None where it is what a column holds, which may be more by then."""
    if suggester is None or suggester.vocabulary.is_of_values:
        return None
    return suggester.vocabulary

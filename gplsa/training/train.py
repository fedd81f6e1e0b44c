"""From a source of counted documents to a trained model."""

from dataclasses import replace

import numpy as np

from gplsa.core.fitting import Callback
from gplsa.core.parallel import one_blas_thread
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import without_texts
from gplsa.headings.suggesting import Suggester
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Validation
from gplsa.progress import Progress, attended, report, scaled
from gplsa.training.estimate import seconds_of_headings
from gplsa.training.fitting import FittedTopics, choose_topics
from gplsa.training.headings import learn_suggester
from gplsa.training.in_memory import InMemory
from gplsa.training.keywords import Rankers, learn_keywords
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.pair_weights import weigh_pairs
from gplsa.training.phrasing import read_phrases
from gplsa.training.source import Drawn, Rngs
from gplsa.training.validation import hide_pairs

Source = InMemory | OutOfCore


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
    source = _source_of(corpus)
    settings, at = source.settled(settings), source.times
    begun = at.seconds / (at.seconds + _of_headings(source.corpus, settings, vocabulary))
    progress, of_headings = scaled(progress, 0.0, begun), scaled(progress, begun, 1.0)
    rngs = Rngs(*np.random.default_rng(settings.seed).spawn(3))
    drawn = source.drawn(settings, rngs.drawing, scaled(progress, 0.0, at.drawn))
    n_documents = source.whole.documents if source.whole else drawn.counted.n_pairs
    n_topics = choose_topics(drawn.counted.n_words, n_documents, settings)
    counted = read_phrases(drawn.corpus, drawn.counted, scaled(progress, at.drawn, at.phrases))
    if settings.check:
        different = counted.complete & counted.first_of_its_kind
        drawn = replace(drawn, held_out=hide_pairs(different, rngs.drawing))
    if not source.whole:  # else all count alike
        part = scaled(progress, at.phrases, at.weighed)
        weights = weigh_pairs(drawn.counted, drawn.held_out, settings, part)
        counted = replace(counted, pair_weights=weights)
    drawn = replace(drawn, counted=counted)
    part, rest = scaled(progress, at.weighed, at.learned), scaled(progress, at.learned, 1.0)
    of_so_many = replace(settings, n_topics=n_topics)
    with source.learned(drawn, of_so_many, rngs, part, watch) as (topics, pretrained):
        keywords = learn_keywords(drawn, topics, rngs, pretrained, rest)
    suggester = learn_suggester(drawn.corpus, settings, vocabulary, drawn.counted, of_headings)
    report(of_headings, 1.0, "Done")
    return model_of(source, settings, drawn, topics, keywords, suggester)


def model_of(
    source: Source,
    settings: TrainSettings,
    drawn: Drawn,
    topics: FittedTopics,
    keywords: tuple[Rankers, Validation | None],
    suggester: Suggester | None,
) -> Model:
    """What was learned, with what it was learned from."""
    rankers, validation = keywords
    return Model(
        name=source.corpus.name,
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


def _of_headings(
    corpus: Corpus | ChunkedCorpus, settings: TrainSettings, vocabulary: HeadingVocabulary | None
) -> float:
    """Seconds."""
    if not settings.headings:
        return 0.0
    given = vocabulary is not None
    return seconds_of_headings(len(corpus), len(corpus.languages), with_vocabulary=given)


def _source_of(corpus: Corpus | ChunkedCorpus | Source) -> Source:
    if isinstance(corpus, Corpus):
        return InMemory(corpus)
    return OutOfCore(corpus) if isinstance(corpus, ChunkedCorpus) else corpus

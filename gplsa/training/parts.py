"""From a corpus in chunks to a trained model: topics and lexicons of all documents, all else from a
sample."""

import shutil
from dataclasses import replace

import numpy as np
from threadpoolctl import threadpool_limits

from gplsa.core.out_of_core.runner import Runner, Threads
from gplsa.core.parallel import thread_count
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.sides import SideVocabulary
from gplsa.corpus.storage import without_texts
from gplsa.errors import InputError
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.model.whole import WholeCorpus
from gplsa.models._chunks import ChunkPlan
from gplsa.names import ALWAYS
from gplsa.progress import Progress, attended, report, scaled
from gplsa.training.fitting import FEWEST_PAIRS
from gplsa.training.headings import learn_suggester
from gplsa.training.held_out import hide_pairs
from gplsa.training.parts_keywords import learn_keywords, lexicon_folder, set_apart
from gplsa.training.parts_topics import Sample, alone, fit_key, fit_topics, parts_plan
from gplsa.training.phrasing import read_phrases

SAMPLE = 10_000
"""Documents that a model holds of a corpus in chunks."""


@attended
def train_chunks(
    corpus: ChunkedCorpus,
    settings: TrainSettings,
    progress: Progress | None = None,
    *,
    runner: Runner | None = None,
    plan: ChunkPlan | None = None,
    sample: int = SAMPLE,
    vocabulary: HeadingVocabulary | None = None,
) -> Model:
    """Fit the topics and the lexicons of every direction over all parts; what is judged by single
    documents, calibration and check, and phrases are learned from a seeded sample.

    runner  what visits the parts: threads of this computer by default; the model does not depend
            on it
    Pairs that are hidden for the check are drawn from the sample; neither the fit of the topics nor
    a lexicon sees them.  A training that was broken off goes on after its last whole pass over the
    parts when it is called again with the same corpus and settings; while another one of those runs
    it waits.
    All pairs count alike.  Headings are learned from the sample, see `train`.
    Raises InputError where a part is damaged, the corpus too small, or its pairs must be weighed.
    """
    if settings.weigh_pairs == ALWAYS:
        raise InputError(
            "Pairs are weighed only where memory holds the whole corpus: let them all count alike, "
            "or train on fewer documents."
        )
    corpus.verify(scaled(progress, 0.0, 0.02))
    vocabularies: dict[str, SideVocabulary] = {**corpus.vocabularies()}
    settings = replace(settings, words={m: v.options for m, v in corpus.vocabularies().items()})
    n_topics = _choose_topics(corpus, settings)
    draw, first, second, third = np.random.default_rng(settings.seed).spawn(4)
    n_docs = len(corpus)
    rows = np.sort(draw.choice(n_docs, min(sample, n_docs), replace=False))
    drawn, lines = corpus.drawn(rows)
    counts = {side: of_side.by_document() for side, of_side in lines.items()}
    held_out = hide_pairs(counts, draw) if settings.check else np.zeros(len(rows), dtype=bool)
    apart = set_apart(counts, held_out, n_docs, draw)
    chosen = Sample(rows, lines, counts, held_out, apart)
    runs = runner or Threads(thread_count(None))
    plan = plan or parts_plan(settings)
    key = fit_key(corpus, settings, n_topics, chosen, plan)
    with (
        alone(corpus, key, scaled(progress, 0.02, 0.6)),
        threadpool_limits(1, user_api="blas"),
    ):
        topics = fit_topics(
            *(corpus, settings, n_topics, first, chosen, plan, runs),
            scaled(progress, 0.02, 0.6),
        )
        phrasings, phrases = read_phrases(drawn, vocabularies, counts, scaled(progress, 0.6, 0.62))
        learned = learn_keywords(
            *(corpus, chosen, topics, vocabularies, phrasings, phrases, (second, third), runs),
            scaled(progress, 0.62, 0.9 if settings.headings else 1.0),
        )
        for folder in (topics.folder, lexicon_folder(topics)):
            shutil.rmtree(folder, ignore_errors=True)
    suggester = learn_suggester(
        *(drawn, settings, vocabulary, (vocabularies, counts, {})), scaled(progress, 0.9, 1.0)
    )
    report(progress, 1.0, "Done")
    return Model(
        name=corpus.name,
        corpus=drawn if settings.keep_texts else without_texts(drawn),
        has_texts=settings.keep_texts,
        settings=settings,
        vocabularies=vocabularies,
        counts=counts,
        topic_word=topics.topic_word,
        doc_topic=topics.doc_topic,
        objective_history=np.array(topics.fitted.history),
        converged=topics.fitted.converged,
        rankers=learned.rankers,
        validation=learned.check,
        phrasings=phrasings,
        whole=WholeCorpus(corpus.name, corpus.digest, n_docs, corpus.n_chunks),
        suggester=suggester,
    )


def _choose_topics(corpus: ChunkedCorpus, settings: TrainSettings) -> int:
    if len(corpus) < FEWEST_PAIRS:
        raise InputError("Training needs at least {fewest_pairs} pairs.", fewest_pairs=FEWEST_PAIRS)
    most = min(len(corpus), *corpus.n_words)
    if settings.n_topics is None:
        return min(default_topics(len(corpus)), most)
    if settings.n_topics > most:
        raise InputError(
            "{n_topics} topics are more than this corpus carries: choose at most {most}.",
            n_topics=settings.n_topics,
            most=most,
        )
    return settings.n_topics

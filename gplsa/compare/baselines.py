"""Other models on the same corpus beside GPLSA: time, topics, and classes where there are some."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from gplsa.compare import fits
from gplsa.compare.fits import Counts, Fitting
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.evaluation.clusters import clustering_accuracy, normalized_mutual_information
from gplsa.evaluation.coherence import best_words, npmi_coherence, similarity_count
from gplsa.message import Message
from gplsa.model.settings import TrainSettings
from gplsa.models.clusters import cluster_documents
from gplsa.progress import Progress, named, report, scaled
from gplsa.training.counted import count_sides
from gplsa.training.fitting import choose_topics

FEWEST_CLASSES = 2


@dataclass(frozen=True)
class Baseline:
    """A model that can be compared.

    fit             (counts by modality, settings, number of topics, progress) → Topics
    most_documents  beyond which it would take hours or more memory than there is
    """

    name: str
    explanation: str
    fit: Fitting
    most_documents: int


@dataclass(frozen=True)
class Result:
    """What one model came to on one corpus.

    refusal  why there are no figures;  warning  why these should not be taken at their word
    """

    baseline: str
    seconds: float = 0.0
    coherence: float = float("nan")
    similarity_count: int = 0
    accuracy: float | None = None
    nmi: float | None = None
    refusal: str = ""
    warning: str = ""


def compare_models(
    corpus: Corpus,
    baselines: Sequence[str],
    settings: TrainSettings,
    label_field: str | None = None,
    keep: Callable[[Result], None] | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """Fit every model named on the documents that have words on every side, and measure it.

    baselines       keys of `BASELINES`, each fitted with `settings.n_topics` topics
    label_field  a column of the corpus that names the class of each document: documents are put
                 into as many clusters as there are classes, as `Model.clusters` does; those
                 without a class are fitted and not counted
    keep         called with every result as soon as it is there
    coherence is NPMI within documents, mean over topics and sides; similarity_count the top words
    that topics share, summed over sides.
    Raises InputError where the corpus is too small or the labels name fewer than two classes.
    """
    counted = count_sides(corpus, settings, scaled(progress, 0.0, 0.1))
    whole = counted.complete
    counts = {m: matrix[whole] for m, matrix in counted.counts.items()}
    n_words = {m: matrix.shape[1] for m, matrix in counts.items()}
    n_topics = choose_topics(n_words, int(whole.sum()), settings)
    classes = _classes(corpus, label_field, whole)
    results = []
    for place, name in enumerate(baselines):
        start, stop = (0.1 + 0.9 * (place + at) / len(baselines) for at in (0, 1))
        part = named(scaled(progress, start, stop), BASELINES[name].name)
        result = _measured(name, counts, settings, n_topics, classes, part)
        results.append(result)
        if keep is not None:
            keep(result)
    report(progress, 1.0, "Done")
    return results


def _classes(
    corpus: Corpus, field: str | None, whole: npt.NDArray[np.bool_]
) -> npt.NDArray[Any] | None:
    if field is None:
        return None
    if field not in corpus.fields:
        raise InputError("The corpus has no column {field!r} to take classes from.", field=field)
    classes = np.array([value.strip() for value in corpus.fields[field]])[whole]
    n_classes, n_named = len(set(classes) - {""}), int((classes != "").sum())
    if n_classes < FEWEST_CLASSES:
        raise InputError(
            "The column {field!r} names one class only: there is nothing to compare.", field=field
        )
    if n_classes > n_named // 2:
        raise InputError(
            "The column {field!r} has almost as many values as there are documents: it does not "
            "name classes.",
            field=field,
        )
    return classes


def _measured(
    name: str,
    counts: Counts,
    settings: TrainSettings,
    n_topics: int,
    classes: npt.NDArray[Any] | None,
    progress: Progress | None,
) -> Result:
    baseline = BASELINES[name]
    n_documents = next(iter(counts.values())).shape[0]
    if n_documents > baseline.most_documents:
        return Result(
            name,
            refusal=Message(
                "{name} takes at most {most_documents:,} documents here, and these are "
                "{n_documents:,}: it would need too much time or memory.",
                name=baseline.name,
                most_documents=baseline.most_documents,
                n_documents=n_documents,
            ),
        )
    report(progress, 0.0, "Fitting")
    started = time.perf_counter()
    with threadpool_limits(1, user_api="blas"):
        topics = baseline.fit(counts, settings, n_topics, progress)
    seconds = time.perf_counter() - started
    top = {m: best_words(topics.topic_word[m]) for m in counts}
    accuracy = nmi = None
    if classes is not None:
        labelled = classes != ""
        n_classes = len(set(classes[labelled]))
        clusters = cluster_documents(topics.doc_topic, n_classes, random_state=settings.seed)
        accuracy = clustering_accuracy(classes[labelled], clusters[labelled])
        nmi = normalized_mutual_information(classes[labelled], clusters[labelled])
    return Result(
        name,
        seconds=seconds,
        coherence=float(np.mean([npmi_coherence(top[m], counts[m]).mean() for m in counts])),
        similarity_count=sum(similarity_count(top[m]) for m in counts),
        accuracy=accuracy,
        nmi=nmi,
        warning=topics.warning,
    )


# The models.


BASELINES = {
    "gplsa": Baseline(
        "GPLSA",
        Message("Every side has topics of its own, and λ makes them agree."),
        fits.gplsa,
        100_000,
    ),
    "link-plsa": Baseline(
        "Link-PLSA",
        Message("One mixture of topics serves all sides: λ → ∞."),
        fits.on_sides(fits.link_plsa),
        100_000,
    ),
    "plsa": Baseline(
        "PLSA",
        Message("The sides are glued together as one text."),
        fits.on_glued(fits.plsa),
        100_000,
    ),
    "lda": Baseline(
        "LDA", Message("PLSA with a prior on mixtures and topics."), fits.on_sides(fits.lda), 20_000
    ),
    "gnmf": Baseline(
        "GNMF",
        Message("Factors of the glued texts, with near neighbours pulled together."),
        fits.on_glued(fits.gnmf),
        20_000,
    ),
    "coplsa": Baseline(
        "CoPLSA",
        Message(
            "Every side has topics of its own, and the sides agree on which documents are alike."
        ),
        fits.on_sides(fits.coplsa),
        10_000,
    ),
    "deep-nmf": Baseline(
        "Deep NMF",
        Message("Documents are clustered layer upon layer, then each cluster becomes a topic."),
        fits.on_glued(fits.deep_nmf),
        5_000,
    ),
}

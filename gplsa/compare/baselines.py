"""Other models on the same corpus beside GPLSA: time, topics, and classes where there are some."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse
from threadpoolctl import threadpool_limits

from gplsa.core.sums import rows_to_one
from gplsa.core.types import BoolArray, FloatArray
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.evaluation.classes import clustering_accuracy, normalized_mutual_information
from gplsa.evaluation.topics import best_words, npmi_coherence, topic_diversity
from gplsa.message import Message
from gplsa.model.settings import TrainSettings
from gplsa.models import LDA, PLSA, LinkPLSA, knn_graph
from gplsa.models.clusters import cluster_documents
from gplsa.papers import GNMF, CoPLSA, DeepNMF
from gplsa.progress import Progress, in_shares, named, report, scaled
from gplsa.training.counted import count_sides
from gplsa.training.fitting import choose_topics, document_weights, reporting, topic_model

FEWEST_CLASSES, NEIGHBOURS, CLUSTERINGS = 2, 5, 100

Counts = Mapping[str, sparse.csr_matrix]


@dataclass(frozen=True)
class Baseline:
    """A model that can be compared.

    make            of settings and a number of topics
    most_documents  beyond which it would take hours or more memory than there is
    slowness        how many times as long it takes as most kinds do
    glued           whether it has one modality: the words of all sides as if they were one text
    given           what `fit` of the model is told beside the counts, of these
    """

    name: str
    explanation: str
    make: Callable[[TrainSettings, int], Any]
    most_documents: int
    slowness: float = 1.0
    glued: bool = False
    given: Callable[[Any], dict[str, Any]] = lambda counts: {}

    def cost(self, n_documents: int) -> float:
        """Beside other models; 0 of one that refuses so many documents."""
        return self.slowness * (n_documents <= self.most_documents)

    def fit(
        self, counts: Counts, settings: TrainSettings, n_topics: int, progress: Progress | None
    ) -> tuple[Mapping[str, FloatArray], FloatArray, str]:
        """p(w|z) by modality, p(z|d), one mixture per document, and why these should not be taken
        at their word, in a sentence, "" where nothing speaks against it."""
        known: Any = sparse.hstack([*counts.values()], format="csr") if self.glued else dict(counts)
        model, told = self.make(settings, n_topics), self.given(known)
        if isinstance(model, DeepNMF):  # of which the factorisation is the lesser part
            told["progress"] = progress
        else:
            told["callback"] = reporting(progress)
        model.fit(known, **told)
        topic_word, mixtures = model.topic_word_, model.doc_topic_
        if self.glued:
            ends = np.cumsum([matrix.shape[1] for matrix in counts.values()])[:-1]
            parts = np.split(topic_word, ends, axis=1)
            topic_word = dict(zip(counts, map(rows_to_one, parts), strict=True))
        if isinstance(mixtures, dict):
            mixtures = np.mean([*mixtures.values()], axis=0)
        return topic_word, mixtures, getattr(model, "warning_", "")


@dataclass(frozen=True)
class Result:
    """What one model came to on one corpus.

    coherence_error, accuracy_error  standard errors, over topics and over documents
    refusal  why there are no figures;  warning  why these should not be taken at their word
    """

    baseline: str
    seconds: float = 0.0
    coherence: float = float("nan")
    repeated: float = 0.0
    accuracy: float | None = None
    nmi: float | None = None
    refusal: str = ""
    warning: str = ""
    coherence_error: float = 0.0
    accuracy_error: float = 0.0


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
    coherence is NPMI within documents, mean over topics and sides; repeated the share of the top
    words of all topics that repeat one of another topic, mean over sides.
    Raises InputError where the corpus is too small or the labels name fewer than two classes.
    """
    counted = count_sides(corpus, settings, scaled(progress, 0.0, 0.1))
    whole = counted.complete
    counts = {m: matrix[whole] for m, matrix in counted.counts.items()}
    n_words = {m: matrix.shape[1] for m, matrix in counts.items()}
    n_topics = choose_topics(n_words, int(whole.sum()), settings)
    classes = _classes(corpus, label_field, whole)
    results = []
    costs = [BASELINES[name].cost(int(whole.sum())) for name in baselines]
    for name, part in in_shares(baselines, scaled(progress, 0.1, 1.0), costs=costs):
        told = named(part, BASELINES[name].name)
        result = _measured(name, counts, settings, n_topics, classes, told)
        results.append(result)
        if keep is not None:
            keep(result)
    report(progress, 1.0, "Done")
    return results


def _classes(corpus: Corpus, field: str | None, whole: BoolArray) -> npt.NDArray[Any] | None:
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
        topic_word, doc_topic, warning = baseline.fit(counts, settings, n_topics, progress)
    seconds = time.perf_counter() - started
    top = {m: best_words(topic_word[m]) for m in counts}
    coherent = [npmi_coherence(top[m], counts[m]) for m in counts]
    accuracy, nmi, accuracy_error = None, None, 0.0
    if classes is not None:
        labelled = classes != ""
        n_classes = len(set(classes[labelled]))
        clusters = cluster_documents(doc_topic, n_classes, random_state=settings.seed)
        accuracy = clustering_accuracy(classes[labelled], clusters[labelled])
        nmi = normalized_mutual_information(classes[labelled], clusters[labelled])
        accuracy_error = float(np.sqrt(accuracy * (1 - accuracy) / labelled.sum()))
    errors = [one.std() / np.sqrt(one.size) for one in coherent]
    return Result(
        name,
        seconds=seconds,
        coherence=float(np.mean([one.mean() for one in coherent])),
        coherence_error=float(np.linalg.norm(errors) / len(top)),
        repeated=float(np.mean([1 - topic_diversity(top[m]) for m in counts])),
        accuracy=accuracy,
        accuracy_error=accuracy_error,
        nmi=nmi,
        warning=warning,
    )


def _fitted_by(
    kind: type, taken: Sequence[str] = ("init", "max_iter", "tol"), **more: Any
) -> Callable[[TrainSettings, int], Any]:
    """taken  of the settings, beside the seed"""

    def made(settings: TrainSettings, n_topics: int) -> Any:
        given = {name: getattr(settings, name) for name in taken}
        rng = np.random.default_rng(settings.seed)
        return kind(n_topics, random_state=rng, **given, **more)

    return made


BASELINES = {
    "gplsa": Baseline(
        "GPLSA",
        Message(
            "What is trained here (graph-regularised PLSA): every side has topics of its own, and "
            "λ makes them agree."
        ),
        lambda settings, n_topics: topic_model(
            settings, n_topics, np.random.default_rng(settings.seed)
        ),
        100_000,
        given=lambda counts: {"sample_weight": document_weights(counts)},
    ),
    "link-plsa": Baseline(
        "Link-PLSA",
        Message("One mixture of topics serves all sides, as with a very large λ."),
        _fitted_by(LinkPLSA),
        100_000,
    ),
    "plsa": Baseline(
        "PLSA",
        Message(
            "Probabilistic Latent Semantic Analysis: the sides are glued together as one text."
        ),
        _fitted_by(PLSA),
        100_000,
        glued=True,
    ),
    "lda": Baseline(
        "LDA",
        Message(
            "Latent Dirichlet Allocation, the usual topic model: PLSA that expects few topics in "
            "a document and few words in a topic."
        ),
        # Not the tolerance: LDA's is the gain of ten iterations, of a bound that may fall.
        _fitted_by(LDA, ["max_iter"]),
        20_000,
        slowness=12.0,
    ),
    "gnmf": Baseline(
        "GNMF",
        Message(
            "Graph-regularised Non-negative Matrix Factorisation of the glued texts, with near "
            "neighbours pulled together."
        ),
        _fitted_by(GNMF, loss="kl"),
        20_000,
        glued=True,
        given=lambda counts: {"graph": knn_graph(counts, NEIGHBOURS)},
    ),
    "coplsa": Baseline(
        "CoPLSA",
        Message(
            "Co-regularised PLSA: every side has topics of its own, and the sides agree on which "
            "documents are alike."
        ),
        _fitted_by(CoPLSA),
        10_000,
    ),
    "deep-nmf": Baseline(
        "Deep NMF",
        Message(
            "Non-negative Matrix Factorisation in layers: documents are clustered layer upon "
            "layer, then each cluster becomes a topic."
        ),
        _fitted_by(DeepNMF, (), variant="constrained", n_clusterings=CLUSTERINGS),
        5_000,
        glued=True,
    ),
}

"""New documents join a trained model: its words stay, its topics and keywords learn from them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from gplsa.core.parallel import one_blas_thread
from gplsa.core.sums import column_sums
from gplsa.core.types import FloatArray
from gplsa.core.weights import ALONE
from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.errors import InputError
from gplsa.model.editing.history import History
from gplsa.model.public import Model
from gplsa.names import ALWAYS, unique_name
from gplsa.progress import Progress, attended, report, scaled
from gplsa.text import Vocabulary
from gplsa.training.counted import Counted, Side
from gplsa.training.fitting import FittedTopics, document_weights, topic_model
from gplsa.training.headings import learn_suggester, vocabulary_again
from gplsa.training.keywords import LearnedBefore, fit_rankers
from gplsa.training.pair_weights import weigh_pairs
from gplsa.training.phrasing import read_phrases


@dataclass(frozen=True)
class Updated:
    """model    with the new documents behind its own;  joined  how many;  known  left out, as the
    model holds them already;  unknown_share  of their content words, not in its vocabularies"""

    model: Model
    joined: int
    known: int
    unknown_share: float


@attended
@one_blas_thread
def update(model: Model, new: Corpus, progress: Progress | None = None) -> Updated:
    """Let new documents join.

    Topics move as by `MultimodalGPLSA.partial_fit`, lexicons and phrases are learned anew from all
    documents, and keep what turned them into probabilities; the check stays that of before.
    Headings are learned anew.  Where the pairs of the model were weighed, all are judged anew, and
    new ones count so much.
    Raises InputError where the model cannot learn more: it has sides that are no texts, holds no
    texts, or only a sample of what it learned from; or where no document is new, or has a word it
    counts.
    """
    _check(model, new)
    fresh = new.subset(_unheld(model.corpus, new))
    if not len(fresh):
        raise InputError("The model holds all of these documents already: there is nothing to do.")
    corpus = joined(model.corpus, fresh)
    report(progress, 0.0, "Counting words")
    counted = _counted(model, corpus)
    added = counted.of(np.arange(counted.n_documents) >= model.n_documents)
    if not any(matrix.nnz for matrix in added.counts.values()):
        raise InputError(
            "The new documents hold no word that the model counts: train it anew with them."
        )
    weights = _weighed_anew(model, counted, scaled(progress, 0.1, 0.2))
    topics = _joined_topics(model, counted.counts, weights)
    counted = read_phrases(corpus, counted, scaled(progress, 0.2, 0.3))
    weighed = replace(counted, pair_weights=weights)
    # What turns what speaks for a keyword into a probability stays.
    calibrations = {direction: ranker.calibration for direction, ranker in model.rankers.items()}
    known, rng = LearnedBefore(calibrations), np.random.default_rng(model.settings.seed)
    rankers = fit_rankers(weighed, topics, rng, known, scaled(progress, 0.3, 0.8))
    vocabulary, part = vocabulary_again(model.suggester), scaled(progress, 0.8, 1.0)
    suggester = learn_suggester(corpus, model.settings, vocabulary, counted, part)
    report(progress, 1.0, "Done")
    after = replace(
        model,
        corpus=corpus,
        counts=counted.counts,
        topic_word=topics.topic_word,
        doc_topic=topics.doc_topic,
        rankers=rankers,
        phrasings=counted.phrasings,
        pair_weights=weights,
        suggester=suggester,
        # What was edited has moved with the new documents: it is the fit from now on.
        history=History(taken=(*model.history.taken, *(s.message for s in model.history.steps))),
    )
    return Updated(after, len(fresh), len(new) - len(fresh), _unknown_share(fresh, added))


def joined(corpus: Corpus, new: Corpus) -> Corpus:
    """The documents of both, one behind the other; ids that occur twice get a number."""
    seen: dict[str, int] = {}
    n, m = len(corpus), len(new)
    return Corpus(
        name=corpus.name,
        ids=[unique_name(name, seen) for name in (*corpus.ids, *new.ids)],
        texts={side: [*texts, *new.texts[side]] for side, texts in corpus.texts.items()},
        languages=dict(corpus.languages),
        titles=[*corpus.titles, *new.titles],
        fields={
            name: [*corpus.fields.get(name, [""] * n), *new.fields.get(name, [""] * m)]
            for name in corpus.fields | new.fields
        },
        cleaning=list(corpus.cleaning),
    )


def _check(model: Model, new: Corpus) -> None:
    if any(vocabulary.kind != TEXT for vocabulary in model.vocabularies.values()):
        raise InputError("Only models of texts can learn more: train this one anew.")
    if model.is_sample:
        raise InputError(
            "This model is of a corpus folder and holds a sample of it: build the folder again "
            "with the new documents and train on it."
        )
    if not model.has_texts:
        raise InputError(
            "This model was saved without its texts, which its keywords are learned from: train "
            "it anew, with them."
        )
    missing = [side for side in model.modalities if side not in new.texts]
    if missing:
        raise InputError(
            "The new documents lack the side {missing!r} of the model.", missing=missing[0]
        )


def _unheld(corpus: Corpus, new: Corpus) -> list[int]:
    """The rows of `new` whose texts no document of `corpus`, and none before them, has."""
    sides = list(corpus.texts)
    held = set(zip(*(corpus.texts[side] for side in sides), strict=True))
    rows = []
    for row, texts in enumerate(zip(*(new.texts[side] for side in sides), strict=True)):
        if texts not in held and any(texts):
            held.add(texts)
            rows.append(row)
    return rows


def _counted(model: Model, corpus: Corpus) -> Counted:
    """A corpus in the words of the model."""
    sides = {}
    for name, vocabulary in model.vocabularies.items():
        assert isinstance(vocabulary, Vocabulary)
        encoded = vocabulary.encode(corpus.texts[name])
        sides[name] = Side(vocabulary, vocabulary.count_encoded(encoded), encoded=encoded)
    return Counted(sides)


def _weighed_anew(model: Model, counted: Counted, progress: Progress | None) -> FloatArray | None:
    """Weights of all pairs, those of the model among them; None where it has none.

    Where they cannot be judged any more, those before stay and new ones count whole.
    """
    if model.pair_weights is None:
        return None
    nobody = np.zeros(counted.n_documents, dtype=bool)
    found = weigh_pairs(counted, nobody, replace(model.settings, weigh_pairs=ALWAYS), progress)
    if found is not None:
        return found
    return np.concatenate([model.pair_weights, np.ones(len(nobody) - model.n_documents)])


def _joined_topics(
    model: Model, counts: Mapping[str, sparse.csr_matrix], pair_weights: FloatArray | None
) -> FittedTopics:
    """The topics of the model, moved by its new documents; mixtures of those before stay."""
    n_before, settings = model.n_documents, model.settings
    before = {m: matrix[:n_before] for m, matrix in counts.items()}
    weights = document_weights(counts)
    if pair_weights is not None:
        # In the fit before, a doubted pair stood as two texts, too.
        alone = np.where(np.arange(len(weights)) < n_before, ALONE, 0.0)
        weights = weights * (pair_weights + alone * (1.0 - pair_weights))
    fit = topic_model(settings, model.n_topics, np.random.default_rng(settings.seed))
    fit.set_topics(model.topic_word, model.doc_topic, before, sample_weight=weights[:n_before])
    new = {m: matrix[n_before:] for m, matrix in counts.items()}
    fit.partial_fit(new, sample_weight=weights[n_before:])
    return FittedTopics(fit.topic_word_, fit.doc_topic_, model.objective_history, model.converged)


def _unknown_share(new: Corpus, counted: Counted) -> float:
    unknown = known = 0.0
    for name, side in counted.sides.items():
        unknown_words = side.vocabulary.read(new.texts[name]).unknown
        unknown += sum(sum(of_text.values()) for of_text in unknown_words)
        known += float(column_sums(side.counts).sum())
    return unknown / max(unknown + known, 1.0)

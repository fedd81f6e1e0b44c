"""The topic models we are measured against, each behind the same few lines.

A fit takes counts, topics, iterations and a seed and returns p(z|d) and p(w|z), both up to scale.
Every one gets the raw counts and both cores where it can use them.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

Fit = Callable[[sparse.csr_matrix, int, int, int], tuple[Any, Any]]


@dataclass(frozen=True)
class Peer:
    """`iterations` is how long a user would run it: its default, or what its manual advises.

    `few` is for corpora on which that takes too long to wait for.
    """

    name: str
    fit: Fit
    iterations: int
    few: int
    missing: str | None = None
    """Why it cannot run here."""


def sklearn_nmf(counts, n_topics, iterations, seed):
    from sklearn.decomposition import NMF

    model = NMF(
        n_topics,
        beta_loss="kullback-leibler",
        solver="mu",
        init="nndsvda",
        max_iter=iterations,
        tol=0,
        random_state=seed,
    )
    weights = model.fit_transform(counts)
    # p(z|d) ∝ W_dz Σ_w H_zw, as the rows of H are not normalised.
    return weights * model.components_.sum(axis=1), model.components_


def sklearn_lda(counts, n_topics, iterations, seed):
    from sklearn.decomposition import LatentDirichletAllocation

    model = LatentDirichletAllocation(
        n_topics, learning_method="batch", max_iter=iterations, n_jobs=2, random_state=seed
    )
    return model.fit_transform(counts), model.components_


def gensim_lda(counts, n_topics, iterations, seed):
    from gensim.matutils import Sparse2Corpus
    from gensim.models import LdaModel

    corpus = list(Sparse2Corpus(counts, documents_columns=False))
    names = {word: str(word) for word in range(counts.shape[1])}
    model = LdaModel(
        corpus,
        n_topics,
        names,
        passes=iterations,
        eval_every=None,
        random_state=seed,
        dtype=np.float64,
    )
    return model.inference(corpus)[0], model.get_topics()


def tomotopy_lda(counts, n_topics, iterations, seed):
    import tomotopy

    model = tomotopy.LDAModel(k=n_topics, seed=seed)
    for words in named_words(counts):
        model.add_doc(words)
    model.train(iterations, workers=2)
    theta = np.array([document.get_topic_dist() for document in model.docs])
    return theta, tomotopy_topics(model, counts.shape[1])


def named_words(counts: sparse.csr_matrix) -> Iterator[list[str]]:
    """Documents as lists of the numbers of their words, each as often as it stands there."""
    for start, end in pairwise(counts.indptr):
        times = counts.data[start:end].astype(int)
        yield [str(word) for word in np.repeat(counts.indices[start:end], times)]


def tomotopy_topics(model: Any, n_words: int) -> np.ndarray:
    """p(w|z), with the words that it leaves out."""
    topic_word = np.zeros((model.k, n_words))
    used = [int(word) for word in model.used_vocabs]
    for topic in range(model.k):
        topic_word[topic, used] = model.get_topic_word_dist(topic)
    return topic_word


def enstop_plsa(counts, n_topics, iterations, seed):
    from enstop.plsa import plsa_fit

    weights = np.ones(counts.shape[0], dtype=np.float32)
    return plsa_fit(
        counts.astype(np.float32),
        n_topics,
        weights,
        n_iter=iterations,
        tolerance=0.0,
        random_state=seed,
    )


def _missing(module: str) -> str | None:
    try:
        __import__(module)
    except Exception as error:  # whatever keeps a peer from loading is what the table has to say
        return f"not run: {type(error).__name__}: {error}".splitlines()[0]
    return None


def all_peers() -> list[Peer]:
    """Peers in the order of the table."""
    logging.getLogger("gensim").setLevel(logging.ERROR)
    known: list[tuple[str, str, Fit, int, int]] = [
        ("scikit-learn NMF-KL", "sklearn", sklearn_nmf, 100, 20),
        ("scikit-learn LDA", "sklearn", sklearn_lda, 10, 3),
        ("gensim LDA", "gensim", gensim_lda, 10, 3),
        ("tomotopy LDA, 2 workers", "tomotopy", tomotopy_lda, 200, 50),
        ("enstop PLSA", "enstop", enstop_plsa, 100, 20),
    ]
    return [
        Peer(name, fit, iterations, few, _missing(module))
        for name, module, fit, iterations, few in known
    ]

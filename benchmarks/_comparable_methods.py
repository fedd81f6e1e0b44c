"""GPLSA over λ and its baselines, each as a way to read one side in the topics of another."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
from scipy import sparse

from benchmarks._common import Array
from benchmarks._comparable_corpora import Counts
from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.l2 import L2
from gplsa.core.sums import entry_rows, row_sums, scaled_rows, word_shares
from gplsa.core.weights import weights_by_length
from gplsa.model.model import reader
from gplsa.model.settings import BACKGROUND
from gplsa.models import PLSA, MultimodalGPLSA
from gplsa.models._fit import Side, fit_modalities
from gplsa.models._weighed import WeighedRows
from gplsa.models.plsa import background_offset
from gplsa.training.fitting import LARGEST_WEIGHT, document_weights

# From 1 on ℓ1 shares nearly every mixture, ℓ2 from 100 on; at .1 ℓ2 is as λ = 0.
LAMS = {
    "skl": (0.01, 0.1, 1.0, 10.0, 100.0),
    "l2": (1.0, 10.0),
    "l1": (0.1, 1.0),
}
CARRYING_STEPS = 50
FLOOR = 1e-12

Reading = Callable[[str, sparse.csr_matrix, int, float], Array]


@dataclass(frozen=True, eq=False)
class Fitted:
    """What a method learned.

    topics      p(w|z) by side, (n_topics, n_words);  background  p(w) by side
    centre      mean √θ is taken of these mixtures, by side, before counterparts are compared
    read        (side, counts, steps, share of the background) → mixtures of unseen documents, in
                that side's topics
    carry       by (source, target) p(z'|z), where topics of the sides are not the same ones
    """

    topics: Mapping[str, Array]
    background: Mapping[str, Array]
    centre: Mapping[str, Array]
    read: Reading
    carry: Mapping[tuple[str, str], Array] | None = None

    def words(self, side: str, share: float) -> Array:
        """p(w|z) with so much of the background in it."""
        return (1 - share) * self.topics[side] + share * self.background[side]

    def in_topics_of(self, source: str, target: str, mixtures: Array) -> Array:
        return mixtures if self.carry is None else mixtures @ self.carry[source, target]


@dataclass(frozen=True)
class Method:
    """A name, and how to fit with so many topics; `lam` None where there is none to choose."""

    name: str
    fit: Callable[[Counts, int, int], Fitted]
    regularizer: str = ""
    lam: float | None = None


def reading(counts: Counts, topic_word: dict[str, Array], doc_topic: dict[str, Array]) -> Fitted:
    def read(side: str, unseen: sparse.csr_matrix, steps: int, share: float) -> Array:
        model = reader(topic_word, doc_topic, counts, share)
        return model.transform({side: unseen}, max_iter=steps)[side]

    backgrounds = {side: word_shares(matrix) for side, matrix in counts.items()}
    return Fitted(topic_word, backgrounds, doc_topic, read)


def weighed_by_length(counts: Counts) -> Array:
    """As a training weighs documents, but those without a counterpart like the rest."""
    lengths = np.array([row_sums(matrix) for matrix in counts.values()])
    means = lengths.sum(axis=1) / np.maximum((lengths > 0).sum(axis=1), 1)
    both = np.concatenate([lengths, lengths])  # nobody is without a counterpart
    return weights_by_length(both, np.concatenate([means, means]), LARGEST_WEIGHT)


def coupled(
    regularizer: str, lam: float, weigh: Callable[[Counts], Array] = weighed_by_length
) -> Callable[[Counts, int, int], Fitted]:
    """GPLSA, half of a text left to the background."""

    def fit(counts: Counts, n_topics: int, seed: int) -> Fitted:
        model = MultimodalGPLSA(
            n_topics,
            regularizer=regularizer,
            lam=lam,
            background_weight=BACKGROUND,
            random_state=seed,
            n_jobs=1,
        ).fit(counts, sample_weight=weigh(counts))
        return reading(counts, model.topic_word_, model.doc_topic_)

    return fit


@dataclass(frozen=True, eq=False)
class Linked:
    """Link-PLSA as a training would fit it, and the scaled counts and backgrounds it was fitted to;
    doc_topic (n_docs, n_topics), topics by side (n_topics, n_words)."""

    scaled: list[sparse.csr_matrix]
    offsets: list[Array]
    doc_topic: Array
    topics: list[Array]

    def reading(self, counts: Counts) -> Fitted:
        found = dict(zip(counts, self.topics, strict=True))
        return reading(counts, found, dict.fromkeys(counts, self.doc_topic))


def linked(counts: Counts, n_topics: int, weighed: WeighedRows | None = None) -> Linked:
    """With `weighed`, on its rows."""
    weight = weighed_by_length(counts)
    scaled = [scaled_rows(matrix, weight) for matrix in counts.values()]
    if weighed is not None:
        scaled = weighed.counts
    offsets = [background_offset(BACKGROUND, word_shares(matrix)) for matrix in counts.values()]
    plan = MultimodalGPLSA(n_topics, n_jobs=1)
    rng = np.random.default_rng(0)
    sides = list(map(Side, scaled, offsets))
    fitted = fit_modalities(sides, Links(L2(), 0.0), plan, rng, shared=True)
    # Where a side is missing the fit returns the corpus mean, not the counterpart's mixture.
    there = np.stack([np.diff(matrix.indptr) > 0 for matrix in scaled], axis=1).argmax(axis=1)
    mixtures = fitted.doc_topic[np.arange(len(there)), there]
    return Linked(scaled, offsets, mixtures, [topics.T for topics in fitted.word_topics])


def link_plsa(counts: Counts, n_topics: int, seed: int) -> Fitted:
    return linked(counts, n_topics).reading(counts)


def separate(counts: Counts, n_topics: int, seed: int) -> Fitted:
    """PLSA of each side alone; p(z'|z) that carries mixtures over is learned on the pairs."""
    doc_topic, topic_word = {}, {}
    for side, matrix in counts.items():
        model = PLSA(n_topics, background_weight=BACKGROUND, random_state=seed, n_jobs=1)
        weight = weighed_by_length({side: matrix})
        doc_topic[side] = model.fit(matrix, sample_weight=weight).doc_topic_
        topic_word[side] = model.topic_word_
    found = reading(counts, topic_word, doc_topic)
    has = {side: np.diff(matrix.indptr) > 0 for side, matrix in counts.items()}
    carry = {}
    for source, target in permutations(counts, 2):
        both = has[source] & has[target]
        counterparts = scaled_rows(counts[target][both], np.ones(int(both.sum())))
        phi = (1 - BACKGROUND) * topic_word[target]
        rest = BACKGROUND * word_shares(counts[target])
        carry[source, target] = _carrying(doc_topic[source][both], counterparts, phi, rest)
    return replace(found, carry=carry)


def _carrying(theta: Array, counterparts: sparse.csr_matrix, phi: Array, rest: Array) -> Array:
    """T = p(z'|z) that maximises Σ_dw x_dw log (θ T φ + rest)_dw, by EM."""
    rows = entry_rows(counterparts.indptr)
    table = np.full((len(phi), len(phi)), 1.0 / len(phi))
    for _ in range(CARRYING_STEPS):
        p = ((theta @ table)[rows] * phi.T[counterparts.indices]).sum(axis=1) + rest[
            counterparts.indices
        ]
        ratio = sparse.csr_matrix(
            (counterparts.data / p, counterparts.indices, counterparts.indptr), counterparts.shape
        )
        table *= theta.T @ (ratio @ phi.T)
        table /= np.maximum(table.sum(axis=1, keepdims=True), FLOOR)
    return table


def methods(regularizers: tuple[str, ...]) -> Iterator[Method]:
    yield Method("separate PLSAs", separate)
    yield Method("GPLSA", coupled("skl", 0.0), "", 0.0)
    for regularizer in regularizers:
        for lam in LAMS[regularizer]:
            yield Method("GPLSA", coupled(regularizer, lam), regularizer, lam)
    yield Method("a training", coupled("skl", 1.0, document_weights))
    yield Method("link-PLSA", link_plsa)

"""What a model reads in one document of its corpus: its topics, those of its words, its words."""

from collections.abc import Mapping, Sequence

import numpy as np

from gplsa.core.sums import entries_of, topic_given_word
from gplsa.core.types import FloatArray
from gplsa.model.model import TrainedModel

SURE = 0.5  # a word is of a topic where that is more likely than all others together
TELLS = 0.2
"""Least p(z|w) of a word that tells of a topic, and twice p(z) at least: where one topic carries a
document, most of its words are of it, and say nothing of it."""


def most_specific(model: TrainedModel, modality: str, row: int, n: int = 12) -> list[str]:
    """The words that tell a document from others, for a model that keeps no texts."""
    counts = model.counts[modality]
    words, often = entries_of(counts, row)
    in_documents = np.bincount(counts.indices, minlength=counts.shape[1])[words]
    weight = (1 + np.log(often)) * np.log(counts.shape[0] / in_documents)
    forms = model.vocabularies[modality].forms
    return [forms[words[i]] for i in np.argsort(-weight, kind="stable")[:n]]


def read_alone(model: TrainedModel, row: int) -> dict[str, FloatArray]:
    """Topic mixtures of the sides of one pair, each read without the others, where it has words."""
    return {
        m: model.fold_in(model.counts[m][row], m)[0]
        for m in model.modalities
        if model.counts[m][row].nnz
    }


def topic_of_words(
    model: TrainedModel, modality: str, mixture: FloatArray, terms: Sequence[int]
) -> dict[int, int]:
    """p(z|w, d) ∝ φ_zw θ_dz: the topic of each term where one holds more than half of it."""
    share = topic_given_word(model.topic_word[modality][:, list(terms)], mixture)
    best = share.argmax(axis=0)
    return {term: int(best[i]) for i, term in enumerate(terms) if share[best[i], i] >= SURE}


def telling(model: TrainedModel, modality: str, topics: Mapping[int, int]) -> dict[int, float]:
    """p(z|w) ∝ φ_zw p(z) of terms and their topics, whatever the document, 0 to 1: how much a word
    speaks for its topic by itself, where it does."""
    terms, prior = [*topics], model.topic_share()
    share = topic_given_word(model.topic_word[modality][:, terms], prior)
    found = {term: float(share[topics[term], i]) for i, term in enumerate(terms)}
    return {term: p for term, p in found.items() if p >= max(TELLS, 2 * prior[topics[term]])}

"""Which pictures are typical of a topic, and which of their patches set it apart."""

import numpy as np

from gplsa.images import Region, VisualVocabulary
from gplsa.model.model import TrainedModel

TYPICAL_PICTURES = 12


def typical_rows(model: TrainedModel, modality: str, topic: int, n: int) -> list[int]:
    """Training documents whose picture a topic takes most of, largest first."""
    share = np.where(model.corpus.has(modality), model.doc_topic[modality][:, topic], -1.0)
    best = np.argsort(-share, kind="stable")[:n]
    return [int(row) for row in best if share[row] > 0]


def distinctive_patches(
    model: TrainedModel, modality: str, topic: int, n: int
) -> dict[int, list[tuple[bytes, Region]]]:
    """By visual word the pictures with the places of at most `n` words that set a topic apart, one
    place a picture; of words that are in its typical pictures twice or more.

    Words are ranked by what they add to the divergence of the topic from the corpus,
    φ_zw log(φ_zw / p(w)).
    """
    vocabulary = model.vocabularies[modality]
    if not isinstance(vocabulary, VisualVocabulary) or not model.has_texts:
        return {}
    probability = model.topic_word[modality][topic]
    overall = model.in_general[modality]
    tiny = np.finfo(float).tiny
    divergence = probability * np.log(np.maximum(probability, tiny) / np.maximum(overall, tiny))
    found: dict[int, list[tuple[bytes, Region]]] = {}
    for row in typical_rows(model, modality, topic, TYPICAL_PICTURES):
        jpeg, seen = model.corpus.pictures[modality][row], set()
        for region in vocabulary.regions(jpeg):
            if region.term < len(vocabulary.patches) and region.term not in seen:
                seen.add(region.term)
                found.setdefault(region.term, []).append((jpeg, region))
    ranked = np.argsort(-divergence, kind="stable").tolist()
    shown = [term for term in ranked if divergence[term] > 0 and len(found.get(term, ())) > 1]
    return {term: found[term] for term in shown[:n]}

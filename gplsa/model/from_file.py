from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.types import Sides, VisualFeatures
from gplsa.corpus.archive import Archive, unpack_sparse
from gplsa.corpus.sides import unpack_visual_features, vocabulary_from_parts
from gplsa.corpus.storage import corpus_from_parts
from gplsa.headings.storage import suggester_of
from gplsa.keywords import KeywordRanker, Pairs
from gplsa.model.editing.algebra import TopicDistributions
from gplsa.model.editing.history import History, Marks, checked_mixtures
from gplsa.model.misaligned import of_trusted
from gplsa.model.phrasing import Phrasing, keyword_sizes
from gplsa.model.ratings import NO_RATINGS, Ratings
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Validation
from gplsa.model.whole import WholeCorpus


def parts_of(archive: Archive) -> dict[str, Any]:
    """The fields of `ModelData` by name, from its file."""
    documents, arrays = archive.documents, archive.arrays
    facts = documents["model"]
    modalities, n_topics = list(facts["modalities"]), int(facts["n_topics"])
    corpus = corpus_from_parts(documents["corpus"], arrays)
    if modalities != corpus.modalities or n_topics < 1:
        raise ValueError("the modalities of model and corpus differ")
    sides = _Sides.of(archive, modalities, len(corpus), n_topics)
    terms = {m: vocabulary.terms for m, vocabulary in sides.vocabularies.items()}
    fitted = TopicDistributions(sides.topic_word, sides.doc_topic)
    edit_history, shown = History.from_parts(
        documents.get("shaping", {}), arrays, fitted, sides.counts, terms
    )
    weights, whole = arrays.get("pair_weights"), facts.get("whole")
    if weights is not None and (
        weights.shape != (len(corpus),)
        or weights.dtype != np.float64
        or not ((weights >= 0) & (weights <= 1)).all()
    ):
        raise ValueError("the weights of pairs are no probabilities")
    marks = Marks.from_json(facts, shown.n_topics)
    sizes = keyword_sizes(sides.vocabularies, sides.phrasings)
    return dict(
        name=str(facts["name"]),
        corpus=corpus,
        has_texts=bool(facts["has_texts"]),
        settings=TrainSettings.from_json(documents["settings"]),
        vocabularies=sides.vocabularies,
        counts=sides.counts,
        topic_word=shown.topic_word,
        doc_topic=shown.doc_topic,
        objective_history=_history(arrays["objective_history"]),
        converged=bool(facts["converged"]),
        rankers=sides.rankers(archive, shown, weights),
        validation=_validation(documents["check"], len(corpus)),
        phrasings=sides.phrasings,
        topic_names=dict(marks.names),
        topic_notes=dict(marks.notes),
        hidden_topics=set(marks.hidden),
        history=edit_history,
        ratings=Ratings.from_json(facts.get("judgements", NO_RATINGS), sizes),
        whole=None if whole is None else WholeCorpus.from_json(whole),
        pair_weights=weights,
        visual_features=sides.visual_features,
        suggester=suggester_of(documents["headings"], _under(arrays, "headings/"), corpus.ids)
        if "headings" in documents
        else None,
    )


@dataclass
class _Sides:
    """By modality, as in `ModelData`;  topic_word, doc_topic  as they were fitted."""

    vocabularies: dict[str, SideVocabulary] = field(default_factory=dict)
    counts: dict[str, sparse.csr_matrix] = field(default_factory=dict)
    visual_features: dict[str, VisualFeatures] = field(default_factory=dict)
    phrasings: dict[str, Phrasing] = field(default_factory=dict)
    topic_word: dict[str, np.ndarray] = field(default_factory=dict)
    doc_topic: dict[str, np.ndarray] = field(default_factory=dict)

    @classmethod
    def of(
        cls, archive: Archive, modalities: list[str], n_documents: int, n_topics: int
    ) -> "_Sides":
        documents, arrays, found = archive.documents, archive.arrays, cls()
        for place, modality in enumerate(modalities):
            vocabulary = vocabulary_from_parts(
                documents[f"vocabulary/{place}"], _under(arrays, f"vocabulary/{place}/")
            )
            n_words = len(vocabulary.terms)
            found.vocabularies[modality] = vocabulary
            found.counts[modality] = unpack_sparse(
                arrays, f"counts/{place}", (n_documents, n_words)
            )
            if n_columns := vocabulary.n_visual_features:
                found.visual_features[modality] = unpack_visual_features(
                    arrays[f"looks/{place}"], (n_documents, n_columns)
                )
            if f"phrases/{place}" in documents:
                own = _under(arrays, f"phrases/{place}/")
                found.phrasings[modality] = Phrasing.from_parts(
                    documents[f"phrases/{place}"], own, n_documents, n_words
                )
            phi, theta = arrays[f"topic_word/{place}"], arrays[f"doc_topic/{place}"]
            found.topic_word[modality] = checked_mixtures(phi, (n_topics, n_words))
            found.doc_topic[modality] = checked_mixtures(theta, (n_documents, n_topics))
        return found

    def rankers(
        self, archive: Archive, shown: TopicDistributions, weights: np.ndarray | None
    ) -> dict[Sides, KeywordRanker]:
        """shown  the topics as a person edited them;  weights  of the pairs"""
        learned, found = of_trusted(self.counts, weights), {}
        for place, (source, target) in enumerate(archive.documents["model"]["directions"]):
            phrasing = self.phrasings.get(target)
            found[source, target] = KeywordRanker.from_arrays(
                _under(archive.arrays, f"gist/{place}/"),
                Pairs(
                    learned[source],
                    learned[target],
                    traits=None if phrasing is None else phrasing.traits,
                    phrases=None if phrasing is None else phrasing.phrases,
                ),
                shown.of((source, target)),
                self.vocabularies[source].n_visual_features,
            )
        return found


def _history(history: np.ndarray) -> np.ndarray:
    if history.ndim != 1 or not np.isfinite(history).all():
        raise ValueError("the history of the objective is not a list of numbers")
    return history


def _validation(content: Mapping[str, Any] | None, n_documents: int) -> Validation | None:
    found = None if content is None else Validation.from_json(content)
    if found is not None and not 0 <= found.example.row < n_documents:
        raise ValueError("the example of the check does not exist")
    return found


def _under(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(prefix): arrays[name] for name in arrays if name.startswith(prefix)}

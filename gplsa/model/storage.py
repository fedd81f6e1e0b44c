"""The file of a trained model: what is written as JSON and as arrays, and how it is read back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.types import VisualFeatures
from gplsa.corpus.archive import Archive, pack_sparse, unpack_sparse
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import (
    SideVocabulary,
    n_visual_features,
    pack_visual_features,
    unpack_visual_features,
    vocabulary_from_parts,
)
from gplsa.corpus.storage import corpus_from_parts, corpus_to_arrays, corpus_to_json
from gplsa.headings.parts import parts_of as suggester_parts
from gplsa.headings.parts import suggester_of
from gplsa.headings.suggesting import Suggester
from gplsa.keywords import KeywordRanker, Pairs, PairTopics
from gplsa.model.doubted import of_trusted
from gplsa.model.editing.algebra import Topics
from gplsa.model.editing.history import History, Marks
from gplsa.model.phrasing import Phrasing
from gplsa.model.ratings import NO_RATINGS, Ratings
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Direction, Validation
from gplsa.model.whole import WholeCorpus
from gplsa.renamed import old_names

ROUNDING = 1e-6


@old_names(
    check="validation",
    filler="uninformative",
    gists="rankers",
    judge="rate",
    judgements="ratings",
    looks="visual_features",
)
@dataclass
class Stored:
    """What the file of a trained model holds.

    corpus             ids, titles, carried fields, and the texts unless they were left out
    vocabularies       words of each modality;  counts  training documents × words, CSR
    topic_word         φ = p(w|z) by modality, (topics, words)
    doc_topic          θ = p(z|d) by modality, (documents, topics)
    objective_history  the objective after each iteration
    rankers              keywords of one modality from another, by (source, target)
    check              what the held-out pairs showed; None where none were held out
    phrasings          of the sides of texts, what keywords are made of beside terms
    topic_names        names a person gave;  topic_notes  notes;  hidden_topics  topics put away
    ratings         what a person said of keywords
    pair_weights       how sure it is that the sides of each document belong together, (documents,)
                       0..1, where pairs were weighed: the rankers learned from `of_trusted` counts
    visual_features              of the sides of pictures, what each says beside its visual words
    history            how a person shaped the topics: `topic_word`, `doc_topic` and these marks are
                       as they are shown, while the file holds the topics as they were fitted
    whole              of a model of a corpus in chunks: what its topics and lexicons were learned
                       from, while all else here is of a sample of it
    suggester          of subject headings, where a column held some
    """

    name: str
    corpus: Corpus
    has_texts: bool
    settings: TrainSettings
    vocabularies: dict[str, SideVocabulary]
    counts: dict[str, sparse.csr_matrix]
    topic_word: dict[str, np.ndarray]
    doc_topic: dict[str, np.ndarray]
    objective_history: np.ndarray
    converged: bool
    rankers: dict[Direction, KeywordRanker]
    validation: Validation | None
    phrasings: dict[str, Phrasing] = field(default_factory=dict)
    topic_names: dict[int, str] = field(default_factory=dict)
    hidden_topics: set[int] = field(default_factory=set)
    ratings: Ratings = field(default_factory=Ratings)
    whole: WholeCorpus | None = None
    topic_notes: dict[int, str] = field(default_factory=dict)
    history: History = field(default_factory=History)
    pair_weights: np.ndarray | None = None
    visual_features: dict[str, VisualFeatures] = field(default_factory=dict)
    suggester: Suggester | None = None

    @property
    def modalities(self) -> tuple[str, ...]:
        return tuple(self.topic_word)

    @property
    def n_topics(self) -> int:
        return len(self.topic_word[self.modalities[0]])

    @property
    def fitted(self) -> Topics:
        """The topics as training left them, before anybody shaped them."""
        return self.history.base or Topics(self.topic_word, self.doc_topic)

    def file_documents(self) -> dict[str, Any]:
        """What a model file holds as JSON."""
        marks = Marks(self.topic_names, self.topic_notes, frozenset(self.hidden_topics)).to_json()
        shaping = self.history.to_json(self.n_topics)
        documents = {
            "model": {
                "name": self.name,
                "modalities": list(self.modalities),
                "n_topics": self.fitted.n_topics,
                "has_texts": self.has_texts,
                "converged": self.converged,
                "directions": [list(direction) for direction in self.rankers],
                **marks,
                **({"judgements": self.ratings.to_json()} if self.ratings else {}),
                **({"whole": self.whole._asdict()} if self.whole else {}),
            },
            "settings": self.settings.to_json(),
            "check": self.validation.to_json() if self.validation else None,
            "corpus": corpus_to_json(self.corpus),
            **({"shaping": shaping} if shaping else {}),
        }
        for place, modality in enumerate(self.modalities):
            documents[f"vocabulary/{place}"] = self.vocabularies[modality].to_json()
            if modality in self.phrasings:
                documents[f"phrases/{place}"] = self.phrasings[modality].to_json()
        if self.suggester is not None:
            documents["headings"] = suggester_parts(self.suggester, self.corpus.ids)[0]
        return documents

    def file_arrays(self) -> dict[str, np.ndarray]:
        """What a model file holds as arrays."""
        arrays: dict[str, np.ndarray] = {}
        arrays["objective_history"] = np.asarray(self.objective_history, dtype=np.float64)
        arrays |= corpus_to_arrays(self.corpus) | self.history.to_arrays(self.modalities)
        if self.pair_weights is not None:
            arrays["pair_weights"] = self.pair_weights
        fitted = self.fitted
        for place, modality in enumerate(self.modalities):
            arrays[f"topic_word/{place}"] = fitted.topic_word[modality]
            arrays[f"doc_topic/{place}"] = fitted.doc_topic[modality]
            arrays |= pack_sparse(f"counts/{place}", self.counts[modality])
            if modality in self.visual_features:
                arrays[f"looks/{place}"] = pack_visual_features(self.visual_features[modality])
            found = self.vocabularies[modality].to_arrays()
            arrays |= {f"vocabulary/{place}/{name}": part for name, part in found.items()}
            if modality in self.phrasings:
                found = self.phrasings[modality].to_arrays()
                arrays |= {f"phrases/{place}/{name}": part for name, part in found.items()}
        for place, ranker in enumerate(self.rankers.values()):
            arrays |= {f"gist/{place}/{name}": part for name, part in ranker.to_arrays().items()}
        if self.suggester is not None:
            found = suggester_parts(self.suggester, self.corpus.ids)[1]
            arrays |= {f"headings/{name}": part for name, part in found.items()}
        return arrays


def keyword_sizes(
    vocabularies: Mapping[str, SideVocabulary], phrasings: Mapping[str, Phrasing]
) -> dict[str, tuple[int, int]]:
    """Of each side, how many words there are, and how many words and phrases."""
    n_words = {side: len(vocabulary.terms) for side, vocabulary in vocabularies.items()}
    n_phrases = {side: len(phrasing.chosen) for side, phrasing in phrasings.items()}
    return {side: (n, n + n_phrases.get(side, 0)) for side, n in n_words.items()}


def parts_of(archive: Archive) -> dict[str, Any]:
    """The fields of `Stored` by name, from its file.

    Raises one of the errors of `damage_as_input_error` where they do not fit together.
    """
    documents, arrays = archive.documents, archive.arrays
    facts = documents["model"]
    modalities, n_topics = list(facts["modalities"]), int(facts["n_topics"])
    corpus = corpus_from_parts(documents["corpus"], arrays)
    if modalities != corpus.modalities or n_topics < 1:
        raise ValueError("the modalities of model and corpus differ")
    n_documents = len(corpus)
    vocabularies, counts, visual_features, phrasings = {}, {}, {}, {}
    topic_word, doc_topic = {}, {}
    for place, modality in enumerate(modalities):
        vocabulary = vocabulary_from_parts(
            documents[f"vocabulary/{place}"], _under(arrays, f"vocabulary/{place}/")
        )
        n_words = len(vocabulary.terms)
        vocabularies[modality] = vocabulary
        counts[modality] = unpack_sparse(arrays, f"counts/{place}", (n_documents, n_words))
        if n_columns := n_visual_features(vocabulary):
            visual_features[modality] = unpack_visual_features(
                arrays[f"looks/{place}"], (n_documents, n_columns)
            )
        if f"phrases/{place}" in documents:
            own = _under(arrays, f"phrases/{place}/")
            phrasings[modality] = Phrasing.from_parts(
                documents[f"phrases/{place}"], own, n_documents, n_words
            )
        topic_word[modality] = _mixtures(arrays[f"topic_word/{place}"], (n_topics, n_words))
        doc_topic[modality] = _mixtures(arrays[f"doc_topic/{place}"], (n_documents, n_topics))
    fitted = Topics(topic_word, doc_topic)
    terms = {m: vocabulary.terms for m, vocabulary in vocabularies.items()}
    shaping = documents.get("shaping", {})
    shaped, shown = History.from_parts(shaping, arrays, fitted, counts, terms)
    weights = arrays.get("pair_weights")
    if weights is not None:
        _check_weights(weights, n_documents)
    learned = of_trusted(counts, weights)
    rankers = {}
    for place, (source, target) in enumerate(facts["directions"]):
        rankers[source, target] = KeywordRanker.from_arrays(
            _under(arrays, f"gist/{place}/"),
            Pairs(
                learned[source],
                learned[target],
                traits=phrasings[target].traits if target in phrasings else None,
                phrases=phrasings[target].phrases if target in phrasings else None,
            ),
            PairTopics(
                (shown.topic_word[source], shown.topic_word[target]),
                (shown.doc_topic[source], shown.doc_topic[target]),
            ),
            n_visual_features(vocabularies[source]),
        )
    whole = facts.get("whole")
    marks = Marks.from_json(facts, shown.n_topics)
    judged = facts.get("judgements", NO_RATINGS)
    history = arrays["objective_history"]
    if history.ndim != 1 or not np.isfinite(history).all():
        raise ValueError("the history of the objective is not a list of numbers")
    validation = None if documents["check"] is None else Validation.from_json(documents["check"])
    if validation is not None and not 0 <= validation.example.row < n_documents:
        raise ValueError("the example of the check does not exist")
    suggester = None
    if "headings" in documents:
        own = _under(arrays, "headings/")
        suggester = suggester_of(documents["headings"], own, corpus.ids)
    return dict(
        name=str(facts["name"]),
        corpus=corpus,
        has_texts=bool(facts["has_texts"]),
        settings=TrainSettings.from_json(documents["settings"]),
        vocabularies=vocabularies,
        counts=counts,
        topic_word=shown.topic_word,
        doc_topic=shown.doc_topic,
        objective_history=history,
        converged=bool(facts["converged"]),
        rankers=rankers,
        validation=validation,
        phrasings=phrasings,
        topic_names=dict(marks.names),
        topic_notes=dict(marks.notes),
        hidden_topics=set(marks.hidden),
        history=shaped,
        ratings=Ratings.from_json(judged, keyword_sizes(vocabularies, phrasings)),
        whole=None if whole is None else WholeCorpus.from_json(whole),
        pair_weights=weights,
        visual_features=visual_features,
        suggester=suggester,
    )


def _under(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(prefix): arrays[name] for name in arrays if name.startswith(prefix)}


def _check_weights(weights: np.ndarray, n_documents: int) -> None:
    if weights.shape != (n_documents,) or weights.dtype != np.float64:
        raise ValueError(f"the weights of pairs have the shape {weights.shape}")
    if not ((weights >= 0) & (weights <= 1)).all():
        raise ValueError("a weight of a pair is no probability")


def _mixtures(rows: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """`rows` where they are probabilities of the expected shape, each row summing to 1."""
    if rows.shape != shape or rows.dtype != np.float64:
        raise ValueError(f"an array has the shape {rows.shape}, not {shape}")
    if not (rows >= 0).all() or np.abs(rows.sum(axis=1) - 1).max(initial=0) > ROUNDING:
        raise ValueError("a mixture does not sum to 1")
    return rows

"""What a trained model consists of, and its file."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock
from typing import Any, Self, TypeVar

import numpy as np
from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.types import Sides, VisualFeatures
from gplsa.corpus.archive import (
    File,
    damage_as_input_error,
    pack_sparse,
    read_archive,
    write_archive,
)
from gplsa.corpus.archive_json import (
    BASIC_VERSION,
    FILE_VERSION,
    VISUAL_FEATURES_VERSION,
    WEIGHED_VERSION,
)
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import pack_visual_features
from gplsa.corpus.storage import corpus_to_arrays, corpus_to_json
from gplsa.headings.storage import arrays_of, facts_of
from gplsa.headings.suggesting import Suggester
from gplsa.keywords import KeywordRanker
from gplsa.model.editing.algebra import TopicDistributions
from gplsa.model.editing.edits import STRUCTURAL
from gplsa.model.editing.history import History, Marks
from gplsa.model.from_file import parts_of
from gplsa.model.phrasing import Phrasing
from gplsa.model.ratings import Ratings
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Validation
from gplsa.model.whole import WholeCorpus
from gplsa.renamed import old_names

_Made = TypeVar("_Made")


@old_names(
    check="validation",
    filler="uninformative",
    gists="rankers",
    judge="rate",
    judgements="ratings",
    doubted_share="misaligned_share",
    looks="visual_features",
)
@dataclass
class ModelData:
    """All that a trained model consists of, which is what its file holds.

    corpus             ids, titles, carried fields, and the texts unless they were left out
    vocabularies       words of each modality;  counts  training documents × words, CSR
    topic_word         φ = p(w|z) by modality, (topics, words)
    doc_topic          θ = p(z|d) by modality, (documents, topics)
    objective_history  the objective at the start and after each iteration
    rankers            keywords of one modality from another, by (source, target)
    validation         what the held-out pairs showed; None where none were held out
    phrasings          of the sides of texts, what keywords are made of beside terms
    topic_names        names a person gave;  topic_notes  notes;  hidden_topics  topics put away
    ratings            what a person said of keywords
    pair_weights       how sure it is that the sides of each document belong together, (documents,)
                       0..1, where pairs were weighed: the rankers learned from `of_trusted` counts
    visual_features    of the sides of pictures, what each says beside its visual words
    history            how a person edited the topics: `topic_word`, `doc_topic` and these marks are
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
    rankers: dict[Sides, KeywordRanker]
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

    def once(self, kind: type[_Made], key: tuple[str, ...], make: Callable[[], _Made]) -> _Made:
        """What `make` makes, kept with the model from question to question; who asks meanwhile
        waits for it."""
        with self._making.setdefault((kind, key), RLock()):
            if (kind, key) not in self._made:
                self._made[kind, key] = make()
        return self._made[kind, key]

    def made(self, kind: type[_Made], key: tuple[str, ...]) -> _Made | None:
        """What `once` keeps; None where nobody has asked yet."""
        return self._made.get((kind, key))

    @cached_property
    def _made(self) -> dict[tuple[type, tuple[str, ...]], Any]:
        return {}

    @cached_property
    def _making(self) -> dict[tuple[type, tuple[str, ...]], Any]:
        return {}

    @property
    def modalities(self) -> tuple[str, ...]:
        return tuple(self.topic_word)

    @property
    def n_topics(self) -> int:
        return len(self.topic_word[self.modalities[0]])

    @property
    def mixtures(self) -> np.ndarray:
        """p(z|d), (documents, topics), mean of the sides."""
        return np.asarray(np.mean([self.doc_topic[m] for m in self.modalities], axis=0))

    @property
    def fitted(self) -> TopicDistributions:
        """The topics as training left them, before anybody edited them."""
        return self.history.base or self.shown

    @property
    def shown(self) -> TopicDistributions:
        """The topics as a person edited them."""
        return TopicDistributions(self.topic_word, self.doc_topic)

    @property
    def marks(self) -> Marks:
        """What a person noted beside topics."""
        return Marks(dict(self.topic_names), dict(self.topic_notes), frozenset(self.hidden_topics))

    def file_documents(self) -> dict[str, Any]:
        """What a model file holds as JSON."""
        edits = self.history.to_json(self.n_topics)
        documents = {
            "model": {
                "name": self.name,
                "modalities": list(self.modalities),
                "n_topics": self.fitted.n_topics,
                "has_texts": self.has_texts,
                "converged": self.converged,
                "directions": [list(direction) for direction in self.rankers],
                **self.marks.to_json(),
                **({"judgements": self.ratings.to_json()} if self.ratings else {}),
                **({"whole": self.whole._asdict()} if self.whole else {}),
            },
            "settings": self.settings.to_json(),
            "check": self.validation.to_json() if self.validation else None,
            "corpus": corpus_to_json(self.corpus),
            **({"shaping": edits} if edits else {}),
        }
        for place, modality in enumerate(self.modalities):
            documents[f"vocabulary/{place}"] = self.vocabularies[modality].to_json()
            if modality in self.phrasings:
                documents[f"phrases/{place}"] = self.phrasings[modality].to_json()
        if self.suggester is not None:
            documents["headings"] = facts_of(self.suggester, self.corpus.ids)
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
            found = arrays_of(self.suggester)
            arrays |= {f"headings/{name}": part for name, part in found.items()}
        return arrays

    @cached_property
    def digest(self) -> str:
        """A name for what was trained, to key caches by; names and hiding of topics leave it."""
        content = hashlib.sha256(repr(self.settings.to_json()).encode())
        beside = self.corpus.ids, self.corpus.fields
        content.update(repr(beside).encode("utf-8", "replace"))
        for step in self.history.steps:
            if isinstance(step.edit, STRUCTURAL):
                content.update(repr(step.edit).encode("utf-8", "replace"))
        for _, array in sorted(self.file_arrays().items()):
            content.update(np.ascontiguousarray(array).tobytes())
        return content.hexdigest()

    def save(self, file: File) -> None:
        """Write the model file (docs/FILE_FORMAT.md), over whatever is there, once complete."""
        weighed = WEIGHED_VERSION if self.pair_weights is not None else BASIC_VERSION
        least = VISUAL_FEATURES_VERSION if self.visual_features else weighed
        documents, arrays = self.file_documents(), self.file_arrays()
        write_archive(file, "model", documents, arrays, FILE_VERSION if self.suggester else least)

    @classmethod
    def load(cls, file: File) -> Self:
        """Read a model file; InputError in one sentence for anything else."""
        archive = read_archive(file, "model")
        with damage_as_input_error("model"):
            return cls(**parts_of(archive))

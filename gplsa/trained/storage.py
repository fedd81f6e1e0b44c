"""The file of a trained model: what is written as JSON and as arrays, and how it is read back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gplsa.corpus.archive import Archive, pack_sparse, unpack_sparse
from gplsa.corpus.sides import vocabulary_from_parts
from gplsa.corpus.storage import corpus_from_parts, corpus_to_arrays, corpus_to_json
from gplsa.gist import Gist
from gplsa.trained.phrasing import Phrasing
from gplsa.trained.settings import TrainSettings
from gplsa.trained.verdict import SelfCheck
from gplsa.trained.whole import WholeCorpus

if TYPE_CHECKING:
    from gplsa.trained.model import TrainedModel

ROUNDING = 1e-6


def documents_of(model: "TrainedModel") -> dict[str, Any]:
    """What a model file holds as JSON."""
    documents = {
        "model": {
            "name": model.name,
            "modalities": list(model.modalities),
            "n_topics": model.n_topics,
            "has_texts": model.has_texts,
            "converged": model.converged,
            "directions": [list(direction) for direction in model.gists],
            "topic_names": {str(topic): model.topic_names[topic] for topic in model.topic_names},
            "hidden_topics": sorted(model.hidden_topics),
            **({"whole": model.whole._asdict()} if model.whole else {}),
        },
        "settings": model.settings.to_json(),
        "check": model.check.to_json() if model.check else None,
        "corpus": corpus_to_json(model.corpus),
    }
    for place, modality in enumerate(model.modalities):
        documents[f"vocabulary/{place}"] = model.vocabularies[modality].to_json()
        if modality in model.phrasings:
            documents[f"phrases/{place}"] = model.phrasings[modality].to_json()
    return documents


def arrays_of(model: "TrainedModel") -> dict[str, np.ndarray]:
    """What a model file holds as arrays."""
    arrays = {"objective_history": np.asarray(model.objective_history, dtype=np.float64)}
    arrays |= corpus_to_arrays(model.corpus)
    for place, modality in enumerate(model.modalities):
        arrays[f"topic_word/{place}"] = model.topic_word[modality]
        arrays[f"doc_topic/{place}"] = model.doc_topic[modality]
        arrays |= pack_sparse(f"counts/{place}", model.counts[modality])
        found = model.vocabularies[modality].to_arrays()
        arrays |= {f"vocabulary/{place}/{name}": part for name, part in found.items()}
        if modality in model.phrasings:
            found = model.phrasings[modality].to_arrays()
            arrays |= {f"phrases/{place}/{name}": part for name, part in found.items()}
    for place, gist in enumerate(model.gists.values()):
        arrays |= {f"gist/{place}/{name}": part for name, part in gist.to_arrays().items()}
    return arrays


def parts_of(archive: Archive) -> dict[str, Any]:
    """The fields of `TrainedModel` by name, from its file.

    Raises one of the errors of `damage_as_input_error` where they do not fit together.
    """
    documents, arrays = archive.documents, archive.arrays
    facts = documents["model"]
    modalities, n_topics = list(facts["modalities"]), int(facts["n_topics"])
    corpus = corpus_from_parts(documents["corpus"], arrays)
    if modalities != corpus.modalities or n_topics < 1:
        raise ValueError("the modalities of model and corpus differ")
    n_documents = len(corpus)
    vocabularies, counts, phrasings = {}, {}, {}
    topic_word, doc_topic = {}, {}
    for place, modality in enumerate(modalities):
        vocabulary = vocabulary_from_parts(
            documents[f"vocabulary/{place}"], _under(arrays, f"vocabulary/{place}/")
        )
        n_words = len(vocabulary.terms)
        vocabularies[modality] = vocabulary
        counts[modality] = unpack_sparse(arrays, f"counts/{place}", (n_documents, n_words))
        if f"phrases/{place}" in documents:
            own = _under(arrays, f"phrases/{place}/")
            phrasings[modality] = Phrasing.from_parts(
                documents[f"phrases/{place}"], own, n_documents, n_words
            )
        topic_word[modality] = _mixtures(arrays[f"topic_word/{place}"], (n_topics, n_words))
        doc_topic[modality] = _mixtures(arrays[f"doc_topic/{place}"], (n_documents, n_topics))
    gists = {}
    for place, (source, target) in enumerate(facts["directions"]):
        gists[source, target] = Gist.from_arrays(
            _under(arrays, f"gist/{place}/"),
            counts[source],
            counts[target],
            topic_word=(topic_word[source], topic_word[target]),
            doc_topic=(doc_topic[source], doc_topic[target]),
            traits=phrasings[target].traits if target in phrasings else None,
            phrases=phrasings[target].phrases if target in phrasings else None,
        )
    whole = facts.get("whole")
    names = {int(topic): str(name) for topic, name in facts["topic_names"].items()}
    hidden = {int(topic) for topic in facts["hidden_topics"]}
    if any(not 0 <= topic < n_topics for topic in hidden | set(names)):
        raise ValueError("a topic that is named or hidden does not exist")
    history = arrays["objective_history"]
    if history.ndim != 1 or not np.isfinite(history).all():
        raise ValueError("the history of the objective is not a list of numbers")
    check = None if documents["check"] is None else SelfCheck.from_json(documents["check"])
    if check is not None and not 0 <= check.example.row < n_documents:
        raise ValueError("the example of the check does not exist")
    return dict(
        name=str(facts["name"]),
        corpus=corpus,
        has_texts=bool(facts["has_texts"]),
        settings=TrainSettings.from_json(documents["settings"]),
        vocabularies=vocabularies,
        counts=counts,
        topic_word=topic_word,
        doc_topic=doc_topic,
        objective_history=history,
        converged=bool(facts["converged"]),
        gists=gists,
        check=check,
        phrasings=phrasings,
        topic_names=names,
        hidden_topics=hidden,
        whole=None if whole is None else WholeCorpus.from_json(whole),
    )


def _under(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(prefix): arrays[name] for name in arrays if name.startswith(prefix)}


def _mixtures(rows: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """`rows` where they are probabilities of the expected shape, each row summing to 1."""
    if rows.shape != shape or rows.dtype != np.float64:
        raise ValueError(f"an array has the shape {rows.shape}, not {shape}")
    if not (rows >= 0).all() or np.abs(rows.sum(axis=1) - 1).max(initial=0) > ROUNDING:
        raise ValueError("a mixture does not sum to 1")
    return rows

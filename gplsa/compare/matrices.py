"""Measuring on ready-made matrices: what finds what across modalities, in a .npz or .mat file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.compare.holdout import counterpart_figures
from gplsa.core.sums import are_counts
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.evaluation.classes import mean_average_precision, top_average_precision
from gplsa.evaluation.counterparts import ranks_of_counterparts
from gplsa.message import Message, listed
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.models import MultimodalGPLSA
from gplsa.progress import Progress, report, scaled
from gplsa.reading import Upload
from gplsa.reading.readers.matrices import MATRIX_SUFFIXES
from gplsa.reading.sandboxed import read_arrays
from gplsa.retrieval.classes import SemanticSpace, same_class
from gplsa.retrieval.mixtures import centred_correlation, topic_similarity
from gplsa.training.fitting import reporting, topic_model

COUNTERPART_STEPS = 3  # more steps of fold-in overfit short documents
CLASS_STEPS = 10
"""As good for classes as 30 on training documents left out (`benchmarks.crossmodal --choose`)."""


@dataclass(frozen=True)
class Matrices:
    """Two sides, row d of both document d; a label per document, or none.

    documents  their numbers, and the columns they can be split by
    """

    sides: dict[str, sparse.csr_matrix]
    labels: np.ndarray | None
    documents: Corpus


def is_matrices(paths: Sequence[str]) -> bool:
    """Whether this is one file of matrices."""
    return len(paths) == 1 and Path(paths[0]).suffix.lower() in MATRIX_SUFFIXES


def read_matrices(
    path: str, source: str, target: str, labels: str | None = None, fields: Sequence[str] = ()
) -> Matrices:
    """The arrays of a .npz or .mat file that go by these names.

    source, target  (documents, features), ≥ 0, dense or sparse;  labels, fields  (documents,)
    Raises InputError in one sentence where the file or an array is not what it should be.
    """
    upload = Upload.from_path(path)
    arrays = read_arrays(upload)
    wanted = [name for name in (source, target, labels, *fields) if name is not None]
    missing = [name for name in wanted if name not in arrays]
    if missing:
        held = listed(arrays) or Message("nothing")
        raise InputError(
            "“{name}” holds no array {missing!r}; it holds {held}.",
            name=upload.name,
            missing=missing[0],
            held=held,
        )
    sides = {name: _side(name, arrays[name]) for name in (source, target)}
    n_documents = sides[source].shape[0]
    if sides[target].shape[0] != n_documents:
        raise InputError(
            "{source!r} has {n_documents:,} rows, but {target!r} has {shape:,}: row d of both "
            "must be document d.",
            source=source,
            n_documents=n_documents,
            target=target,
            shape=sides[target].shape[0],
        )
    columns = {name: _column(name, arrays[name], n_documents) for name in wanted[2:]}
    documents = Corpus(
        name=Path(path).stem,
        ids=[str(row) for row in range(n_documents)],
        texts={},
        titles=[""] * n_documents,
        fields={name: [str(value) for value in columns[name]] for name in fields},
    )
    return Matrices(sides, None if labels is None else columns[labels], documents)


def evaluate_matrices(
    matrices: Matrices, test: np.ndarray, settings: TrainSettings, progress: Progress | None = None
) -> dict[str, Any]:
    """Learn topics without the rows `test`, fold those in one side at a time, and measure.

    n_train, n_test, topics
    mates       by direction: mrr and p_at_1, √θ centred, every test document ranking all
                counterparts
    retrieval   only with labels, by direction and space: map over the whole ranking and
                map_top_10 over the ten best relevant documents.  topic_space is the correlation
                of the mixtures; semantic_space the probability of being of the same class,
                learned from the training documents' labels, semantic_space_correlation the
                correlation of the class posteriors
    """
    source, target = matrices.sides
    train = np.setdiff1d(np.arange(len(matrices.documents)), test)
    seen, unseen = ({n: m[rows] for n, m in matrices.sides.items()} for rows in (train, test))
    model = _fit(seen, settings, scaled(progress, 0.0, 0.8))
    short = model.transform(unseen, max_iter=COUNTERPART_STEPS)
    near = topic_similarity(short[source], short[target], np.vstack([*model.doc_topic_.values()]))
    figures: dict[str, Any] = {
        "n_train": len(train),
        "n_test": len(test),
        "topics": model.n_topics,
        "mates": {
            f"{source}>{target}": counterpart_figures(ranks_of_counterparts(near)),
            f"{target}>{source}": counterpart_figures(ranks_of_counterparts(near.T)),
        },
    }
    if matrices.labels is not None:
        report(progress, 0.85, "Measuring")
        spaces = _spaces(model, seen, unseen, matrices.labels[train])
        labels = matrices.labels[test]
        figures["retrieval"] = {
            f"{source}>{target}": _class_figures(spaces, labels),
            f"{target}>{source}": _class_figures({n: s.T for n, s in spaces.items()}, labels),
        }
    report(progress, 1.0, "Done")
    return figures


def retrieval_lines(figures: Mapping[str, Any]) -> list[str]:
    """The figures of `evaluate_matrices` in a few lines."""
    lines = [
        f"{figures['n_train']} documents to train on, {figures['n_test']} to test, "
        f"{figures['topics']} topics"
    ]
    for direction, found in figures["mates"].items():
        lines.append(f"mates {direction}: MRR {found['mrr']:.4f}, first {found['p_at_1']:.4f}")
    for direction, spaces in figures.get("retrieval", {}).items():
        for name, found in spaces.items():
            lines.append(
                f"{name.replace('_', ' ')} {direction}: mAP {found['map']:.3f} over the whole "
                f"ranking, {found['map_top_10']:.3f} over the ten best relevant"
            )
    return lines


def _fit(
    counts: Mapping[str, sparse.csr_matrix], settings: TrainSettings, progress: Progress | None
) -> MultimodalGPLSA:
    n_topics = settings.n_topics or default_topics(next(iter(counts.values())).shape[0])
    # Columns of features are no words that stand everywhere: there is nothing for a background.
    settings = replace(settings, background=0.0)
    model = topic_model(settings, n_topics, np.random.default_rng(settings.seed))
    try:
        return model.fit(counts, callback=reporting(progress))
    except ValueError as error:
        raise InputError("The matrices cannot be learned from: {error}.", error=error) from error


def _spaces(
    model: MultimodalGPLSA,
    seen: Mapping[str, sparse.csr_matrix],
    unseen: Mapping[str, sparse.csr_matrix],
    labels: np.ndarray,
) -> dict[str, np.ndarray]:
    if len(np.unique(labels)) < 2:
        raise InputError("The training documents all bear one label: at least two are needed.")
    known = model.transform(seen, max_iter=CLASS_STEPS)
    asked = model.transform(unseen, max_iter=CLASS_STEPS)
    posteriors = [SemanticSpace().fit(known[n], labels).transform(asked[n]) for n in seen]
    return {
        "topic_space": centred_correlation(*(asked[name] for name in seen)),
        "semantic_space": same_class(*posteriors),
        "semantic_space_correlation": centred_correlation(*posteriors),
    }


def _class_figures(spaces: Mapping[str, np.ndarray], labels: np.ndarray) -> dict[str, Any]:
    return {
        name: {
            "map": mean_average_precision(near, labels, labels),
            "map_top_10": top_average_precision(near, labels, labels),
        }
        for name, near in spaces.items()
    }


def _side(name: str, given: Any) -> sparse.csr_matrix:
    if getattr(given, "ndim", 0) != 2 or given.dtype.kind not in "biuf" or not min(given.shape):
        raise InputError("{name!r} must be a matrix of numbers, one row per document.", name=name)
    matrix = sparse.csr_matrix(given, dtype=np.float64)
    if not are_counts(matrix.data):
        raise InputError(
            "{name!r} must hold counts or weights: finite and not negative.", name=name
        )
    return matrix


def _column(name: str, given: Any, n_documents: int) -> np.ndarray:
    values = np.asarray(given).ravel()
    if len(values) != n_documents or values.dtype.kind not in "biufUS":
        raise InputError(
            "{name!r} must hold one value for each of {n_documents:,} documents.",
            name=name,
            n_documents=n_documents,
        )
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise InputError(
            "{name!r} must hold one value for every document, and some are missing.", name=name
        )
    return values

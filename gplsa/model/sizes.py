"""About how many bytes of memory a corpus or a model takes."""

from collections.abc import Iterable

import numpy as np
from scipy import sparse

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.model.model import TrainedModel

STRING = 60  # bytes of a Python string beside its characters


def size_of(piece: Corpus | TrainedModel) -> int:
    """Bytes of a corpus or model."""
    if isinstance(piece, Corpus):
        columns = (piece.ids, piece.titles, *piece.texts.values(), *piece.fields.values())
        pictures = sum(len(jpeg) for column in piece.pictures.values() for jpeg in column)
        features = sum(_of_matrix(side.values) for side in piece.features.values())
        return sum(map(_of_texts, columns)) + pictures + features
    arrays = [*piece.topic_word.values(), *piece.doc_topic.values()]
    if (base := piece.history.base) is not None:
        arrays += [*base.topic_word.values(), *base.doc_topic.values()]
    size = size_of(piece.corpus) + sum(array.nbytes for array in arrays)
    size += sum(map(_of_matrix, piece.counts.values()))
    for vocabulary in piece.vocabularies.values():
        size += _of_texts(vocabulary.terms) + _of_texts(vocabulary.forms)
        size += sum(array.nbytes for array in vocabulary.to_arrays().values())
    for ranker in piece.rankers.values():
        size += sum(np.asarray(array).nbytes for array in ranker.to_arrays().values())
    return size


def size_of_side(side: CountedSide) -> int:
    """Bytes of what was counted."""
    names = _of_texts(side.vocabulary.terms) + _of_texts(side.vocabulary.forms)
    size = names + _of_matrix(side.lines.counts) + side.lines.document.nbytes
    if side.encoded is None:
        return size
    size += _of_texts(side.encoded.forms) + _of_texts(side.encoded.keys)
    return size + sum(v.nbytes for v in vars(side.encoded).values() if isinstance(v, np.ndarray))


def _of_texts(texts: Iterable[str]) -> int:
    return sum(STRING + len(text) for text in texts)


def _of_matrix(matrix: sparse.csr_matrix) -> int:
    return matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes

"""A corpus as one file, and as JSON and arrays inside a model file."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.types import Arrays
from gplsa.corpus.archive import (
    File,
    damage_as_input_error,
    pack_sparse,
    read_archive,
    unpack_sparse,
    write_archive,
)
from gplsa.corpus.corpus import Corpus, retitled
from gplsa.corpus.features import Features
from gplsa.corpus.notes import DataWarning, Done
from gplsa.images.decode import is_small_picture
from gplsa.sandbox.plain import pieces


def save_corpus(corpus: Corpus, file: File) -> None:
    """Write the corpus file (docs/FILE_FORMAT.md); a path is replaced only when complete."""
    write_archive(file, "corpus", {"corpus": corpus_to_json(corpus)}, corpus_to_arrays(corpus))


def load_corpus(file: File) -> Corpus:
    """Read a corpus file; InputError in one sentence for anything else."""
    archive = read_archive(file, "corpus")
    with damage_as_input_error("corpus"):
        return corpus_from_parts(archive.documents["corpus"], archive.arrays)


def corpus_to_json(corpus: Corpus) -> dict[str, Any]:
    notes: dict[str, list[Any]] = {"doubts": corpus.warnings, "cleaning": corpus.cleaning}
    return {
        "name": corpus.name,
        "ids": corpus.ids,
        "titles": corpus.titles,
        # Pairs, not objects: the order of sides and columns is part of the corpus.
        "languages": [[modality, corpus.languages[modality]] for modality in corpus.texts],
        "pictures": [*corpus.pictures],
        "features": [[modality, side.names] for modality, side in corpus.features.items()],
        "texts": [[modality, column] for modality, column in corpus.texts.items()],
        "fields": [[name, column] for name, column in corpus.fields.items()],
    } | {name: [one.to_json() for one in held] for name, held in notes.items() if held}


def corpus_to_arrays(corpus: Corpus) -> dict[str, np.ndarray]:
    """Pictures one behind the other with their lengths, and features as sparse matrices."""
    arrays = {}
    for place, pictures in enumerate(corpus.pictures.values()):
        name = f"corpus/pictures/{place}"
        arrays[f"{name}/bytes"] = np.frombuffer(b"".join(pictures), dtype=np.uint8)
        arrays[f"{name}/lengths"] = np.array([*map(len, pictures)], dtype="<i4")
    for place, side in enumerate(corpus.features.values()):
        arrays |= pack_sparse(f"corpus/features/{place}", side.values)
    return arrays


def corpus_from_parts(content: Mapping[str, Any], arrays: Arrays) -> Corpus:
    """The inverse of `corpus_to_json` and `corpus_to_arrays`."""
    # Files from before there were pictures have no such entries.
    image_sides, feature_sides = content.get("pictures", []), content.get("features", [])
    columns = [content["ids"], content["titles"], image_sides]
    columns += [names for _, names in feature_sides]
    columns += [column for _, column in [*content["texts"], *content["fields"]]]
    sides = [*content["texts"], *image_sides, *feature_sides]
    if not sides or not all(_strings(column) for column in columns):
        raise ValueError("a column of the corpus is not a list of texts")
    names = [content["name"], *(part for pair in content["languages"] for part in pair)]
    if not _strings([*names, *(name for name, _ in feature_sides)]):
        raise ValueError("a name in the corpus is not a text")
    n = len(content["ids"])
    return Corpus(
        name=content["name"],
        ids=content["ids"],
        texts=dict(content["texts"]),
        languages=dict(content["languages"]),
        titles=content["titles"],
        fields=dict(content["fields"]),
        pictures={
            modality: _pictures(arrays, f"corpus/pictures/{place}", n)
            for place, modality in enumerate(image_sides)
        },
        features={
            side: Features(names, unpack_sparse(arrays, f"corpus/features/{at}", (n, len(names))))
            for at, (side, names) in enumerate(feature_sides)
        },
        # Files from before corpora were cleaned have neither.
        warnings=[DataWarning.from_json(warning, n) for warning in content.get("doubts", [])],
        cleaning=[Done.from_json(done) for done in content.get("cleaning", [])],
    )


def _pictures(arrays: Arrays, name: str, n_documents: int) -> list[bytes]:
    content, lengths = arrays[f"{name}/bytes"], arrays[f"{name}/lengths"]
    fitting = (
        content.dtype == np.uint8
        and content.ndim == 1
        and lengths.dtype == np.dtype("<i4")
        and lengths.shape == (n_documents,)
    )
    if not fitting:
        raise ValueError(f"{name} does not hold {n_documents} pictures")
    pictures = pieces(lengths, content.data)
    if not all(is_small_picture(picture) for picture in pictures if picture):
        raise ValueError(f"{name} holds something else than small pictures")
    return pictures


def without_texts(corpus: Corpus) -> Corpus:
    """The corpus with every text and picture empty, and without the values of features.

    Titles that merely repeat a text's beginning go as well, and warnings, which are about texts.
    """
    return replace(
        corpus,
        texts={modality: [""] * len(corpus) for modality in corpus.texts},
        titles=retitled(corpus, [""] * len(corpus)),
        pictures={modality: [b""] * len(corpus) for modality in corpus.pictures},
        features={
            modality: Features(side.names, sparse.csr_matrix(side.values.shape))
            for modality, side in corpus.features.items()
        },
        warnings=[],
    )


def corpus_digest(corpus: Corpus) -> str:
    """SHA-256 of a corpus: of its documents, its name, and what was cleaned."""
    content = hashlib.sha256()
    for column in (corpus.ids, *corpus.texts.values(), *corpus.fields.values()):
        for text in column:
            content.update(text.encode("utf-8", "replace") + b"\0")
        content.update(b"\1")
    for array in corpus_to_arrays(corpus).values():
        content.update(np.ascontiguousarray(array).tobytes() + b"\1")
    facts: tuple[object, ...] = (corpus.name, corpus.languages, [*corpus.fields])
    # Only where there is any, so that what was kept before goes by its old name.
    facts += (corpus.cleaning,) if corpus.cleaning else ()
    content.update(repr(facts).encode("utf-8", "replace"))
    return content.hexdigest()


def _strings(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)

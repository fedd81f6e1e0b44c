"""A corpus as one file, and as JSON inside a model file."""

from collections.abc import Mapping
from typing import Any

from gplsa.corpus.archive import (
    MAX_BYTES,
    File,
    damage_as_input_error,
    read_archive,
    write_archive,
)
from gplsa.corpus.corpus import Corpus, make_title


def save_corpus(corpus: Corpus, file: File) -> None:
    """Write the corpus file (docs/FILE_FORMAT.md); a path is replaced only when complete."""
    write_archive(file, "corpus", {"corpus": corpus_to_json(corpus)}, {})


def load_corpus(file: File, *, max_bytes: int = MAX_BYTES) -> Corpus:
    """Read a corpus file; InputError in one sentence for anything else."""
    archive = read_archive(file, "corpus", max_bytes=max_bytes)
    with damage_as_input_error("corpus"):
        return corpus_from_json(archive.documents["corpus"])


def corpus_to_json(corpus: Corpus) -> dict[str, Any]:
    return {
        "name": corpus.name,
        "ids": corpus.ids,
        "titles": corpus.titles,
        # Pairs, not objects: the order of sides and columns is part of the corpus.
        "languages": [[modality, corpus.languages[modality]] for modality in corpus.texts],
        "texts": [[modality, column] for modality, column in corpus.texts.items()],
        "fields": [[name, column] for name, column in corpus.fields.items()],
    }


def corpus_from_json(content: Mapping[str, Any]) -> Corpus:
    """Raises TypeError, KeyError or ValueError for content that is not of `corpus_to_json`."""
    columns = [content["ids"], content["titles"]]
    columns += [column for _, column in [*content["texts"], *content["fields"]]]
    if not content["texts"] or not all(_strings(column) for column in columns):
        raise ValueError("a column of the corpus is not a list of texts")
    if not _strings([content["name"], *(part for pair in content["languages"] for part in pair)]):
        raise ValueError("a name in the corpus is not a text")
    return Corpus(
        name=content["name"],
        ids=content["ids"],
        texts=dict(content["texts"]),
        languages=dict(content["languages"]),
        titles=content["titles"],
        fields=dict(content["fields"]),
    )


def without_texts(corpus: Corpus) -> Corpus:
    """The corpus with every text empty; titles that merely repeat a text's beginning go as well."""
    sides = zip(*corpus.texts.values(), strict=True)
    titles = [
        "" if title == make_title(side) else title
        for title, side in zip(corpus.titles, sides, strict=True)
    ]
    return Corpus(
        name=corpus.name,
        ids=corpus.ids,
        texts={modality: [""] * len(corpus) for modality in corpus.texts},
        languages=corpus.languages,
        titles=titles,
        fields=corpus.fields,
    )


def _strings(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)

"""Case n of a seed: the same files every time, and what reading them comes to."""

import contextlib
import io
import json

import numpy as np

from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT, Corpus
from gplsa.corpus.storage import load_corpus, save_corpus
from gplsa.errors import InputError
from gplsa.model.model import TrainedModel
from gplsa.reading import Choices, Upload, read_corpus, read_documents
from gplsa.text import Vocabulary, WordOptions
from tests.fuzz import damage
from tests.fuzz.samples import KINDS, ZIPS, sample

Files = dict[str, bytes]
SUFFIXES = {"photos": "zip", "sparse": "npz", "mat7": "mat", "corpus": "gplsa", "model": "gplsa"}
RESULTS = READ, REFUSED = "read", "refused"


def files_of(seed: int, number: int) -> Files:
    """The files of a case by name."""
    rng = np.random.default_rng([seed, number])
    kind = KINDS[number % len(KINDS)]
    name = f"a.{SUFFIXES.get(kind, kind)}"
    files = {name: _data(rng, kind)}
    if kind == "txt" and rng.random() < 0.5:
        return {"a.de.txt": files[name], "a.en.txt": damage.spoiled(rng, sample("txt"))}
    if kind in ("csv", "npz", "sparse", "mat", "png") and rng.random() < 0.3:
        files["b.csv"] = sample("csv")
    return files


def _data(rng: np.random.Generator, kind: str) -> bytes:
    whole, chance = sample(kind), rng.random()
    if kind in ("npz", "corpus", "model") and chance < 0.6:
        return damage.arrays_spoiled(rng, whole)
    if kind == "sparse" and chance < 0.7:
        return damage.sparse_spoiled(rng)
    if kind == "mat7" and chance < 0.7:
        return damage.mat_spoiled(rng, whole)
    if kind == "mat" and chance < 0.1:
        return damage.nested_mat(rng)
    if kind == "png" and chance < 0.4:
        return damage.png_spoiled(rng)
    if kind == "pdf" and chance < 0.5:
        return damage.pdf_spoiled(rng)
    if kind in ZIPS and chance < 0.8:
        return damage.spoiled_inside(rng, whole)
    return damage.spoiled(rng, whole)


def outcome(files: Files) -> str:
    """READ or REFUSED; anything else that reading ends with is raised."""
    readers = [_as_corpus, _as_documents]
    if any(name.endswith(".gplsa") for name in files):
        readers = [_as_ours]
    refused = 0
    for read in readers:
        try:
            read(files)
        except InputError as error:
            sentence = str(error)
            assert sentence.endswith(".") and "\n" not in sentence, sentence
            sentence.encode()
            refused += 1
    return REFUSED if refused == len(readers) else READ


def _uploads(files: Files) -> list[Upload]:
    return [Upload.from_bytes(name, data) for name, data in files.items()]


def _as_corpus(files: Files) -> None:
    reading = read_corpus(_uploads(files), Choices())
    json.dumps([reading.refused, [d.message for d in reading.warnings], reading.examples])
    _usable(reading.corpus)


def _as_documents(files: Files) -> None:
    pictures = any(
        name.endswith((".png", ".jpg", ".webp", ".gif", ".tif", ".zip")) for name in files
    )
    rows = any(name.endswith((".npz", ".mat")) for name in files)
    kind = IMAGE if pictures else FEATURES if rows else TEXT
    batch = read_documents(_uploads(files), kind=kind, language="de")
    for text in [*batch.ids, *(item for item in batch.items if isinstance(item, str))]:
        text.encode()


def _as_ours(files: Files) -> None:
    [data] = files.values()
    errors = []
    for load in (load_corpus, TrainedModel.load):
        try:
            found = load(io.BytesIO(data))
        except InputError as error:
            errors.append(error)
            continue
        if isinstance(found, Corpus):
            _usable(found)
        else:
            found.topic_agreement()
            found.topic_label(0)
            _usable(found.corpus)
    if len(errors) == 2:
        raise errors[0]


def _usable(corpus: Corpus) -> None:
    """What the pages do with a corpus next: keep it, show it, count its words."""
    save_corpus(corpus, io.BytesIO())
    for column in [corpus.ids, corpus.titles, *corpus.texts.values(), *corpus.fields.values()]:
        "".join(column).encode()
    for modality, column in corpus.texts.items():
        # That no word is left is said on the page, where it can be mended.
        with contextlib.suppress(InputError):
            Vocabulary.build(column, WordOptions(language=corpus.languages[modality]))

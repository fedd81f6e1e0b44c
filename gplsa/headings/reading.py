"""Files that hold a vocabulary: SKOS, and the tables that Annif takes."""

import codecs
import csv
import io
import os
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from gplsa.errors import InputError
from gplsa.headings.vocabulary import ANY, Concept, HeadingVocabulary
from gplsa.message import listed
from gplsa.progress import Progress, report
from gplsa.stored import opened

MOST_BYTES = 2**30
MOST_LABEL = 1_000  # characters of a label, above which it is none
RDF = {".ttl": "TURTLE", ".nt": "N_TRIPLES", ".rdf": "RDF_XML", ".xml": "RDF_XML", ".n3": "N3"}
TABLES = (".tsv", ".csv")
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_LABELS = tuple(_SKOS + kind for kind in ("prefLabel", "altLabel", "hiddenLabel"))
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated"
_AT_ONCE, _PIECE = 20_000, 2**20


def read_vocabulary(
    path: str | os.PathLike[str] | BinaryIO, progress: Progress | None = None, *, name: str = ""
) -> HeadingVocabulary:
    """The concepts in a file.

    name  what it is called, where `path` is a stream or is called otherwise
    SKOS as Turtle, N-Triples, N3 or RDF/XML (needs `gplsa[headings]`); a TSV without a head whose
    rows are `<uri>`, label and, where there is one, notation; a CSV with `,`, `;` or tabs whose
    head names `uri`, `label_de`, `label_en` …, `notation`. What SKOS says of other things is passed
    over.
    Raises InputError in one sentence for what cannot be read and what holds no concept.
    """
    name = name or (Path(path).name if isinstance(path, str | os.PathLike) else "")
    suffix = Path(name).suffix.lower()
    if suffix not in RDF and suffix not in TABLES:
        raise InputError(
            "“{name}” is no vocabulary that can be read: SKOS ends in {rdf}, a table in .tsv or "
            ".csv.",
            name=name,
            rdf=listed(RDF),
        )
    try:
        with opened(path) if isinstance(path, str | os.PathLike) else nullcontext(path) as stream:
            if stream.seek(0, os.SEEK_END) > MOST_BYTES:
                raise InputError("“{name}” is larger than a vocabulary may be.", name=name)
            stream.seek(0)
            if suffix in RDF:
                concepts = _read_skos(stream, RDF[suffix], name, progress)
            else:
                text = io.TextIOWrapper(stream, _encoding_of(stream), newline="")
                read = _read_tsv if suffix == ".tsv" else _read_csv
                concepts = [*_reporting(read(text, name), progress)]
    except UnicodeDecodeError as error:
        raise InputError("“{name}” is not UTF-8: save it as UTF-8.", name=name) from error
    except (OSError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("“{name}” cannot be read: {reason}.", name=name, reason=reason) from error
    if not concepts:
        raise InputError(
            "“{name}” holds no concept with a label: a heading is a `skos:Concept` with a "
            "`skos:prefLabel`, or a line of a table.",
            name=name,
        )
    return HeadingVocabulary(concepts, name)


def _reporting(concepts: Iterator[Concept], progress: Progress | None) -> Iterator[Concept]:
    while some := [*islice(concepts, _AT_ONCE)]:
        report(progress, 0.0, "Reading")
        yield from some


def _encoding_of(stream: BinaryIO) -> str:
    """UTF-8, or what Excel writes: UTF-16 with a byte-order mark, and else Windows-1252."""
    if stream.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        found = "utf-16"
    else:
        stream.seek(0)
        try:
            found = "utf-8-sig"
            deque(codecs.iterdecode(iter(lambda: stream.read(_PIECE), b""), "utf-8"), maxlen=0)
        except UnicodeDecodeError:
            found = "cp1252"
    stream.seek(0)
    return found


def _read_tsv(lines: io.TextIOWrapper, name: str) -> Iterator[Concept]:
    for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
        if not row:
            continue
        if len(row) < 2 or not row[1].strip():
            raise InputError(
                "Line {number} of “{name}” is no `<uri>`, tab, label.", number=number, name=name
            )
        uri = row[0].strip().removeprefix("<").removesuffix(">")
        notation = row[2].strip() if len(row) > 2 else ""
        yield Concept(uri, {ANY: _short(row[1])}, notation=notation)


def _read_csv(lines: io.TextIOWrapper, name: str) -> Iterator[Concept]:
    first = lines.readline()
    separator = max(",;\t", key=first.count)
    rows = csv.DictReader(chain([first], lines), delimiter=separator)
    heads = rows.fieldnames or []
    named = (head for head in heads if head == "label" or head.startswith("label_"))
    languages = {head: head.removeprefix("label").removeprefix("_") for head in named}
    if "uri" not in heads or not languages:
        raise InputError(
            "“{name}” is no vocabulary: its first line must name `uri` and `label_de`, `label_en` "
            "or the like.",
            name=name,
        )
    for row in rows:
        labels = {code: _short(row[head]) for head, code in languages.items() if row[head]}
        uri = (row["uri"] or "").strip().removeprefix("<").removesuffix(">")
        notation = (row.get("notation") or "").strip()
        labels = {code: label for code, label in labels.items() if label}
        if uri and (notation or labels):
            yield Concept(uri, labels, notation=notation)


def _short(label: str) -> str:
    return " ".join(label.split())[:MOST_LABEL]


@dataclass(slots=True)
class _Draft:
    """What was read of a concept."""

    labels: dict[str, str] = field(default_factory=dict)
    others: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notation: str = ""
    broader: tuple[str, ...] = ()
    deprecated: bool = False
    is_concept: bool = False

    def concept(self, uri: str) -> Concept:
        return Concept(uri, self.labels, self.others, self.notation, self.broader, self.deprecated)


def _read_skos(stream: BinaryIO, form: str, name: str, progress: Progress | None) -> list[Concept]:
    if find_spec("pyoxigraph") is None:
        raise InputError("SKOS is read with pyoxigraph: pip install 'gplsa[headings]'")
    # Here alone, as nothing else needs it.
    import pyoxigraph

    drafts = defaultdict[str, _Draft](_Draft)
    try:
        triples = pyoxigraph.parse(stream, getattr(pyoxigraph.RdfFormat, form))
        for number, triple in enumerate(triples):
            if number % _AT_ONCE == 0:
                report(progress, 0.0, "Reading")
            subject, said = triple.subject, triple.predicate.value
            if isinstance(subject, pyoxigraph.NamedNode):
                _take(drafts, subject.value, said, triple.object)
    except SyntaxError as error:
        raise InputError(
            "“{name}” is no SKOS that can be read: {reason}. Export it anew as Turtle (.ttl) or "
            "RDF/XML (.rdf), or as a table with the columns `uri`, `label_de`, `label_en`.",
            name=name,
            reason=str(error.msg).rstrip("."),
        ) from error
    return [
        draft.concept(uri)
        for uri, draft in drafts.items()
        if draft.is_concept and (draft.labels or draft.notation)
    ]


def _take(drafts: defaultdict[str, _Draft], uri: str, said: str, value: object) -> None:
    """Keep what a triple says of a concept."""
    text = getattr(value, "value", "")
    if said in (_SKOS + "narrower", _SKOS + "broader"):
        narrower, broader = (text, uri) if said == _SKOS + "narrower" else (uri, text)
        draft = drafts[narrower]
        draft.broader += () if broader in draft.broader else (broader,)
    elif said == _TYPE and text == _SKOS + "Concept":
        drafts[uri].is_concept = True
    elif said == _DEPRECATED:
        drafts[uri].deprecated = text in ("true", "1")
    elif said == _SKOS + "notation":
        drafts[uri].notation = _short(text)
    elif said in _LABELS and (label := _short(text)):
        draft = drafts[uri]
        language = (getattr(value, "language", None) or ANY).partition("-")[0].lower()
        if said == _SKOS + "prefLabel" and language not in draft.labels:
            draft.labels[language] = label
        else:
            draft.others[language] = (*draft.others.get(language, ()), label)

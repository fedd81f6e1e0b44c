"""What a request may say: its fields by type, with their bounds, and how they are read.

Bodies and addresses are read into these types, and the OpenAPI document describes them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from gplsa.model.keywords import MOST_KEYWORDS
from gplsa.model.topics.shown import RELEVANCE
from gplsa.names import LINE_SORTS, RULES
from gplsa.service.problems import Problem, shortened

LONGEST_NAME = 1000
NAME = Annotated[str, Meta(max_length=LONGEST_NAME)]
SHARE = Annotated[float, Meta(ge=0, le=1)]


class DocumentText(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A document to be told about; those without a name are numbered from 1."""

    text: str
    id: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)] | None = None


class Bounds(NamedTuple):
    """Of the documents of one request."""

    documents: int
    characters: int


DOCUMENT: Any = str | DocumentText
DOCUMENTS: Any = str | Annotated[list[DOCUMENT], Meta(min_length=1)]
Kind = type[Any]
"""The fields of a request, of `asked`."""
Pairs = Sequence[tuple[str, str]]


def field(name: str, kind: Any, told: str, default: Any = msgspec.NODEFAULT, **bounds: Any) -> Any:
    own = msgspec.field(default=default, name=name)
    return name.replace("from", "from_"), Annotated[kind, Meta(description=told, **bounds)], own


def asked(name: str, *fields: Any) -> Kind:
    return msgspec.defstruct(name, fields, kw_only=True, forbid_unknown_fields=True)


WAY = (
    field("model", NAME | None, "The name of a model, where several are served.", None),
    field("from", NAME, "The side that is given."),
    field("to", NAME, "The side that is asked for."),
)
NOTHING = asked("NothingAsked")
TOPICS = asked(
    "TopicsAsked",
    field("top", int, "Words for each side.", 10, ge=1, le=1000),
    field("relevance", SHARE, "0: distinctive words … 1: the most probable.", RELEVANCE),
)
KEYWORDS = asked(
    "KeywordsAsked",
    *WAY,
    field("documents", DOCUMENTS, "A text, or a list of texts and of objects with id and text."),
    field("top", int, "Keywords at most.", 15, ge=1, le=MOST_KEYWORDS),
    field("telling", SHARE | None, "0: the surest words … 1: the most telling ones.", None),
    field("rule", Literal[RULES] | None, "How keywords are chosen.", None),
    field("evidence", bool, "Whether each keyword tells why it was chosen.", True),
)
SEARCH = asked(
    "SearchAsked",
    *WAY,
    field("text", str, "Words, a sentence or a document."),
    field("top", int, "Documents at most.", 10, ge=1, le=1000),
)
CONCORDANCE = asked(
    "ConcordanceAsked",
    *WAY,
    field("word", NAME, "A word in any of its forms, or a phrase as it stands."),
    field("partner", NAME, "Only lines that hold this partner, too.", ""),
    field("lines", int, "Lines at most.", 20, ge=0, le=50),
    field("sort", Literal[LINE_SORTS], "Order of the lines.", "corpus"),
)


def read_body(kind: Kind, body: bytes, bounds: Bounds) -> Any:
    """The fields of a JSON object; Problem in one sentence for anything else."""
    # Each string takes memory and time, however short: one for each name and value is enough.
    if body.count(b'"') - body.count(b'\\"') > 8 * bounds.documents + 100:
        raise Problem(413, "The body has more names and texts than all its documents may have.")
    with _sentences("The body"):
        return _checked(msgspec.json.decode(body.decode(), type=kind), bounds)


def read_query(kind: Kind, pairs: Pairs, bounds: Bounds, **more: Any) -> Any:
    """The same of the parameters of an address."""
    given: dict[str, Any] = dict(pairs)
    if len(given) < len(pairs):
        raise Problem(422, "A parameter of the address stands there twice.")
    with _sentences("The address"):
        return _checked(msgspec.convert(given | more, kind, strict=False), bounds)


def read_lines(kind: Kind, pairs: Pairs, body: bytes, bounds: Bounds) -> Any:
    """Fields of the address, and documents of the body, one JSON value a line."""
    found: list[Any] = []
    for line in filter(bytes.strip, BytesIO(body)):
        if len(found) >= bounds.documents:
            raise _too_many(f"{len(found) + 1:,} or more", bounds)
        with _sentences(f"Line {len(found) + 1}"):
            found.append(msgspec.json.decode(line.decode(), type=DOCUMENT))
    if not found:
        raise Problem(422, "There is no line in the body: send a document on each.")
    return read_query(kind, pairs, bounds, documents=found)


def named(documents: Any, bounds: Bounds) -> list[DocumentText]:
    """Each document under its name."""
    listed = documents if isinstance(documents, list) else [documents]
    if len(listed) > bounds.documents:
        raise _too_many(f"{len(listed):,}", bounds)
    found = []
    for number, one in enumerate(listed, 1):
        document = DocumentText(one) if isinstance(one, str) else one
        found.append(DocumentText(document.text, document.id or str(number)))
        check_text(document.id or "", f"The id of document {number}", LONGEST_NAME)
        check_text(document.text, f"Document {number}", bounds.characters)
    return found


def check_text(text: str, where: str, longest: int) -> None:
    if len(text) > longest:
        told = f"{where} has {len(text):,} characters, more than {longest:,}: shorten it."
        raise Problem(413, told)
    if "\0" in text:
        raise Problem(422, f"{where} holds the character NUL, which no text has.")


@contextmanager
def _sentences(where: str) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise Problem(400, f"{where} is not UTF-8 (at byte {error.start}).") from error
    except msgspec.ValidationError as error:
        status = 413 if "of length <=" in str(error) else 422
        told = f"{where} is not as /openapi.json describes it: {shortened(str(error), 150)}."
        raise Problem(status, told) from error
    except msgspec.DecodeError as error:
        raise Problem(400, f"{where} is not JSON: {shortened(str(error), 150)}.") from error


def _checked(found: Any, bounds: Bounds) -> Any:
    for name in found.__struct_fields__:
        if isinstance(value := getattr(found, name), str) and name != "documents":
            check_text(value, f"“{name.rstrip('_')}”", bounds.characters)
    return found


def _too_many(number: str, bounds: Bounds) -> Problem:
    return Problem(
        413,
        f"{number} documents are more than the {bounds.documents:,} that one request may hold: "
        "send them in several.",
    )

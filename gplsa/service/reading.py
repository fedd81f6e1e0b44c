"""How what is asked is read into its type: bounded and checked, else refused in one sentence."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec

from gplsa.answers.asked import Asked
from gplsa.answers.documents import DocumentText
from gplsa.service.problems import Problem, shortened
from gplsa.service.settings import Settings

MOST_FIELDS = 100
Pairs = Sequence[tuple[str, str]]
Kind = TypeVar("Kind", bound=Asked)


def read_query(asked: type[Kind], pairs: Pairs, bounds: Settings, **more: Any) -> Kind:
    """The fields of the parameters of an address."""
    given: dict[str, Any] = dict(pairs)
    if len(given) < len(pairs):
        raise Problem(422, "A parameter of the address stands there twice.")
    with _sentences("The address"):
        return _checked(msgspec.convert(given | more, asked, strict=False), bounds)


def read_json(asked: type[Kind], kind: Any, pairs: Pairs, body: bytes, bounds: Settings) -> Kind:
    """A JSON object: the fields, or the documents alone, where the address has the fields."""
    # Each string takes memory and time, however short: one for each name and value is enough.
    if body.count(b'"') - body.count(b'\\"') > 8 * bounds.max_documents + 100:
        raise Problem(413, "The body has more names and texts than all its documents may have.")
    with _sentences("The body"):
        found = msgspec.json.decode(body.decode(), type=kind)
    if kind is not asked:
        return read_query(asked, pairs, bounds, documents=found.documents)
    return _checked(found, bounds)


def read_lines(asked: type[Kind], kind: Any, pairs: Pairs, body: bytes, bounds: Settings) -> Kind:
    """Fields of the address, and documents of the body, one JSON value a line."""
    found: list[Any] = []
    for line in filter(bytes.strip, BytesIO(body)):
        if len(found) >= bounds.max_documents:
            raise _too_many(f"{len(found) + 1:,} or more", bounds)
        with _sentences(f"Line {len(found) + 1}"):
            found.append(msgspec.json.decode(line.decode(), type=str | kind))
    if not found:
        raise Problem(422, "There is no line in the body: send a document on each.")
    return read_query(asked, pairs, bounds, documents=found)


def read_form(asked: type[Kind], _kind: Any, _pairs: Pairs, body: bytes, bounds: Settings) -> Kind:
    """The fields of a form, but metadata of a document, which nobody looks at."""
    with _sentences("The body"):
        text = body.decode()
    try:
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise Problem(413, f"The form has more than {MOST_FIELDS} fields.") from error
    own = [(name, value) for name, value in fields if not name.startswith("metadata_")]
    return read_query(asked, own, bounds)


JSON, LINES = "application/json", "application/x-ndjson"
FORM = "application/x-www-form-urlencoded"
READ = {JSON: read_json, LINES: read_lines, FORM: read_form}


@contextmanager
def _sentences(where: str) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise Problem(400, f"{where} is not UTF-8 (at byte {error.start}).") from error
    except msgspec.ValidationError as error:
        status = 413 if "of length <=" in str(error) else 422
        message = f"{where} is not as /openapi.json describes it: {shortened(str(error), 150)}."
        raise Problem(status, message) from error
    except msgspec.DecodeError as error:
        raise Problem(400, f"{where} is not JSON: {shortened(str(error), 150)}.") from error


def _checked(found: Kind, bounds: Settings) -> Kind:
    """Every text is of a length and without NUL, every document has a name."""
    for field in found.__struct_fields__:
        value = getattr(found, field)
        if field == "documents":
            setattr(found, field, _named(value, bounds))
        elif isinstance(value, str):
            _check_text(value, f"“{field.rstrip('_')}”", bounds)
    return found


def _named(documents: str | list[str | DocumentText], bounds: Settings) -> list[DocumentText]:
    listed = documents if isinstance(documents, list) else [documents]
    if len(listed) > bounds.max_documents:
        raise _too_many(f"{len(listed):,}", bounds)
    found = []
    for number, one in enumerate(listed, 1):
        document = DocumentText(one) if isinstance(one, str) else one
        document.id = document.id or str(number)
        found.append(document)
        _check_text(document.id, f"The id of document {number}", bounds)
        _check_text(document.text, f"Document {number}", bounds)
    return found


def _check_text(text: str, where: str, bounds: Settings) -> None:
    if len(text) > bounds.max_characters:
        more = f"{len(text):,} characters, more than {bounds.max_characters:,}"
        raise Problem(413, f"{where} has {more}: shorten it.")
    if "\0" in text:
        raise Problem(422, f"{where} holds the character NUL, which no text has.")


def _too_many(number: str, bounds: Settings) -> Problem:
    most = f"the {bounds.max_documents:,} that one request may hold"
    return Problem(413, f"{number} documents are more than {most}: send them in several.")

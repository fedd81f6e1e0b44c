"""What a request may say: fields with their kinds and bounds, for reading and for the document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gplsa.service.problems import Problem, shortened

LONGEST_NAME = 1000


class Text(NamedTuple):
    """A document of a request."""

    id: str
    text: str


@dataclass(frozen=True)
class Field:
    """One field of a request.

    kind     string, integer, number, boolean or documents
    least, most  bounds of a number;  longest  characters of a string, that of a text where None
    """

    name: str
    kind: str
    told: str
    required: bool = False
    default: Any = None
    least: float = 0
    most: float = 1
    longest: int | None = LONGEST_NAME
    choices: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        """As JSON Schema."""
        if self.kind == "documents":
            return {"$ref": "#/components/schemas/Documents"}
        schema: dict[str, Any] = {"type": self.kind}
        if self.kind in ("integer", "number"):
            schema |= {"minimum": self.least, "maximum": self.most}
        if self.kind == "string" and self.longest:
            schema["maxLength"] = self.longest
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.default is not None:
            schema["default"] = self.default
        return schema | {"description": self.told}

    def read(self, value: Any, characters: int) -> Any:
        """The value where it is one; Problem in one sentence otherwise."""
        if self.kind == "string":
            return self._string(value, characters)
        if self.kind == "boolean":
            if not isinstance(value, bool):
                raise _wrong(f"“{self.name}” is true or false.")
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _wrong(f"“{self.name}” is a number.")
        if self.kind == "integer" and not isinstance(value, int):
            raise _wrong(f"“{self.name}” is a whole number.")
        if not self.least <= value <= self.most:
            raise _wrong(f"“{self.name}” lies between {self.least:g} and {self.most:g}.")
        return value

    def from_query(self, value: str, characters: int) -> Any:
        """The same for a value in an address."""
        if self.kind == "boolean":
            return self.read({"true": True, "false": False}.get(value), characters)
        if self.kind in ("integer", "number"):
            try:
                number = int(value) if self.kind == "integer" else float(value)
            except ValueError as error:
                whole = "whole " if self.kind == "integer" else ""
                raise _wrong(f"“{self.name}” is a {whole}number.") from error
            return self.read(number, characters)
        return self.read(value, characters)

    def _string(self, value: Any, characters: int) -> str:
        text = checked_text(value, f"“{self.name}”", self.longest or characters)
        if self.choices and text not in self.choices:
            raise _wrong(f"“{self.name}” is one of {', '.join(self.choices)}.")
        return text


@dataclass(frozen=True)
class Bounds:
    """Of the documents of one request."""

    documents: int
    characters: int


def read_body(fields: Sequence[Field], content: Any, bounds: Bounds) -> dict[str, Any]:
    """The fields of a JSON object, defaults for those it lacks; Problem for anything else."""
    if not isinstance(content, dict):
        raise _wrong("The body is a JSON object: {…}.")
    _known(fields, content)
    found: dict[str, Any] = {}
    for field in fields:
        if content.get(field.name) is None:
            found[field.name] = _missing(field)
        elif field.kind == "documents":
            found[field.name] = read_documents(content[field.name], bounds)
        else:
            found[field.name] = field.read(content[field.name], bounds.characters)
    return found


def read_query(
    fields: Sequence[Field], pairs: Sequence[tuple[str, str]], bounds: Bounds
) -> dict[str, Any]:
    """The same of the parameters of an address; documents come in its body."""
    given = dict(pairs)
    if len(given) < len(pairs):
        raise _wrong("A parameter of the address stands there twice.")
    asked = [field for field in fields if field.kind != "documents"]
    _known(asked, given)
    return {
        field.name: field.from_query(given[field.name], bounds.characters)
        if field.name in given
        else _missing(field)
        for field in asked
    }


def read_documents(value: Any, bounds: Bounds) -> list[Text]:
    """Texts, or objects with id and text; those without a name are numbered from 1."""
    listed = value if isinstance(value, list) else [value]
    if not listed:
        raise _wrong("“documents” is empty: send at least one text.")
    if len(listed) > bounds.documents:
        raise Problem(
            413,
            f"{len(listed):,} documents are more than the {bounds.documents:,} that one request "
            "may hold: send them in several.",
        )
    return [read_document(entry, number, bounds) for number, entry in enumerate(listed, 1)]


def read_document(entry: Any, number: int, bounds: Bounds) -> Text:
    """One document; `number` is its place, from 1."""
    where = f"Document {number}"
    if isinstance(entry, str):
        return Text(str(number), checked_text(entry, where, bounds.characters))
    if not isinstance(entry, dict) or set(entry) - {"id", "text"} or "text" not in entry:
        raise _wrong(f'{where} is neither a text nor {{"id": "…", "text": "…"}}.')
    name = entry.get("id", str(number))
    if not isinstance(name, str) or not name:
        raise _wrong(f"The id of document {number} is no text.")
    text = checked_text(entry["text"], where, bounds.characters)
    return Text(checked_text(name, f"The id of document {number}", LONGEST_NAME), text)


def checked_text(value: Any, where: str, longest: int) -> str:
    """`value` where it is a text that can be read and written; Problem otherwise."""
    if not isinstance(value, str):
        raise _wrong(f"{where} is no text.")
    if len(value) > longest:
        raise Problem(
            413, f"{where} has {len(value):,} characters, more than {longest:,}: shorten it."
        )
    if "\0" in value:
        raise _wrong(f"{where} holds the character NUL, which no text has.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise _wrong(f"{where} holds half of a character (a lone surrogate).") from error
    return value


def _known(fields: Sequence[Field], content: Mapping[str, Any]) -> None:
    if strange := [name for name in content if name not in {field.name for field in fields}]:
        known = ", ".join(field.name for field in fields)
        raise _wrong(f"“{shortened(strange[0])}” is unknown here; known are: {known}.")


def _missing(field: Field) -> Any:
    if field.required:
        raise _wrong(f"“{field.name}” is missing: {field.told}")
    return field.default


def _wrong(sentence: str) -> Problem:
    return Problem(422, sentence)

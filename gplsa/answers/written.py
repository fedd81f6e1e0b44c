"""The one form in which answers are written as JSON."""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

Share = Annotated[float, msgspec.Meta(ge=0)]
"""A share or a probability."""


class Answer(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """An answer: its fields are those of the JSON, and the service's schema describes them."""


def json_of(content: Any) -> str:
    """One JSON value on one line: letters as they are, and as escapes what a terminal would obey or
    no UTF-8 can hold."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, default=_plain)
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in text)


def _plain(answer: Answer) -> Any:
    # What is left are messages, and numbers of numpy, which know themselves as Python's.
    return msgspec.to_builtins(
        answer, enc_hook=lambda one: str(one) if isinstance(one, str) else one.item()
    )


def json_with_list(
    head: dict[str, Any], documents: Iterable[str], refused: list[str]
) -> Iterator[str]:
    """`Keywords` in pieces, its documents, in JSON already, written as they come; `refused` is
    complete after them."""
    yield json_of(head)[:-1] + ', "documents": ['
    for place, fact in enumerate(documents):
        yield (", " if place else "") + fact
    yield '], "refused": ' + json_of(refused) + "}\n"

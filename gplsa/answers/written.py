"""The one form in which facts are written as JSON."""

import json
from collections.abc import Iterable, Iterator
from typing import Any


def json_of(content: Any) -> str:
    """One JSON value on one line: letters as they are, and as escapes what a terminal would obey or
    no UTF-8 can hold."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False)
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in text)


def json_with_list(
    head: dict[str, Any], documents: Iterable[str], refused: list[str]
) -> Iterator[str]:
    """One object in pieces, its list of documents, in JSON already, written as they come; `refused`
    is complete after them."""
    yield json_of(head)[:-1] + ', "documents": ['
    for place, fact in enumerate(documents):
        yield (", " if place else "") + fact
    yield '], "refused": ' + json_of(refused) + "}\n"

"""What the library says to people: a sentence with places, and the values that stand in them.

A message is the finished English sentence, so that logs, files, the command line and the service
take it as the text it is. What it was made from stays with it, through threads, processes and
files, and `gplsa.language.translated` says it in the reader's language from that: no sentence is
taken apart again.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

MEBIBYTE = 2**20
"""Bytes of what people call a megabyte."""
LONGEST = 300
"""Characters of a message: the values in it are shortened to that."""

_CUTS = (LONGEST, 140, 70, 30, 15)
_DEEPEST = 8
_FIRST = "0"  # of the values of a list
# What a terminal obeys, what turns the direction of a line around, and halves of characters.
_UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Message(str):
    """A sentence of the library: English as a text, with its `template` and `values` beside it.

    Values are numbers, texts and messages; a text is a person's and never translated, a message
    is.  Texts are made printable and shortened until the sentence has LONGEST characters.
    The template of a list stands between its values: see `listed`.

    >>> Message("“{name}” has {n:,} rows.", name="a.csv", n=1200)
    '“a.csv” has 1,200 rows.'
    """

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: object) -> "Message":
        if isinstance(template, Message) and not values:
            return template
        return _fitted(template, values, LONGEST)

    @property
    def is_list(self) -> bool:
        return _FIRST in self.values

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (str(self), self.template, self.values)

    def to_json(self) -> list[Any]:
        """The inverse of `from_json`."""
        values = {
            name: value.to_json() if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        return [str(self), self.template, values]

    @classmethod
    def from_json(cls, content: Any, depth: int = 0) -> "Message":
        """Raises TypeError or ValueError for what `to_json` did not write."""
        text, template, values = content
        if not (isinstance(text, str) and isinstance(template, str) and depth < _DEEPEST):
            raise TypeError("no message")
        held: dict[str, Any] = {}
        for name, value in dict(values).items():
            if isinstance(value, list):
                held[name] = cls.from_json(value, depth + 1)
            elif isinstance(value, str | int | float):
                held[name] = printable(value) if isinstance(value, str) else value
            else:
                raise TypeError("no value of a message")
        return _made(printable(text), template, held)


def listed(items: Iterable[object], joint: str = ", ") -> Message:
    """Texts or messages with the joint between them, as a value of another message; "" for none."""
    found = {str(at): item for at, item in enumerate(islice(items, LONGEST))}
    return Message(joint if found else "", **found)


def count(number: int, noun: str) -> Message:
    """ "1 pair", "1,200 pairs"."""
    return Message("{n:,} " + noun + ("" if number == 1 else "s"), n=number)


def quoted(text: object) -> Message:
    """Words of a person's between quotation marks."""
    return Message("“{text}”", text=text)


def named(texts: Iterable[object]) -> Message:
    """Words of a person's, of which there may be none."""
    return listed(map(quoted, texts)) or Message("none")


def printable(text: str) -> str:
    """The text with a sign for every character that a terminal would obey; spaces for breaks."""
    return _UNPRINTABLE.sub(lambda found: " " if found[0].isspace() else "\ufffd", text)


def beside(*sentences: str) -> dict[str, Any]:
    """What to keep in a file beside finished sentences, so that `recalled` makes messages of them;
    empty where they hold no values."""
    found = {str(s): s.to_json()[1:] for s in sentences if isinstance(s, Message) and s.values}
    return {"messages": found} if found else {}


def recalled(sentence: str, content: Mapping[str, Any]) -> Message:
    """The message of a finished sentence, from the file's content beside which it stood.

    Raises TypeError or ValueError for what `beside` did not write.
    """
    known = content.get("messages", {})
    if not isinstance(sentence, str) or not isinstance(known, dict):
        raise TypeError("no sentence")
    if sentence in known:
        return Message.from_json([sentence, *known[sentence]])
    return _made(printable(sentence), sentence, {})


def _made(text: str, template: str, values: Mapping[str, Any]) -> Message:
    message = str.__new__(Message, text)
    message.template, message.values = template, values
    return message


def _fitted(template: str, values: Mapping[str, object], room: int) -> Message:
    """The message in so many characters, with the longest values that leave it there."""
    template = str(template)
    if not values:
        return _made(_cut(template, room), template, {})
    between = _FIRST in values
    held: dict[str, Any] = {}
    for most in _CUTS[:3] if between else _CUTS:
        held = {name: _held(value, most) for name, value in values.items()}
        if len(text := _written(template, held)) <= room:
            return _made(text, template, held)
    while between and len(held) > 1 and len(text) > room:
        held.pop("more", None)
        held.popitem()
        held["more"] = "…"
        text = _written(template, held)
    return _made(_cut(text, room), template, held)


def _written(template: str, values: Mapping[str, Any]) -> str:
    return (
        template.join(map(str, values.values())) if _FIRST in values else template.format(**values)
    )


def _held(value: object, most: int) -> Any:
    """A value as a message holds it, in at most so many characters."""
    if isinstance(value, BaseException) and value.args and isinstance(value.args[0], Message):
        value = value.args[0]
    if isinstance(value, Message):
        room = 2 * most
        return value if len(value) <= room else _fitted(value.template, value.values, room)
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    return value if isinstance(value, int | float) else _cut(str(value), most)


def _cut(text: str, most: int) -> str:
    """Its beginning and its end, which of a path say more than its middle."""
    if len(text) > most:
        text = f"{text[: most - most // 3 - 1]}…{text[-(most // 3) :]}"
    return printable(text)

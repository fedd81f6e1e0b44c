"""Tokens: who may ask what of which model, how often and until when.

The file holds one JSON object a line and no token, only its SHA-256. That is enough here: a token
is 32 random bytes, which nobody finds by trying, unlike a password that a person made up.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gplsa.errors import InputError
from gplsa.files import locked, remove_left_over, replaced, target
from gplsa.names import SCOPES
from gplsa.service.problems import Problem
from gplsa.stored import opened

PREFIX = "gplsa_"
MOST_TOKENS = 1000
MOST_BYTES = 1_000_000
USUAL_SCOPES = tuple(scope for scope in SCOPES if scope != "metrics")
PER_MINUTE = 3000


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a line of the file says.

    scopes      of `SCOPES`;  models  names of them, all where None
    per_minute  documents and questions;  expires  the last day on which it is good, UTC
    """

    name: str
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    scopes: tuple[Annotated[str, Meta(pattern=f"^({'|'.join(SCOPES)})$")], ...]
    # By a function, so that it is written where it is the usual one, too: people change it there.
    per_minute: Annotated[int, Meta(ge=1)] = msgspec.field(default_factory=lambda: PER_MINUTE)
    models: tuple[str, ...] | None = None
    expires: date | None = None


def read_tokens(path: Path) -> dict[str, Token]:
    """By their digests. Raises InputError in one sentence that names the line, or OSError."""
    with opened(path) as stream:
        return {token.sha256: token for token in _parsed(stream.read(MOST_BYTES + 1), path)}


def authenticated(tokens: Mapping[str, Token], header: str) -> Token:
    """The token of an Authorization header; Problem where there is none that is good."""
    kind, _, value = header.strip().partition(" ")
    if kind.lower() != "bearer" or not value.strip():
        raise _refused("Show a token: Authorization: Bearer gplsa_…")
    token = tokens.get(_digest(value.strip()))
    if token is None:
        raise _refused("This token is unknown here, or it was withdrawn.")
    if token.expires is not None and datetime.now(UTC).date() > token.expires:
        raise _refused(f"This token expired after {token.expires}: ask for a new one.")
    return token


def _parsed(content: bytes, path: Path) -> list[Token]:
    if len(content) > MOST_BYTES:
        raise InputError("{path} is larger than a token file can be.", path=path)
    tokens: list[Token] = []
    for number, line in enumerate(content.splitlines(), 1):
        try:
            tokens += [msgspec.json.decode(line, type=Token)] if line.strip() else []
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            message = "Line {n} of {path} is no token: write it by `gplsa token`, or take it out."
            raise InputError(message, n=number, path=path) from error
    for kind in ("name", "sha256"):
        if len({getattr(token, kind) for token in tokens}) < len(tokens):
            message = "Two tokens of {path} have the same {kind}: take one of them out."
            raise InputError(message, path=path, kind=kind)
    if not 0 < len(tokens) <= MOST_TOKENS:
        message = "{path} holds {n:,} tokens, but a token file holds 1 to {most:,}."
        raise InputError(message, path=path, n=len(tokens), most=MOST_TOKENS)
    return tokens


def add_token(
    path: Path,
    name: str,
    *,
    days: int | None = None,
    waiting: Callable[[Path], None] | None = None,
    **more: Any,
) -> str:
    """A new token, whose hash joins the file, which is made where there is none.

    more  of its scopes, models and per_minute
    Raises InputError where the name is taken or a value is out of range.
    """
    if not name.strip() or not name.isprintable() or len(name) > 100:
        raise InputError("A token is called by one to a hundred characters that can be printed.")
    if more.get("per_minute", 1) < 1 or (days is not None and not 1 <= days <= 36500):
        raise InputError("--per-minute and --days are at least 1, and at most a century.")
    value = PREFIX + secrets.token_urlsafe(32)
    if days is not None:
        more["expires"] = datetime.now(UTC).date() + timedelta(days=days)
    line = msgspec.json.encode(Token(name, _digest(value), **{"scopes": USUAL_SCOPES} | more))

    with locked(path, waiting=waiting):
        remove_left_over(target(path).parent)
        before = b""
        with suppress(FileNotFoundError), opened(path) as stream:
            before = stream.read(MOST_BYTES + 1).strip()
        if before and name in {token.name for token in _parsed(before, path)}:
            message = "{path} has a token called “{name}” already: choose another name."
            raise InputError(message, path=path, name=name)
        after = before + b"\n" * bool(before) + line + b"\n"
        _parsed(after, path)  # nobody is to hold a token that the service would refuse
        with replaced(path) as file:
            file.write(after)
    return value


def _digest(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "replace")).hexdigest()


def _refused(sentence: str) -> Problem:
    return Problem(401, sentence, headers={"WWW-Authenticate": 'Bearer realm="gplsa"'})

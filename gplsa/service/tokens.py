"""Tokens: who may ask what of which model, how often and until when.

The file holds one JSON object a line and no token, only its SHA-256. That is enough here: a token
is 32 random bytes, which nobody finds by trying, unlike a password that a person made up.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from gplsa.errors import InputError
from gplsa.files import change
from gplsa.names import SCOPES
from gplsa.service.problems import Problem

PREFIX = "gplsa_"
MOST_TOKENS = 1000
MOST_BYTES = 1_000_000
USUAL_SCOPES = tuple(scope for scope in SCOPES if scope != "metrics")
PER_MINUTE = 3000
_FIELDS = {"name", "sha256", "scopes", "models", "per_minute", "expires"}


@dataclass(frozen=True)
class Token:
    """What a line of the file says.

    scopes      of `SCOPES`;  models  names of them, all where None
    per_minute  documents and questions;  expires  the last day on which it is good, UTC
    """

    name: str
    sha256: str
    scopes: tuple[str, ...] = USUAL_SCOPES
    models: tuple[str, ...] | None = None
    per_minute: int = PER_MINUTE
    expires: date | None = None

    def line(self) -> str:
        facts: dict[str, Any] = {"name": self.name, "sha256": self.sha256}
        facts |= {"scopes": list(self.scopes), "per_minute": self.per_minute}
        if self.models is not None:
            facts["models"] = list(self.models)
        if self.expires is not None:
            facts["expires"] = self.expires.isoformat()
        return json.dumps(facts, ensure_ascii=False) + "\n"


class Tokens:
    """The tokens of a file, found by what a client shows."""

    def __init__(self, tokens: list[Token]) -> None:
        self._by_digest = {token.sha256: token for token in tokens}

    def __len__(self) -> int:
        return len(self._by_digest)

    @property
    def names(self) -> set[str]:
        return {token.name for token in self._by_digest.values()}

    def shown(self, header: str) -> Token:
        """The token of an Authorization header; Problem where there is none that is good."""
        kind, _, value = header.strip().partition(" ")
        if kind.lower() != "bearer" or not value.strip():
            raise _refused("Show a token: Authorization: Bearer gplsa_…")
        token = self._by_digest.get(_digest(value.strip()))
        if token is None:
            raise _refused("This token is unknown here, or it was withdrawn.")
        if token.expires is not None and datetime.now(UTC).date() > token.expires:
            raise _refused(f"This token expired after {token.expires}: ask for a new one.")
        return token


def read_tokens(path: Path) -> Tokens:
    """Raises InputError in one sentence that names the line, OSError where there is no file."""
    if path.stat().st_size > MOST_BYTES:
        raise InputError(f"{path} is larger than a token file can be.")
    tokens: list[Token] = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if not line.strip():
            continue
        try:
            tokens.append(_token(json.loads(line.decode("utf-8"))))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InputError(
                f"Line {number} of {path} is no token: write it by `gplsa token`, or take it out."
            ) from error
    for kind in ("name", "sha256"):
        if len({getattr(token, kind) for token in tokens}) < len(tokens):
            raise InputError(f"Two tokens of {path} have the same {kind}: take one of them out.")
    if not 0 < len(tokens) <= MOST_TOKENS:
        raise InputError(
            f"{path} holds {len(tokens):,} tokens, but a token file holds 1 to {MOST_TOKENS:,}."
        )
    return Tokens(tokens)


def add_token(
    path: Path,
    name: str,
    *,
    scopes: tuple[str, ...] = USUAL_SCOPES,
    models: tuple[str, ...] | None = None,
    per_minute: int = PER_MINUTE,
    days: int | None = None,
    waiting: Callable[[Path], None] | None = None,
) -> str:
    """A new token, whose hash joins the file, which is made where there is none.

    Raises InputError where the name is taken or a value is out of range.
    """
    if not name.strip() or not name.isprintable() or len(name) > 100:
        raise InputError("A token is called by one to a hundred characters that can be printed.")
    if per_minute < 1 or (days is not None and not 1 <= days <= 36500):
        raise InputError("--per-minute and --days are at least 1, and at most a century.")
    value = PREFIX + secrets.token_urlsafe(32)
    expires = None if days is None else datetime.now(UTC).date() + timedelta(days=days)
    token = Token(name, _digest(value), scopes, models, per_minute, expires)

    def added(before: bytes) -> bytes:
        if before.strip() and name in read_tokens(path).names:
            raise InputError(f"{path} has a token called “{name}” already: choose another name.")
        return before.rstrip() + (b"\n" if before.strip() else b"") + token.line().encode("utf-8")

    change(path, added, waiting=waiting)
    return value


def _token(facts: dict[str, Any]) -> Token:
    if not {"name", "sha256", "scopes"} <= set(facts) <= _FIELDS:
        raise ValueError("fields")
    name, sha256, scopes = facts["name"], facts["sha256"], tuple(facts["scopes"])
    models = None if facts.get("models") is None else tuple(facts["models"])
    per_minute = facts.get("per_minute", PER_MINUTE)
    if not all(isinstance(value, str) for value in (name, sha256, *(models or ()))):
        raise TypeError("names")
    if len(sha256) != 64 or set(sha256) - set("0123456789abcdef") or set(scopes) - set(SCOPES):
        raise ValueError("a hash or scopes that are none")
    if isinstance(facts.get("models"), str) or isinstance(per_minute, bool) or per_minute < 1:
        raise ValueError("models or per_minute")
    expires = facts.get("expires")
    return Token(
        name,
        sha256,
        scopes,
        models,
        int(per_minute),
        None if expires is None else date.fromisoformat(expires),
    )


def _digest(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "replace")).hexdigest()


def _refused(sentence: str) -> Problem:
    return Problem(401, sentence, headers={"WWW-Authenticate": 'Bearer realm="gplsa"'})

"""Who a request belongs to: the one person of this computer, or one of a server's visitors."""

import hashlib
import hmac
import secrets
import time
from typing import Protocol

from starlette.datastructures import Headers

from gplsa.app.door.cookies import read_cookie, written_cookie
from gplsa.app.door.place import LOOPBACK
from gplsa.app.kept.library import LOCAL_PERSON

PERSON = "x-gplsa-person"
"""The header in which the guard tells the pages who is there; none comes in from outside."""

REFUSED = (
    "This copy of the app serves one person on this computer. To offer it to others, "
    "through a proxy or under another name, start it with GPLSA_SERVER=1."
)
PROXY_HEADERS = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
NEWCOMERS = 100  # new people an hour from one address
HOUR = 3600.0
ADDRESSES = 10_000


class Door(Protocol):
    """Decides who comes in, and as whom."""

    def refusal(self, headers: Headers) -> str | None:
        """Why this request gets nothing at all."""

    def person(self, headers: Headers) -> str | None:
        """Whose request it is, where that is known."""

    def new_cookie(self, address: str, scheme: str) -> str | None:
        """For somebody who is not known yet: the Set-Cookie header that makes them so."""


class ThisComputer:
    """One person; every other name of this computer, and every proxy, is refused."""

    def refusal(self, headers: Headers) -> str | None:
        host = headers.get("host", "")
        name = host[1 : host.find("]")] if host.startswith("[") else host.rsplit(":", 1)[0]
        through_proxy = any(header in headers for header in PROXY_HEADERS)
        return None if name.lower() in LOOPBACK and not through_proxy else REFUSED

    def person(self, headers: Headers) -> str | None:
        return LOCAL_PERSON

    def new_cookie(self, address: str, scheme: str) -> str | None:
        return None


class Visitors:
    """Everybody has a random cookie, signed here, so that nobody makes up people as they like."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._came: dict[str, list[float]] = {}  # by address, those first that came longest ago

    def refusal(self, headers: Headers) -> str | None:
        return None

    def person(self, headers: Headers) -> str | None:
        name, _, signature = (read_cookie(headers, "person") or "").partition(".")
        signed = name.isascii() and signature.isascii()
        return name if signed and hmac.compare_digest(signature, self._signature(name)) else None

    def new_cookie(self, address: str, scheme: str) -> str | None:
        now = time.monotonic()
        lately = [moment for moment in self._came.pop(address, []) if now - moment < HOUR]
        welcome = len(lately) < NEWCOMERS
        self._came[address] = [*lately, now] if welcome else lately
        while len(self._came) > ADDRESSES:
            del self._came[next(iter(self._came))]
        name = secrets.token_urlsafe(24)
        cookie = written_cookie("person", f"{name}.{self._signature(name)}", scheme)
        return cookie if welcome else None

    def _signature(self, name: str) -> str:
        return hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()

"""The lock of one person's server on a JupyterHub: the hub says who comes in.

A browser without our cookie is sent to the hub with a state that this browser alone knows; the hub
sends it back with a code (OAuth 2.0, RFC 6749, section 4.1, with RFC 7636); the code and the
server's secret buy a token, and the hub tells what that token permits. The token stays here, the
browser gets a random name for it.

That is asked of every request, page, file or socket: neither other people of the computer nor other
servers of the hub get anything from the port behind its proxy.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.error import HTTPError
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from gplsa.app.access import place
from gplsa.app.access.cookies import cookie, read_cookie, written_cookie
from gplsa.app.access.hub import Hub

log = logging.getLogger(__name__)

RECHECKED = 300.0  # seconds until the hub is asked again whether a token still permits
LOGIN_SECONDS = 600
MOST_BROWSERS = 100
ELSEWHERE = "This server belongs to another person: go to the hub's own page and start yours."
NOT_BEGUN = (
    "This login was not begun here, or took too long. Open the address of your server again."
)
AWAY = "The hub does not answer. Try again in a minute; your work is safe."
OUTSIDE = "Log in at the hub first: load this page again."


class HubLogin:
    """Lets in browsers whose login at the hub permits it; the lock of a server on a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._callback = unquote(urlsplit(hub.callback).path)
        self._key = secrets.token_bytes(32)
        self._tokens: dict[str, str] = {}  # by what the browser shows, oldest first
        self._known: dict[tuple[str, str], float] = {}  # until when a token permits

    async def stopped(self, scope: Scope, receive: Receive) -> Response | None:
        """The answer to a request that goes no further, None to one that may."""
        headers = Headers(scope=scope)
        if scope["type"] == "http" and scope["path"] == self._callback:
            return await self._back(scope, headers)
        token = self._tokens.get(read_cookie(headers, "hub") or "")
        try:
            if token is not None and await self._permits(token, headers):
                return None
        except (OSError, ValueError) as error:
            log.warning("the hub cannot be asked: %s", error)
            return PlainTextResponse(AWAY, 503)
        if scope["type"] == "http" and "text/html" in headers.get("accept", ""):
            return self._to_the_hub(scope)
        return PlainTextResponse(OUTSIDE, 401)

    async def _permits(self, token: str, headers: Headers) -> bool:
        """Asked anew after a while, and at once where the browser has left the hub meanwhile."""
        # The hub's own mark of a browser goes when somebody logs out there.
        seen = token, (cookie(headers, "jupyterhub-session-id") or "")[:200]
        if time.monotonic() < self._known.get(seen, 0.0):
            return True
        try:
            permits = self._hub.permits(await asyncio.to_thread(self._hub.user_of, token))
        except HTTPError as error:
            error.close()
            if error.code not in (401, 403, 404):
                raise
            permits = False
        self._known = {key: until for key, until in self._known.items() if key[0] != token}
        if permits:
            self._known[seen] = time.monotonic() + RECHECKED
        return permits

    def _to_the_hub(self, scope: Scope) -> Response:
        """Away to the hub's login, with a state that comes back from there."""
        secret = secrets.token_urlsafe(24)
        page = scope.get("raw_path", b"") + b"?" + scope.get("query_string", b"")
        state = f"{secret}.{_url_safe(page.rstrip(b'?'))}"
        asked = {
            "client_id": self._hub.client,
            "redirect_uri": self._hub.callback,
            "response_type": "code",
            "state": state,
            "code_challenge": _url_safe(hashlib.sha256(self._verifier(secret).encode()).digest()),
            "code_challenge_method": "S256",
        }
        login = f"{place.hub_pages()}api/oauth2/authorize?{urlencode(asked)}"
        answer = RedirectResponse(login, 302)
        # One for each login, as two windows may be at it.
        answer.headers["Set-Cookie"] = written_cookie(
            f"login_{secret[:8]}", secret, _scheme(scope), LOGIN_SECONDS
        )
        return answer

    async def _back(self, scope: Scope, headers: Headers) -> Response:
        """A browser comes from the hub: its code is worth a token, where it began here."""
        asked = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        secret, _, page = asked.get("state", "").partition(".")
        begun = f"login_{secret[:8]}"
        shown = read_cookie(headers, begun) or ""
        if not secret or not hmac.compare_digest(shown.encode(), secret.encode()):
            return PlainTextResponse(NOT_BEGUN, 403)
        try:
            token = await asyncio.to_thread(
                self._hub.token_for, asked.get("code", ""), self._verifier(secret)
            )
            permits = await self._permits(token, headers)
        except HTTPError as error:
            error.close()
            return PlainTextResponse(NOT_BEGUN, 403)
        except (OSError, ValueError, KeyError) as error:
            log.warning("the hub cannot be asked: %s", error)
            return PlainTextResponse(AWAY, 503)
        if not permits:
            return PlainTextResponse(ELSEWHERE, 403)
        name = secrets.token_urlsafe(32)
        self._tokens[name] = token
        while len(self._tokens) > MOST_BROWSERS:
            del self._tokens[next(iter(self._tokens))]
        answer = RedirectResponse(self._own(page), 303)
        answer.headers.append("Set-Cookie", written_cookie(begun, "", _scheme(scope), 0))
        answer.headers.append("Set-Cookie", written_cookie("hub", name, _scheme(scope)))
        return answer

    def _verifier(self, secret: str) -> str:
        """What proves that a code was asked for by this login (RFC 7636): not even the browser
        knows it."""
        return _url_safe(hmac.digest(self._key, secret.encode(), "sha256"))

    def _own(self, page: str) -> str:
        """The page that was asked for before the login, where it is one of this server."""
        try:
            found = urlsafe_b64decode(page.encode() + b"===").decode("latin-1")
        except ValueError:
            return self._hub.prefix
        return found if found.startswith(self._hub.prefix) else self._hub.prefix


def _url_safe(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def _scheme(scope: Scope) -> str:
    """By which the browser came to the first of the proxies in between."""
    forwarded = Headers(scope=scope).get("x-forwarded-proto", scope["scheme"])
    return forwarded.split(",")[0].strip()

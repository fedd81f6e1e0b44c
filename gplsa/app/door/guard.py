"""What every request passes first: one ASGI middleware in front of all pages, files and sockets."""

import base64
import hashlib
import re
from importlib.resources import files
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config

from gplsa.app.door import place
from gplsa.app.door.identity import PERSON, Door, ThisComputer, Visitors
from gplsa.app.kept.lock import Lock

OPEN = ("/_stcore/health",)  # says "ok" to whoever watches over the server
CLOSED = ("/_stcore/metrics",)  # how many visit and what they keep is nobody's business
OWN = ("/media/", "/_stcore/upload_file/")  # for people the app knows only


def content_security_policy() -> str:
    """Everything from this address only; the inline scripts of Streamlit's page by their hash."""
    page = (files("streamlit") / "static" / "index.html").read_text("utf-8")
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'"
        for body in re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    )
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' {hashes}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


class Guard:
    """Refuses what may not come in, says whose the rest is, and adds the safety headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.door: Door = ThisComputer() if place.on_this_computer() else Visitors()
        self.lock = Lock(place.token()) if place.token() else None
        self._headers = {
            "Content-Security-Policy": content_security_policy(),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            "Cross-Origin-Opener-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        person = self.door.person(headers)
        answer = await self._stopped(scope, receive, headers, person)
        if scope["type"] == "websocket":
            if answer is not None:
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(_told(scope, person), receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    out[name] = value
                if person is None and answer is None and "text/html" in out.get("content-type", ""):
                    address = (scope.get("client") or ("",))[0]
                    cookie = self.door.new_cookie(address, scope["scheme"])
                    if cookie is not None:
                        out.append("Set-Cookie", cookie)
            await send(message)

        await (answer or self.app)(_told(scope, person), receive, send_guarded)

    async def _stopped(
        self, scope: Scope, receive: Receive, headers: Headers, person: str | None
    ) -> Response | None:
        """The answer to a request that goes no further; sockets are closed instead of it."""
        path = scope.get("path", "")
        if refusal := self.door.refusal(headers):
            return PlainTextResponse(refusal, 403)
        if scope["type"] == "websocket" and not from_own_page(headers):
            return PlainTextResponse("From another page.", 403)
        lock = None if path.endswith(OPEN) else self.lock
        if lock is not None and not lock.opened(headers):
            if scope["type"] == "websocket":
                return PlainTextResponse("The token is missing.", 401)
            return await lock.answer(scope, receive)
        if path.endswith(CLOSED):
            return PlainTextResponse("Not here.", 404)
        if person is None and any(part in path for part in OWN):
            return PlainTextResponse("Only for whom it was made.", 403)
        return None


def from_own_page(headers: Headers) -> bool:
    """A socket is opened by a page of this address, or of one in `server.corsAllowedOrigins`."""
    origin = headers.get("origin", "").lower()
    own = urlsplit(origin).netloc == headers.get("host", "").lower() != ""
    return own or origin in {o.lower() for o in config.get_option("server.corsAllowedOrigins")}


def _told(scope: Scope, person: str | None) -> Scope:
    """The request with our word, and nobody else's, on whose it is."""
    headers = [(name, value) for name, value in scope["headers"] if name.lower() != PERSON.encode()]
    if person is not None:
        headers.append((PERSON.encode(), person.encode()))
    return {**scope, "headers": headers}

"""What every request passes first: one ASGI middleware in front of all pages, files and sockets.

The app serves one person. Whoever gets past here is that person.
"""

import base64
import hashlib
import re
from importlib.resources import files
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config

from gplsa.app.access import place
from gplsa.app.access.hub import hub
from gplsa.app.access.hub_login import HubLogin
from gplsa.app.access.lock import Lock
from gplsa.app.front import PAGE_SCRIPT

OPEN = ("/_stcore/health",)  # says "ok" to whoever watches over the server
CLOSED = ("/_stcore/metrics",)  # how many visit and what they keep is nobody's business
FIRST = "/corpus"  # Streamlit knows the first page by the app's own address alone
PROXY_HEADERS = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
REFUSED = (
    "This copy of the app serves one person on this computer, under no other name and through no "
    "proxy. To offer it to others let a JupyterHub start one for each: the manual has the recipe, "
    "under “A department”."
)


def content_security_policy(ancestors: str = "'none'") -> str:
    """Everything from this address only; the inline scripts of Streamlit's page, and ours, by their
    hash.

    ancestors  which pages may show ours in a frame
    """
    page = (files("streamlit") / "static" / "index.html").read_text("utf-8")
    inline = re.findall(r"<script>([^<]*+(?:<(?!/?script>)[^<]*+)*+)</script>", page)
    scripts = [*inline, PAGE_SCRIPT.read_text("utf-8")]
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    rules = (
        "default-src 'self'",
        f"script-src 'self' {hashes}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        f"frame-ancestors {ancestors}",
    )
    return "; ".join(rules)


class Guard:
    """Refuses what may not come in, and adds the safety headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        # What asks for more than an address: the hub's login, or a token.
        self.lock: HubLogin | Lock | None = Lock(place.token()) if place.token() else None
        if place.hub() == place.SERVER:
            self.lock = HubLogin(hub())
        # JupyterLab, of the same address, shows a tile in a frame of its own.
        framed = place.hub() == place.TILE
        self._headers = {
            "Content-Security-Policy": content_security_policy("'self'" if framed else "'none'"),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "SAMEORIGIN" if framed else "DENY",
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            "Cross-Origin-Opener-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        kind = scope["type"]
        answer = await self._stopped(scope, receive) if kind in ("http", "websocket") else None
        if kind == "http":
            await (answer or self.app)(scope, receive, send_guarded)
        elif answer is None:
            await self.app(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _stopped(self, scope: Scope, receive: Receive) -> Response | None:
        """The answer to a request that goes no further; sockets are closed instead of it."""
        headers, path = Headers(scope=scope), scope.get("path", "")
        if not expected(headers):
            return PlainTextResponse(REFUSED, 403)
        if scope["type"] == "websocket" and not from_own_page(headers):
            return PlainTextResponse("From another page.", 403)
        lock = None if path.endswith(OPEN) else self.lock
        if lock is not None and (answer := await lock.stopped(scope, receive)) is not None:
            return answer
        if path.endswith(CLOSED):
            return PlainTextResponse("Not here.", 404)
        return RedirectResponse("./") if path.endswith(FIRST) else None


def expected(headers: Headers) -> bool:
    """Whether a request comes by a way the app is offered on: by a name of this computer and no
    proxy, so that no page of another address reaches it by a name of its own (DNS rebinding); or
    through a hub, which has its own names and whose login or socket lets in nobody else."""
    if place.hub():
        return True
    host = headers.get("host", "")
    name = host[1 : host.find("]")] if host.startswith("[") else host.rsplit(":", 1)[0]
    through_proxy = any(header in headers for header in PROXY_HEADERS)
    return place.is_private() and name.lower() in place.LOOPBACK and not through_proxy


def from_own_page(headers: Headers) -> bool:
    """A socket is opened by a page of this address, or of one in `server.corsAllowedOrigins`."""
    origin = headers.get("origin", "").lower()
    own = urlsplit(origin).netloc == headers.get("host", "").lower() != ""
    return own or origin in {o.lower() for o in config.get_option("server.corsAllowedOrigins")}

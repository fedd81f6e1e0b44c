"""Who a request belongs to, and the headers that keep a page to itself: one ASGI middleware."""

import base64
import hashlib
import re
import secrets
from http.cookies import SimpleCookie
from importlib.resources import files

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gplsa.app.workshop.place import LOOPBACK, on_this_computer

COOKIE = "gplsa_person"
WEEK = 7 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")

REFUSED = (
    "This copy of the app serves one person on this computer. To offer it to others, "
    "through a proxy or under another name, start it with GPLSA_SERVER=1."
)


def valid(token: str | None) -> bool:
    """Whether a cookie's value has the shape of one that was given out here."""
    return token is not None and _TOKEN.fullmatch(token) is not None


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
    """Gives every browser a cookie, adds the safety headers, and locally refuses other names."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
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
        if on_this_computer() and not _from_this_computer(headers):
            await _refuse(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        cookie = _new_cookie(headers, scope["scheme"])

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    out[name] = value
                if cookie and "text/html" in out.get("content-type", ""):
                    out.append("Set-Cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_guarded)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await PlainTextResponse(REFUSED, 403)(scope, receive, send)


def _from_this_computer(headers: Headers) -> bool:
    """The address bar says this computer (no other name that resolves to it), and no proxy."""
    host = headers.get("host", "")
    name = host[1 : host.find("]")] if host.startswith("[") else host.rsplit(":", 1)[0]
    return name.lower() in LOOPBACK and "x-forwarded-for" not in headers


def _new_cookie(headers: Headers, scheme: str) -> str | None:
    if valid(_cookies(headers).get(COOKIE)):
        return None
    secure = "; Secure" if scheme == "https" else ""
    token = secrets.token_urlsafe(32)
    return f"{COOKIE}={token}; Path=/; Max-Age={WEEK}; HttpOnly; SameSite=Lax{secure}"


def _cookies(headers: Headers) -> dict[str, str]:
    return {k: m.value for k, m in SimpleCookie(headers.get("cookie", "")).items()}

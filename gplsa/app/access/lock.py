"""A token before anything else, as notebooks ask for one: in the address once, or in a form."""

import asyncio
import hashlib
import hmac
from urllib.parse import parse_qs, parse_qsl, quote, urlencode

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from gplsa.app.access.cookies import read_cookie, written_cookie

LONGEST_FORM = 4096
PAUSE = 0.5  # seconds for each wrong token, one after the other
_FORM = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>gplsa</title>
<style>body{{font:1rem/1.5 sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}}
input,button{{font:inherit;padding:.4rem .6rem}}</style>
<h1>Token</h1>
<p>{said}This copy of gplsa asks for the token it was started with. It stands in the window where
the app was started, or whoever started it knows it.</p>
<form method="post"><label>Token <input type="password" name="token" autofocus></label>
<button>Enter</button></form>
</html>"""


class Lock:
    """Opened by a cookie, which a browser gets for the token."""

    def __init__(self, token: str) -> None:
        self._token = token
        # Not the token itself: whoever reads a browser's cookies does not learn it.
        self._key = hmac.new(token.encode(), b"gplsa browser", hashlib.sha256).hexdigest()
        self._one_by_one = asyncio.Lock()

    async def stopped(self, scope: Scope, receive: Receive) -> Response | None:
        """None to a request with the cookie, others get the cookie for the token, or a form to
        type it."""
        cookie = read_cookie(Headers(scope=scope), "token") or ""
        if hmac.compare_digest(cookie.encode("utf-8", "replace"), self._key.encode()):
            return None
        if scope["type"] == "websocket":
            return PlainTextResponse("The token is missing.", 401)
        query = parse_qsl(scope.get("query_string", b"").decode("latin-1"))
        shown = dict(query).get("token")
        if scope["method"] == "POST":
            form = parse_qs((await _body(receive)).decode("utf-8", "replace"))
            shown = form.get("token", [""])[0]
        if shown is None:
            return HTMLResponse(_FORM.format(said=""), 401)
        if not hmac.compare_digest(shown.encode("utf-8", "replace"), self._token.encode()):
            async with self._one_by_one:
                await asyncio.sleep(PAUSE)
            return HTMLResponse(_FORM.format(said="That is not the token. "), 401)
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        here = "./" + quote(scope["path"].rsplit("/", 1)[-1])
        answer = RedirectResponse(f"{here}?{rest}" if rest else here, 303)
        answer.headers["Set-Cookie"] = written_cookie("token", self._key, scope["scheme"])
        return answer


async def _body(receive: Receive) -> bytes:
    body = b""
    while len(body) <= LONGEST_FORM:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body[:LONGEST_FORM]

"""Our cookies among those of others: read one by one, so that no neighbour's spoils them."""

from urllib.parse import quote

from starlette.datastructures import Headers
from streamlit import config

from gplsa.app.access import place

WEEK = 7 * 24 * 3600


def cookie_name(what: str) -> str:
    """Its own for every port, as cookies know of hosts only: two apps of one host stay apart.
    On a hub the path tells them apart, and the port is another at every start."""
    return f"gplsa_{what}_{place.hub() or config.get_option('server.port')}"


def read_cookie(headers: Headers, what: str) -> str | None:
    """The value of one of our cookies."""
    return cookie(headers, cookie_name(what))


def cookie(headers: Headers, name: str) -> str | None:
    """The value of a cookie. Others may hold whatever they like: standard parsers give up at
    `a/b=1`, or leave out all that follows `prefs={"a":1}`."""
    for line in headers.getlist("cookie"):
        for part in line.split(";"):
            key, _, value = part.strip().partition("=")
            if key == name:
                return value
    return None


def written_cookie(what: str, value: str, scheme: str, seconds: int = WEEK) -> str:
    """The header that sets one: for this address only, out of reach of scripts."""
    secure = "; Secure" if scheme == "https" else ""
    path = quote(f"/{place.base_path()}", safe="/@~")
    return (
        f"{cookie_name(what)}={value}; Path={path}; Max-Age={seconds}; "
        f"HttpOnly; SameSite=Lax{secure}"
    )

"""The JupyterHub that started this server for one person: what it said, and what it can be asked.

Only its REST interface is used, as it is documented for servers that are no notebooks, so that the
app needs no package of the hub's and runs under any of its versions.
"""

import asyncio
import json
import logging
import os
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import urlencode

from gplsa.errors import InputError
from gplsa.message import MEBIBYTE
from gplsa.stored import decoded

log = logging.getLogger(__name__)

PATIENCE = 20.0
MOST_ANSWER = MEBIBYTE
LOOK = 15.0  # seconds between two looks at whether there is work
NEEDED = ("JUPYTERHUB_CLIENT_ID", "JUPYTERHUB_API_URL", "JUPYTERHUB_SERVICE_PREFIX")
# The hub stands beside this server: no proxy of the outside world has a part in it.
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclass(frozen=True)
class Hub:
    """What the hub has told this server when it started it.

    token      the secret by which the hub knows this server
    client     what this server is called as a client of the hub's login
    api        where the hub answers servers;  activity: where it is told that one is in use
    prefix     below which this server answers, as browsers write it, ending in /
    callback   to which the hub sends browsers back
    permitted  scopes of which a visitor needs one
    server     its name among the servers of this person, "" for the first
    interval   seconds between two reports of activity
    """

    token: str
    client: str
    api: str
    activity: str
    prefix: str
    callback: str
    permitted: frozenset[str]
    server: str
    interval: float

    def user_of(self, token: str) -> dict[str, Any]:
        """Whose token it is, and what it permits; OSError where the hub says no, or nothing."""
        return self._ask(f"{self.api}/user", token)

    def token_for(self, code: str, verifier: str) -> str:
        """The token for a code; OSError where it is none, was used before, or is another's."""
        form = {
            "client_id": self.client,
            "client_secret": self.token,
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": self.callback,
        }
        answer = self._ask(f"{self.api}/oauth2/token", self.token, urlencode(form))
        return str(answer["access_token"])

    def report_activity(self) -> None:
        """Tell the hub that this server is in use now."""
        now = datetime.now(UTC).isoformat()
        content = {"servers": {self.server: {"last_activity": now}}, "last_activity": now}
        kind = {"Content-Type": "application/json"}  # else it is a form
        self._ask(self.activity, self.token, json.dumps(content), **kind)

    def permits(self, user: dict[str, Any]) -> bool:
        """Whether a user as the hub describes them may enter this server."""
        held = set(user.get("scopes", ()))
        # A scope without a filter holds for every server.
        return any(scope in held or scope.split("!")[0] in held for scope in self.permitted)

    def _ask(self, url: str, token: str, body: str | None = None, **more: str) -> dict[str, Any]:
        headers = {"Authorization": f"token {token}", **more}
        request = urllib.request.Request(url, body.encode() if body is not None else None, headers)
        with _direct.open(request, timeout=PATIENCE) as answer:
            content = answer.read(MOST_ANSWER + 1)
        if len(content) > MOST_ANSWER:
            raise OSError("the hub answers more than it should")
        return decoded(content, dict[str, Any], "The answer of the hub") if content else {}


@cache
def hub() -> Hub:
    """The hub that started this process; InputError where none did."""
    environment = os.environ
    # Only this process is told the secret, none that it starts to read files of strangers.
    token = environment.pop("JUPYTERHUB_API_TOKEN", "")
    permitted = environment.get("JUPYTERHUB_OAUTH_ACCESS_SCOPES") or environment.get(
        "JUPYTERHUB_OAUTH_SCOPES"
    )
    if not token or not permitted or not all(environment.get(name) for name in NEEDED):
        raise InputError(
            "A JupyterHub starts this for each of its people, and none did. For yourself alone: "
            "gplsa app"
        )
    prefix = environment["JUPYTERHUB_SERVICE_PREFIX"]
    return Hub(
        token,
        environment["JUPYTERHUB_CLIENT_ID"],
        environment["JUPYTERHUB_API_URL"].rstrip("/"),
        environment.get("JUPYTERHUB_ACTIVITY_URL", ""),
        f"{prefix.rstrip('/')}/",
        environment.get("JUPYTERHUB_OAUTH_CALLBACK_URL") or f"{prefix.rstrip('/')}/oauth_callback",
        frozenset(decoded(permitted.encode(), list[str], "JUPYTERHUB_OAUTH_ACCESS_SCOPES")),
        environment.get("JUPYTERHUB_SERVER_NAME", ""),
        float(environment.get("JUPYTERHUB_ACTIVITY_INTERVAL") or 300),
    )


async def report_work(busy: Callable[[], bool]) -> None:
    """While work runs tell the hub that this server is in use, though nobody sits in front of it:
    otherwise the hub would end it in the middle. What people do in a browser the hub sees itself.
    """
    try:
        own_hub, last = hub(), -float("inf")
    except InputError:
        return  # a tile in a JupyterLab of one's own
    while own_hub.activity:
        now = time.monotonic()
        if busy() and now - last >= own_hub.interval:
            try:
                await asyncio.to_thread(own_hub.report_activity)
                last = now
            except (OSError, ValueError) as error:
                log.warning("the hub cannot be told of work: %s", error)
        await asyncio.sleep(min(LOOK, own_hub.interval))

"""Serve the browser app on this computer, from any folder: what `gplsa app` does."""

import os
import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress

# OpenBLAS on several threads is many times slower on our small dense products.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from streamlit.web import cli

from gplsa.app.access import place
from gplsa.app.front import front
from gplsa.errors import InputError

ADDRESS = "127.0.0.1"
FIRST_PORT, PORTS_TRIED = 8501, 100
PATIENCE = 60.0


def serve(port: int | None = None, browser: bool = True, token: str | None = None) -> None:
    """Serve until interrupted, on `port` or the first free one from 8501; opens the browser.

    token  what browsers are asked for, as in GPLSA_TOKEN; "auto" makes one up

    Raises InputError where the port cannot be had.
    """
    port = chosen_port(port)
    if token is not None:
        os.environ["GPLSA_TOKEN"] = token
    if browser:
        threading.Thread(target=_open_when_served, args=(port,), daemon=True).start()
    # The configuration stands beside app.py, where Streamlit finds it from whatever folder.
    script = str(front() / "app.py")
    options = [f"--server.address={ADDRESS}", f"--server.port={port}"]
    cli.main(["run", script, *options], standalone_mode=False)


def chosen_port(wanted: int | None) -> int:
    """The port asked for, or the first free one; InputError where there is none."""
    if wanted is not None and not 0 < wanted < 1 << 16:
        raise InputError("A port is a number from 1 to 65535, not {wanted}.", wanted=wanted)
    candidates = range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if wanted is None else (wanted,)
    for port in candidates:
        with suppress(OSError):
            socket.create_server((ADDRESS, port)).close()
            return port
    if wanted is not None:
        raise InputError("Port {wanted} is in use: name another with --port.", wanted=wanted)
    raise InputError(
        "The ports from {first_port} on are all in use: name one with --port.",
        first_port=FIRST_PORT,
    )


def _open_when_served(port: int) -> None:
    url = f"http://{ADDRESS}:{port}"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                break
        except OSError:
            time.sleep(0.2)
    webbrowser.open(place.address_with_token() or url)

"""Serve the browser app, from any folder: on this computer (`gplsa app`), as one person's server on
a JupyterHub or as a tile of a JupyterLab (`gplsa hub`).

Streamlit's own start listens on no socket of the file system and asks browsers every half minute
whether they are still there, which a hub takes for use: so uvicorn serves the same app there.
"""

import contextlib
import os
import runpy
import socket
import stat
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# OpenBLAS on several threads is many times slower on our small dense products.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import platformdirs
import uvicorn
from streamlit import config
from streamlit.web import cli
from streamlit.web.bootstrap import load_config_options

from gplsa.app.access import place
from gplsa.app.access.hub import hub
from gplsa.app.front import front
from gplsa.errors import InputError
from gplsa.message import MEBIBYTE

ADDRESS = "127.0.0.1"
FIRST_PORT, PORTS_TRIED = 8501, 100
PATIENCE = 60.0
KERNELS = Path(__file__).resolve().parents[1] / "core"
OTHERS = stat.S_IRWXG | stat.S_IRWXO
WAITING = 100
# The hub's proxy keeps connections for its next request: one that is closed here just then is an
# error 503 for somebody.
KEPT_OPEN = 3600  # seconds
LAST_WORDS = 2  # seconds for what is being answered when the server ends


def serve(port: int, *, browser: bool, token: str | None) -> None:
    """Serve until interrupted, on a `chosen_port`; opens the browser where it is to.

    token  what browsers are asked for, as in GPLSA_TOKEN; "auto" makes one up
    """
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
        with contextlib.suppress(OSError):
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


def serve_person() -> None:
    """What a JupyterHub starts for a person: listens where the hub says, and lets in whom it names.

    Raises InputError where no hub has started this process.
    """
    prefix = hub().prefix
    url = urlsplit(os.environ.get("JUPYTERHUB_SERVICE_URL", ""))
    if url.scheme == "https":
        raise InputError(
            "The app does not encrypt what goes between the hub's proxy and itself: set "
            "JupyterHub.internal_ssl = False, and encrypt in front of the proxy."
        )
    listening = socket.create_server((url.hostname or "127.0.0.1", url.port or 8888))
    _serve(place.SERVER, unquote(prefix), listening)


def serve_tile(path: Path, base_path: str) -> None:
    """What a JupyterLab starts behind jupyter-server-proxy: listens on a socket of the file system,
    in a folder that nobody else may enter, below the path that the proxy leaves in the address.

    Raises InputError where others may enter the folder.
    """
    with contextlib.suppress(InputError):
        hub()  # the secret of the JupyterLab's server is for this process alone
    _serve(place.TILE, unquote(base_path), _socket_at(path))


def _socket_at(path: Path) -> socket.socket:
    folder = path.absolute().parent
    try:
        seen = folder.stat()
    except OSError as error:
        raise InputError("There is no folder “{folder}” for the socket.", folder=folder) from error
    if seen.st_mode & OTHERS or seen.st_uid != os.geteuid():
        raise InputError(
            "Others may enter “{folder}”, and so use the app as you: name a socket in a folder of "
            "yours that has the mode 700.",
            folder=folder,
        )
    if path.is_socket():
        path.unlink()  # of a server that was killed
    listening = socket.socket(socket.AF_UNIX)
    try:
        listening.bind(str(path))
    except OSError as error:
        listening.close()
        raise InputError(
            "The app cannot listen at “{path}”: {error}.", path=path, error=error
        ) from error
    listening.listen(WAITING)
    return listening


def _serve(where: str, base_path: str, listening: socket.socket) -> None:
    os.environ["GPLSA_HUB"] = where
    if not os.access(KERNELS, os.W_OK):  # installed for everybody, by somebody else
        folder = platformdirs.user_cache_path("gplsa", appauthor=False) / "compiled"
        os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))
    # As `streamlit run` does: the configuration lies beside app.py.
    config._main_script_path = str(front() / "app.py")
    application = runpy.run_path(config._main_script_path)["app"]
    load_config_options({"server_baseUrlPath": base_path.strip("/")})
    serving = uvicorn.Config(
        application,
        ws="websockets-sansio",
        ws_max_size=config.get_option("server.maxMessageSize") * MEBIBYTE,
        ws_ping_interval=None,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_keep_alive=KEPT_OPEN,
        timeout_graceful_shutdown=LAST_WORDS,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(serving).run(sockets=[listening])

"""Where the app runs: on a person's own computer, or as their server on a JupyterHub.

All of it is read from the environment when the app starts; no request can change it.
"""

import getpass
import os
import secrets
from functools import cache
from pathlib import Path

import platformdirs
from streamlit import config

from gplsa.errors import InputError

LOOPBACK = {"127.0.0.1", "localhost", "::1"}
AUTO = "auto"
SERVER, TILE = "server", "tile"


def hub() -> str:
    """What the app is on a JupyterHub, "" where on none: SERVER, the one person's server that the
    hub itself has started, or TILE, behind a JupyterLab that is.  Set by `gplsa hub`."""
    chosen = os.environ.get("GPLSA_HUB", "")
    return chosen if chosen in (SERVER, TILE) else ""


def hub_pages() -> str:
    """Where the hub answers browsers, ending in /."""
    base = os.environ.get("JUPYTERHUB_BASE_URL") or "/"
    return f"{os.environ.get('JUPYTERHUB_HOST', '')}{base.rstrip('/')}/hub/"


def is_private() -> bool:
    """Whether nobody but the person can reach the app: a hub stands in front of it, or it listens
    to this computer alone.  GPLSA_SERVER=1 once made a server for everybody of it: whoever still
    sets that has opened a way in."""
    if hub():
        return True
    opened = os.environ.get("GPLSA_SERVER", "") not in ("", "0")
    return not opened and config.get_option("server.address") in LOOPBACK


def home() -> Path:
    """The folder that keeps corpora and models: GPLSA_HOME, or the system's user-data folder."""
    chosen = os.environ.get("GPLSA_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("gplsa", appauthor=False))


def shared() -> Path | None:
    """The folder of what people publish for each other, GPLSA_SHARED; None where there is none."""
    chosen = os.environ.get("GPLSA_SHARED", "")
    return Path(chosen).expanduser() if chosen else None


def person() -> str:
    """What the one person of this app is called: by the hub, or by the computer."""
    return os.environ.get("JUPYTERHUB_USER", "") or getpass.getuser()


def folders() -> tuple[Path, ...]:
    """Folders that may be read, with all below them: those of GPLSA_FOLDERS, or one's home."""
    chosen = os.environ.get("GPLSA_FOLDERS", "")
    named = [Path(name) for name in chosen.split(os.pathsep) if name] or [Path.home()]
    return tuple(folder.expanduser().resolve() for folder in named)


def corpora() -> tuple[Path, ...]:
    """Folders that corpus folders are looked for in, each itself or holding some: those of
    GPLSA_FOLDERS.  Nobody names them in a browser: a model knows its corpus by digest."""
    return folders() if os.environ.get("GPLSA_FOLDERS", "") else ()


def inside(path: Path, allowed: tuple[Path, ...]) -> Path:
    """The path without links, where it lies in an allowed folder; InputError otherwise."""
    try:
        found = path.expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError("There is no folder “{path}”.", path=path) from error
    if not any(found.is_relative_to(folder) for folder in allowed):
        names = " and ".join(f"“{folder}”" for folder in allowed)
        raise InputError(
            "“{path}” is not in {names}, which is all that may be read. Move it there, or start "
            "the app with GPLSA_FOLDERS naming the folder.",
            path=path,
            names=names,
        )
    return found


@cache
def token() -> str:
    """What a browser has to show before anything else, GPLSA_TOKEN; "" where nothing is asked.

    `auto` makes one up for as long as the app runs.
    """
    chosen = os.environ.get("GPLSA_TOKEN", "")
    return secrets.token_urlsafe(24) if chosen == AUTO else chosen


def address_with_token() -> str | None:
    """The address to open in a browser, where the token was made up here."""
    if os.environ.get("GPLSA_TOKEN", "") != AUTO:
        return None
    host = config.get_option("server.address") or "localhost"
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{config.get_option('server.port')}/{base_path()}?token={token()}"


def base_path() -> str:
    """ "" or "folder/", below which the app answers."""
    base = (config.get_option("server.baseUrlPath") or "").strip("/")
    return f"{base}/" if base else ""

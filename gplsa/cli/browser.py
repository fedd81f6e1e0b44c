"""The commands of the browser app: `gplsa app` for oneself, `gplsa hub` for a JupyterHub."""

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gplsa.cli.values import whole
from gplsa.errors import InputError
from gplsa.message import listed

NEEDED_BY_APP = ("streamlit", "plotly", "pandas", "starlette", "platformdirs")


def add_app(commands: Any) -> None:
    """What they take; nothing of the app is imported before one of them runs."""
    app = commands.add_parser(
        "app",
        help="serve the browser app on this computer",
        description="Serve the browser app on this computer, from any folder. What you train is "
        "kept in your user-data folder, or in the folder that GPLSA_HOME names.",
    )
    app.add_argument("--port", type=whole, metavar="N", help="default: 8501 or the next free one")
    app.add_argument("--no-browser", action="store_true", help="only print the address")
    app.add_argument(
        "--token",
        nargs="?",
        const="auto",
        metavar="TOKEN",
        help="ask browsers for this token, or for one made up and printed with the address: on a "
        "computer that others have accounts on",
    )

    hub = commands.add_parser(
        "hub",
        help="serve the browser app as one person's server on a JupyterHub",
        description="Serve the browser app for one person, as the command that a JupyterHub "
        "spawns: c.Spawner.cmd = ['gplsa', 'hub']. Where to listen and whom to let in is read from "
        "the environment that the hub sets. With --socket the app is a tile of a JupyterLab.",
    )
    hub.add_argument("--socket", metavar="PATH", help="listen here, for jupyter-server-proxy")
    hub.add_argument("--base-path", type=str, default="", metavar="PATH", help="answer below /PATH")


def _check_app_installed() -> None:
    missing = [name for name in NEEDED_BY_APP if find_spec(name) is None]
    if missing:
        raise InputError(
            "The browser app needs {join}, which come with: pip install 'gplsa[app]'",
            join=listed(missing),
        )


def run_hub(options: argparse.Namespace) -> None:
    _check_app_installed()
    from gplsa.app.hub_server import serve_person, serve_tile

    if options.socket is None:
        serve_person()
    else:
        serve_tile(Path(options.socket), options.base_path)


def run_app(options: argparse.Namespace) -> None:
    _check_app_installed()
    # Here alone, as the rest of the command line works without the packages of the app.
    from gplsa.app.serve import serve

    serve(options.port, browser=not options.no_browser, token=options.token)

"""`gplsa hub`: the browser app as one person's server on a JupyterHub."""

import os
from argparse import Namespace
from pathlib import Path
from typing import Any

from gplsa.cli.commands.app import NEEDED
from gplsa.cli.output import announced
from gplsa.cli.values import check_installed


def arguments(parser: Any) -> None:
    parser.description = (
        "Serve the browser app for one person, as the command that a JupyterHub spawns: "
        "c.Spawner.cmd = ['gplsa', 'hub']. Where to listen and whom to let in is read from the "
        "environment that the hub sets. With --socket the app is a tile of a JupyterLab."
    )
    add = parser.add_argument
    add("--socket", metavar="PATH", help="listen here, for jupyter-server-proxy")
    add("--base-path", type=str, default="", metavar="PATH", help="answer below /PATH")


def run(options: Namespace) -> None:
    check_installed("The browser app", NEEDED, "app")
    from gplsa.app.serve import serve_person, serve_tile

    with announced(options, options.socket or os.environ.get("JUPYTERHUB_SERVICE_URL", "")):
        if options.socket is None:
            serve_person()
        else:
            serve_tile(Path(options.socket), options.base_path)

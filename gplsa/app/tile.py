"""The app as a tile of JupyterLab: what jupyter-server-proxy is told by the entry point of gplsa.

The proxy lets in whom JupyterLab lets in, and reaches the app by a socket in a folder that it makes
with the mode 700, so that nobody else on the computer does.
"""

import sys
from typing import Any

from gplsa.app.front import front


def tile() -> dict[str, Any]:
    """The settings of `ServerProxy.servers` for the app."""
    command = [sys.executable, "-m", "gplsa", "hub", "--socket", "{unix_socket}"]
    return {
        "command": [*command, "--base-path", "{base_url}gplsa"],
        "unix_socket": True,
        "absolute_url": True,
        "timeout": 120,
        "new_browser_tab": False,
        "launcher_entry": {"title": "gplsa", "icon_path": str(front() / "assets" / "mark.svg")},
    }

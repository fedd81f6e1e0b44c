"""Where the app runs: for one person on this computer, or for many on a server.

On this computer one person works, folders can be read and work is kept in the user-data folder.
On a server everybody has a cookie, nothing is written, and what lies unused for two hours goes.
"""

import os
from pathlib import Path

import platformdirs
from streamlit import config

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def on_this_computer() -> bool:
    """True where only this computer can reach the app, unless GPLSA_SERVER=1 says otherwise."""
    if os.environ.get("GPLSA_SERVER", "") not in ("", "0"):
        return False
    return config.get_option("server.address") in LOOPBACK


def home() -> Path:
    """The folder that keeps corpora and models: GPLSA_HOME, or the system's user-data folder."""
    chosen = os.environ.get("GPLSA_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("gplsa", appauthor=False))

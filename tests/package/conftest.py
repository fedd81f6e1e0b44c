"""Where `make test-package` has installed the wheel: without and with what the app needs."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def installed() -> Path:
    """The folder with the environments `library` and `app`."""
    folder = os.environ.get("GPLSA_PACKAGE")
    if not folder:
        pytest.skip("needs the installed wheel: make test-package")
    return Path(folder)

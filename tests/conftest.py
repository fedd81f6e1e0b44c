"""What all tests share: one BLAS thread, and real data where the machine has it."""

import os
import sys

# Before numpy is imported: several OpenBLAS threads slow small dense products down many times.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import settings

from gplsa import language, sandbox
from gplsa.errors import InputError
from gplsa.message import Message

REPOSITORY = Path(__file__).resolve().parent.parent
# What tests of these folders need beyond the packages, as the markers of pyproject.toml say.
NEEDED = {"e2e": "browser", "hub": "hub", "package": "package"}
# What is only told on the command line, to programs, or by the matrices' own models.
NOT_ON_PAGES = tuple(f"gplsa.{part}" for part in ("cli", "service", "cluster", "core", "models"))

STARTED = sandbox.waiting._started

# A busy machine is no fault of the example that was slow on it.
settings.register_profile("patient", settings(deadline=None))
settings.load_profile("patient")


# First, as other plugins leave out what `-m` does not choose.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        folder = item.path.relative_to(REPOSITORY / "tests").parts[0]
        if folder in NEEDED:
            item.add_marker(getattr(pytest.mark, NEEDED[folder]))


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of public corpora, which are not part of the repository."""
    folder = Path(os.environ.get("GPLSA_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"needs real data, and there is no {folder} (GPLSA_DATA names another folder)")
    return folder


@pytest.fixture(scope="session", autouse=True)
def forked_workers() -> Iterator[None]:
    """Workers of the sandbox, where the system can; see `tests.forked`."""
    if sys.platform != "linux":
        yield
        return
    from tests.forked import Forks

    forks = Forks()
    with patch("gplsa.sandbox.waiting._started", forks.started):
        yield
        sandbox.close()
    forks.close()


@pytest.fixture
def started_workers(forked_workers: None) -> Iterator[None]:
    """Workers of the sandbox as people have them."""
    sandbox.close()
    with patch("gplsa.sandbox.waiting._started", STARTED):
        yield
        sandbox.close()


@pytest.fixture(autouse=True)
def every_error_is_said_in_german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No error of the library that any test meets stays English on a German page."""
    unsaid: list[str] = []

    init = InputError.__init__

    def made(error: InputError, template: str, /, **values: object) -> None:
        init(error, template, **values)
        module = sys._getframe(1).f_globals.get("__name__", "")
        shown = module.startswith("gplsa.") and not module.startswith(NOT_ON_PAGES)
        if shown and not _is_said(error.message):
            unsaid.append(f"{module}: {error}")

    monkeypatch.setattr(InputError, "__init__", made)
    yield
    assert not unsaid, unsaid


def _is_said(message: Message) -> bool:
    """Whether its template is in the catalogue, and those of the messages in it."""
    known = language._catalogue("library", "de")._catalog
    if not (message.is_list or message.template in known):
        return False
    for value in message.values.values():
        # A sentence of ours as a plain text would be taken for words of the person's.
        if isinstance(value, Message) and not _is_said(value):
            return False
        if not isinstance(value, Message) and " " in str(value).strip() and value in known:
            return False
    return True

"""What all tests share: one BLAS thread, and real data where the machine has it."""

import os

# Before numpy is imported: several OpenBLAS threads slow small dense products down many times.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parent.parent

# A busy machine is no fault of the example that was slow on it.
settings.register_profile("patient", settings(deadline=None))
settings.load_profile("patient")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of public corpora, which are not part of the repository."""
    folder = Path(os.environ.get("GPLSA_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"needs real data, and there is no {folder} (GPLSA_DATA names another folder)")
    return folder

"""What is little here is divided and run on threads as if it were much."""

import pytest


@pytest.fixture(autouse=True)
def divided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gplsa.core.parallel.LITTLE", 0)

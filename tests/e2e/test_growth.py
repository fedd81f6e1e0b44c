"""A server that works all day does not fill up."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import go, settle
from tests.e2e.journeys import TRAINING_MS, write_pairs

CYCLES = 10
MOST_GROWTH_MB = 200


def resident_megabytes(process_id: int) -> float:
    status = Path(f"/proc/{process_id}/status")
    if not status.exists():
        pytest.skip("reads the memory of a process from /proc, which this system lacks")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text())
    assert found is not None
    return int(found[1]) / 1024


def cycle(page, server, path):
    """One corpus read and one model trained, as if for the first time."""
    go(page, server)
    if page.get_by_text("Read another corpus").count():
        page.get_by_text("Read another corpus").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(path)
    page.get_by_role("button", name="Read 1 file").click()
    expect(page.get_by_text(path.stem, exact=True).first).to_be_visible(timeout=TRAINING_MS)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0, timeout=TRAINING_MS)
    go(page, server, "/train")
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0, timeout=TRAINING_MS)
    expect(page.locator(".check")).to_be_visible(timeout=TRAINING_MS)
    settle(page)


def test_ten_uploads_and_trainings_in_a_row(page, server, tmp_path):
    paths = [write_pairs(tmp_path / f"pile{n}.csv", 500 + n, words=40) for n in range(CYCLES + 1)]
    cycle(page, server, paths[0])
    before = resident_megabytes(server.process.pid)
    for path in paths[1:]:
        cycle(page, server, path)
    growth = resident_megabytes(server.process.pid) - before
    print(f"{before:.0f} MB after the first cycle, {growth:+.0f} MB after ten more")
    assert growth < MOST_GROWTH_MB

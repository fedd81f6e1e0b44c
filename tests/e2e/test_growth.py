"""A server that works all day does not fill up."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import go, settle, unfold, upload
from tests.e2e.journeys import write_pairs
from tests.patience import TRAINING, eventually

MOST_GROWTH_MB = 200
MORE = int(os.environ.get("GPLSA_SOAK_CYCLES", "0"))  # cycles after these, which must add nothing
CYCLES = 10
MOST_MORE = 0.05


def resident_megabytes(process_id: int) -> float:
    status = Path(f"/proc/{process_id}/status")
    if not status.exists():
        pytest.skip("reads the memory of a process from /proc, which this system lacks")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text())
    assert found is not None
    return int(found[1]) / 1024


def cycle(page, server, path, number):
    """One corpus read and one model trained, as if for the first time."""
    first = "What is in the texts you cannot read?"
    turn_to(page, "1 Corpus", "Corpus: which texts belong together?" if number else first)
    if number:
        unfold(page.get_by_text("Read another corpus"))
    upload(page, path)
    page.get_by_role("button", name="Read 1 file").click()
    wait_for_files(page, server, "corpus/*.gplsa-corpus", number + 1)
    turn_to(page, "2 Train", "Training: find the topics")
    page.get_by_role("button", name="Train", exact=True).click()
    wait_for_files(page, server, "model/*.gplsa", number + 1)
    expect(page.locator(".check")).to_be_visible()
    settle(page)


def turn_to(page, link, heading):
    page.get_by_role("link", name=link).click()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    settle(page)


def wait_for_files(page, server, pattern, number):
    """Until so many are kept, what a page shows may be of the cycle before; then until the page has
    seen the end of the job, as it runs once more then and takes no click meanwhile."""

    def kept() -> bool:
        assert server.running
        return len(list(server.home.glob(pattern))) >= number

    eventually(kept, TRAINING)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    settle(page)


@pytest.mark.skipif(not MORE, reason="takes minutes: make soak")
def test_uploads_and_trainings_in_a_row(page, server, tmp_path):
    paths = [write_pairs(tmp_path / f"pile{n}.csv", 500 + n, words=40) for n in range(CYCLES + 1)]
    go(page, server)
    cycle(page, server, paths[0], 0)
    before = resident_megabytes(server.process.pid)
    for number, path in enumerate(paths[1:], start=1):
        cycle(page, server, path, number)
    growth = resident_megabytes(server.process.pid) - before
    print(f"{before:.0f} MB after the first cycle, {growth:+.0f} MB after {CYCLES} more")
    assert growth < MOST_GROWTH_MB
    after = [resident_megabytes(server.process.pid)]
    for number in range(CYCLES + 1, CYCLES + 1 + MORE):
        path = write_pairs(tmp_path / f"pile{number}.csv", 500 + number, words=40)
        cycle(page, server, path, number)
        after.append(resident_megabytes(server.process.pid))
    print(f"{MORE} more cycles: " + " ".join(f"{megabytes:.0f}" for megabytes in after) + " MB")
    # Memory goes up and down by a training's needs: the mean of the last five counts.
    assert sum(after[-5:]) / 5 < (1 + MOST_MORE) * after[0]

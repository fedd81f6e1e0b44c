"""Ten people at one server with little memory, each upload - train - download five times at once.

Only with `make soak`: it takes minutes, and all the browsers' windows.
"""

import asyncio
import csv
import os
import time
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from gplsa.app.kept.library import CORPUS, MODEL, read_piece
from tests.e2e.harness import CHROMIUM_ARGUMENTS, Server, find_chromium
from tests.e2e.journeys import write_pairs
from tests.e2e.test_growth import resident_megabytes

PEOPLE = int(os.environ.get("GPLSA_SOAK_PEOPLE", "0"))
ROUNDS = 5
MEGABYTES = 24  # less than all that ten people would keep, more than what each is at
PATIENCE_MS = 600_000

NAMES = "adas bens cems doras emils fridas gerds heidis ivos jutas karls linas".split()


def pairs_of(folder: Path, name: str, number: int) -> Path:
    """60 pairs whose ids say whose they are, and which round's."""
    path = write_pairs(folder / f"{name}{number}.csv", 60, words=40)
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerows([header, *([f"{name}-{number}-{row[0]}", *row[1:]] for row in rows)])
    return path


async def settle(page: Page) -> None:
    await page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


async def download(page: Page, nth: int) -> Path:
    async with page.expect_download() as waiting:
        await page.get_by_role("button", name="Download", exact=True).nth(nth).click()
    return await (await waiting.value).path()


async def one_round(page: Page, server: Server, name: str, number: int, folder: Path) -> None:
    own = f"{name}{number}"
    await page.goto(server.url)
    await settle(page)
    another = page.get_by_text("Read another corpus")
    if await another.count():
        await another.click()
    field = page.get_by_test_id("stFileUploaderDropzoneInput").first
    await field.set_input_files(pairs_of(folder, name, number))
    await page.get_by_role("button", name="Read 1 file").click()
    read = page.get_by_test_id("stAlert").get_by_text(own, exact=True)
    await expect(read).to_be_visible(timeout=PATIENCE_MS)
    await expect(page.get_by_role("button", name="Cancel")).to_have_count(0, timeout=PATIENCE_MS)
    await page.goto(server.url + "/train")
    await settle(page)
    await page.get_by_role("button", name="Train", exact=True).click()
    # The chip in the header opens to the corpus, and to the model once it is of this corpus.
    await page.locator(".st-key-desk button").first.click()
    beside = page.get_by_test_id("stPopoverBody").get_by_text(own, exact=True)
    await expect(beside).to_have_count(2, timeout=PATIENCE_MS)
    await expect(page.locator(".check")).to_be_visible(timeout=PATIENCE_MS)
    await page.goto(server.url + "/saved")
    await settle(page)
    await expect(page.get_by_text("(in use)")).to_have_count(2, timeout=PATIENCE_MS)
    shown = await page.content()
    assert own in shown
    assert not [other for other in NAMES if other != name and other in shown]
    n_models = await page.get_by_test_id("stMain").get_by_text("topics · ").count()
    for kind, nth in ((MODEL, 0), (CORPUS, n_models)):
        piece = read_piece(kind, await download(page, nth))
        ids = piece.ids if kind == CORPUS else piece.corpus.ids
        assert len(ids) == 60
        assert all(document.startswith(f"{name}-{number}-") for document in ids), (own, ids[:2])


async def one_person(browser: Browser, server: Server, name: str, folder: Path) -> list[float]:
    context = await browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    page, seconds = await context.new_page(), []
    for number in range(ROUNDS):
        began = time.monotonic()
        await one_round(page, server, name, number, folder)
        seconds.append(time.monotonic() - began)
    await context.close()
    return seconds


async def everybody(server: Server, folder: Path) -> list[float]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS
        )
        people = [one_person(browser, server, name, folder) for name in NAMES[:PEOPLE]]
        found = await asyncio.gather(*people)
        await browser.close()
    return [seconds for person in found for seconds in person]


@pytest.mark.skipif(not PEOPLE, reason="takes minutes: make soak")
def test_ten_people_at_once(tmp_path):
    expect.set_options(timeout=PATIENCE_MS)
    server = Server(tmp_path, {"GPLSA_SERVER": "1", "GPLSA_MEMORY": str(MEGABYTES)})
    server.start()
    try:
        before = resident_megabytes(server.process.pid)
        seconds = sorted(asyncio.run(everybody(server, tmp_path)))
        after = resident_megabytes(server.process.pid)
        print(
            f"\n{PEOPLE} people, {ROUNDS} rounds each, {MEGABYTES} MB for everybody: all "
            f"{len(seconds)} rounds finished, median {seconds[len(seconds) // 2]:.0f} s, longest "
            f"{seconds[-1]:.0f} s; the server took {before:.0f} MB before and {after:.0f} after"
        )
    finally:
        server.stop()
    assert "Traceback" not in server.log(), server.log()
    assert not server.home.exists()

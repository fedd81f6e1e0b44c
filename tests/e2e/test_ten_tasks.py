"""The ten tasks of the manual, found in a browser by clicks alone from its first page."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import REPOSITORY
from tests.docs.test_ten_tasks import MOST_CLICKS, TASKS, clicks
from tests.e2e.harness import screenshot

MANUAL = REPOSITORY / "build" / "manual"


@pytest.fixture(scope="module")
def reader(browser):
    if not (MANUAL / "index.html").exists():
        pytest.skip("needs the manual: make docs")
    context = browser.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("number", range(len(TASKS)))
def test_the_page_is_reached_by_clicks(reader, number):
    wanted, answer = TASKS[number]
    _, way = clicks(wanted, answer)
    reader.goto((MANUAL / "index.html").as_uri())
    screenshot(reader, f"task-{number + 1}-0")
    for step, page in enumerate(way[1:], start=1):
        here = Path(way[step - 1]).parent
        target = Path(os.path.relpath(page, here)).with_suffix(".html").as_posix()
        reader.locator(f'article a[href="{target}"], article a[href^="{target}#"]').first.click()
        expect(reader.locator("article h1").first).to_be_visible()
        screenshot(reader, f"task-{number + 1}-{step}")
    assert len(way) - 1 <= MOST_CLICKS
    expect(reader.locator("article")).to_contain_text(answer)

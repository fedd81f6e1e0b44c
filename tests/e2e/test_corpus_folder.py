"""A corpus folder in a real browser: named on the page Corpus, trained on, its topics shown."""

import pytest
from playwright.sync_api import expect

from gplsa.reading.chunks.build import build
from tests.e2e.harness import go, screenshot, settle
from tests.e2e.journeys import TRAINING_MS, write_pairs


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "archive"
    place.mkdir()
    table = write_pairs(place / "letters.csv", 120)
    return build([table], ["de", "en"], place / "corpus").corpus.folder


def test_a_folder_is_named_trained_on_and_shown(new_page, start_server, folder):
    server = start_server(GPLSA_FOLDERS=str(folder.parent))
    page = new_page(server)
    go(page, server)
    named = page.get_by_role("textbox", name="Or a folder")
    named.fill(str(folder.parent / "nothing"))
    page.get_by_role("button", name="Read folder").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    named.fill(str(folder))
    page.get_by_role("button", name="Read folder").click()
    expect(page.get_by_text("Corpus folder “letters”")).to_be_visible()
    expect(page.get_by_text("120 documents in 1 part")).to_be_visible()
    expect(page.get_by_text("learned from chunk by chunk where it lies")).to_be_visible()
    settle(page)
    screenshot(page, "corpus-folder")
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    screenshot(page, "corpus-folder-phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Train on the whole folder").click()
    topics = page.get_by_role("link", name="A model of it is open: its topics")
    expect(topics).to_be_visible(timeout=TRAINING_MS)
    topics.click()
    expect(page.locator(".topic").nth(17)).to_be_visible()
    expect(page.locator(".topic").filter(has_text="harvest").first).to_be_visible()
    settle(page)
    screenshot(page, "corpus-folder-topics")

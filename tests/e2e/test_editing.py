"""Merge, split, undo, leave a word out, train again; the tree and the map of the documents."""

import re

import pytest
from playwright.sync_api import expect

from gplsa.app.library.library import MODEL
from gplsa.app.library.on_disk import OnDisk
from tests.e2e.conftest import DESKTOP
from tests.e2e.harness import go, screenshot, settle, unfold
from tests.e2e.test_second_look import PHONE


def cards(page):
    return page.locator(".topic")


def press(page, name):
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    settle(page)


def test_from_merge_to_a_new_training(new_page, start_server, kept):
    server = start_server(kept)
    page = new_page(server)
    go(page, server, "/topics")
    expect(cards(page)).to_have_count(5)
    page.get_by_role("button", name="Merge", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_test_id("stButtonGroup").get_by_role("button").nth(1).click()
    expect(dialog.get_by_text("Preview: 5 topics become 4,")).to_be_visible()
    screenshot(page, "shape-merge")
    press(page, "Merge")
    expect(cards(page)).to_have_count(4)
    expect(page.get_by_text("Last: merged")).to_be_visible()
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Split", exact=True).last.click()
    expect(dialog.locator(".topic")).to_have_count(2)
    screenshot(page, "shape-split")
    press(page, "Split into 2")
    expect(cards(page)).to_have_count(5)
    # What it made stands first, and is seen, though it was asked for at the foot of the page.
    expect(page.get_by_text("new", exact=True)).to_have_count(2)
    expect(page.get_by_text("new", exact=True).first).to_be_in_viewport()
    page.set_viewport_size(DESKTOP)
    for n_left in (4, 5):
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(cards(page)).to_have_count(n_left)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()

    page.get_by_role("button", name="Details", exact=True).first.click()
    unfold(dialog.get_by_text("Leave words out", exact=True))
    word_button = dialog.get_by_role("button", name=re.compile("×$")).first
    word = word_button.inner_text().removesuffix("×").strip()
    word_button.click()
    expect(dialog.get_by_text("Preview,")).to_be_visible()
    press(page, "Leave out 1 word")
    expect(page.locator(f'.word[title^="{word}: "]')).to_have_count(0)
    page.get_by_role("button", name="Retrain with this").click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    expect(cards(page)).to_have_count(5)
    expect(page.locator(f'.word[title^="{word}: "]')).to_have_count(0)
    assert len(OnDisk(server.home).listed(MODEL)) == 2


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_topics_to_merge_are_rows_that_can_be_read(new_page, furnished, viewport):
    page = new_page(furnished, viewport=viewport)
    go(page, furnished, "/topics")
    page.get_by_role("button", name="Merge topics", exact=True).click()
    dialog = page.get_by_role("dialog")
    rows = dialog.locator(".st-key-all-topics").get_by_role("button")
    expect(rows.nth(2)).to_be_in_viewport(ratio=1)
    settle(page)
    for row in rows.all()[:3]:  # its name, how like it is, words of both sides, below each other
        assert len(row.inner_text().splitlines()) >= 3
        assert row.evaluate("row => row.scrollWidth <= row.clientWidth")
        assert row.bounding_box()["width"] > 0.55 * dialog.bounding_box()["width"]
    name = rows.nth(1).inner_text().splitlines()[0]
    rows.nth(1).click()  # alone, and its nearest below it
    ticked = dialog.locator(".st-key-all-topics [aria-pressed=true]")
    expect(rows.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(rows.nth(0)).to_contain_text(name)
    expect(ticked).to_have_count(1)
    rows.nth(1).click()
    expect(ticked).to_have_count(2)
    expect(dialog.get_by_text("Preview:")).to_be_in_viewport()


def test_tree_and_lasso(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/topics")
    page.get_by_role("radio", name="Tree").click()
    expect(page.get_by_text("Tree of the topics")).to_be_visible()
    page.get_by_role("radio", name="Document map").click()
    expect(page.get_by_text("Each point is a document")).to_be_visible()
    settle(page)
    plot = page.locator(".js-plotly-plot .nsewdrag").first
    box = plot.bounding_box()
    left, top = box["x"] + 3, box["y"] + 3
    right, bottom = box["x"] + box["width"] - 3, box["y"] + box["height"] - 3
    page.mouse.move(left, top)
    page.mouse.down()
    for x, y in ((right, top), (right, bottom), (left, bottom), (left, top + 5)):
        page.mouse.move(x, y, steps=8)
    page.mouse.up()
    expect(page.get_by_text(re.compile("200 documents by their largest topic"))).to_be_visible()
    screenshot(page, "document-map")

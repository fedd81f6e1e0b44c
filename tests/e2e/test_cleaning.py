"""From a table with markup, exchanged rows and copies to clean pairs, and back again."""

import csv
import re

from playwright.sync_api import expect

from tests.corpus.cleaning.made import FRENCH, made, planted
from tests.e2e.harness import go, screenshot, settle
from tests.e2e.journeys import TRAINING_MS, read_file


def spoiled_table(path):
    """200 pairs: 16 with tags, 4 exchanged, one in French, one twice."""
    corpus, _, exchanged = planted(made(200), 2, n_html=16, n_exchanged=4)
    rows = [list(row) for row in zip(corpus.ids, *corpus.texts.values(), strict=True)]
    plain = next(row for row in range(200) if row not in exchanged)
    rows[plain][1] = FRENCH
    rows.append(["again", *rows[199][1:]])
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "de", "en"], *rows])
    return path


def test_clean_and_undo(new_page, server, tmp_path):
    page = new_page(server)
    read_file(page, server, spoiled_table(tmp_path / "spoiled.csv"))
    expect(page.get_by_text("16 documents have tags")).to_be_visible()
    expect(page.get_by_text(re.compile("4 rows look exchanged"))).to_be_visible()
    expect(
        page.get_by_text(re.compile("1 document: the side German is not German but French"))
    ).to_be_visible()
    expect(page.get_by_text("1 pair repeats an earlier one")).to_be_visible()
    screenshot(page, "cleaning")
    page.get_by_test_id("stMain").get_by_role("button", name=re.compile("^Look")).first.click()
    expect(page.locator(".change .was").first).to_be_visible()
    screenshot(page, "cleaning-look")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Clean what is ticked").click()
    said = re.compile("^Cleaned: 16 documents: tags removed")
    cleaned = page.get_by_test_id("stMain").get_by_text(said)
    expect(cleaned).to_be_visible(timeout=TRAINING_MS)
    expect(page.get_by_text("199 pairs").first).to_be_visible()
    expect(page.get_by_role("button", name="Clean what is ticked")).to_have_count(0)
    settle(page)
    page.close()
    server.stop()
    server.start()
    page = new_page(server)
    go(page, server)
    expect(page.get_by_text(said)).to_have_count(1)
    screenshot(page, "cleaned")
    page.get_by_role("button", name="Undo the last cleaning").click()
    expect(page.get_by_text("201 pairs").first).to_be_visible(timeout=TRAINING_MS)
    expect(page.get_by_text("16 documents have tags")).to_be_visible()


def test_what_to_clean_fits_a_phone_in_the_dark(new_page, server, tmp_path):
    page = new_page(server, color_scheme="dark", viewport={"width": 390, "height": 844})
    read_file(page, server, spoiled_table(tmp_path / "spoiled.csv"))
    button = page.get_by_test_id("stMain").get_by_role("button", name=re.compile("^Look")).first
    expect(button).to_be_in_viewport()
    expect(page.get_by_text("1 pair repeats an earlier one")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    screenshot(page, "cleaning-390-dark")
    button.click()
    expect(page.locator(".change .was").first).to_be_visible()
    screenshot(page, "cleaning-390-dark-look")

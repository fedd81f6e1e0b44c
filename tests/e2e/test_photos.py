"""Photos with captions: upload → training → topics with pictures → an unseen photo → its tags."""

import csv
import io
import zipfile
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.harness import go, screenshot, settle, upload
from tests.e2e.journeys import KEYWORDS, TRAINING_MS, read_file, train
from tests.patience import eventually
from tests.photos import encoded, photo


def photo_zip(path: Path, n: int = 60) -> Path:
    """Drawn photos, a table that names them, and two files that are no pictures."""
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(["file", "en"])
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(n):
            pixels, shape, color = photo(number)
            name = f"photos/p{number}.jpg"
            archive.writestr(name, encoded(pixels, ".jpg"))
            rows.writerow([name, f"a {color} ground with white {shape}, seen by day"])
        archive.writestr("photos/letter.jpg", b"this is no picture <b>at all</b>")
        rows.writerow(["photos/letter.jpg", "a text whose picture cannot be read"])
        archive.writestr("captions.csv", table.getvalue())
    return path


def test_from_a_zip_of_photos_to_the_tags_of_an_unseen_one(page, server, tmp_path):
    read_file(page, server, photo_zip(tmp_path / "holiday.zip"))
    expect(page.get_by_text("60 pairs").first).to_be_visible()
    expect(page.locator(".gallery img")).to_have_count(12)
    expect(page.get_by_text("pictures: file", exact=True)).to_be_visible()
    expect(page.get_by_text("1 file left out")).to_be_visible()
    expect(page.get_by_text("“letter.jpg” is no picture that can be read")).to_be_visible()
    settle(page)
    screenshot(page, "photos-corpus")
    train(page)
    expect(page.get_by_text("keywords right", exact=True).first).to_be_visible()
    screenshot(page, "photos-train")
    page.get_by_role("button", name="See topics").click()
    expect(page.locator(".topic .strip img").first).to_be_visible()
    settle(page)
    screenshot(page, "photos-topics")
    # The whole of the first cards, with what can be done to them, without scrolling.
    expect(page.get_by_role("button", name="Details").first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Details").first.click()
    expect(page.get_by_text("Most typical pictures")).to_be_in_viewport()
    settle(page)
    screenshot(page, "photos-topic")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next: keywords for new documents").click()
    pixels, shape, color = photo(901)
    upload(page, {"name": "new.png", "mimeType": "image/png", "buffer": encoded(pixels)})
    expect(page.get_by_text("confidence: ")).to_be_visible(timeout=TRAINING_MS)
    settle(page)
    tags = page.locator(KEYWORDS)
    expect(tags.first).to_be_visible()
    words = tags.all_inner_texts()
    assert {shape, color} <= set(words), words
    tags.nth(words.index(color)).click()
    expect(page.locator(".patches img").first).to_be_visible()
    settle(page)
    screenshot(page, "photos-tags")
    page.get_by_role("link", name="3 Topics").click()
    expect(page.get_by_role("button", name="Details").first).to_be_visible()
    page.get_by_role("link", name="4 Keywords").click()
    expect(page.get_by_text("confidence: ")).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("confidence: ")).to_have_count(0)
    page.goto(f"{server.url}/search")
    settle(page)
    page.get_by_role("textbox", name="Text in").fill(f"{shape} on a {color} ground")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator(".found .main img")).to_have_count(10)
    for hit in page.locator(".found .other").all_inner_texts()[:3]:
        assert color in hit or shape in hit, hit
    settle(page)
    screenshot(page, "photos-search")
    expect(page.locator(".found.wall article")).to_have_count(10)
    expect(page.locator(".found .other mark").first).to_be_visible()
    first = page.locator(".found .main .larger").first
    before = first.locator("img").bounding_box()["width"]
    card = page.locator(".found.wall article").first.bounding_box()["width"]
    assert before > 0.8 * card  # the text stands below
    first.locator("summary").click()
    assert first.locator("img").bounding_box()["width"] > 2 * before
    first.locator("summary").press("Enter")
    assert first.locator("img").bounding_box()["width"] == before
    wall = page.locator(".st-key-wall")
    wall.get_by_role("button", name="Open", exact=True).first.click()
    expect(wall.get_by_role("button", name="Close", exact=True)).to_be_visible()
    settle(page)
    opened = page.locator(".found .opened img").bounding_box()
    assert opened["width"] > 2 * before  # the whole wall is its own
    assert opened["y"] > first.locator("img").bounding_box()["y"] + before  # and its card stays
    text = page.locator(".opened .others").bounding_box()
    assert text["x"] > opened["x"] + 2 * before  # beside it


def test_the_sample_of_pictures(page, server):
    """From the first page, one click; its two languages and pictures are three sides."""
    go(page, server)
    another = page.get_by_text("Read another corpus")
    if another.count():
        another.click()
        page.get_by_role("button", name="Read the sample: 160 pictures").click()
    else:
        page.get_by_role("button", name="Or 160 pictures with captions").click()
    expect(page.get_by_text("160 pairs").first).to_be_visible(timeout=TRAINING_MS)
    expect(page.locator(".gallery img")).to_have_count(12)
    settle(page)
    screenshot(page, "pictures-corpus")
    train(page)
    screenshot(page, "pictures-train")
    page.get_by_role("button", name="See topics").click()
    expect(page.locator(".topic .strip img").nth(20)).to_be_visible()
    settle(page)
    screenshot(page, "pictures-topics")
    page.get_by_role("link", name="4 Keywords").click()
    page.get_by_role("button", name="Take a sample picture").click()
    words = page.locator("[class*='st-key-word-'] button")
    expect(words.nth(2)).to_be_visible()
    first = words.all_inner_texts()
    settle(page)
    screenshot(page, "pictures-keywords")
    page.get_by_role("button", name="Take a sample picture").click()
    eventually(lambda: len(now := words.all_inner_texts()) > 1 and now != first)
    settle(page)
    page.get_by_role("tab", name="Many pictures").click()
    page.get_by_role("button", name="Take the samples").click()
    expect(page.get_by_text("10 pictures").first).to_be_visible()
    listed = page.locator('[class*="st-key-entry-batch-"]')
    expect(listed.locator("img")).to_have_count(10)
    listed.first.get_by_role("button", name="Open").click()
    expect(listed.first.get_by_role("button", name="Close")).to_be_visible()
    settle(page)
    screenshot(page, "pictures-many")

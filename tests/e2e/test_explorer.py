"""One person, one corpus, everything beside the way: speeches of the European Parliament with days
and chapters are cleaned, read by time and field, shaped, looked up and carried away."""

import csv
import re
from xml.etree import ElementTree

from playwright.sync_api import expect

from tests.e2e.harness import go, screenshot, settle, unfold
from tests.e2e.journeys import TRAINING_MS, read_file, train
from tests.e2e.test_editing import cards, press
from tests.e2e.test_fields import choose
from tests.e2e.test_main_way import europarl_rows

N_PAIRS = 300
EXCHANGED = (40, 90, 170)
MARKED = (7, 77, 177, 277)


def dated_speeches(data_dir, folder):
    """Every fourth speech, so that all days are there; some with tags, some exchanged."""
    path = folder / "speeches.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "de", "en", "date", "chapter"])
        for number, row in enumerate(europarl_rows(data_dir)[::4][:N_PAIRS]):
            sides = [row[side].replace("\n", " ") for side in ("de", "en")]
            if number in EXCHANGED:
                sides.reverse()
            if number in MARKED:
                sides = [f"<p>{side}</p>" for side in sides]
            date = "20" + row["day"].removeprefix("ep-")
            table.writerow([row["id"], *sides, date, f"chapter {row['chapter']}"])
    return path


def turn(page, server, path, heading):
    go(page, server, path)
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    settle(page)


def test_clean_read_shape_look_up_and_carry_away(new_page, server, browser, data_dir, tmp_path):
    page = new_page(server, viewport={"width": 1280, "height": 1000})
    read_file(page, server, dated_speeches(data_dir, tmp_path))
    expect(page.get_by_text("4 documents have tags")).to_be_visible()
    expect(page.get_by_text("3 rows look exchanged")).to_be_visible()
    page.get_by_role("button", name="Clean what is ticked").click()
    expect(page.get_by_role("button", name="Clean what is ticked")).to_have_count(
        0, timeout=TRAINING_MS
    )
    settle(page)
    train(page)

    turn(page, server, "/fields", "By time and field: where topics differ")
    expect(
        page.get_by_text(re.compile(r"300 documents in \d+ (years|months|days|decades)"))
    ).to_be_visible()
    expect(page.get_by_test_id("stPlotlyChart").first).to_be_visible()
    choose(page, page.get_by_role("combobox", name="By", exact=True), "chapter")
    expect(page.get_by_text(re.compile(r"300 documents in \d+ groups"))).to_be_visible()
    screenshot(page, "explorer-chapters")

    turn(page, server, "/topics", "Topics: what is in the collection")
    dialog = page.get_by_role("dialog")
    page.get_by_role("button", name="Merge", exact=True).first.click()
    dialog.get_by_test_id("stButtonGroup").get_by_role("button").nth(1).click()
    expect(dialog.get_by_text(re.compile(r"Preview: \d+ topics become"))).to_be_visible()
    press(page, "Merge")
    page.get_by_role("button", name="Undo", exact=True).click()
    settle(page)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Details", exact=True).first.click()
    unfold(dialog.get_by_text("Leave words out", exact=True))
    # One that the other side does not have as well: there it stays.
    word, word_button = next(
        (word, button)
        for button in dialog.get_by_role("button", name=re.compile("×$")).all()
        for word in [button.inner_text().removesuffix("×").strip()]
        if page.locator(f'.word[title^="{word}: "]').count() == 1
    )
    word_button.click()
    press(page, "Leave out 1 word")
    page.get_by_role("button", name="Retrain with this").click()
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_disabled(timeout=TRAINING_MS)
    expect(cards(page).first).to_be_visible()
    expect(page.locator(f'.word[title^="{word}: "]')).to_have_count(0)
    screenshot(page, "explorer-topics")

    turn(page, server, "/words", "Words: how it is said on the other side")
    page.get_by_role("combobox", name="Word or phrase in").fill("Wasser")
    page.keyboard.press("Enter")
    partners = page.get_by_role("table", name="translations").get_by_role("rowheader")
    expect(partners.first).to_have_text("water")
    page.get_by_role("tab", name="The whole lexicon").click()
    expect(page.get_by_text("each shown by at least 3 pairs")).to_be_visible(timeout=TRAINING_MS)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Lexicon as TBX").click()
    terms = ElementTree.parse(waiting.value.path()).getroot()
    told = [term.text for term in terms.iter("{urn:iso:std:iso:30042:ed-2}term")]
    assert told[told.index("Wasser") + 1] == "water"

    turn(page, server, "/topics", "Topics: what is in the collection")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report", exact=True).click()
    file = tmp_path / "report.html"
    waiting.value.save_as(file)
    context = browser.new_context()
    context.set_offline(True)
    report = context.new_page()
    report.goto(file.as_uri())
    expect(report.get_by_role("heading", name="speeches", exact=True)).to_be_visible()
    expect(report.locator(".js-plotly-plot").first).to_be_attached()
    expect(report.get_by_text("tags removed").first).to_be_attached()
    context.close()

"""Topics over time and by category, the documents behind them, and the filter."""

import csv
import re
from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import TimeoutError, expect

from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.model.settings import TrainSettings
from gplsa.reading import Upload, read_corpus
from gplsa.training.train import train
from tests.e2e.harness import PATIENCE_MS, go, screenshot, settle, unfold
from tests.e2e.journeys import look_closer, write_pairs
from tests.patience import eventually


@pytest.fixture(scope="module")
def dated(tmp_path_factory):
    """Somebody's 300 pairs: the first theme rises in 1846 and 1847, the second is of “Hafen”."""
    folder = tmp_path_factory.mktemp("dated")
    plain = write_pairs(folder / "plain.csv", 300)
    draw = np.random.default_rng(3)
    path = folder / "dated.csv"
    with plain.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "de", "en", "day", "place"])
        for number, (name, de, en, _) in enumerate(rows):
            year = int(draw.integers(1841, 1851))
            place = str(draw.choice(["Markt", "Dorf", "Hafen"]))
            if number % 5 == 0 and draw.random() < 0.8:
                year = int(draw.integers(1846, 1848))
            if number % 5 == 1 and draw.random() < 0.8:
                place = "Hafen"
            table.writerow([name, de, en, f"{1 + number % 28}.{1 + number % 12}.{year}", place])
    corpus = read_corpus([Upload.from_path(path)]).corpus
    desk = Desk(OnDisk(folder / "home"))
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.lay_out(MODEL, desk.library.keep(train(corpus, TrainSettings(n_topics=5))))
    desk.remember()
    return folder / "home"


def choose(page, box, text):
    """Open a list by its arrow and take what is called so; a page that is drawn anew closes it."""
    arrow = box.locator("xpath=ancestor::*[@role='group'][1]").get_by_role("button", name="Open")
    option = page.get_by_role("option", name=text)

    def chosen() -> bool:
        settle(page)
        if not option.is_visible():
            arrow.click()
        try:
            option.click(timeout=PATIENCE_MS / 40)
        except TimeoutError:
            return False
        return True

    eventually(chosen)


def test_over_time_by_category_and_the_filter(new_page, start_server, dated):
    server = start_server(dated)
    page = new_page(server, viewport={"width": 1280, "height": 1000})
    go(page, server, "/fields")
    expect(
        page.get_by_text(re.compile("300 documents in 10 years. 1 topic differs"))
    ).to_be_visible()
    chart = page.get_by_test_id("stPlotlyChart")
    # All topics in one picture, then a line for what differs.
    expect(chart).to_have_count(2)
    settle(page)
    screenshot(page, "over-time")
    # The page begins with 1846; the seventh period of the first line is 1847.
    line = chart.nth(1).locator(".scatterlayer .trace").nth(1)
    line.locator(".points path").nth(6).click(force=True)
    expect(page.get_by_role("heading", name="The documents behind it")).to_be_in_viewport()
    expect(page.get_by_role("combobox", name="day")).to_have_value(re.compile("1847"))
    settle(page)
    with page.expect_download() as download:
        page.locator(".st-key-download-documents-of-group-csv").get_by_role("button").click()
    rows = list(csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines()))
    assert rows and all(row["day"].endswith("1847") for row in rows)
    assert {row["place"] for row in rows} <= {"Markt", "Dorf", "Hafen"}
    listed = page.locator('[class*="st-key-entry-documents-of-group-"]')
    expect(listed).to_have_count(12)
    expect(listed.first).to_contain_text(rows[0]["id"])
    expect(listed.first.locator("mark.w").first).to_be_visible()
    sides = listed.first.locator(".pair > div")
    closed = [side.bounding_box()["x"] for side in sides.all()]
    listed.first.get_by_role("button", name="Open").click()
    expect(listed.first.locator(".text")).to_have_count(2)
    settle(page)
    assert [
        side.bounding_box()["x"] for side in sides.all()
    ] == closed  # its sides stay in their columns
    screenshot(page, "over-time-opened")
    page.get_by_test_id("stPagination").get_by_text("2", exact=True).click()
    expect(listed.first).to_contain_text(rows[12]["id"])
    settle(page)
    # A list turned over at its foot begins at its top, not the page.
    box = listed.first.bounding_box()
    assert box is not None and 0 < box["y"] < 200
    page.get_by_test_id("stPagination").get_by_text("1", exact=True).click()
    listed.first.get_by_role("button", name="Close").click()
    expect(listed.locator(".text")).to_have_count(0)
    choose(page, page.get_by_role("combobox", name="By", exact=True), "place")
    expect(
        page.get_by_text(re.compile("300 documents in 3 groups. [1-5] topics? differ"))
    ).to_be_visible()
    expect(chart.get_by_text("Topics by place")).to_be_visible()
    settle(page)
    screenshot(page, "by-place")
    # What is drawn is chosen in one line, and the figure begins high on the page.
    offered = page.locator(".st-key-by-line").get_by_role("button", name="Choose topics")
    field = page.get_by_role("combobox", name="By", exact=True)
    level = [one.bounding_box() for one in (field, offered)]
    assert abs((level[0]["y"] + level[0]["height"]) - (level[1]["y"] + level[1]["height"])) < 10
    unfold(page.get_by_text("All 300 documents"))
    choose(page, page.get_by_role("combobox", name="place").first, "Hafen")
    page.keyboard.press("Escape")
    filtered = re.compile(r"\d+ of 300 documents · place: Hafen")
    expect(page.get_by_text(filtered)).to_be_visible()
    for path in ("/topics", "/documents", "/search"):
        if path == "/topics":
            page.get_by_role("link", name="3 Topics").click()
        else:
            look_closer(page, path[1:].title())
        settle(page)
        if path == "/search":
            page.get_by_role("textbox", name=re.compile("Text in")).fill("ship harbour cargo")
            page.get_by_role("button", name="Find", exact=True).click()
        expect(page.get_by_text(filtered)).to_be_visible()
        settle(page)
        screenshot(page, f"filtered-{path[1:]}")
    names = page.locator(".found .top .name").all_inner_texts()
    assert names and all("place Hafen" in name for name in names)
    unfold(page.get_by_text(filtered))
    page.get_by_role("button", name="All documents").click()
    expect(page.get_by_text("All 300 documents")).to_be_visible()
    # The browser has heard of it too: what it shows goes with the next click, whatever that is.
    expect(page.get_by_role("button", name="Remove Hafen")).to_have_count(0)
    expect(page.get_by_text("Session State API")).to_have_count(0)
    page.get_by_role("button", name="Find", exact=True).click()
    settle(page)
    expect(page.get_by_text("All 300 documents")).to_be_visible()


LABELS = """chart => [...chart.querySelectorAll(".xtick text")].map(label => {
    const box = label.getBoundingClientRect();
    return [label.textContent, box.left, box.right, getComputedStyle(label).fill];
})"""
FILLS = "texts => texts.map(text => getComputedStyle(text).fill)"
INK_IN_THE_DARK = "rgb(230, 228, 223)"


def labels_below(chart):
    """The labels below a figure; none lies on another, all are as bright as the text around."""
    found = chart.evaluate(LABELS)
    assert all(left > right for (_, _, right, _), (_, left, _, _) in pairwise(found)), found
    assert {color for _, _, _, color in found} == {INK_IN_THE_DARK}
    assert set(chart.locator(".ytick text").evaluate_all(FILLS)) == {INK_IN_THE_DARK}
    return [label for label, _, _, _ in found]


def test_the_figures_fit_a_phone_in_the_dark(new_page, start_server, dated):
    server = start_server(dated)
    page = new_page(server, color_scheme="dark", viewport={"width": 390, "height": 844})
    go(page, server, "/fields")
    chart = page.get_by_test_id("stPlotlyChart")
    expect(chart).to_have_count(1 + 1)  # and the topic that differs
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    screenshot(page, "over-time-390-dark")
    # Every year, in the map of all topics and below each of its own, whose title stands free.
    years = [str(year) for year in range(1841, 1851)]
    assert [labels_below(chart.nth(n)) for n in range(2)] == 2 * [years]
    title = chart.nth(1).locator(".gtitle").bounding_box()
    highest = chart.nth(1).locator(".ytick text").last.bounding_box()
    assert title and highest and title["y"] + title["height"] <= highest["y"]
    # What is chosen stands above the figures that it rules.
    chosen = page.get_by_test_id("stMultiSelect").last.bounding_box()
    everything, first = (chart.nth(n).bounding_box() for n in (0, 1))
    assert everything and chosen and first and everything["y"] < chosen["y"] < first["y"]
    choose(page, page.get_by_role("combobox", name="By", exact=True), "place")
    expect(chart.get_by_text("Topics by place")).to_be_visible()
    settle(page)
    screenshot(page, "by-place-390-dark")
    # What is clicked is outlined in its own colour.
    cell = chart.first.locator(".trace.bars .point path").first
    fill = cell.evaluate("cell => getComputedStyle(cell).fill")
    cell.click(force=True)
    expect(cell).to_have_css("stroke-width", "3px")
    expect(cell).to_have_css("fill", fill)
    settle(page)
    topic = page.get_by_role("combobox", name="Topic", exact=True)
    expect(topic).to_have_css("text-overflow", "ellipsis")

"""The whys and the whats: a keyword's evidence, pairs that do not fit, settings compared."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.harness import Server, go, screenshot, settle, unfold
from tests.e2e.journeys import KEYWORDS, TRAINING_MS, look_closer, read_file, train, write_pairs
from tests.patience import printed_seconds


def take_sample(page: Page, server: Server) -> None:
    go(page, server)
    page.get_by_role("button", name=re.compile("Try the sample")).click()
    expect(page.get_by_text("Do these belong together?")).to_be_visible(timeout=TRAINING_MS)
    settle(page)


def test_a_keyword_lights_up_the_words_that_called_it_up(page, server, tmp_path):
    read_file(page, server, write_pairs(tmp_path / "letters.csv", 120))
    train(page)
    page.get_by_role("button", name="Keywords for new documents").click()
    text = "Der Bauer fährt Heu und Korn in die Scheune."
    page.get_by_role("textbox", name="Text in").fill(text)
    page.get_by_role("button", name="Find keywords", exact=True).click()
    expect(page.get_by_text("click one for why")).to_be_visible()
    lit = page.locator(".text mark")
    expect(lit.first).to_be_visible()
    of_all = set(lit.all_inner_texts())
    assert of_all and of_all <= set(re.findall(r"\w+", text))
    keyword = page.locator(KEYWORDS).first
    keyword.click()
    expect(page.get_by_text("would occur in a translation with probability")).to_be_visible()
    settle(page)
    # Its own alone, of those of all keywords.
    assert set() < set(lit.all_inner_texts()) < of_all
    expect(page.get_by_text(re.compile(r"In \d+ of \d+ training pairs with"))).to_be_visible()
    unfold(page.get_by_text("Two training pairs that hold both"))
    expect(page.locator(".pair").first).to_be_visible()


def test_a_swapped_pair_surfaces_and_opens(page, server, tmp_path):
    path = write_pairs(tmp_path / "letters.csv", 120)
    swap_sides(path, 7, 31)
    read_file(page, server, path)
    train(page)
    look_closer(page, "Documents")
    expect(page.get_by_text("of 120 pairs look as if")).to_be_visible()
    settle(page)
    screenshot(page, "documents")
    ids = page.locator(".pair.bare .id").all_inner_texts()
    assert {"L7", "L31"} <= {*re.findall(r"\bL\d+", " ".join(ids[:4]))}
    # The arrow of a select box is called "Open" as well.
    opening = page.get_by_test_id("stButton").get_by_role("button", name="Open")
    opening.first.click()
    expect(page.locator(".text mark.t").first).to_be_visible()
    expect(page.get_by_text("by what the other side says").first).to_be_visible()
    settle(page)
    # Which colour is which topic is said in these colours, in sight above the texts.
    legend = page.locator(".st-key-lit-topic")
    expect(legend).to_be_in_viewport(ratio=1)
    colour = "one => getComputedStyle(one, %s).borderBottomColor"
    shown = legend.get_by_role("radio").first.evaluate(colour % "'::before'")
    coloured = page.locator(".text mark.t").evaluate_all(f"all => all.map({colour % 'null'})")
    assert shown in coloured
    screenshot(page, "documents-one")
    page.get_by_role("button", name="Back to the list").click()
    opening.last.click()  # far down; what is opened begins at its top
    expect(page.locator(".text mark.t").first).to_be_visible()
    expect(page.get_by_role("button", name="Back to the list")).to_be_in_viewport()
    page.get_by_role("button", name="Back to the list").click()
    expect(page.locator(".pair.bare")).to_have_count(12)
    # Turned over at the foot, a list begins at its top.
    before = page.locator(".pair.bare .id").first.inner_text()
    page.get_by_test_id("stPagination").get_by_text("2", exact=True).click()
    expect(page.locator(".pair.bare .id").first).not_to_have_text(before)
    expect(page.get_by_role("heading", name="Documents:")).to_be_in_viewport()


def swap_sides(path: Path, first: int, second: int) -> None:
    """The English sides of two rows change places."""
    lines = path.read_text("utf-8").splitlines()
    rows = [line.split(",") for line in lines]
    rows[first + 1][2], rows[second + 1][2] = rows[second + 1][2], rows[first + 1][2]
    path.write_text("\n".join(",".join(row) for row in rows), "utf-8")


def test_four_settings_are_compared_in_the_background(page, server):
    take_sample(page, server)
    look_closer(page, "Compare")
    expect(page.get_by_text(re.compile("4 settings, trained on"))).to_be_visible()
    page.get_by_role("button", name="Compare these settings").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.get_by_role("link", name="Train").first.click()
    expect(page.get_by_text("Training: find the topics")).to_be_visible()
    look_closer(page, "Compare")
    advice = page.get_by_text(re.compile(r"Take agreement λ = .* topics"))
    expect(advice).to_be_visible(timeout=TRAINING_MS)
    unfold(page.get_by_text("Settings to try"))
    expect(page.get_by_text("all are done")).to_be_visible(timeout=TRAINING_MS)
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    settle(page)
    screenshot(page, "compare")
    with printed_seconds("from Compare to Train"):
        page.get_by_role("button", name="Train with this").click()
        expect(page.get_by_text("Training: find the topics")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".check")).to_be_visible(timeout=TRAINING_MS)

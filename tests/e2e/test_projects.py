"""Saved as projects, and columns of the second corpus of a session: as a browser shows them."""

import csv
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import go, settle, unfold
from tests.e2e.journeys import MODEL_PIECE, read_file, write_pairs
from tests.patience import eventually


def test_all_that_can_be_done_with_a_model_stands_in_one_line(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/saved")
    model = page.locator(MODEL_PIECE)
    middles = []
    for name in ("Download", "Report", "Rename", "Delete"):
        box = model.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None
        middles.append(box["y"] + box["height"] / 2)
    assert max(middles) - min(middles) < 4
    assert box["x"] + box["width"] <= 1280


@pytest.mark.parametrize(
    ("locale", "names"),
    [
        ("en-GB", ("Download", "Report", "Rename", "Delete")),
        ("de-DE", ("Herunterladen", "Bericht", "Umbenennen", "Löschen")),
    ],
)
def test_on_a_phone_it_stands_in_one_line_below_its_name(new_page, furnished, locale, names):
    page = new_page(furnished, viewport={"width": 390, "height": 844}, locale=locale)
    go(page, furnished, "/saved")
    model = page.locator(MODEL_PIECE)

    def in_line() -> bool:  # once all is laid out
        title = model.locator("b").bounding_box()
        boxes = [
            model.get_by_role("button", name=name, exact=True).bounding_box() for name in names
        ]
        middles = [box["y"] + box["height"] / 2 for box in boxes]
        ends = [0, *(box["x"] + box["width"] for box in boxes)]
        starts = [*(box["x"] for box in boxes), 390]
        return (
            max(middles) - min(middles) < 4
            and min(middles) > title["y"] + title["height"]
            and all(end <= start for end, start in zip(ends, starts, strict=True))
        )

    assert eventually(in_line)


def test_the_second_corpus_of_a_session_shows_its_own_columns(new_page, server, tmp_path):
    page = new_page(server)
    read_file(page, server, write_pairs(tmp_path / "letters.csv", 60))
    strip = page.locator('[class*="st-key-columns-"]')
    expect(strip.get_by_role("button", name="German: column de")).to_be_visible()
    with (tmp_path / "letters.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.reader(file)][1:]
    with (tmp_path / "other.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["nr", "Brief", "Regest", "Jahr"], *rows[:50]])
    read_file(page, server, tmp_path / "other.csv")
    for text in (
        "id: column nr",
        "German: column Brief",
        "English: column Regest",
        "kept: column Jahr",
    ):
        expect(strip.get_by_role("button", name=text)).to_be_visible()
    # A menu that is opened only after the page was drawn anew holds what is chosen.
    unfold(page.get_by_text(re.compile(r"Words: \d+")))
    settle(page)
    strip.get_by_role("button", name="English: column Regest").click()
    expect(page.get_by_text("Columns of “English”")).to_be_visible()
    expect(page.get_by_test_id("stPopoverBody").get_by_text("Regest: ")).to_be_visible()
    expect(page.get_by_text("Choose options")).to_have_count(0)
    settle(page)

"""A cataloguer's way: records with headings and a vocabulary in SKOS → training → headings with
their reasons for new records → accepted, rejected → a file."""

import csv
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.conftest import REPOSITORY
from tests.e2e.harness import go, screenshot, settle, unfold, upload
from tests.e2e.journeys import TRAINING_MS, look_closer, read_file

SAMPLES = REPOSITORY / "assets" / "samples"
TOP = "http://example.org/themes/"
RIGHT = "garden medicine harbour church theatre printing court market school railway".split()
"""What the first ten unseen texts are about."""
UNKNOWN = "Vogelkunde"
"""A value of the column that the vocabulary lacks."""


def rows_of(name: str) -> list[dict[str, str]]:
    with (SAMPLES / name).open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def write(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [*rows[0]])
        table.writeheader()
        table.writerows(rows)
    return path


def records(path: Path) -> Path:
    """The sample, its theme as catalogues have it: a URI, a label of either language, and a value
    that is none of the vocabulary's."""
    themes = {row["label_en"]: row for row in rows_of("themes.csv")}
    rows = rows_of("chronicle.csv")
    for number, row in enumerate(rows):
        found = themes[row.pop("theme")]
        row["subjects"] = found[("uri", "label_de", "label_en")[number % 3]]
    rows[0]["subjects"] += f"; {UNKNOWN}"
    return write(path, rows)


def skos(path: Path) -> Path:
    """The vocabulary of the sample, below a broader concept."""
    lines = [
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .",
        f'<{TOP}> a skos:Concept ; skos:prefLabel "Stadtgeschichte"@de, "town history"@en .',
    ]
    for number, row in enumerate(rows_of("themes.csv")):
        lines.append(
            f'<{row["uri"]}> a skos:Concept ; skos:prefLabel "{row["label_de"]}"@de, '
            f'"{row["label_en"]}"@en ; skos:notation "T{number}" ; skos:broader <{TOP}> .'
        )
    path.write_text("\n".join(lines), "utf-8")
    return path


def listed(page: Page) -> Locator:
    return page.locator('[class*="st-key-entry-batch-"]')


def row_of(page: Page, number: int) -> None:
    """Open an entry of the list of many documents."""
    listed(page).nth(number).get_by_role("button", name="Open", exact=True).click()


def downloaded(
    page: Page, button: str = "Download CSV", *, named: str = "-headings.csv"
) -> list[dict[str, str]]:
    """The rows of a file (a download runs the page anew, and one may choose in its midst)."""
    for _ in range(50):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=button).click()
        if waiting.value.suggested_filename.endswith(named):
            return [*csv.DictReader(waiting.value.path().read_text("utf-8-sig").splitlines())]
        page.wait_for_timeout(200)
    raise AssertionError(f"no file …{named}")


def test_from_records_and_a_vocabulary_to_a_file_of_headings(new_page, server, tmp_path):
    page = new_page(server)
    read_file(page, server, records(tmp_path / "records.csv"))
    page.get_by_role("button", name="Use this corpus: train").click()
    unfold(page.get_by_text("Subject headings: from column “subjects”"))
    upload(page, skos(tmp_path / "headings.ttl"))
    expect(page.get_by_text("12 different headings in 216 documents, 1.0 each.")).to_be_visible()
    expect(
        page.get_by_text(f"1 value is no heading of the vocabulary and is not learned: {UNKNOWN}")
    ).to_be_visible()
    screenshot(page, "headings-train")
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".check")).to_contain_text("German → headings", timeout=TRAINING_MS)
    settle(page)
    page.get_by_role("button", name="Keywords for new documents").click()
    many(page, tmp_path)
    filter_by_labels(page)
    page.close()
    server.stop()
    server.start()
    page = new_page(server)
    go(page, server, "/train")
    unfold(page.get_by_text("Subject headings: from column “subjects”"))
    expect(page.get_by_text("Vocabulary: headings.ttl, 14 concepts")).to_be_visible()
    expect(page.get_by_text("12 different headings in 216 documents, 1.0 each.")).to_be_visible()
    screenshot(page, "headings-kept")


def filter_by_labels(page):
    """Records say it by identifiers and in both languages; the reader reads one of these."""
    look_closer(page, "Documents")
    unfold(page.get_by_text("All 216 documents"))
    field = page.get_by_role("combobox", name="subjects")
    field.fill("illness")
    page.get_by_role("option", name="illness and medicine").click()
    page.keyboard.press("Escape")
    filtered = "18 of 216 documents · subjects: illness and medicine"
    expect(page.get_by_text(filtered)).to_be_visible()
    settle(page)
    screenshot(page, "headings-filtered")
    # What the browser holds of the list is in the other language then, too.
    page.get_by_role("button", name="DE", exact=True).click()
    settle(page)
    page.get_by_role("button", name="Öffnen").first.click()
    settle(page)
    expect(page.get_by_text("Paar 1 von 18")).to_be_visible()
    page.get_by_role("button", name="Zurück zur Liste").click()
    expect(
        page.get_by_text(re.compile("18 von 216 Dokumenten · subjects: Krankheit"))
    ).to_be_visible()
    page.get_by_role("button", name="EN", exact=True).click()
    settle(page)
    expect(page.get_by_text(filtered)).to_be_visible()


def many(page, tmp_path):
    page.get_by_role("tab", name="Many documents").click()
    new = [{"id": row["id"], "de": row["de"]} for row in rows_of("unseen.csv")[:10]]
    upload(page, write(tmp_path / "new.csv", new))
    page.get_by_role("button", name="Find keywords for 10 documents").click()
    expect(page.get_by_test_id("stTabs").get_by_text("10 documents", exact=True)).to_be_visible(
        timeout=TRAINING_MS
    )
    settle(page)
    page.get_by_text("one row per heading", exact=True).click()
    settle(page)
    rows = downloaded(page)
    best = {row["id"]: row for row in reversed(rows)}
    assert [best[row["id"]]["uri"] for row in new] == [TOP + name for name in RIGHT]
    labels = {row["uri"]: row["label_en"] for row in rows_of("themes.csv")}
    for row in best.values():
        assert row["heading"] == labels[row["uri"]] and re.fullmatch(r"T\d+", row["notation"])
        assert float(row["probability %"]) > 50 and row["records"].startswith("C")
    assert "Kranke" in best["U02"]["because of"]
    assert not any(row["accepted"] for row in rows)

    for place, row in enumerate(new):  # in sight before anything is opened
        expect(listed(page).nth(place)).to_contain_text(best[row["id"]]["heading"])
    expect(listed(page).nth(1).locator(".chips .chip").first).to_be_visible()
    row_of(page, 1)
    expect(listed(page).nth(1).locator(".text").first).to_contain_text(new[1]["de"][:40])
    medicine = page.locator('[class*="st-key-piece-headings-row-1"]').first
    expect(medicine).to_contain_text("illness and medicine")
    expect(medicine).to_contain_text(re.compile("by translation .*Kranke"))
    expect(medicine).to_contain_text(re.compile("records like it: Chronicle"))
    expect(medicine).to_contain_text("given to 18 documents")
    medicine.get_by_role("radio", name="✓").click()
    expect(page.get_by_text("Accepted, to be copied:")).to_be_visible()
    settle(page)
    screenshot(page, "headings-accepted")
    row_of(page, 2)
    expect(listed(page).nth(1).locator(".text")).to_have_count(0)
    expect(listed(page).nth(2).locator(".text").first).to_contain_text(new[2]["de"][:40])
    harbour = page.locator('[class*="st-key-piece-headings-row-2"]').first
    harbour.get_by_role("radio", name="✗").click()
    settle(page)
    row_of(page, 1)  # what was said is still there
    expect(page.get_by_text("Accepted, to be copied:")).to_be_visible()
    settle(page)
    said = {(row["id"], row["uri"]): row["accepted"] for row in downloaded(page)}
    assert {key: mark for key, mark in said.items() if mark} == {
        ("U02", f"{TOP}medicine"): "yes",
        ("U03", f"{TOP}harbour"): "no",
    }
    [own] = [row for row in downloaded(page, "Download headings", named=".csv") if row["accepted"]]
    assert own["uri"] == f"{TOP}medicine"
    page.get_by_text("one row per document").click()
    settle(page)
    whole = {row["id"]: row for row in downloaded(page, named="-by-document.csv")}
    assert [*whole] == [row["id"] for row in new] and whole["U01"]["de"] == new[0]["de"]
    assert whole["U02"]["headings"].split("; ")[0] == "illness and medicine"
    assert whole["U02"]["keywords"]
    assert "harbour" not in whole["U03"]["uris"]
    listed(page).nth(1).get_by_role("button", name="Close").click()
    expect(page.locator(".text")).to_have_count(0)
    settle(page)
    screenshot(page, "headings-many")

"""The way through: sample or files → training → validation card → topics → keywords."""

import csv
import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.harness import go, screenshot, settle, unfold, upload
from tests.e2e.journeys import (
    KEYWORDS,
    MODEL_PIECE,
    TRAINING_MS,
    keywords_of,
    read_file,
    train,
    write_pairs,
)
from tests.patience import printed_seconds


def test_first_start_with_the_sample(page, server):
    go(page, server)
    page.get_by_role("button", name=re.compile("Try the sample")).click()
    expect(page.get_by_text("Do these belong together?")).to_be_visible(timeout=TRAINING_MS)
    settle(page)
    screenshot(page, "corpus")
    train(page)
    expect(page.get_by_text("found their counterpart first").first).to_be_visible()
    screenshot(page, "train")
    page.get_by_role("button", name="See topics").click()
    expect(page.locator(".topic").nth(4)).to_be_visible()
    screenshot(page, "topics")
    page.get_by_role("button", name="Next: keywords for new documents").click()
    page.get_by_role("button", name="Take a sample text").click()
    expect(page.get_by_text("confidence: ")).to_be_visible()
    settle(page)
    page.locator(KEYWORDS).first.click()
    expect(page.get_by_text("would occur in a translation with probability")).to_be_visible()
    expect(page.locator(".text mark").first).to_be_visible()
    screenshot(page, "keywords")


def test_two_line_aligned_files(page, server, data_dir):
    go(page, server)
    upload(page, *(data_dir / "multi30k" / f"train.{side}" for side in ("de", "en")))
    page.get_by_role("button", name="Read 2 files").click()
    expect(page.get_by_text("4,995 pairs").first).to_be_visible(timeout=TRAINING_MS)


def test_europarl_to_keywords_of_unseen_documents(page, server, data_dir, tmp_path):
    """1,000 pairs, 100 topics, 20 unseen documents, the CSV; times are printed."""
    pairs, unseen = europarl(data_dir, tmp_path)
    with printed_seconds("upload to vocabulary"):
        read_file(page, server, pairs)
    expect(page.get_by_text("1,000 pairs").first).to_be_visible()
    page.get_by_role("button", name="Use this corpus: train").click()
    unfold(page.get_by_text("Advanced"))
    page.get_by_label("Exact number of topics").fill("100")
    page.get_by_label("Exact number of topics").press("Enter")
    expect(page.get_by_text("1,000 pairs, 100 topics: about")).to_be_visible()
    with printed_seconds("100 topics trained and checked"):
        page.get_by_role("button", name="Train", exact=True).click()
        expect(page.locator(".check", has_text="Validation: good")).to_be_visible(
            timeout=TRAINING_MS
        )
    with printed_seconds("Topics page with 100 topics"):
        page.get_by_role("button", name="See topics").click()
        expect(page.locator(".topic").nth(23)).to_be_visible()
    page.get_by_role("button", name="Next: keywords for new documents").click()
    truth = europarl_rows(data_dir)[1000:1020]
    keywords_of(page, truth[1]["de"])  # the first use of a model works out what later ones share
    with printed_seconds("keywords of one document"):
        assert len(keywords_of(page, truth[0]["de"])) >= 3
    page.get_by_role("tab", name="Many documents").click()
    upload(page, unseen)
    page.get_by_role("button", name="Find keywords for 20 documents").click()
    table = page.get_by_test_id("stTabs")
    expect(table.get_by_text("20 documents", exact=True)).to_be_visible(timeout=TRAINING_MS)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    rows = list(csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines()))
    assert len(rows) == 20
    assert rows[0]["day"] == "ep-00-02-15"
    right = [
        word.casefold() in counterpart["en"].casefold()
        for row, counterpart in zip(rows, truth, strict=True)
        for word in row["keywords"].split("; ")
    ]
    assert sum(right) / len(right) > 0.8


def europarl_rows(data_dir: Path) -> list[dict[str, str]]:
    lines = (data_dir / "europarl" / "docs.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def europarl(data_dir: Path, folder: Path) -> tuple[Path, Path]:
    """1,000 pairs as a CSV, and 20 German documents with a column to carry along."""
    rows = europarl_rows(data_dir)
    for name, part, sides in (
        ("pairs", rows[:1000], ("de", "en")),
        ("new", rows[1000:1020], ("de",)),
    ):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, ["id", "day", *sides], extrasaction="ignore")
            table.writeheader()
            table.writerows(part)
    return folder / "pairs.csv", folder / "new.csv"


def test_saved_work_is_there_after_a_restart(new_page, server, tmp_path):
    """Save, restart, load: the same keywords; and out and in again as a file."""
    page = new_page(server)
    read_file(page, server, write_pairs(tmp_path / "letters.csv", 120))
    train(page)
    page.get_by_role("button", name="Keywords for new documents").click()
    before = keywords_of(page, "Der Bauer fährt Heu und Korn in die Scheune.")
    assert len(before) >= 3
    page.close()
    server.stop()
    server.start()
    page = new_page(server)
    go(page, server, "/saved")
    model = page.locator(MODEL_PIECE)
    expect(model.locator(".here")).to_be_visible()
    with page.expect_download() as download:
        model.get_by_role("button", name="Download").click()
    file = tmp_path / "letters.gplsa"
    download.value.save_as(file)
    go(page, server, "/keywords")
    assert keywords_of(page, "Der Bauer fährt Heu und Korn in die Scheune.") == before
    go(page, server, "/saved")
    model.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Yes, delete").click()
    expect(model).to_have_count(0)
    upload(page, file)
    expect(model.get_by_text("120 documents")).to_be_visible()
    go(page, server, "/keywords")
    assert keywords_of(page, "Der Bauer fährt Heu und Korn in die Scheune.") == before

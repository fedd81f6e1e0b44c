"""Bad input: nothing breaks, nothing is lost."""

import csv
import zipfile

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import go, unfold, upload
from tests.e2e.journeys import read_file, write_pairs


def bomb(folder):
    path = folder / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.de.txt", b"0" * 250_000_000)
    return path


def one_column(folder):
    path = folder / "one.csv"
    path.write_text("text\nallein\nganz allein\n", "utf-8")
    return path


def climbing(folder):
    path = folder / "climbing.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../evil.de.txt", "böse")
        archive.writestr("../../evil.en.txt", "evil")
    return path


@pytest.mark.parametrize("make", [bomb, one_column, climbing])
def test_bad_input_is_one_sentence_and_nothing_is_lost(new_page, furnished, tmp_path, make):
    page = new_page(furnished)
    go(page, furnished)
    unfold(page.get_by_text("Read another corpus"))
    upload(page, make(tmp_path))
    page.get_by_role("button", name="Read 1 file").click()
    expect(page.get_by_text("did not finish")).to_be_visible()
    expect(page.get_by_text("200 pairs").first).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_text("did not finish")).to_have_count(0)
    assert not (tmp_path.parent / "evil.de.txt").exists()


def test_markup_in_texts_and_names_does_nothing(page, server, tmp_path):
    picture = "http://127.0.0.1:9/x.png"
    hostile = f'<img src="{picture}" onerror="alert(1)"> ![x]({picture}) **b** 5$ und 6$'
    path = tmp_path / "**b** <i>x $5$.csv"
    with write_pairs(tmp_path / "plain.csv", 60).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(header)
        table.writerows([f"{hostile} {i}", f"{hostile} {de}", en, year] for i, de, en, year in rows)
    read_file(page, server, path)
    expect(page.get_by_text("**b** <i>x $5$").first).to_be_visible()
    expect(page.get_by_text(f"![x]({picture}) **b** 5$ und 6$").first).to_be_visible()
    assert page.locator(f'img[src="{picture}"]').count() == 0


def test_a_broken_model_file_is_refused(new_page, empty, tmp_path):
    page = new_page(empty)
    path = tmp_path / "broken.gplsa"
    path.write_bytes(b"PK\x03\x04 and nothing more")
    go(page, empty, "/saved")
    upload(page, path)
    expect(page.get_by_text("damaged")).to_be_visible()
    expect(page.get_by_text("Nothing yet: a corpus appears here")).to_be_visible()

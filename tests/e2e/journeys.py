"""Steps that several journeys take, and a corpus to take along."""

import csv
import re
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from tests.e2e.harness import PATIENCE_MS, TRAINING_MS, Server, go, settle, unfold, upload

expect.set_options(timeout=PATIENCE_MS)

MODEL_PIECE = '[class*="st-key-piece-model-"]'
KEYWORDS = '[class*="st-key-word-"] button'

THEMES = (
    ("Ernte Korn Acker Bauer Scheune Regen Heu Pflug", "harvest grain field farmer barn rain hay"),
    (
        "Hafen Schiff Kapitän Ladung Segel Küste Anker",
        "harbour ship captain cargo sail coast anchor",
    ),
    (
        "Schule Lehrer Kind Tafel Ferien Zeugnis Heft",
        "school teacher child blackboard break report",
    ),
    ("Brand Feuer Rauch Dach Asche Spritze Eimer", "blaze fire smoke roof ash hose bucket"),
    ("Markt Preis Ware Händler Waage Münze Stand", "market price goods dealer scales coin stall"),
)


def write_pairs(path: Path, n_pairs: int, words: int = 12) -> Path:
    """A CSV of pairs, each of one theme with some words of another, and words of its own."""
    draw = np.random.default_rng(1)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["signature", "de", "en", "year"])
        for number in range(n_pairs):
            themes = [THEMES[number % 5]] * 3 + [THEMES[draw.integers(5)]]
            sides = []
            for side in range(2):
                picked = [draw.choice(themes[draw.integers(4)][side].split()) for _ in range(words)]
                rare = [f"{'dw' if side == 0 else 'ew'}{c}" for c in _codes(draw, words // 4)]
                sides.append(" ".join([*picked, *rare]))
            table.writerow([f"L{number}", *sides, 1800 + number % 90])
    return path


def _codes(draw: np.random.Generator, n: int) -> list[str]:
    letters = "abcdefghik"
    return ["".join(letters[int(d)] for d in f"{draw.integers(2000):04d}") for _ in range(n)]


def look_closer(page: Page, title: str) -> None:
    """To one of the pages that the menu of the header holds."""
    page.get_by_text("Look closer").first.click()
    page.get_by_role("menuitem", name=title).click()


def read_file(page: Page, server: Server, path: Path) -> None:
    """From the first page to the pairs side by side, also where another corpus is there."""
    go(page, server)
    another = page.get_by_text("Read another corpus")
    if another.count():
        unfold(another)
    upload(page, path)
    page.get_by_role("button", name="Read 1 file").click()
    read = page.get_by_test_id("stAlert").get_by_text(path.stem, exact=True)
    expect(read).to_be_visible(timeout=TRAINING_MS)
    # A page runs once more when a job has ended, and takes no click meanwhile.
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    settle(page)


def begin_long_training(page: Page, n_topics: int = 400) -> None:
    """From the page Corpus to a training that is still running when somebody looks."""
    page.get_by_role("button", name="Use this corpus: train").click()
    unfold(page.get_by_text("Advanced"))
    topics = page.get_by_label("Exact number of topics")
    topics.fill(str(n_topics))
    topics.press("Enter")
    expect(page.get_by_text(f"pairs, {n_topics:,} topics: about")).to_be_visible()
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.get_by_text(re.compile("Training.*%"))).to_be_visible()


def begin_training(page: Page) -> None:
    """From the page Corpus to the start of a training as recommended."""
    page.get_by_role("button", name="Use this corpus: train").click()
    page.get_by_role("button", name="Train", exact=True).click()


def train(page: Page) -> None:
    """From the page Corpus to the validation card."""
    begin_training(page)
    expect(page.locator(".check")).to_be_visible(timeout=TRAINING_MS)
    settle(page)


def keywords_of(page: Page, text: str) -> list[str]:
    """From anywhere on the page Keywords to the keywords of one text."""
    page.get_by_role("textbox", name="Text in").fill(text)
    page.get_by_role("button", name="Find keywords", exact=True).click()
    # Keywords of the text before may stand there already.
    expect(page.locator(".text").first).to_contain_text(text[:40])
    expect(page.get_by_text("confidence: ")).to_be_visible()
    settle(page)
    buttons = page.locator(KEYWORDS)
    expect(buttons.first).to_be_visible()
    return buttons.all_inner_texts()

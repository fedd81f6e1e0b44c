"""Draws the pictures of the manual and the README from the running app, so that they never age.

    make pictures        (needs Chromium)

The sample collection is read, a model is trained, and each page is photographed as a visitor sees
it, in every language of the app. The figures of the gallery are what its blocks make. Pictures have
128 colours, which is enough for pages and a third of the bytes.
"""

import contextlib
import io
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from gplsa.language import ENGLISH, LANGUAGES, in_language, language, tr
from tests.e2e.harness import (
    CHROMIUM_ARGUMENTS,
    PATIENCE_MS,
    TRAINING_MS,
    Server,
    find_chromium,
    go,
    settle,
)
from tests.e2e.journeys import KEYWORDS
from tools import manual

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
WINDOW = {"width": 1180, "height": 760}
FIGURE = {"width": 820, "height": 520}
GALLERY = "gallery.md"
COLOURS = 128
MOVEMENTS_MS = 700  # after which what slides in has come to rest
expect.set_options(timeout=PATIENCE_MS)


def photograph(page: Page, name: str) -> None:
    settle(page)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)  # what is still on its way
    page.mouse.move(0, 0)
    page.wait_for_timeout(MOVEMENTS_MS)
    folder = PICTURES if language() == ENGLISH else PICTURES / language()
    keep(page.screenshot(), folder / f"{name}.png")


def keep(picture: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
        path, optimize=True
    )
    print(f"{path.name}: {path.stat().st_size // 1024} KB")


def walk(page: Page, server: Server) -> None:
    go(page, server)
    if language() == ENGLISH:
        photograph(page, "corpus-empty")
    page.get_by_role("button", name=tr("Try the sample: 216 German–English pairs")).click()
    expect(page.get_by_text(tr("Do these belong together?"))).to_be_visible()
    photograph(page, "corpus")
    page.get_by_role("button", name=tr("Use this corpus: train")).click()
    page.get_by_role("button", name=tr("Train"), exact=True).click()
    expect(page.locator(".check")).to_be_visible(timeout=TRAINING_MS)
    settle(page)
    page.locator(".check").scroll_into_view_if_needed()
    photograph(page, "train")
    go(page, server, "/topics")
    expect(page.locator(".topic").nth(4)).to_be_visible()
    photograph(page, "topics")
    go(page, server, "/keywords")
    page.get_by_role("button", name=tr("Take a sample text")).click()
    expect(page.get_by_text(tr("confidence: {word}", word=""))).to_be_visible()
    settle(page)
    page.locator(KEYWORDS).first.click()
    expect(page.locator(".text mark").first).to_be_visible()
    settle(page)
    page.evaluate("document.querySelector('.text').scrollIntoView({block: 'center'})")
    photograph(page, "keywords")
    if language() != ENGLISH:
        return  # what the translated pages of the manual show
    go(page, server, "/words")
    page.get_by_role("combobox", name="Word or phrase in").fill("Ernte")
    page.keyboard.press("Enter")
    expect(page.locator(".aligned article").first).to_be_visible()
    photograph(page, "words")
    go(page, server, "/search")
    page.get_by_role("textbox").first.fill("ships in the harbour")
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name=re.compile("Search|Find")).first.click()
    photograph(page, "search")


def gallery(browser: Browser) -> None:
    """What `figure` is behind each block of the gallery, as the picture that follows the block."""
    text = (manual.DOCS / GALLERY).read_text(encoding="utf-8")
    page = browser.new_page(viewport=FIGURE)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        manual.sample(Path("town"))
        os.chdir("town")
        for block in manual.blocks(GALLERY):
            if block.kind == "bash":
                manual.type_in(block.text.strip())
                continue
            names: dict[str, Any] = {}
            exec(compile(block.text, GALLERY, "exec"), names)
            page.set_content(names["figure"].to_html(config={"displayModeBar": False}))
            page.wait_for_timeout(MOVEMENTS_MS)
            [path] = re.findall(r"\((pictures/\S+)\)", text[block.end :])[:1]
            keep(page.locator(".plotly-graph-div").screenshot(), manual.DOCS / path)


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("The pictures need Chromium, and there is none on the PATH.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        gallery(browser)
        for code in LANGUAGES:
            with tempfile.TemporaryDirectory() as folder, in_language(code):
                server = Server(Path(folder))
                server.start()
                try:
                    page = browser.new_page(
                        viewport=WINDOW, locale=code, reduced_motion="reduce", color_scheme="light"
                    )
                    page.set_default_timeout(PATIENCE_MS)
                    walk(page, server)
                finally:
                    server.stop()
        browser.close()


if __name__ == "__main__":
    main()

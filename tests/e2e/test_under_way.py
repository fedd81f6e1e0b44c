"""While something runs: cancel, page changes, reload, small screens, the end of the server."""

import re
import socket
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import go, screenshot, settle
from tests.e2e.journeys import begin_long_training, read_file, write_pairs
from tests.patience import printed_seconds

PAGES = ("/", "/train", "/topics", "/keywords", "/search", "/documents", "/compare", "/saved")
MANY_TOPICS = 1000  # a minute of a processor, and nobody waits for its end
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def many_pairs(tmp_path_factory):
    """Enough words for hundreds of topics."""
    return write_pairs(tmp_path_factory.mktemp("pairs") / "many.csv", 1500, words=40)


def test_page_changes_reload_and_cancel(page, server, many_pairs):
    read_file(page, server, many_pairs)
    begin_long_training(page, MANY_TOPICS)
    for title in ("3 Topics", "4 Keywords", "1 Corpus", "2 Train"):
        page.get_by_role("link", name=title).click()
        heading = {
            "3 Topics": "Topics: what is in the collection",
            "4 Keywords": "Keywords: what a new document is about",
            "1 Corpus": "Corpus: which texts belong together?",
            "2 Train": "Training: find the topics",
        }[title]
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_text(re.compile("Training.*%"))).to_be_visible()
    page.get_by_text("How the fit goes up").click()
    expect(page.locator("img.curve")).to_be_visible()
    with printed_seconds("cancelled after"):
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("Training was cancelled")).to_be_visible()
    expect(page.get_by_role("button", name="Train", exact=True)).to_be_enabled()


def test_on_a_phone_training_can_be_cancelled(new_page, server, many_pairs):
    page = new_page(server, viewport=PHONE)
    read_file(page, server, many_pairs)
    begin_long_training(page, MANY_TOPICS)
    screenshot(page, "train-running-390")
    cancel = page.get_by_role("button", name="Cancel")
    box = cancel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    cancel.click()
    expect(page.get_by_text("Training was cancelled")).to_be_visible()


def test_the_server_ends_at_once_and_says_later_what_was_interrupted(
    new_page, start_server, kept, many_pairs
):
    server = start_server(kept)
    page = new_page(server)
    read_file(page, server, many_pairs)
    begin_long_training(page, MANY_TOPICS)
    # About 2 s. One that waits for its threads takes the whole training, and interrupts nothing.
    with printed_seconds("gone after SIGTERM"):
        server.stop()
    page.close()
    server.start()
    page = new_page(server)
    go(page, server, "/topics")
    expect(page.get_by_text("“Training” was interrupted")).to_be_visible()
    expect(page.locator(".topic").first).to_be_visible()


def test_the_server_ends_though_somebody_has_stopped_reading(start_server):
    server = start_server()
    with urllib.request.urlopen(server.url) as front:
        script = re.findall(r'src="\./(static/js/[^"]+)"', front.read().decode())[0]
    with socket.socket() as asleep:
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        asleep.connect(("127.0.0.1", server.port))
        asleep.sendall(f"GET /{script} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 20)
        assert asleep.recv(1)
        server.stop()


@pytest.mark.parametrize("path", PAGES)
def test_a_deep_link_of_a_new_visitor(new_page, empty, path):
    page = new_page(empty)
    go(page, empty, path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for title in ("1 Corpus", "2 Train", "3 Topics", "4 Keywords", "Saved"):
        expect(page.get_by_role("link", name=title)).to_be_visible()


def test_a_deep_link_as_the_first_visit_to_a_server(page, server):
    go(page, server, "/topics")
    expect(page.get_by_text("Topics appear here once a model is trained.")).to_be_visible()
    expect(page.get_by_role("link", name="Saved")).to_be_visible()


def test_every_page_fits_a_phone_in_the_dark(new_page, start_server, kept, many_pairs):
    server = start_server(kept)
    page = new_page(server, color_scheme="dark", viewport=PHONE)
    read_file(page, server, many_pairs)
    for path in PAGES:
        go(page, server, path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.viewport_size["width"]
        screenshot(page, f"{path.strip('/') or 'corpus'}-390-dark")

"""What is downloaded is whole: at one's own computer, and behind a token."""

from playwright.sync_api import expect

from gplsa.app.library.library import CORPUS, MODEL, read_piece
from tests.e2e.harness import go, settle
from tests.e2e.journeys import read_file, train, write_pairs


def download(page, nth):
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download", exact=True).nth(nth).click()
    return waiting.value.path()


def test_corpus_and_model_are_downloaded_whole(new_page, start_server, tmp_path):
    server = start_server()
    page = new_page(server)
    read_file(page, server, write_pairs(tmp_path / "letters.csv", 60))
    train(page)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="3 Topics").click()
        page.get_by_role("button", name="Download as a table").click()
    assert b"topic" in waiting.value.path().read_bytes()[:100]
    go(page, server, "/saved")
    corpus = read_piece(CORPUS, download(page, 0))
    model = read_piece(MODEL, download(page, 1))
    assert len(model.corpus) == len(corpus) == 60


def test_behind_a_token(new_page, start_server, tmp_path):
    server = start_server(GPLSA_TOKEN="a token of some length")
    page = new_page(server)
    page.goto(server.url)
    expect(page.get_by_role("heading", name="Token")).to_be_visible()
    page.get_by_label("Token").fill("a token of some length")
    page.get_by_role("button", name="Enter").click()
    settle(page)
    read_file(page, server, write_pairs(tmp_path / "letters.csv", 60))
    go(page, server, "/saved")
    assert len(read_piece(CORPUS, download(page, 0))) == 60

"""How is it said, in a real browser: a word, its partners and lines, the lexicon as a file."""

import io
import re
from xml.etree import ElementTree

import openpyxl
import pytest
from playwright.sync_api import expect

from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train
from tests.e2e.conftest import lasting
from tests.e2e.harness import go, screenshot, settle
from tests.model.terms.conftest import letters
from tests.patience import eventually


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Kept things of somebody with letters whose words translate in known ways."""
    folder = tmp_path_factory.mktemp("words")
    desk, corpus = Desk(OnDisk(folder)), letters()
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    model = train(corpus, TrainSettings(n_topics=5, max_iter=30))
    desk.lay_out(MODEL, desk.library.keep(model))
    desk.remember()
    return folder


@pytest.fixture(scope="module")
def words(home, tmp_path_factory):
    """One server for all tests that leave it so."""
    with lasting(tmp_path_factory.mktemp("words"), home) as server:
        yield server


def asked(page, server, word):
    go(page, server, "/words")
    page.get_by_role("combobox", name="Word or phrase in German").fill(word)
    page.keyboard.press("Enter")


def test_a_word_its_partners_its_lines_and_the_lexicon(new_page, start_server, home):
    server = start_server(home)
    page = new_page(server)
    asked(page, server, "Brücken")
    table = page.get_by_role("table", name="translations")
    expect(table.get_by_role("rowheader").first).to_have_text("bridge")
    line = page.locator(".aligned article").first
    expect(line.locator(".kwic mark").first).to_have_text("Brücke")
    expect(line.locator(".other mark").first).to_have_text("bridge")
    expect(line.locator("mark").first).to_have_css("padding", "0px")  # else compounds are torn
    bars = page.locator("table.said .track")
    assert len({bar.bounding_box()["x"] for bar in bars.all()}) == 1
    chosen = page.get_by_test_id("stButtonGroup").locator("button")
    chosen.filter(has_text=re.compile("^bridge$")).click()
    expect(page.locator(".aligned .other mark").first).to_have_text("bridge")
    settle(page)
    screenshot(page, "words")
    page.get_by_role("tab", name="The whole lexicon").click()
    done = page.locator(".st-key-job-done")
    expect(done).to_be_visible()
    boxes = [
        one.bounding_box() for one in (page.get_by_test_id("stHeader"), done, done.locator("p"))
    ]
    (_, header), (above, below), (text, end) = ((b["y"], b["y"] + b["height"]) for b in boxes)
    assert header + 6 < above <= text < end <= below < page.locator("h1").bounding_box()["y"]
    expect(page.get_by_text("each shown by at least 3 pairs")).to_be_visible()
    find = page.get_by_label("Find in the lexicon")
    find.fill("brück")
    find.press("Enter")
    expect(page.get_by_text(re.compile(r"\d of them (is|are) listed"))).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Lexicon as TBX").click()
    root = ElementTree.parse(waiting.value.path()).getroot()
    terms = [element.text for element in root.iter("{urn:iso:std:iso:30042:ed-2}term")]
    assert "Brücke" in terms
    assert terms[terms.index("Brücke") + 1] == "bridge"
    with page.expect_download() as waiting:
        page.get_by_role("button", name="XLSX", exact=True).last.click()
    book = io.BytesIO(waiting.value.path().read_bytes())
    rows = list(openpyxl.load_workbook(book).active.values)
    assert rows[0][:3] == ("de", "en", "en given de")
    assert ("Brücke", "bridge") in [row[:2] for row in rows]
    page.close()
    server.stop()
    server.start()
    page = new_page(server)  # where it is there at once
    go(page, server, "/words")
    page.get_by_role("tab", name="The whole lexicon").click()
    expect(page.get_by_text("each shown by at least 3 pairs")).to_be_visible()
    expect(page.locator(".st-key-job-done, .st-key-job-line")).to_have_count(0)


def test_while_somebody_types_words_are_offered_that_begin_so(new_page, words):
    page = new_page(words)
    go(page, words, "/words")
    page.get_by_role("combobox", name="Word or phrase in German").press_sequentially("Br")
    offered = page.get_by_role("option")
    expect(offered.first).to_have_text("Look up: Br")  # which Streamlit calls “Add”
    words = offered.all_inner_texts()[1:]
    assert words and all(word.casefold().startswith("br") for word in words)
    page.keyboard.type("xyz")
    expect(offered).to_have_text(["Look up: Brxyz"])


def test_at_a_word_of_the_other_side_the_page_turns_over(new_page, words):
    page = new_page(words)
    asked(page, words, "bridge")
    expect(page.get_by_role("combobox", name="Word or phrase in English")).to_have_value("bridge")
    expect(page.get_by_text("Only English has it")).to_be_visible()
    table = page.get_by_role("table", name="translations")
    expect(table.get_by_role("rowheader").first).to_have_text("Brücke")


def test_the_ring_of_a_tab_lies_within_the_list_of_tabs(new_page, words):
    page = new_page(words)
    go(page, words, "/words")
    page.get_by_role("tab", name="A word").focus()
    page.keyboard.press("ArrowRight")
    tab = page.get_by_role("tab", name="The whole lexicon")
    look = "(tab, name) => parseFloat(getComputedStyle(tab)[name])"

    def is_within():
        offset, width = (tab.evaluate(look, f"outline{name}") for name in ("Offset", "Width"))
        return offset + width <= 0 < width

    eventually(is_within)


def test_texts_and_tables_of_the_manual_end_at_one_edge_and_cards_at_another(new_page, words):
    page = new_page(words)
    go(page, words, "/manual")
    settle(page)
    said = page.locator(".st-key-manual :is(.stMarkdown p, .stMarkdown table)")
    cards = page.locator(".st-key-manual :is(.check, .topic)")
    right = "all => all.map(one => Math.round(one.getBoundingClientRect().right))"
    [edge], [wider] = ({*one.evaluate_all(right)} for one in (said, cards))
    assert wider == edge + 9 * 16
    list_of_parts = page.locator(".st-key-manual ul").first.bounding_box()
    assert list_of_parts and 0 < said.first.bounding_box()["x"] - list_of_parts["x"] - 208 < 64


def test_a_folded_text_shows_whole_lines(new_page, words):
    page = new_page(words, viewport={"width": 390, "height": 844})
    go(page, words, "/keywords")
    field = page.get_by_role("textbox", name="Text in")
    field.fill("Die Brücke und die Mühle. " * 30)
    page.get_by_role("button", name="Find keywords").click()
    expect(page.get_by_text("reasons marked")).to_be_visible()
    settle(page)
    style = field.evaluate(
        "e => [e.clientHeight, getComputedStyle(e).lineHeight, getComputedStyle(e).clipPath]"
    )
    height, line, clip = style[0], float(style[1].removesuffix("px")), style[2]
    assert "12px" in clip and "14px" in clip
    assert (height - 12 - 14) % line < line / 5
    assert field.evaluate("e => e.scrollTop") == 0  # not where typing left it, between two lines


def test_words_on_a_phone_and_in_the_dark(new_page, words):
    page = new_page(words, viewport={"width": 390, "height": 844}, color_scheme="dark")
    go(page, words, "/words")
    page.get_by_test_id("stButtonGroup").get_by_text("English → German").click()
    page.get_by_role("combobox", name="Word or phrase in English").fill("prime minister")
    page.keyboard.press("Enter")
    expect(page.locator(".aligned .kwic mark").first).to_have_text("prime minister")
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    screenshot(page, "words-phone-dark")

"""What held new users up: begin with one's own files, on a phone, with the keyboard, in German."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP
from tests.e2e.harness import go, settle
from tests.patience import eventually

PHONE = {"width": 390, "height": 844}
SIDES = "English", "German"


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_page_leads_to_ones_own_files(new_page, empty, viewport):
    page = new_page(empty, viewport=viewport)
    go(page, empty)
    expect(page.get_by_role("button", name="Try the sample")).to_be_in_viewport()
    expect(page.locator(".first mark").first).to_be_in_viewport()
    field = page.get_by_test_id("stFileUploaderDropzone")
    expect(page.get_by_text("Not for you")).to_be_visible()
    if viewport == PHONE:  # where there is no room beside the picture
        page.get_by_role("link", name="My files").click()
    expect(field).to_be_in_viewport(ratio=1)
    settle(page)


def test_on_a_phone_the_menu_closes_and_a_page_begins_at_its_top(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/topics")
    eventually(lambda: page.evaluate("window.opened"))  # the menu has been closed
    main = page.get_by_test_id("stMain")
    main.evaluate("main => main.scrollTo(0, 1200)")
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebar").get_by_role("link", name="2 Train").click()
    expect(page.get_by_role("heading", name="Training: find the topics")).to_be_in_viewport()
    settle(page)
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    assert main.evaluate("main => main.scrollTop") == 0
    page.get_by_role("button", name="See topics").scroll_into_view_if_needed()
    page.get_by_role("button", name="See topics").click()
    expect(
        page.get_by_role("heading", name="Topics: what is in the collection")
    ).to_be_in_viewport()
    box = page.get_by_role("radio", name="Document map").bounding_box()
    assert box["x"] + box["width"] <= PHONE["width"]
    assert page.locator(".topic").first.bounding_box()["y"] < 660
    # The name of what is open is not cut.
    name = page.locator(".st-key-desk button p")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_text_fades_where_more_of_it_stands_below_or_above(new_page, furnished, viewport):
    page = new_page(furnished, viewport=viewport)
    go(page, furnished, "/manual")
    box = f'<div class="g"><div class="text">{"<p>line</p>" * 40}</div></div>'
    insert = "(place, html) => place.insertAdjacentHTML('beforeend', html)"
    page.locator(".st-key-manual").evaluate(insert, box)
    text = page.locator(".st-key-manual > .g:last-child .text")
    look = "text => getComputedStyle(text).maskImage"
    text.evaluate("text => { text.style.maxHeight = 'none' }")
    eventually(lambda: text.evaluate(look) == "none")
    text.evaluate("text => { text.style.maxHeight = '1rem' }")
    eventually(lambda: "gradient(to top, rgba(0, 0, 0, 0)" in text.evaluate(look))
    text.evaluate("text => text.scrollTo(0, text.scrollHeight / 2)")
    eventually(lambda: text.evaluate(look).count("rgba(0, 0, 0, 0)") == 2)
    text.evaluate("text => text.scrollTo(0, text.scrollHeight)")
    # In the middle, where it was, both ends fade: it is the end alone that is waited for.
    eventually(lambda: text.evaluate(look).count("rgba(0, 0, 0, 0)") == 1)
    assert "gradient(rgba(0, 0, 0, 0)" in text.evaluate(look)


def test_on_a_phone_a_long_word_is_small_and_titles_of_figures_stand_at_the_edge(
    new_page, furnished
):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/topics")
    word = page.locator(".topic .word span").first
    letters = word.evaluate("word => getComputedStyle(word).getPropertyValue('--n')")
    assert int(letters) == len(word.inner_text())
    for long in ("Kommissionspräsidentin", "Gemeinschaftsinitiative"):
        word.evaluate(
            "(word, text) => { word.textContent = text; word.style = `--n:${text.length}` }", long
        )
        assert word.evaluate("word => word.getClientRects().length") == 1, long
    go(page, furnished, "/fields")
    title, head = page.locator(".gtitle").first, page.get_by_role("heading").first
    assert abs(title.bounding_box()["x"] - head.bounding_box()["x"]) < 1


def test_keywords_are_of_one_width_and_a_long_one_goes_on_below(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/keywords")
    page.get_by_label("Text in German").fill("Die Ernte war gut, die Schiffe im Hafen warten")
    page.get_by_role("button", name="Find keywords").click()
    words = page.locator('[class*="st-key-word-"] button')
    expect(words.nth(1)).to_be_visible()
    settle(page)
    first, other = words.first, words.nth(1)
    first.locator("p").evaluate("p => { p.textContent = 'intergovernmental organisations' }")
    long, short = first.bounding_box(), other.bounding_box()
    assert long["width"] == short["width"] and long["height"] > short["height"]


def test_on_a_phone_reasons_stand_below_their_keyword(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/keywords")
    page.get_by_label("Text in German").fill("Die Ernte war gut, die Schiffe im Hafen warten")
    page.get_by_role("button", name="Find keywords").click()
    row = page.locator('[class*="st-key-reasoned-"]').first
    expect(row).to_be_visible()
    settle(page)
    # All three at once: a page that still moves would move between them.
    chip, reason, rating = row.evaluate(
        "row => [...row.children].slice(0, 3).map(one => one.getBoundingClientRect().toJSON())"
    )
    assert reason["y"] >= chip["y"] + chip["height"] and reason["width"] > 0.8 * PHONE["width"]
    assert rating["y"] < chip["y"] + chip["height"]


def test_a_page_is_in_the_language_it_shows_down_to_the_uploader(new_page, empty):
    for locale, code, texts, items in (
        (
            "de-DE",
            "de",
            ["Hochladen", "200 MB je Datei"],
            ["Hell", "Dunkel", "Drucken", "Erstellt mit"],
        ),
        ("en-GB", "en", ["Upload", "200 MB a file"], ["Light", "Dark", "Print"]),
    ):
        page = new_page(empty, locale=locale)
        go(page, empty)
        expect(page.locator("html")).to_have_attribute("lang", code)
        zone = page.get_by_test_id("stFileUploaderDropzone")
        for text in texts:
            expect(zone.get_by_text(text, exact=True)).to_be_visible()
        page.get_by_test_id("stMainMenu").get_by_role("button").click()
        for item in items:
            expect(page.get_by_test_id("stMainMenuPopover").get_by_text(item)).to_be_visible()
        page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Upload", exact=True)).to_be_visible()


def test_a_list_without_what_is_typed_says_so_in_german(new_page, furnished):
    page = new_page(furnished, locale="de-DE")
    go(page, furnished, "/search")
    page.get_by_role("combobox", name="Gegeben").fill("zzz")
    expect(page.get_by_role("listbox").get_by_text("Nichts gefunden")).to_be_visible()


def test_nothing_lies_over_a_text_that_is_typed(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/keywords")
    field = page.get_by_label("Text in German")
    field.fill("Die Ernte war gut, die Schiffe im Hafen warten")
    expect(field).to_be_focused()
    settle(page)
    assert not page.get_by_test_id("InputInstructions").filter(visible=True).count()


def test_once_files_are_there_reading_them_is_the_one_next_step(new_page, empty, tmp_path):
    table = tmp_path / "letters.csv"
    table.write_text("de,en\nDie Ernte,The harvest\n", encoding="utf-8")
    page = new_page(empty)
    go(page, empty)
    first = page.locator('[data-testid="stBaseButton-primary"]')
    expect(first).to_have_text(re.compile("Try the sample"))
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(table)
    expect(first).to_have_text(["Read 1 file"])


def test_focus_is_seen(new_page, empty):
    page = new_page(empty)
    go(page, empty)
    page.get_by_role("button", name="Try the sample").wait_for()
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("getComputedStyle(document.activeElement).outlineWidth"))
    assert seen == {"3px"}


def test_a_page_of_the_menu_is_marked_there(new_page, furnished):
    page = new_page(furnished)
    menu = page.get_by_test_id("stTopNavSection")
    ground = "button => getComputedStyle(button).backgroundColor"
    for path, marked in (("/topics", False), ("/words", True)):
        go(page, furnished, path)
        settle(page)
        assert (menu.evaluate(ground) != "rgba(0, 0, 0, 0)") == marked
    menu.click()
    current = page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Words")
    expect(current).to_have_attribute("aria-current", "page")
    other = page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Documents")
    assert current.evaluate(ground) != other.evaluate(ground)


def test_the_ways_on_from_a_training_are_in_sight(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/train")
    expect(page.get_by_role("button", name="See topics")).to_be_in_viewport(ratio=1)


def test_a_name_in_the_table_opens_its_topic_no_wider_than_the_page(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/topics")
    page.get_by_role("radio", name="Table").click()
    expect(page.get_by_text("5 topics. Click a name")).to_be_visible()
    settle(page)
    table, dialog = page.get_by_test_id("stDataFrame"), page.get_by_role("dialog")
    table.click(position={"x": 120, "y": 19})  # its heading puts the rows in order, and no more
    settle(page)
    assert not dialog.count()
    table.click(position={"x": 120, "y": 70})
    documents = dialog.get_by_text("The documents that are most about it")
    expect(documents).to_be_in_viewport()
    assert dialog.bounding_box()["width"] <= 960
    title = dialog.get_by_role("heading").first
    assert "Serif" in title.evaluate("e => getComputedStyle(e).fontFamily")


def test_on_a_phone_a_topic_opened_shows_both_sides_and_no_table_is_offered(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/topics")
    expect(page.get_by_role("radio", name="Cards")).to_be_visible()
    expect(page.get_by_role("radio", name="Table")).to_be_hidden()
    page.get_by_role("button", name="Details", exact=True).first.click()
    columns = page.get_by_role("dialog").locator(".words:has(.word) > div")
    expect(columns).to_have_count(2)
    settle(page)
    for column in columns.all():
        box = column.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] and box["width"] > 90


def test_on_a_phone_a_map_names_all_topics_and_a_finger_moves_the_page(new_page, furnished):
    page = new_page(furnished, viewport=PHONE | {"height": 700}, has_touch=True, is_mobile=True)
    go(page, furnished, "/topics")
    page.get_by_role("radio", name="Map", exact=True).click()
    settle(page)
    # Of one side, in a figure that was made for so little room.
    expect(page.locator(".scatterlayer text")).to_have_count(5)
    expect(page.locator(".scatterlayer tspan")).to_have_count(0)
    finger = page.context.new_cdp_session(page)
    for step in range(12):
        kind, points = "touchMove" if step else "touchStart", [{"x": 250, "y": 500 - 11 * step}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    main = page.get_by_test_id("stMain")
    eventually(lambda: main.evaluate("e => e.scrollTop") > 50)
    page.locator(".scatterlayer .point").nth(2).scroll_into_view_if_needed()
    # Also a second time: plotly takes a choice back that is touched again.
    for _ in range(2):
        page.locator(".scatterlayer .point").nth(2).tap(force=True)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
        settle(page)


def test_on_a_phone_the_whole_texts_stand_below_each_other_the_reader_s_first(new_page, furnished):
    page = new_page(furnished, viewport=PHONE, has_touch=True, is_mobile=True)
    go(page, furnished, "/documents")
    listed = page.locator('[class*="st-key-listed-"]').first
    listed.get_by_role("button", name="Open", exact=True).tap()
    english, german = (page.get_by_role("region", name=f"{side} text") for side in SIDES)
    expect(english).to_be_visible()
    settle(page)
    eventually(lambda: english.bounding_box()["y"] < german.bounding_box()["y"])
    box, other = english.bounding_box(), german.bounding_box()
    assert box["y"] + box["height"] < other["y"]
    assert box["x"] == other["x"] < 60 and 0.75 * PHONE["width"] < box["width"] == other["width"]
    fits = "es => es.every(e => e.scrollWidth <= e.clientWidth)"
    assert page.locator(".pair, [data-testid=stHorizontalBlock]").evaluate_all(fits)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_page_that_is_told_its_room_stays_where_somebody_is(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/topics")
    main = page.get_by_test_id("stMain")
    eventually(lambda: page.evaluate("window.opened"))  # the page has been put at its beginning
    eventually(lambda: main.evaluate("main => { main.scrollTo(0, 300); return main.scrollTop }"))
    page.set_viewport_size(PHONE)
    expect(page.locator("[data-reader]")).to_have_attribute("data-narrow", "narrow")
    settle(page)
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(page.get_by_test_id("stSidebar")).to_be_in_viewport()
    assert main.evaluate("main => main.scrollTop") > 0


def test_a_dialog_has_the_colours_of_a_dark_page(new_page, furnished):
    page = new_page(furnished, color_scheme="dark")
    go(page, furnished, "/topics")
    page.get_by_role("button", name="Details").first.click()
    dialog = page.get_by_test_id("stDialog")
    expect(dialog).to_be_visible()
    assert dialog.evaluate("dialog => getComputedStyle(dialog).colorScheme") == "dark"


def test_on_a_phone_what_a_word_is_in_begins_in_sight(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/topics")
    merge = page.locator(".st-key-merge button")
    expect(merge).to_be_visible()
    field = page.get_by_placeholder("search a word")
    field.fill("h")
    field.press("Enter")
    expect(page.locator(".word.hit").first).to_be_visible()
    expect(merge).to_be_hidden()
    expect(page.locator(".st-key-relevance")).to_be_hidden()
    expect(page.locator(".topic").first).to_be_in_viewport(ratio=0.5)
    settle(page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_was_sought_is_in_sight_in_the_text_of_an_opened_pair(new_page, furnished, viewport):
    page = new_page(furnished, viewport=viewport)
    go(page, furnished, "/documents")
    listed = page.locator('[class*="st-key-listed-"]').first
    word = listed.locator('[lang="de"]').inner_text().split()[-2]
    page.get_by_label("Search texts, titles and ids").fill(word)
    page.keyboard.press("Enter")
    expect(listed.locator("mark").first).to_be_visible()
    page.add_style_tag(content=".pair.whole .text { max-height: 2lh !important; width: 9rem }")
    listed.get_by_role("button", name="Open", exact=True).click()
    texts = page.locator(".pair.whole .text")
    expect(texts).to_have_count(2)
    settle(page)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollTop") == 0
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
    above = texts.evaluate_all(
        "all => all.map(text => text.scrollTop / parseFloat(getComputedStyle(text).lineHeight))"
    )
    # Whole lines.
    assert any(above) and all(abs(n - round(n)) < 0.05 for n in above)
    inside = """text => {
      const [mark, box] = [text.querySelector("mark.s"), text].map(e => e.getBoundingClientRect());
      return mark.top >= box.top && mark.bottom <= box.bottom;
    }"""
    told = page.locator(".pair.whole .text:has(mark.s)").all()
    assert told and all(text.evaluate(inside) for text in told)


def test_on_a_phone_the_topic_of_a_document_has_a_line_of_its_own(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/topics")
    line = '<p id="sure">about 80 of 100 are right <span class="of-topic">Harvest</span></p>'
    page.locator(".g").first.evaluate("(box, line) => { box.innerHTML = line }", line)
    below = """() => [...document.querySelectorAll("#sure, #sure .of-topic")].map(
      one => one.getBoundingClientRect().x)"""
    start, beside = page.evaluate(below)
    assert beside > start + 50
    page.set_viewport_size(PHONE)
    eventually(lambda: len({*page.evaluate(below)}) == 1)


def test_the_topics_of_a_pair_stay_in_one_row_in_sight_above_its_texts(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/documents")
    listed = page.locator('[class*="st-key-listed-"]').first
    topics = page.locator(".st-key-lit-topic button")
    listed.get_by_role("button").first.press("Enter")  # which no sliding of the page can miss
    expect(topics.first).to_be_visible()
    settle(page)
    boxes = [one.bounding_box() for one in topics.all()]
    assert len({box["y"] for box in boxes}) == 1
    text = page.locator(".text").last
    longer = "text => { text.style.paddingBottom = `${top.innerHeight}px` }"
    text.evaluate(longer)
    assert text.bounding_box()["y"] + text.bounding_box()["height"] > PHONE["height"]
    expect(topics.first).to_be_in_viewport(ratio=1)
    assert topics.first.bounding_box()["y"] < text.bounding_box()["y"]
    page.get_by_role("button", name="Next pair").scroll_into_view_if_needed()
    expect(topics.first).to_be_in_viewport(ratio=1)


def test_how_the_app_knows_is_read_in_its_place(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/documents")
    page.get_by_role("button", name="How does the app know?").press("Enter")
    expect(page.get_by_text("Only words count: two texts on one subject")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open").last).to_be_visible()


def test_on_a_phone_the_manual_s_tables_are_as_wide_as_the_page(new_page, empty):
    page = new_page(empty, viewport=PHONE)
    go(page, empty, "/manual")
    cells = page.locator(".st-key-manual .stMarkdown td")
    expect(cells.first).to_be_visible()
    boxes = cells.evaluate_all("es => es.map(e => e.getBoundingClientRect().toJSON())")
    assert all(box["width"] > 0.85 * PHONE["width"] for box in boxes)
    assert all(box["right"] <= PHONE["width"] for box in boxes)
    settle(page)


def test_the_manual_has_lines_that_can_be_read_and_its_list_stays_beside_it(new_page, empty):
    page = new_page(empty, viewport=DESKTOP)
    go(page, empty, "/manual")
    parts = page.locator(".st-key-manual :is(p, td)")
    expect(parts.first).to_be_visible()
    letters = """all => Math.max(...all.map(one => {
      const line = parseFloat(getComputedStyle(one).lineHeight);
      const lines = Math.round((one.clientHeight - 8) / line);
      return lines > 2 ? one.textContent.length / lines : 0;
    }))"""
    eventually(lambda: 40 < parts.evaluate_all(letters) <= 76)
    page.get_by_role("link", name="Keywords").last.click()
    expect(page.get_by_role("heading", name="Keywords")).to_be_in_viewport()
    expect(page.get_by_role("link", name="By time and by field")).to_be_in_viewport()
    settle(page)


def test_a_list_leads_to_the_parts_of_the_manual_which_has_one_s_own_figures(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/manual")
    card = page.locator(".st-key-manual .check")
    expect(card).to_be_visible()
    assert card.bounding_box()["height"] < PHONE["height"]
    page.locator(".st-key-manual").get_by_role("link", name="Compare", exact=True).click()
    part = page.get_by_role("heading", name="Compare", exact=True)
    expect(part).to_be_in_viewport()
    settle(page)
    assert part.bounding_box()["y"] > page.get_by_test_id("stHeader").bounding_box()["height"]


def test_on_a_phone_the_menu_says_what_it_is(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished, "/manual")
    menu = page.get_by_test_id("stExpandSidebarButton")
    assert menu.evaluate("e => getComputedStyle(e, '::after').content") == '"Menu"'
    chip = page.locator(".st-key-desk").bounding_box()
    box = menu.bounding_box()
    assert chip and box and box["x"] + box["width"] <= chip["x"]


def test_the_filter_of_topics_takes_no_row_of_its_own(new_page, furnished):
    page = new_page(furnished, viewport=DESKTOP)
    go(page, furnished, "/topics")
    kept, button = page.locator(".st-key-document-filter"), page.locator(".st-key-new-topic")
    expect(kept).to_be_visible()
    settle(page)
    top = "e => e.getBoundingClientRect().top"
    eventually(lambda: abs(kept.evaluate(top) - button.evaluate(top)) < 8)


LINES = "es => es.map(e => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight))"


def test_on_a_phone_what_comes_next_is_in_sight_and_texts_are_short(new_page, furnished):
    page = new_page(furnished, viewport=PHONE)
    go(page, furnished)
    expect(page.get_by_role("button", name="See topics")).to_be_in_viewport()
    go(page, furnished, "/train")
    texts = page.locator(".example .part")
    expect(texts).to_have_count(2)
    assert max(texts.evaluate_all(LINES)) < 9
    assert max(page.locator("h1").evaluate_all(LINES)) < 2
    go(page, furnished, "/documents")
    lead = page.get_by_text("Every pair of the corpus, what")
    expect(lead).to_be_visible()
    assert 0 < max(page.locator(".pair > div:not(.id)").evaluate_all(LINES)) < 4.5
    tops = "es => es.map(e => e.getBoundingClientRect().y)"
    german, english = page.locator(".pair").first.locator("> [lang]").evaluate_all(tops)
    assert german < english  # as their names and the lines above stand
    listed = page.locator('[class*="st-key-listed-"]').first
    listed.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".st-key-steps")).to_be_visible()
    expect(lead).to_be_hidden()
    settle(page)

"""Search in a real browser: an English text finds German documents, with the reasons."""

from playwright.sync_api import expect

from tests.e2e.harness import go, screenshot, settle
from tests.e2e.test_fields import choose


def test_an_english_text_finds_german_documents(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/search")
    page.get_by_role("textbox", name="Text in").fill("captain and ship enter the harbour")
    page.get_by_role("button", name="Find", exact=True).click()
    found = page.locator(".found article")
    expect(found).to_have_count(10)
    expect(found.first).to_contain_text("words that go together")
    expect(page.locator(".found .main").first).to_contain_text("Kapitän")
    page.get_by_role("button", name="Show 30").click()
    expect(found).to_have_count(30)
    choose(page, page.get_by_role("combobox", name="I have a"), "text in German")
    choose(page, page.get_by_role("combobox", name="Find a"), "text in English")
    page.get_by_role("button", name="Take a text of the corpus").click()
    expect(page.get_by_text("the counterpart of what you gave").first).to_be_visible()
    expect(found.first).to_contain_text("✓")
    settle(page)
    screenshot(page, "search")


def test_search_on_a_phone_and_in_the_dark(new_page, furnished):
    page = new_page(furnished, viewport={"width": 390, "height": 844}, color_scheme="dark")
    go(page, furnished, "/search")
    page.get_by_role("button", name="Take a text of the corpus").click()
    expect(page.locator(".found article")).to_have_count(10)
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    screenshot(page, "search-phone-dark")

"""What people need who see little or use no mouse: axe-core finds nothing serious on any page, and
the keyboard alone leads through the app.

axe-core comes with `axe-playwright-python`; another copy is named by GPLSA_AXE.
"""

import importlib.util
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import go, settle
from tests.e2e.journeys import KEYWORDS

PAGES = ("", "train", "topics", "keywords", "search")
MORE_PAGES = ("words", "fields", "documents", "compare", "saved", "manual")
PHONE = {"width": 390, "height": 844}
TEXT = "Der Bauer fährt Heu und Korn in die Scheune."
# What has just been made anew fades in, and a text half faded in lacks contrast.
AT_ONCE = "* { transition: none !important; animation: none !important; }"
# The framework writes the links of the side bar, which a phone unfolds, as items of no list.
NOT_OURS = '[data-testid="stSidebarNav"]'


@pytest.fixture(scope="module")
def axe():
    """The script to be run in a page."""
    named = os.environ.get("GPLSA_AXE")
    found = importlib.util.find_spec("axe_playwright_python")
    if named:
        path = Path(named)
    elif found is not None and found.origin:
        path = Path(found.origin).with_name("axe.min.js")
    else:
        pytest.skip("needs axe-core: pip install axe-playwright-python, or GPLSA_AXE=axe.min.js")
    return path.read_text("utf-8")


# A page runs anew once it is told that it is narrow, and what is to be replaced is pale meanwhile.
AT_REST = """() => !document.querySelector('[data-stale="true"]') && (innerWidth >= 640 ||
    document.querySelector("[data-reader]")?.dataset.narrow === "narrow")"""


def serious(page, axe):
    page.add_style_tag(content=AT_ONCE)
    page.wait_for_function(AT_REST)
    settle(page)
    page.wait_for_function(AT_REST)
    page.evaluate(axe)
    found = page.evaluate(
        "hidden => axe.run({exclude: [hidden]}, {resultTypes: ['violations']})", NOT_OURS
    )
    return [
        f"{page.url} {violation['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def fill(page, path):
    """Something to see on pages that wait for a question."""
    if path == "keywords":
        page.get_by_role("textbox", name="Text in").fill(TEXT)
        page.get_by_role("button", name="Find keywords", exact=True).click()
        page.locator(KEYWORDS).first.click()
        expect(page.get_by_text("would occur in a translation")).to_be_visible()
    elif path == "words":
        page.get_by_role("combobox", name="Word or phrase in").fill("Korn")
        page.keyboard.press("Enter")
        expect(page.locator(".aligned article").first).to_be_visible()
    elif path == "search":
        page.get_by_role("textbox").first.fill("ship harbour cargo")
        page.get_by_role("button", name="Find", exact=True).click()
        expect(page.locator(".found article").first).to_be_visible()
    settle(page)


@pytest.mark.parametrize(
    ("pages", "options"),
    [
        (PAGES, {"color_scheme": "dark", "viewport": PHONE}),
        (MORE_PAGES, {"color_scheme": "light"}),
    ],
    ids=["way-dark-phone", "more-light"],
)
def test_axe_finds_nothing_serious(new_page, furnished, axe, pages, options):
    page = new_page(furnished, **options)
    found = []
    for path in pages:
        go(page, furnished, f"/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        fill(page, path)
        found += serious(page, axe)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not found, "\n".join(found)


def test_the_keyboard_alone_leads_from_a_text_to_a_judged_keyword(new_page, furnished):
    page = new_page(furnished)
    go(page, furnished, "/keywords")
    press_until(page, "Text in German")
    page.keyboard.type(TEXT)
    press_until(page, "Find keywords")
    page.keyboard.press("Enter")
    expect(page.locator(KEYWORDS).first).to_be_visible()
    settle(page)
    first = page.locator(KEYWORDS).first.inner_text()
    press_until(page, first)
    page.keyboard.press("Enter")
    expect(page.get_by_text("would occur in a translation")).to_be_visible()
    settle(page)
    press_until(page, "✓")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 keyword rated")).to_be_visible()
    settle(page)
    press_until(page, "✓")
    page.keyboard.press("Enter")  # takes it back: others see the same model
    expect(page.get_by_text("1 keyword rated")).to_have_count(0)


def press_until(page, name, most=80):
    """Tab forward until what is called so has the focus."""
    told = """e => /INPUT|TEXTAREA|BUTTON|A/.test(e.tagName)
        ? (e.ariaLabel || e.labels?.[0]?.innerText || e.innerText || '').trim() : ''"""
    seen = []
    for _ in range(most):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(f"({told})(document.activeElement)"))
        if seen[-1].endswith(name):
            return
    raise AssertionError(f"the keyboard does not lead to “{name}”, but to {seen}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_first_page(new_page, empty, axe, scheme):
    page = new_page(empty, color_scheme=scheme)
    go(page, empty)
    expect(page.get_by_role("heading", name="My files")).to_be_visible()
    assert not serious(page, axe)

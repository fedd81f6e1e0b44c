"""What held new users up: begin with one's own files, on a phone, with the keyboard, in German."""

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import go, settle

PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_the_first_page_leads_to_ones_own_files(new_page, empty, options):
    page = new_page(empty, **options)
    go(page, empty)
    expect(page.get_by_role("button", name="Try the sample")).to_be_in_viewport()
    expect(page.locator(".first mark").first).to_be_in_viewport()
    field = page.get_by_test_id("stFileUploaderDropzone")
    expect(page.get_by_text("Not for you")).to_be_visible()
    page.get_by_role("link", name="My files").click()
    expect(field).to_be_in_viewport(ratio=1)
    settle(page)

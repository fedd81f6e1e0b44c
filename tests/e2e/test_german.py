"""Somebody whose browser asks for German reads German to the end, and can choose English."""

import re

from playwright.sync_api import expect

from tests.e2e.harness import go, settle, upload
from tests.e2e.journeys import KEYWORDS, TRAINING_MS


def test_the_way_in_german_and_the_switch(new_page, server):
    page = new_page(server, locale="de-DE")
    go(page, server)
    expect(page.get_by_role("heading", name="Was steht in den Texten")).to_be_visible()
    upload(page, {"name": "leer.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 nichts"})
    page.get_by_role("button", name="1 Datei einlesen").click()
    refusal = page.locator(".st-key-job-ended")
    expect(refusal).to_contain_text("„Einlesen Ihrer Dateien“ ist nicht fertig geworden.")
    expect(refusal).to_contain_text("„leer.pdf“ ist ein einzelnes Dokument und keine Sammlung")
    refusal.get_by_role("button", name="Schließen").click()
    page.get_by_role("button", name=re.compile("Beispiel ausprobieren")).click()
    expect(page.get_by_text("Gehören diese zusammen?")).to_be_visible(timeout=TRAINING_MS)
    settle(page)
    page.get_by_role("button", name="Dieses Korpus verwenden: trainieren").click()
    page.get_by_role("button", name="Trainieren", exact=True).click()
    expect(page.locator(".check", has_text="Validierung: gut")).to_be_visible(timeout=TRAINING_MS)
    settle(page)
    page.get_by_role("button", name="Stichwörter für neue Dokumente").click()
    page.get_by_role("button", name="Einen Beispieltext nehmen").click()
    expect(page.get_by_text("Konfidenz: ")).to_be_visible()
    settle(page)
    page.locator(KEYWORDS).first.click()
    expect(page.locator(".text mark").first).to_be_visible()

    chosen = page.locator('[class*="st-key-direction"] input')
    expect(chosen).to_have_value("Englisch → Deutsch")
    page.get_by_role("button", name="EN", exact=True).click()
    expect(
        page.get_by_role("heading", name="Keywords: what a new document is about")
    ).to_be_visible()
    settle(page)
    expect(chosen).to_have_value("English → German")  # what is chosen in a list, too
    page.reload()
    expect(
        page.get_by_role("heading", name="Keywords: what a new document is about")
    ).to_be_visible()

"""The report, downloaded in a real browser and opened from the disk with the network cut."""

import dataclasses
import itertools

from playwright.sync_api import expect

from gplsa.report import report_html
from gplsa.training.train import train
from tests.e2e.harness import go, screenshot
from tests.planted import THEMES, plain_settings, planted_corpus


def test_the_report_opens_from_disk_without_network(new_page, furnished, browser, tmp_path):
    page = new_page(furnished)
    go(page, furnished, "/topics")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report", exact=True).click()
    file = tmp_path / waiting.value.suggested_filename
    assert file.name == "letters-report.html"
    waiting.value.save_as(file)

    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 800})
        context.set_offline(True)
        report, asked, complaints = context.new_page(), [], []
        report.on("request", lambda request, asked=asked: asked.append(request.url))
        report.on("console", lambda said, complaints=complaints: complaints.append(said.text))
        report.on("pageerror", lambda error, complaints=complaints: complaints.append(str(error)))
        report.goto(file.as_uri())
        expect(report.get_by_role("heading", name="letters", exact=True)).to_be_visible()
        plots = report.locator(".js-plotly-plot")
        # The map alone: by year nothing differs.
        expect(plots).to_have_count(1)
        expect(report.get_by_text("No topic differs")).to_be_visible()
        expect(plots.first.locator(".scatterlayer .point").first).to_be_attached()
        report.get_by_role("link", name="Topics").click()
        screenshot(report, f"report-{scheme}")
        faces = "[...document.fonts].map((face) => `${face.family} ${face.status}`)"
        assert report.evaluate(faces) == ["Report Sans loaded", "Report Serif loaded"]
        bar = report.locator(".modebar").bounding_box()
        title = report.locator("figure h3").first.bounding_box()
        assert bar["y"] >= title["y"] + title["height"], "buttons lie on the title"
        ground = report.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(253, 252, 250)") == (scheme == "light")
        report.set_viewport_size({"width": 390, "height": 844})
        report.wait_for_function("document.documentElement.scrollWidth <= 390")
        report.reload()  # what is drawn on a phone
        expect(plots).to_have_count(1)
        expect(report.locator(".modebar")).to_have_count(0)
        # The map has a form for a phone, and tables have their cells below each other.
        expect(report.locator(".scatterlayer text")).to_have_count(5)
        expect(report.locator(".scatterlayer tspan")).to_have_count(0)
        width = "(box) => box.scrollWidth - box.clientWidth"
        for scrolled in report.locator(".scroll").all():
            assert scrolled.evaluate(width) <= 0, "a table is cut"
        assert complaints == []
        assert {*asked} == {file.as_uri()}
        context.close()


def test_the_report_on_a_telephone(browser, tmp_path):
    """The colours of a map have their scale there, too; of the examples one is unfolded."""
    corpus = planted_corpus(100)
    years = [str(1900 + row % THEMES) for row in range(100)]  # as the themes follow each other
    dated = dataclasses.replace(corpus, fields={"year": years})
    file = tmp_path / "report.html"
    file.write_text(
        report_html(train(dated, plain_settings(n_topics=THEMES, check=False))), "utf-8"
    )
    for width, n_open in ((1280, 3), (390, 1)):
        context = browser.new_context(viewport={"width": width, "height": 800})
        report, complaints = context.new_page(), []
        report.on("console", lambda said, complaints=complaints: complaints.append(said.text))
        report.goto(file.as_uri())
        expect(report.locator(".js-plotly-plot")).to_have_count(2)
        scale = report.locator(".cbaxis text")  # what may be chance is grey, on the left
        expect(scale.first).to_have_text("chance")
        expect(scale.nth(1)).to_have_text("0 %")
        boxes = [text.bounding_box() for text in scale.all()]
        ends = [(box["x"], box["x"] + box["width"]) for box in boxes]
        assert all(end < begin for (_, end), (begin, _) in itertools.pairwise(ends)), ends
        names = [text.bounding_box() for text in report.locator(".xaxislayer-above text").all()]
        assert all(name["y"] > boxes[0]["y"] + boxes[0]["height"] for name in names), names
        assert complaints == []
        expect(report.locator(".example")).to_have_count(3)
        expect(report.locator(".example[open]")).to_have_count(n_open)
        # Beside each other cards have their words at the same height; on paper no caption is
        # larger than the text.
        tops = {round(words.bounding_box()["y"]) for words in report.locator(".words").all()[:3]}
        assert len(tops) == (1 if width > 640 else 3)
        report.emulate_media(media="print")
        size = "(text) => parseFloat(getComputedStyle(text).fontSize)"
        caption, text = (report.locator(one).first for one in ("figcaption", "#topics > p"))
        assert caption.evaluate(size) < text.evaluate(size)
        context.close()

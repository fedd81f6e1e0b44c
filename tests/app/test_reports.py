"""The button that hands out a report, where there is something to show."""

from gplsa.app.show import downloads


def test_topics_and_saved_have_the_button(laid_out, open_page):
    for page in ("topics.py", "saved.py"):
        assert "Report" in {button.label for button in open_page(page).get("download_button")}


def test_it_hands_out_the_report_of_the_model_named(laid_out, monkeypatch):
    made = {}
    monkeypatch.setattr(
        downloads, "download_button", lambda text, make, name, **_: made.update({name: make})
    )
    library = laid_out.library
    downloads.report_button(library, laid_out.model_state.id, "../letters <b>")
    downloads.report_button(library, "no such model", "gone")
    assert list(made) == ["letters-b-report.html", "gone-report.html"]
    assert b"<h1>letters</h1>" in made["letters-b-report.html"]()
    assert b"not kept any more" in made["gone-report.html"]()

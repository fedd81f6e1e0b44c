"""The page Keywords: one document with its evidence, many as a job and a table."""

from gplsa.app.show import cards
from gplsa.app.workshop import work
from gplsa.corpus.reading import Upload
from gplsa.corpus.words import Span
from gplsa.trained.phrasing import keyword_forms
from tests.app.conftest import THEMES, html
from tests.app.test_pages import button, wait


def test_keywords_of_a_pasted_text_with_evidence(laid_out, open_page, trained):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value("Der Bauer bringt Korn vom Acker in die Scheune, Quux.")
    button(app, "Find keywords").click().run()
    assert not app.exception
    pills = next(group for group in app.button_group if group.label == "Keywords")
    words = [option.content for option in pills.proto.options]
    assert set(" ".join(words).split()) <= set(
        THEMES["Ernte Korn Acker Bauer Scheune Regen"].split()
    )
    assert len(words) >= 3
    assert "confidence: " in html(app)
    assert "Quux" in html(app)
    forms = keyword_forms(trained.vocabularies["en"], trained.phrasings["en"])
    pills.set_value(forms.index(words[0])).run()
    assert not app.exception
    shown = html(app)
    assert "would occur in a translation with probability" in shown
    assert "<mark" in shown


def test_a_text_without_a_known_word(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value("zzz qqq")
    button(app, "Find keywords").click().run()
    assert "No word of this text occurs in the corpus" in app.warning[0].value


def test_a_click_without_a_text_asks_for_one(laid_out, open_page):
    app = open_page("keywords.py")
    assert not app.info
    button(app, "Find keywords").click().run()
    assert "There is no text yet" in app.info[0].value
    # The unseen documents that come along are of another collection than these letters.
    assert not [b for b in app.button if b.label.startswith("Take")]


def test_passages_of_a_long_text():
    text = "Korn " * 40 + "<i>Die\nErnte</i> " + "Heu " * 40
    place = text.index("Ernte")
    spans = [Span(0, 4, 1), Span(5, 9, 1), Span(place, place + 5, 2), Span(place - 4, place - 1, 3)]
    shown = cards.passages(text, spans, {1: 0.2, 2: 0.8}, "red")
    assert shown.index("Ernte</mark>") < shown.index("Korn</mark>")
    assert shown.count("<mark") == 2  # the first place of each, none of what has no weight
    assert "Korn &lt;i&gt;Die <mark" in shown
    assert shown.count("…") == 3  # nothing stands before the first word


def test_a_text_in_the_other_language_is_noticed(laid_out, open_page):
    app = open_page("keywords.py")
    english = "The old farmer brought the grain from the field into the barn before the rain."
    app.text_area(key="pasted").set_value(english)
    button(app, "Find keywords").click().run()
    assert "This text looks English, not German." in app.warning[0].value
    app.text_area(key="pasted").set_value(
        "Der alte Bauer brachte das Korn vor dem Regen heim ins Dorf."
    )
    button(app, "Find keywords").click().run()
    assert not [warning for warning in app.warning if "looks" in warning.value]


def test_keywords_of_many_documents(laid_out, open_page, corpus):
    desk = laid_out.desk("local")
    english = b"The old farmer brought the grain from the field into the barn before the rain"
    table = b"nr,text\n=1,Bauer Korn Acker Ernte\n2,Schiff Hafen Segel in Triest 1848\n3," + english
    work.start(
        laid_out,
        desk,
        "keywords",
        "Finding keywords",
        lambda p: work.summarize_many(
            laid_out, desk, [Upload.from_bytes("new.csv", table)], ("de", "en"), 0.1, p
        ),
    )
    assert wait(laid_out).message == "Keywords for 3 documents are ready."
    app = open_page("keywords.py")
    shown = app.dataframe[0].value
    assert len(shown) == 3
    assert "1 of them looks as if it were in another language" in app.warning[0].value
    assert "harvest" in shown["keywords"][0] or "grain" in shown["keywords"][0]
    assert "ship" in shown["keywords"][1] or "harbour" in shown["keywords"][1]
    assert list(shown["names"])[:2] == ["", "Triest"]
    assert list(shown["numbers"])[:2] == ["", "1848"]

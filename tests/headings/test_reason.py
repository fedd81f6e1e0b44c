"""What is shown as a reason."""

import re

import numpy as np

from gplsa.headings import Concept, Suggestion
from gplsa.headings.pieces import explaining, pieces_of
from gplsa.headings.reason import Bearer, Reason, _content_of
from gplsa.model.tables import said_heading_rows


def test_words_of_grammar_in_a_label_are_no_reason():
    assert _content_of("Kirche und Gemeinde", "de") == {"kirch", "gemeind"}
    assert _content_of("law and court", "en") == {"law", "court"}
    assert _content_of("Und", "de") == {"und"}
    assert _content_of("kirke og sogn", "xx") == {"kirke", "og", "sogn"}


def test_words_that_a_record_does_not_have_do_not_explain_it() -> None:
    """*Nachrichtenmagazin* shares letters with *Berichterstattung*, and nothing else."""
    text = "Berichterstattung im Nachrichtenmagazin, ausgerichtet an Umweltfragen"
    record = "Berichte: die Menschenrechtsberichterstattung der Unternehmen und die Umweltfrage"
    rows = pieces_of([text, record]).astype(np.float32)
    words, shares = explaining(text, rows[[0]], rows[[1]])
    assert {word for word, share in zip(words, shares[:, 0], strict=True) if share} == {
        "berichterstattung",
        "umweltfragen",
    }


def test_records_alike_are_a_reason_in_files_by_the_words_that_they_share():
    concept = Concept("x:1", {"de": "Kieselalgen"})
    reason = Reason(records=(Bearer("R1", 0.5, ("alge", "see")), Bearer("R2", 0.4, ())))
    found = [Suggestion(concept, 0, 0.4, reason)]
    titles = {"R1": "Leben im See", "R2": ""}
    [row] = said_heading_rows("Eine Alge im See", found, {}, "de", titles)
    assert row["because of"] == "Leben im See (Alge, See); R2" and row["records"] == "R1, R2"
    assert row["uri"] == "x:1"
    narrower = [*found, Suggestion(Concept("x:2", {"de": "Algen"}), 1, 0.4, Reason(narrower=(0,)))]
    assert said_heading_rows("", narrower, {}, "de", titles)[1]["because of"] == "Kieselalgen"


def test_of_a_word_of_the_text_one_form_is_told():
    text = "Das Unternehmen, des Unternehmens, die Banken"
    places = [(place.start(), place.end()) for place in re.finditer(r"Untern\w+|Banken", text)]
    reason = Reason(words=tuple(places), text_language="de")
    assert reason.words_in(text) == ["Unternehmen", "Banken"]


def test_words_shared_with_a_record_have_the_capitals_of_the_text():
    bearer = Bearer("R1", 0.5, ("photovoltaikanlage", "haus"))
    assert bearer.words_in("Photovoltaikanlagen auf Häusern") == ["Photovoltaikanlage", "haus"]
    assert bearer.words_in(b"a picture") == ["photovoltaikanlage", "haus"]

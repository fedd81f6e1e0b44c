"""Words that ask are no words of what is asked for."""

import pytest

from gplsa.text.language.asking import without_asking


@pytest.mark.parametrize(
    ("text", "language", "left"),
    [
        ("Ich suche Bücher über Frauen im Mittelalter", "de", "Ich über Frauen im Mittelalter"),
        ("Welche Rolle spielen Lehrer?", "de", "Welche Lehrer?"),
        ("Gibt es Literatur zum Thema Kirche?", "de", "es zum Kirche?"),
        ("Die Rolle der Kirche", "de", "Die der Kirche"),
        ("looking for works on climate change", "en", "for on climate change"),
        ("What role do teachers play in school?", "en", "What do teachers in school?"),
        *((kept, "en", kept) for kept in ("works of art", "children's literature")),
        *((kept, "de", kept) for kept in ("Rolle im Theater", "Spielen", "suche", "…")),
        ("looking for works on tides", "fr", "looking for works on tides"),
    ],
)
def test_words_that_ask_are_left_out_where_others_are_left(text, language, left):
    found = without_asking(text, language)
    assert len(found) == len(text) and " ".join(found.split()) == left

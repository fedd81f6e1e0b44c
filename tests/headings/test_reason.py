"""What is shown as a reason."""

from gplsa.headings.reason import _content_of


def test_words_of_grammar_in_a_label_are_no_reason():
    assert _content_of("Kirche und Gemeinde", "de") == {"kirch", "gemeind"}
    assert _content_of("law and court", "en") == {"law", "court"}
    assert _content_of("Und", "de") == {"und"}
    assert _content_of("kirke og sogn", "xx") == {"kirke", "og", "sogn"}

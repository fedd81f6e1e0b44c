"""Phrases: where they end, which are kept, and how they are counted."""

from gplsa.text import Vocabulary, WordOptions
from tests.text.harvest import EVERY, HARVEST


def test_phrases_end_at_stop_words_and_sentence_ends() -> None:
    texts = ["Guter Wein. Roter Wein und weißes Brot", "Roter Wein, weißes Brot 7 Wein"]
    options = WordOptions("de", ngrams=3, base="none", **EVERY)
    vocabulary, counts = Vocabulary.build(texts, options)
    phrases = [term for term in vocabulary.terms if " " in term]
    assert phrases == [
        "guter wein",
        "roter wein",
        "weißes brot",
    ]
    assert vocabulary.forms[vocabulary.terms.index("roter wein")] == "Roter Wein"
    assert counts[:, [vocabulary.terms.index("roter wein")]].toarray().ravel().tolist() == [1, 1]


def test_phrases_obey_the_bounds_on_document_frequency() -> None:
    texts = ["neues Haus", "neues Haus", "neues Brot", "altes Brot"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", ngrams=2, max_df=0.5, base="none"))
    assert vocabulary.terms == ["brot", "haus", "neues haus"]


def test_phrases_are_counted_in_blocks_of_documents(monkeypatch) -> None:
    texts = ["", *HARVEST, "", *HARVEST, ""]
    options = WordOptions("de", ngrams=2)
    _, whole = Vocabulary.build(texts, options)
    monkeypatch.setattr("gplsa.text.sequence.phrases._BLOCK_WORDS", 7)
    told: list[float] = []
    vocabulary, counts = Vocabulary.build(texts, options, lambda fraction, _: told.append(fraction))
    assert any(" " in term for term in vocabulary.terms)
    assert abs(counts - whole).nnz == 0
    assert len([fraction for fraction in told if 0.96 < fraction < 1]) > 4


def test_a_phrase_is_shown_in_its_base_form_where_the_texts_have_it() -> None:
    texts = [
        "In sozialen Medien.",
        "Mit sozialen Medien.",
        "Er sah soziale Medien. Soziale Medien?",
    ]
    texts += ["Am tiefen Brunnen.", "Im tiefen Brunnen."]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", ngrams=2, **EVERY))
    shown = {form for form in vocabulary.forms if " " in form}
    assert {"soziale Medien", "tiefen Brunnen"} <= shown and "sozialen Medien" not in shown

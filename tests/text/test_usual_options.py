"""Options of a side where nobody chose any."""

import pytest

import gplsa
from gplsa.text import WordOptions, usual_options
from tests.planted import planted_corpus


def divided(text: str) -> str:
    """As typesetters break lines: every third word of more than six letters in two."""
    words = [f"{w[:3]}-\n{w[3:]}" if len(w) > 6 and w.islower() else w for w in text.split()]
    return " ".join(words)


def test_words_cut_at_line_ends_are_joined_and_long_s_read() -> None:
    texts = ["Die Ernte ge-\nriet gut", "Daſ Waſſer und die Ma-\nschine"] * 10
    found = usual_options("de", texts)
    assert found == WordOptions("de", join_line_end_hyphens=True, replace_long_s=True)
    once = ["Die Ernte ge-\nriet, Waſſer"] + ["Die Ernte war gut"] * 20
    conjunction = ["Korn- \nund Mehlpreise, Nord-\nDeutſch"] * 5
    assert usual_options("de", once) == WordOptions("de")
    assert usual_options("de", [once[0] * 30, *once[1:]]) == WordOptions("de")
    assert not usual_options("de", conjunction).join_line_end_hyphens
    assert usual_options("de", []) == WordOptions("de")


@pytest.mark.parametrize("chosen", [True, False])
def test_a_training_has_whole_words(chosen: bool) -> None:
    corpus = planted_corpus(60)
    first, *_ = corpus.texts
    parted = [divided(text) for text in corpus.texts[first]]
    cut = gplsa.corpus_of({**corpus.texts, first: parted}, languages=corpus.languages)
    words = {first: WordOptions(corpus.languages[first])} if chosen else None
    ours = gplsa.train(cut, n_topics=4, check=False, words=words).vocabularies[first].terms
    whole = gplsa.train(corpus, n_topics=4, check=False).vocabularies[first].terms
    assert (ours == whole) == (not chosen)

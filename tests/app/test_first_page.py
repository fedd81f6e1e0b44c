"""The first page shows what the sample comes to, not what one would wish."""

import pandas as pd
import pytest

from gplsa.app.corpus import first
from gplsa.app.front import sample
from gplsa.language import in_language
from gplsa.model.direction import Direction
from gplsa.model.keywords import summarize
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import KeywordOptions
from gplsa.reading import Upload, read_corpus
from gplsa.training.train import train
from tests.app.conftest import html


def test_the_picture_is_what_the_model_of_the_sample_says():
    model = train(read_corpus([Upload.from_path(first.SAMPLE)]).corpus, TrainSettings())
    for read, told in (("de", "en"), ("en", "de")):
        text, keywords = first.example(read)
        assert text in set(pd.read_csv(sample("unseen.csv"))[read]) and len(keywords) >= 5
        [summary] = summarize(Direction(model, read, told), [text], KeywordOptions(evidence=True))
        said = {one.word: one for one in summary.keywords}
        assert [drawn["word"] for drawn in keywords] == summary.words[: len(keywords)]
        for drawn in keywords:
            one = said[drawn["word"]]
            assert float(drawn["percent"]) == pytest.approx(100 * one.probability, abs=2)
            assert drawn["source"] == one.evidence.source_words[0][0] == one.evidence.witness
            pairs = int(drawn["n_both"]), int(drawn["n_source"])
            assert pairs == (one.evidence.n_both, one.evidence.n_source)


def test_it_shows_what_it_is_how_to_begin_and_for_whom_it_is_not(open_page):
    app = open_page("corpus.py")
    assert [title.value for title in app.title] == ["What is in the texts you cannot read?"]
    seen = [button for button in app.button if not (button.key or "").startswith("is-")]
    assert seen[1].label.startswith("Try the sample")  # the first is the language
    shown = html(app)
    assert '<a class="jump" href="#my-files">My files</a>' in shown
    text, keywords = first.example("de")
    assert shown.count("<mark") == sum(text.count(one["source"]) for one in keywords)
    assert "%: how surely a translation would have it" in shown
    assert any(text.value.startswith("**Not for you**") for text in app.markdown)
    with in_language("de"):
        # Keywords in the reader's language for a text that is not.
        assert "in 17 von 17 Paaren" in (drawn := first.picture())
        assert 'Another fifty <mark style="--w:.7">emigrants</mark>' in drawn
        assert ">Auswanderer</span>" in drawn and drawn.count("<mark") == 5

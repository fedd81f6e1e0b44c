"""The first page shows what the sample comes to, not what one would wish."""

import pandas as pd
import pytest

from gplsa.app.corpus import first
from gplsa.app.front import sample
from gplsa.language import in_language
from gplsa.model.keywords import summarize
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import KeywordOptions
from gplsa.reading import Upload, read_corpus
from gplsa.training.train import train
from tests.app.conftest import html


def test_the_picture_is_what_the_model_of_the_sample_says():
    assert first.EXAMPLE in set(pd.read_csv(sample("unseen.csv"))["de"])
    model = train(read_corpus([Upload.from_path(first.SAMPLE)]).corpus, TrainSettings())
    [summary] = summarize(model, [first.EXAMPLE], "de", "en", KeywordOptions(evidence=True))
    said = {one.word: one for one in summary.keywords}
    for drawn in first.KEYWORDS:
        one = said[drawn.word]
        assert drawn.probability == pytest.approx(one.probability, abs=0.02)
        assert drawn.source == one.evidence.source_words[0][0] == one.evidence.witness
        assert (drawn.n_both, drawn.n_source) == (one.evidence.n_both, one.evidence.n_source)


def test_it_shows_what_it_is_how_to_begin_and_for_whom_it_is_not(open_page):
    app = open_page("corpus.py")
    assert [title.value for title in app.title] == ["What is in the texts you cannot read?"]
    seen = [button for button in app.button if not (button.key or "").startswith("is-")]
    assert seen[1].label.startswith("Try the sample")  # the first is the language
    shown = html(app)
    assert '<a class="jump" href="#my-files">My files</a>' in shown
    assert shown.count("<mark") == len(first.KEYWORDS)
    assert any(text.value.startswith("**Not for you**") for text in app.markdown)
    with in_language("de"):
        assert "in 17 von 17 Paaren" in first.picture()

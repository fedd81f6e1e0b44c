from types import SimpleNamespace

import pytest

import gplsa
from gplsa.model.terms import translated
from gplsa.model.terms.translated import said_at


@pytest.mark.filterwarnings("ignore::gplsa.InputWarning")
def test_what_begins_as_a_sure_translation_is_marked_too(monkeypatch):
    pairs = {
        "Fischerei im Norden": "fisheries of the north",
        "Korn auf dem Feld": "grain in the field",
        "Hafen mit Fischerei": "fishing port",
        "Feld im Norden": "northern field",
    }
    texts = {"de": [*pairs] * 3, "en": [*pairs.values()] * 3}
    corpus = gplsa.corpus_of(texts, languages={"de": "de", "en": "en"})
    model = gplsa.train(corpus, n_topics=2)
    answers = {"fishing": False, "fisheries": True, "port": True}
    partners = [SimpleNamespace(word=word, doubtful=doubt) for word, doubt in answers.items()]
    monkeypatch.setattr(translated, "lexicon_partners", lambda direction, term: partners)
    documents = [{"de": de, "en": en} for de, en in pairs.items()]
    says = said_at(model, "Fischerei")
    marked = [says(document)["en"] for document in documents]
    assert marked == [[(0, 9)], [], [(0, 7)], []]

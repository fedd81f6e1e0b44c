"""A trained model: its topics, what it says about new documents, and its file."""

import io
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from gplsa.corpus.archive import read_archive, write_archive
from gplsa.corpus.storage import save_corpus
from gplsa.errors import Cancelled, InputError
from gplsa.language import in_language
from gplsa.model.direction import Direction
from gplsa.model.editing.edits import MAX_NAME_LENGTH
from gplsa.model.keywords import explain_all, main_topics, summarize
from gplsa.model.model import TrainedModel
from gplsa.model.rated import rate
from gplsa.model.summary import KeywordOptions
from gplsa.training.train import train
from tests.planted import THEMES, plain_settings, planted_corpus, word


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    return train(planted_corpus(100), plain_settings(n_topics=THEMES))


@pytest.fixture
def own_model(model) -> TrainedModel:
    """A copy that a test may change."""
    return reloaded(model)


def saved(model: TrainedModel) -> bytes:
    stream = io.BytesIO()
    model.save(stream)
    return stream.getvalue()


def reloaded(model: TrainedModel) -> TrainedModel:
    return TrainedModel.load(io.BytesIO(saved(model)))


def altered(model: TrainedModel, change) -> io.BytesIO:
    """The model file with `change(documents, arrays)` done to its content."""
    archive = read_archive(io.BytesIO(saved(model)), "model")
    change(archive.documents, archive.arrays)
    stream = io.BytesIO()
    write_archive(stream, "model", archive.documents, archive.arrays)
    stream.seek(0)
    return stream


def test_topics_and_sides_that_are_not_there_are_told(own_model):
    for topic in (-1, THEMES):
        for asked in (
            own_model.topic_label,
            own_model.short_label,
            own_model.topic_documents,
            lambda at: own_model.top_words("de", at),
        ):
            with pytest.raises(InputError, match=f"There is no topic {topic + 1}: topics go from"):
                asked(topic)
    with pytest.raises(InputError, match="This model has no side 'xx'"):
        own_model.top_words("xx", 0)
    with pytest.raises(InputError, match="name is a text, not 5"):
        own_model.name_topic(0, 5)
    assert own_model.topic_names == {}


def test_a_short_name_that_is_the_same_on_all_sides_is_said_once(own_model):
    own_model.__dict__["own_names"] = [
        "Prodi, Rede · prodi, speech",
        "Ernte · harvest",
        "a · a · b",
    ]
    said = [own_model.short_label(topic) for topic in range(3)]
    assert said == ["Prodi", "Ernte · harvest", "a · a · b"]


def test_of_a_name_the_words_in_the_reader_s_language_stand_first_but_not_in_files(own_model):
    own_model.__dict__["own_names"] = ["Ernte, Korn · harvest, grain"] * THEMES
    own_model.corpus = replace(own_model.corpus, languages={"de": "de", "en": "en"})
    own_model.name_topic(1, "Krieg · war")
    for language, name in {
        "en": "harvest, grain · Ernte, Korn",
        "de": own_model.own_names[0],
    }.items():
        with in_language(language):
            assert own_model.read_label(0) == own_model.read_label(1, own=True) == name
            assert own_model.short_label(0) == " · ".join(
                sorted(["harvest", "Ernte"], key=name.find)
            )
            assert own_model.read_label(1) == own_model.short_label(1) == "Krieg · war"
            assert own_model.topic_label(0) == own_model.own_names[0]


# The file


def test_loaded_model_says_the_same(model):
    again = reloaded(model)
    unseen = planted_corpus(12, seed=5).texts["de"]
    assert summarize(Direction(again, "de", "en"), unseen) == summarize(
        Direction(model, "de", "en"), unseen
    )
    assert again.validation == model.validation
    assert again.corpus == model.corpus
    assert again.settings == model.settings
    assert again.digest == model.digest
    np.testing.assert_array_equal(again.topic_agreement(), model.topic_agreement())
    assert saved(again) == saved(model)


def test_names_and_hiding_are_kept_and_leave_the_digest(own_model):
    before = own_model.digest
    own_model.name_topic(1, "  Harvest,\n weather ")
    own_model.name_topic(2, "x" * 1000)
    own_model.hidden_topics.add(3)
    again = reloaded(own_model)
    assert again.topic_names == {1: "Harvest, weather", 2: "x" * MAX_NAME_LENGTH}
    assert again.topic_label(1) == "Harvest, weather"
    assert again.hidden_topics == {3}
    assert again.digest == before
    again.name_topic(1, " ")
    assert again.topic_names == {2: "x" * MAX_NAME_LENGTH}
    again.name_topic(np.int64(0), "Corn")
    for nowhere in (-1, again.n_topics):
        with pytest.raises(InputError, match="There is no topic"):
            again.name_topic(nowhere, "x")
    assert reloaded(again).topic_names == {0: "Corn", 2: "x" * MAX_NAME_LENGTH}


def test_digest_tells_models_apart(model):
    other = train(planted_corpus(100), plain_settings(n_topics=THEMES, lam=2.0))
    assert other.digest != model.digest


def test_texts_can_be_left_out():
    corpus = planted_corpus(60)
    with_texts = train(corpus, plain_settings(n_topics=THEMES))
    without = train(corpus, plain_settings(n_topics=THEMES, keep_texts=False))
    assert not without.has_texts
    assert set(without.corpus.texts["de"]) == {""}
    found = read_archive(io.BytesIO(saved(without)), "model").documents["corpus"]
    assert not any(text for _, column in found["texts"] for text in column)
    assert not any(found["titles"])
    unseen = planted_corpus(3, seed=5).texts["de"]
    again = reloaded(without)
    assert summarize(Direction(again, "de", "en"), unseen) == summarize(
        Direction(with_texts, "de", "en"), unseen
    )


def test_corpus_file_is_not_a_model(model):
    stream = io.BytesIO()
    save_corpus(model.corpus, stream)
    stream.seek(0)
    with pytest.raises(InputError, match="corpus file"):
        TrainedModel.load(stream)


def zeros(like: np.ndarray) -> np.ndarray:
    return np.zeros_like(like)


HOSTILE = {
    "topics of another number": lambda d, a: d["model"].update(n_topics=10**9),
    "no topics": lambda d, a: d["model"].update(n_topics=0),
    "topics that are text": lambda d, a: d["model"].update(n_topics="many"),
    "another side": lambda d, a: d["model"].update(modalities=["de", "fr"]),
    "one side": lambda d, a: d["model"].update(modalities=["de"]),
    "a direction to nowhere": lambda d, a: d["model"]["directions"].append(["de", "xx"]),
    "direction of three": lambda d, a: d["model"]["directions"].append(["de", "en", "fr"]),
    "a name for no topic": lambda d, a: d["model"]["topic_names"].update({"99": "x"}),
    "a hidden topic that is none": lambda d, a: d["model"].update(hidden_topics=[-1]),
    "hidden topics that are no list": lambda d, a: d["model"].update(hidden_topics=7),
    "no facts": lambda d, a: d.update(model=None),
    "no corpus": lambda d, a: d.pop("corpus"),
    "a corpus of fewer documents": lambda d, a: d["corpus"]["ids"].pop(),
    "no settings": lambda d, a: d.update(settings=[]),
    "settings out of range": lambda d, a: d["settings"].update(lam=-5),
    "fewer words": lambda d, a: d["vocabulary/0"]["terms"].pop(),
    "words that are numbers": lambda d, a: d["vocabulary/0"].update(terms=[1, 2]),
    "a check of another kind": lambda d, a: d.update(check={"verdict": "good"}),
    "a check without a verdict": lambda d, a: d["check"].update(verdict="<b>"),
    "a check of words": lambda d, a: d["check"]["directions"][0][2].update(keyword_share="all"),
    "a check of no direction": lambda d, a: d["check"].update(directions=[]),
    "check with a row that does not exist": lambda d, a: d["check"]["example"].update(row=10**6),
    "topics without words": lambda d, a: a.pop("topic_word/0"),
    "topics that sum to 0": lambda d, a: a.update({"topic_word/0": zeros(a["topic_word/0"])}),
    "topics with NaN": lambda d, a: a["topic_word/1"].__setitem__((0, 0), np.nan),
    "topics below 0": lambda d, a: a["topic_word/1"].__setitem__((0, slice(2)), [-1.0, 1.0]),
    "mixtures of fewer documents": lambda d, a: a.update({"doc_topic/0": a["doc_topic/0"][1:]}),
    "topics of another type": lambda d, a: a.update(
        {"topic_word/0": a["topic_word/0"].astype("<f4")}
    ),
    "counts below 0": lambda d, a: a.update({"counts/0/data": -a["counts/0/data"].astype("<f8")}),
    "a word beyond the last": lambda d, a: a["counts/0/indices"].__setitem__(0, 10**6),
    "a lexicon of other words": lambda d, a: a.update(
        {"gist/0/indptr": np.append(a["gist/0/indptr"], a["gist/0/indptr"][-1])}
    ),
    "a lexicon to a word beyond the last": lambda d, a: a["gist/0/indices"].__setitem__(0, 10**6),
    "a lexicon with NaN": lambda d, a: a["gist/0/translation"].__setitem__(0, np.nan),
    "a tree that asks for a feature there is not": lambda d, a: a["gist/0/tree_feature"].fill(99),
    "a tree of NaN": lambda d, a: a["gist/0/tree_value"].fill(np.nan),
    "no weights": lambda d, a: a.pop("gist/1/weights"),
    "a history of NaN": lambda d, a: a["objective_history"].__setitem__(0, np.nan),
    "a history in two dimensions": lambda d, a: a.update(objective_history=np.zeros((2, 2))),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_model_file(model, change):
    with pytest.raises(InputError) as caught:
        TrainedModel.load(altered(model, change))
    assert "\n" not in str(caught.value)
    assert "damaged" in str(caught.value)


# Topics


def test_top_words_come_best_first_in_whole_form(model):
    words = model.top_words("en", 0, 12, relevance=1.0)
    assert len(words) == 12
    probabilities = [probability for _, probability in words]
    assert probabilities == sorted(probabilities, reverse=True)
    assert all(form.endswith("ow") for form, _ in words)
    np.testing.assert_allclose(sum(p for _, p in model.top_words("en", 0, 10_000)), 1, rtol=1e-9)


def test_label_without_a_name_says_the_same_on_both_sides(model):
    """Planted words translate number by number, and differ by their endings only."""
    for topic in range(THEMES):
        sides = [part.split(", ") for part in model.topic_label(topic).split(" · ")]
        german = [form.removesuffix("ek") for form in sides[0]]
        english = [form.removesuffix("ow") for form in sides[1]]
        assert german == english
        assert len(german) == 2
    assert len({model.topic_label(topic) for topic in range(THEMES)}) == THEMES


def test_agreement_is_high_where_sides_belong_together(model):
    agreement = model.topic_agreement()
    assert agreement.shape == (THEMES,)
    assert agreement.min() > 0.9
    assert agreement.max() <= 1


def test_words_are_found_by_their_beginning(model):
    form = model.top_words("de", 1, 1)[0][0]
    (found,) = [hit for hit in model.find_words(form.upper()[:-1]) if hit[1] == form]
    assert found[:3] == ("de", form, 1)
    assert 0.9 < found[3] <= 1
    assert model.find_words("") == model.find_words("  ") == []
    assert model.find_words("zzz") == []


def test_beginnings_are_looked_for_where_the_word_is_known(model, monkeypatch):
    german = model.vocabularies["de"].forms[0]
    longer = SimpleNamespace(forms=[german + "s"], number_of=lambda word: None)
    monkeypatch.setitem(model.vocabularies, "en", longer)
    assert {side for side, *_ in model.find_words(german)} == {"de"}
    assert {side for side, *_ in model.find_words(german[:-1])} == {"de", "en"}


# New documents


def test_own_documents_are_nearest_to_themselves(model):
    found = summarize(Direction(model, "de", "en"), model.corpus.texts["de"][:5])
    for row, summary in enumerate(found):
        assert summary.nearest[0][0] == row
        np.testing.assert_allclose(summary.nearest[0][1], 1, rtol=1e-9)
        assert len(summary.nearest) == 3
        similarities = [similarity for _, similarity in summary.nearest]
        assert similarities == sorted(similarities, reverse=True)


def test_main_topic_is_that_of_the_theme(model):
    summary = summarize(Direction(model, "en", "de"), [model.corpus.texts["en"][0]])[0]
    topic, share = summary.topics[0]
    assert share > 0.5
    assert model.topic_documents(topic, 1)[0][0] % THEMES == 0


def test_unknown_words_are_told(model):
    known = word("de", 0)
    (summary,) = summarize(Direction(model, "de", "en"), [f"{known} Zehnt Zehnt Pfarrer"])
    assert summary.unknown_words == ["Zehnt", "Pfarrer"]
    np.testing.assert_allclose(summary.unknown_share, 0.75, atol=1e-9)


def test_what_a_text_comes_back_to_and_no_keyword_tells(model):
    known, title = word("de", 0), word("de", 1) + " " + 199 * "-" + "\n"
    texts = [
        f"{known} brücken brücken pächter",
        f"{title}{known} brücken brücken brücken",
        f"{title}{known} brücken brücken brücken brücken pächter pächter",
        f"{title}{7 * (known + ' ')}{4 * 'brücken '}",
        f"{known} Zehnt Zehnt",  # a name by its looks, which needs no translation
    ]
    told = [one.untold for one in summarize(Direction(model, "de", "en"), texts)]
    assert told == [[("brücken", 2)], [], [("brücken", 4), ("pächter", 2)], [], []]


def test_a_text_that_is_of_no_topic_has_none(model):
    of_one = " ".join(word("de", n) for n in range(9))
    of_all = " ".join(word("de", n) for n in range(3, 150, 15))
    every_second = [word("de", n) for n in range(15)]
    every_second = [w for w in every_second if model.vocabularies["de"].forms.index(w) % 2]
    found = summarize(Direction(model, "de", "en"), [of_one, of_all, " ".join(every_second)])
    assert [bool(one.topics) for one in found] == [True, False, True]


def test_tags_that_were_pasted_with_a_text_are_no_words(model):
    text = f"{word('de', 0)}<br/> Zehnt <ger>"
    (summary,) = summarize(Direction(model, "de", "en"), [text])
    assert summary.unknown_words == ["Zehnt"]


def test_what_was_rated_of_a_text_with_tags_is_known_of_it(own_model):
    direction, text = Direction(own_model, "de", "en"), f"{word('de', 0)}<br/> {word('de', 1)}"
    first = summarize(direction, [text])[0].words[0]
    rate(direction, text, first, False)
    (again,) = summarize(direction, [text])
    assert first not in again.words and [one.word for one in again.rejected] == [first]


def test_unknown_names_and_numbers_are_passed_through(model):
    (summary,) = summarize(
        # An English word that stands once is none.
        Direction(model, "de", "en"),
        [f"{word('de', 0)} von Anna Kumar in Köln, mit Competing, 1848"],
    )
    assert summary.names == ["Anna Kumar", "Köln"]
    assert summary.numbers == ["1848"]


@pytest.mark.parametrize("text", ["", "   \n", "völlig fremde Wörter", "1234 !!"])
def test_text_without_known_words_gets_no_keywords(model, text):
    (summary,) = summarize(Direction(model, "de", "en"), [text])
    assert summary.keywords == []
    assert summary.confidence == 0
    assert summary.nearest == []
    assert summary.topics == []


def test_evidence_adds_up_and_names_real_pairs(model):
    text = model.corpus.texts["de"][7]
    keyword = summarize(Direction(model, "de", "en"), [text])[0].keywords[0]
    why = explain_all(Direction(model, "de", "en"), text, [keyword.term])[0]
    assert all(source in text.split() for source, _ in why.source_words)
    np.testing.assert_allclose(sum(share for _, share in why.source_words), 1, rtol=1e-6)
    assert why.source_words[0][0][:-2] == keyword.word[:-2]
    assert 0 < why.n_both <= why.n_source
    for row in why.pairs:
        assert why.witness in model.corpus.texts["de"][row].split()
        assert keyword.word in model.corpus.texts["en"][row].split()


def test_paper_rule_follows_the_topic(model):
    text = model.corpus.texts["de"][0]
    (summary,) = summarize(
        Direction(model, "de", "en"), [text], KeywordOptions(rule="paper", limit=8)
    )
    topic = summary.topics[0][0]
    assert {k.word for k in summary.keywords} == {
        w for w, _ in model.top_words("en", topic, 8, 1.0)
    }


def test_limits_on_keywords(model):
    text = model.corpus.texts["de"][0]
    few = KeywordOptions(limit=2, least=1)
    assert len(summarize(Direction(model, "de", "en"), [text], few)[0].keywords) <= 2
    for change in ({"limit": 0}, {"limit": 10**6}, {"least": 9, "limit": 5}, {"rule": "magic"}):
        with pytest.raises(InputError):
            summarize(Direction(model, "de", "en"), [text], KeywordOptions(**change))
    with pytest.raises(InputError, match="least number of keywords must be between 0 and 5"):
        KeywordOptions(least=9, limit=5)
    for telling in (-0.1, 1.1, float("nan")):
        with pytest.raises(InputError, match="specific"):
            summarize(Direction(model, "de", "en"), [text], KeywordOptions(telling=telling))


def test_direction_that_does_not_exist(model):
    with pytest.raises(InputError, match="de to en, en to de"):
        summarize(Direction(model, "de", "fr"), ["x"])
    with pytest.raises(InputError, match="lead"):
        explain_all(Direction(model, "de", "de"), "x", [0])[0]


def test_many_documents_report_progress_and_stop(model):
    texts = planted_corpus(400, seed=3).texts["de"]
    told: list[float] = []
    found = summarize(
        Direction(model, "de", "en"), texts, progress=lambda fraction, _: told.append(fraction)
    )
    assert len(found) == 400
    assert told == sorted(told)
    assert len(told) >= 3
    assert told[-1] == 1
    assert found[150] == summarize(Direction(model, "de", "en"), [texts[150]])[0]

    def stop(fraction: float, phase: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        summarize(Direction(model, "de", "en"), texts, progress=stop)


def test_topics_of_a_document_are_at_most_five_and_no_crumbs():
    shares = np.array([0.04, 0.31, 0.05, 0.2, 0.1, 0.15, 0.15])
    assert [topic for topic, _ in main_topics(shares)] == [1, 3, 5, 6, 4]
    assert main_topics(np.array([0.97, 0.03])) == [(0, 0.97)]


@pytest.mark.parametrize("limit", [2, 5])
def test_no_more_is_held_back_than_was_asked_for(model, limit):
    texts = [*model.corpus.texts["de"][:10], "Nebel"]
    options = KeywordOptions(limit=limit, least=0)
    for found in summarize(Direction(model, "de", "en"), texts, options):
        assert len(found.words) + found.held_back <= limit


def test_names_come_from_documents_that_a_topic_has_part_in(monkeypatch, own_model):
    """Where these are few, the order of the rest is one of rounding errors, that no name hangs on
    (*Amerika, Heimat* on one processor and *Amerika, Familien* on another)."""
    asked = []
    monkeypatch.setattr(
        "gplsa.model.model.topic_names", lambda *told: asked.extend(told) or "abcde"
    )
    assert own_model.topic_label(1) == "b"
    share = np.mean([*own_model.doc_topic.values()], axis=0)
    assert (share >= 0.01).sum(axis=0).min() < 30
    for topic, rows in enumerate(asked[-1]):
        assert len(rows) and (share[rows, topic] >= 0.01).all()

"""The way from texts to keywords in Python."""

import inspect
import subprocess
import sys
import warnings
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest

import gplsa
from gplsa.model.direction import Direction
from gplsa.model.keywords import explain_all, summarize
from gplsa.model.search import Finder
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import KeywordOptions
from gplsa.reading import Choices
from gplsa.training.train import train as train_with
from tests.conftest import REPOSITORY

THEMES = {
    "Ernte Korn Acker Bauer": "harvest grain field farmer",
    "Hafen Schiff Kapitän Segel": "harbour ship captain sail",
    "Schule Lehrer Tafel Ferien": "school teacher blackboard holiday",
}


def texts(n: int = 45) -> dict[str, list[str]]:
    """Pairs of four words of one theme in any order, and a number that tells them apart."""
    draw = np.random.default_rng(3)
    sides: dict[str, list[str]] = {"de": [], "en": []}
    for number in range(n):
        german, english = list(THEMES.items())[number % 3]
        for side, words in (("de", german.split()), ("en", english.split())):
            sides[side].append(" ".join([*draw.choice(words, 6), f"{side}{number}"]))
    return sides


@pytest.fixture(scope="module")
def corpus():
    return gplsa.corpus_of(texts(), languages={"de": "de", "en": "en"}, name="letters")


@pytest.fixture(scope="module")
def model(corpus):
    return gplsa.train(corpus, n_topics=3, max_iter=40)


# A corpus


def test_a_frame_a_dictionary_and_a_file_give_the_same_corpus(tmp_path):
    sides = texts(6)
    frame = pd.DataFrame(sides)
    frame.to_csv(tmp_path / "pairs.csv", index=False)
    by_dictionary = gplsa.corpus_of(sides)
    numbered = frame.set_index(frame.index + 1)
    assert gplsa.corpus_of(numbered, sides=["de", "en"]) == by_dictionary
    assert gplsa.read(tmp_path / "pairs.csv").texts == by_dictionary.texts
    renamed = gplsa.read(str(tmp_path / "pairs.csv"), sides={"en": "en", "x": ["de"]})
    assert list(renamed.texts) == ["en", "x"]
    assert renamed.texts["x"] == sides["de"]


def test_missing_texts_and_own_ids():
    sides = {
        "de": ["Die Ernte war gut", None, "Das Schiff liegt", float("nan")],
        "en": ["The harvest was good", "It rains", "The ship lies", pd.NA],
    }
    with pytest.warns(gplsa.InputWarning, match="look at the pairs: "):
        corpus = gplsa.corpus_of(sides, ids=[10, 20, 30, 40])
    assert corpus.ids == ["10", "20", "30"]  # a row without any text says nothing
    assert corpus.texts["de"] == ["Die Ernte war gut", "", "Das Schiff liegt"]


@pytest.mark.parametrize(
    "given, options, said",
    [
        (["a", "b"], {}, "by side, as {'de': "),
        ({"de": "Die Ernte", "en": ["x"]}, {}, "“de” must be a list of texts"),
        ({"de": {"a", "b"}, "en": ["x", "y"]}, {}, "“de” must be a list of texts, not set"),
        ({"de": ["a", 7], "en": ["a", "b"]}, {}, "“de”, place 1: a text is needed, not int"),
        ({"de": ["a", "b"], "en": ["a"]}, {}, "“de” 2, “en” 1"),
        ({"de": ["a", "b"], "en": ["a", "b"]}, {"ids": [1]}, "ids 1"),
        ({"de": ["a", "b"], "en": ["a", "b"]}, {"languages": {"fr": "fr"}}, "given for 'fr'"),
        ({"de": ["a"], "en": ["b"]}, {}, "at least two are needed"),
        ({"de": ["a", "b"], "en": ["a", "b"]}, {"name": 5}, "name of a corpus is a text, not int"),
        ({"de": ["a", "b"], "en": ["a", "b"]}, {"languages": {"de": 5}}, "as “de”, not int"),
        ({"en": ["a", "b"]}, {"features": {"x": [1, 2]}}, "a row of numbers for each document"),
    ],
)
def test_texts_that_are_no_corpus(given, options, said):
    with pytest.raises(gplsa.InputError, match=said.replace("{", r"\{").replace("[", r"\[")):
        gplsa.corpus_of(given, **options)


def test_languages_are_named_by_code_or_name():
    sides = texts(4)
    named = gplsa.corpus_of(sides, languages={"de": "German", "en": "eng"})
    assert named.languages == {"de": "de", "en": "en"}


def test_files_in_the_order_of_the_sides(tmp_path):
    sides = texts(4)
    for name, side in (("left.txt", "de"), ("right.txt", "en")):
        (tmp_path / name).write_text("\n".join(sides[side]), encoding="utf-8")
    paths = [tmp_path / "left.txt", tmp_path / "right.txt"]
    assert gplsa.read(*paths, sides=["de", "en"]).texts == sides
    chosen = Choices(lines_per_document=2)
    assert len(gplsa.read(*paths, sides=["de", "en"], choices=chosen)) == 2
    assert gplsa.read(*paths, str(paths[0]), sides=["de", "en"]).texts == sides
    with pytest.raises(gplsa.InputError, match="at least one file"):
        gplsa.read()
    with pytest.raises(gplsa.InputError, match="not 'de' alone"):
        gplsa.read(*paths, sides="de")
    with pytest.raises(gplsa.InputError, match="cannot be read"):
        gplsa.read(tmp_path / "nowhere.csv")


# A model


def test_training_is_that_of_the_settings(corpus, model):
    same = train_with(corpus, TrainSettings(n_topics=3, max_iter=40))
    assert model.digest == same.digest
    other = gplsa.train(
        corpus,
        3,
        regularizer="l2",
        lam=5.0,
        random_state=2,
        max_iter=7,
        tol=1e-4,
        init="random",
        background=0.1,
        check=False,
    )
    assert other.settings == TrainSettings(
        3, "l2", 5.0, seed=2, max_iter=7, tol=1e-4, init="random", background=0.1, check=False
    )
    assert other.validation is None


def test_numbers_of_numpy_are_settings(corpus):
    given = {"n_topics": np.arange(3, 5)[0], "lam": np.float32(2), "max_iter": np.int32(30)}
    plain = {"n_topics": 3, "lam": 2.0, "max_iter": 30}
    ours, theirs = (gplsa.train(corpus, check=False, **chosen) for chosen in (given, plain))
    assert ours.digest == theirs.digest
    with pytest.raises(gplsa.InputError, match=r"a whole number from 1 to 1000, not 2\.5"):
        gplsa.train(corpus, n_topics=2.5)


def test_every_setting_can_be_given_and_has_one_default():
    given = inspect.signature(gplsa.train).parameters
    names = {"random_state": "seed"}
    defaults = {names.get(name, name): one.default for name, one in given.items()}
    for setting in fields(TrainSettings):
        if setting.name != "words":
            assert defaults[setting.name] == setting.default
    assert defaults["words"] is None


@pytest.mark.parametrize(
    "asked, said",
    [
        ({"keep_texts": "no"}, "keep_texts must be on or off"),
        ({"check": 2}, "check must be on or off"),
        ({"words": {"de": "none"}}, "Words are set by side"),
        ({"words": gplsa.WordOptions()}, "Words are set by side"),
    ],
)
def test_what_is_no_setting_is_refused(corpus, asked, said):
    with pytest.raises(gplsa.InputError, match=said):
        gplsa.train(corpus, **asked)


def test_words_take_the_language_of_their_side(corpus):
    words = {"de": gplsa.WordOptions(min_df=5)}
    model = gplsa.train(corpus, n_topics=2, words=words, max_iter=3, check=False)
    assert model.settings.words["de"].language == "de"
    with pytest.raises(gplsa.InputError, match=r"set for 'fr'; sides of text: 'de', 'en'"):
        gplsa.train(corpus, words={"fr": gplsa.WordOptions()})
    with pytest.raises(gplsa.InputError, match=r"gplsa.read\(path\)"):
        gplsa.train(texts())


def test_topics_are_those_of_the_model(model):
    topics = model.topics(n_words=4)
    assert [topic.number for topic in topics] == [1, 2, 3]
    assert sum(topic.share for topic in topics) == pytest.approx(1.0)
    for topic in topics:
        assert topic.name == model.topic_label(topic.index)
        assert topic.words["de"] == model.top_words("de", topic.index, 4)
        assert topic.agreement == model.topic_agreement()[topic.index]
    found = {frozenset(word for word, _ in topic.words["en"]) for topic in topics}
    assert frozenset(THEMES["Hafen Schiff Kapitän Segel"].split()) in found


def test_keywords_with_and_without_evidence(model):
    text = "Die Ernte auf dem Acker"
    (plain,) = model.keywords(text, "de", "en")
    assert [plain] == summarize(Direction(model, "de", "en"), [text])
    assert set(plain.words) & {"harvest", "field"}
    assert all(keyword.evidence is None for keyword in plain.keywords)
    (told,) = model.keywords([text], "de", "en", evidence=True, limit=2)
    terms = [keyword.term for keyword in told.keywords]
    why = [keyword.evidence for keyword in told.keywords]
    assert why == explain_all(Direction(model, "de", "en"), text, terms)
    assert len(told.words) <= 2
    with pytest.raises(gplsa.InputError, match="Only the rule 'gist' gives evidence"):
        model.keywords([text], "de", "en", rule="paper", evidence=True)
    with pytest.raises(gplsa.InputError, match="does not lead from 'de' to 'fr'"):
        model.keywords([text], "de", "fr")
    assert KeywordOptions().evidence is False


def test_search(model):
    found = model.search("Schiff und Segel", "de", "en", limit=5)
    assert found == Finder(Direction(model, "de", "en")).find("Schiff und Segel", 5)
    ships = set(THEMES["Hafen Schiff Kapitän Segel"].split())
    assert all(ships & set(model.corpus.texts["en"][hit.row].split()) for hit in found.hits)
    assert model.search("ship", "en", "en", 1).hits
    with pytest.raises(gplsa.InputError, match="cannot search from 'de' to 'fr'"):
        model.search("Schiff", "de", "fr")


def test_a_file_gives_the_same_model(model, tmp_path):
    model.save(tmp_path / "letters.gplsa")
    again = gplsa.load(tmp_path / "letters.gplsa")
    assert isinstance(again, gplsa.Model)
    assert again.digest == model.digest
    assert again.topics() == model.topics()
    with pytest.raises(gplsa.InputError):
        gplsa.load(__file__)


@pytest.mark.parametrize(
    "asked, said",
    [
        (lambda model: model.topics(n_words=0), "n_words is a whole number, 1 or more, not 0"),
        (lambda model: model.topics(n_words=2.5), "n_words is a whole number, 1 or more, not 2.5"),
        (lambda model: model.topics(relevance=2), "relevance is a number from 0 to 1, not 2"),
        (lambda model: model.keywords("Ernte", limit="3"), "limit is a whole number"),
        (lambda model: model.keywords("Ernte", telling=float("nan")), "between 0 and 1"),
        (lambda model: model.search("Ernte", limit=0), "limit is a whole number, 1 or more"),
        (lambda model: model.concordance("Ernte", limit=-1), "limit is a whole number, 0 or more"),
        (lambda model: model.save(None), "to a file or its name, not to NoneType"),
        (lambda model: model.lexicon(min_pairs=True), "min_pairs is a whole number"),
    ],
)
def test_what_no_argument_can_be_is_refused(model, asked, said):
    with pytest.raises(gplsa.InputError, match=said):
        asked(model)


# In a notebook


def test_a_model_and_a_topic_as_html(model):
    again = gplsa.Model(**vars_of(model))
    again.name, again.topic_names = "<script>alert(1)</script>", {0: "<b>bold</b>"}
    topic = again.topics()[0]
    for shown in (again._repr_html_(), topic._repr_html_()):
        assert "<script" not in shown
        assert "<b>bold" not in shown
        # Nothing from elsewhere, and no colour of its own that a dark ground would swallow.
        assert not any(outside in shown for outside in ("http", "src=", "url(", "@import"))
        assert "color:#" not in shown.replace("background-color:#", "")
    whole = again._repr_html_()
    assert "&lt;script&gt;" in whole
    assert "3 topics of 45 documents" in whole
    assert all(word in whole for word in ("Hafen", "harbour"))
    assert whole.count("<tr>") == 1 + 3
    again.hidden_topics = {1}
    assert again._repr_html_().count("<tr>") == 1 + 2
    assert "&lt;b&gt;bold" in topic._repr_html_()
    assert all(word in topic._repr_html_() for word, _ in topic.words["en"])


def test_in_a_terminal(model):
    assert repr(model) == "<Model “letters”: 3 topics of 45 documents, de · en; validation: " + (
        f"{model.validation.verdict}>"
    )
    assert all(word in repr(model.topics()[0]) for word, _ in model.topics()[0].words["de"])


def vars_of(model):
    return {name: getattr(model, name) for name in type(model).__dataclass_fields__}


# How quick it is


def test_importing_loads_nothing_until_it_is_asked_for():
    code = (
        "import sys, gplsa; gplsa.read; gplsa.train; gplsa.InputError; "
        "heavy = {'numpy', 'scipy', 'numba', 'sklearn', 'cv2'}; print(heavy & set(sys.modules))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, check=True, capture_output=True, text=True
    )
    assert said.stdout.strip() == "set()"


def test_nothing_is_said_of_a_sound_corpus():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gplsa.corpus_of(texts(8))

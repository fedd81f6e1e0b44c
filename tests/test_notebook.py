"""What a notebook has of a model: tables, sides left out, what is asked in any form, old names."""

import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import gplsa
from tests.conftest import REPOSITORY
from tests.test_api import texts


@pytest.fixture(scope="module")
def model():
    corpus = gplsa.corpus_of(texts(), languages={"de": "de", "en": "en"}, name="letters")
    return gplsa.train(corpus, n_topics=3, max_iter=40)


@pytest.fixture(scope="module")
def with_vectors():
    """German, English and, for each text, a vector that tells its theme, with signs."""
    themes = np.eye(3)[np.arange(45) % 3] * 4 - 1
    frame = pd.DataFrame(texts(), index=[f"L{number}" for number in range(45)])
    corpus = gplsa.corpus_of(frame, sides=["en"], features={"image": themes})
    return gplsa.train(corpus, n_topics=3, max_iter=40, check=False)


def test_topics_as_a_frame(model):
    topics = model.topics(n_words=2)
    frame = topics.to_frame()
    assert list(frame.columns[:3]) == ["topic", "name", "share"]
    assert frame["topic"].tolist() == [1, 2, 3]
    assert frame["de"].tolist() == [topic.line("de") for topic in topics]
    assert topics[1:].to_frame()["name"].tolist() == [topic.name for topic in topics[1:]]
    assert topics[0].number == 1


def test_keywords_as_a_frame_with_the_labels_of_a_series(model):
    asked = pd.Series(["Die Ernte auf dem Acker", "Ein Schiff im Hafen"], index=["x", "y"])
    found = model.keywords(asked)
    frame = found.to_frame()
    assert frame.columns.tolist() == ["document", "rank", "word", "probability", "confidence"]
    by_document = frame.groupby("document", sort=False)["word"].agg(list)
    assert by_document.to_dict() == {"x": found[0].words, "y": found[1].words}
    assert frame["rank"].tolist()[:2] == [1, 2]
    assert model.keywords(list(asked)).to_frame()["document"].unique().tolist() == [0, 1]
    assert model.keywords([]).to_frame().empty


def test_what_ends_a_cell_is_a_table_or_a_line(model):
    found = model.keywords(["Die Ernte auf dem <b>Acker</b>", "Ein Schiff im Hafen"])
    asked = model.search("Schiff im <b>Hafen</b>", limit=2)
    for shown in (found, model.topics(), model.lexicon(min_pairs=3), asked):
        assert shown._repr_html_().count("<tr") == 1 + min(len(shown.to_frame()), 21)
    assert repr(found[0]) == f"<Summary: {', '.join(found[0].words)}; confidence 0." + (
        f"{100 * found[0].confidence:02.0f}>"
    )
    there = model.validation.directions["de", "en"]
    told = f"<Validation: {model.validation.verdict}; de to en: {there.partners} of "
    assert repr(model.validation).startswith(told) and len(repr(model.validation)) < 200


def test_lexicon_and_search_as_frames(model):
    lexicon = model.lexicon(min_pairs=3)
    frame = lexicon.to_frame()
    assert len(frame) == len(lexicon) > 5
    assert frame.loc[frame["source"] == "Ernte", "target"].item() == "harvest"
    found = model.search("Schiff", limit=2).to_frame()
    assert found.columns.tolist() == ["id", "score", "text", "words"]
    assert found["id"].isin(model.corpus.ids).all()
    assert found["text"].str.contains("ship").any()
    assert model.search("zzz").to_frame().empty


def test_a_frame_without_pandas_says_what_to_install():
    code = (
        "import sys; sys.modules['pandas'] = None\n"
        "from gplsa.frames import frame_of\n"
        "try:\n    frame_of([], ['a'])\nexcept ValueError as error:\n    print(error)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, check=True, capture_output=True, text=True
    )
    assert said.stdout == "A DataFrame needs pandas: pip install pandas.\n"


def test_sides_need_no_names_where_there_are_two(model):
    text = "Die Ernte auf dem Acker"
    assert model.keywords(text)[0].words == model.keywords(text, "de", "en")[0].words
    there = model.keywords("the harvest of the farmer", "en")[0].words
    assert there == model.keywords("the harvest of the farmer", target="de")[0].words
    assert there == model.keywords("the harvest of the farmer", "en", "de")[0].words
    assert model.search("Schiff") == model.search("Schiff", "de", "en")
    assert model.concordance("Ernte").target == "en"
    assert model.lexicon() == model.lexicon("de", "en")


def test_sides_need_names_where_there_are_more():
    sides = texts() | {"fr": texts()["en"]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        corpus = gplsa.corpus_of(sides, languages={"de": "de", "en": "en", "fr": "fr"})
    three = gplsa.train(corpus, n_topics=2, max_iter=5, check=False)
    with pytest.raises(gplsa.InputError, match="this model has 'de', 'en', 'fr'"):
        three.keywords("Ernte")
    assert three.keywords("Ernte", "de", "fr")


def test_vectors_are_asked_as_they_were_given(with_vectors):
    harvest, harbour = np.array([[3.0, -1.0, -1.0], [-1.0, 3.0, -1.0]])
    found = with_vectors.keywords(np.array([harvest, harbour]))
    assert [
        set(one.words[:3]) & {"harvest", "grain", "field", "farmer"} != set() for one in found
    ] == [
        True,
        False,
    ]
    for same in (
        harvest,
        list(harvest),
        [harvest],
        pd.DataFrame([harvest]).rename(columns=lambda c: f"image {c + 1}"),
    ):
        assert with_vectors.keywords(same)[0].words == found[0].words
    with pytest.raises(gplsa.InputError, match="None of these columns"):
        with_vectors.keywords(pd.DataFrame([harvest]))
    with pytest.raises(gplsa.InputError, match="a matrix of numbers"):
        with_vectors.keywords("a text")


def test_for_a_text_that_is_missing_nothing_is_found(model):
    column = pd.Series(["Die Ernte war gut", None, float("nan"), pd.NA, ""], index=[*"abcde"])
    for asked in (column, list(column), column.astype("string")):
        found = model.keywords(asked)
        assert [bool(one.keywords) for one in found] == [True, False, False, False, False]
        assert found[1] == found[2] == found[3] == found[4]
    assert {*model.keywords(column).to_frame()["document"]} == {"a"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (None, "Document 0 must be a text, not NoneType"),
        (["Ernte", 7.0], "Document 1 must be a text, not float"),
        ([("Ernte", "harvest")], "must be a text, not tuple"),
        ([b"x"], "must be a text, not bytes"),
        (pd.DataFrame({"de": ["Ernte"]}), "a list or one column, not as DataFrame"),
        ({"de": ["Ernte"]}, "a list or one column, not as dict"),
    ],
)
def test_what_is_no_document_is_told_in_one_sentence(model, asked, said):
    with pytest.raises(gplsa.InputError, match=said):
        model.keywords(asked)
    with pytest.raises(gplsa.InputError, match="One document is asked for"):
        model.search(asked)
    with pytest.raises(gplsa.InputError, match="One document is asked for"):
        model.concordance(asked)


def test_the_name_of_a_file_is_no_text(model, tmp_path, monkeypatch):
    (tmp_path / "letter.txt").write_text("Die Ernte war gut", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("letter.txt", str(tmp_path / "letter.txt")):
        with pytest.raises(gplsa.InputError, match="is the name of a file"):
            model.keywords([name])
    assert model.keywords(["Ernte im letter.txt"])[0].words


def test_documents_may_come_one_by_one(model):
    one_by_one = model.keywords(text for text in ["Ernte", "Hafen"])
    assert [one.words for one in one_by_one] == [
        one.words for one in model.keywords(["Ernte", "Hafen"])
    ]


def test_a_text_in_the_other_language_is_warned_of(model):
    english = "The weather was fine and nobody in the whole village wanted to stay at home"
    with pytest.warns(gplsa.InputWarning, match="1 of 2 documents looks like English"):
        model.keywords(["Ernte auf dem Acker", english])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("French", "Le conseil municipal a décidé hier de rénover l'école du village, dont le toit "
         "menace de s'effondrer."),
        ("Dutch", "De kapitein van het schip wachtte in de haven op de loods, en die was er niet."),
        ("Polish", "Kapitan statku wszedł do kościoła i słuchał organów. Rolnicy mówili o suszy."),
        ("Russian", "Капитан корабля вошёл в церковь. Крестьяне говорили о засухе."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("source", ["de", "en"])
def test_a_text_in_a_language_of_no_side_is_called_that(model, language, text, source):
    with pytest.warns(gplsa.InputWarning, match=f"1 of 1 documents looks like {language}"):
        model.keywords([text], source)


@pytest.mark.filterwarnings("error")
def test_strange_words_alone_are_no_other_language(model):
    strange = "Der Quastenflosser gilt als lebendes Fossil, und Taucher filmten ihn vor den Komoren"
    names = "Zeche Zollverein, Kokerei Hansa, Villa Hügel, Jahrhunderthalle Bochum, Gasometer"
    model.keywords([strange, names], "de")


def test_files_are_read_by_name(tmp_path):
    frame = pd.DataFrame(texts(6))
    frame.to_csv(tmp_path / "pairs.csv", index=False)
    (tmp_path / "bad.npz").write_bytes(b"PK nonsense")
    for sides in (None, ["de", "en"], ["bad", "en"]):
        with pytest.raises(gplsa.InputError, match=r"“bad.npz” is damaged"):
            gplsa.read(tmp_path / "pairs.csv", tmp_path / "bad.npz", sides=sides)
    with pytest.raises(gplsa.InputError, match=r"not DataFrame; .* gplsa\.corpus_of"):
        gplsa.read(frame)
    with pytest.raises(gplsa.InputError, match=r"read\(\*paths\)"):
        gplsa.read([tmp_path / "pairs.csv"])
    with pytest.raises(gplsa.InputError, match="not NoneType"):
        gplsa.read(None)
    for wrong in (frame, None):
        with pytest.raises(gplsa.InputError, match="A model is loaded from a file"):
            gplsa.load(wrong)
        with pytest.raises(gplsa.InputError, match="clean takes a corpus"):
            gplsa.clean(wrong)


def test_old_names_work_and_say_the_new_one(model):
    with pytest.warns(FutureWarning, match="topics= is called n_topics= now"):
        same = gplsa.train(model.corpus, topics=3, max_iter=40)
    assert same.digest == model.digest
    with pytest.warns(FutureWarning, match="seed= is called random_state= now"):
        assert gplsa.train(model.corpus, 3, seed=5, max_iter=3, check=False).settings.seed == 5
    with pytest.warns(FutureWarning, match="seed= is called random_state= now"):
        np.testing.assert_array_equal(model.clusters(3, seed=1), model.clusters(3, random_state=1))
    with pytest.raises(gplsa.InputError, match="n_topics is given twice"):
        gplsa.train(model.corpus, n_topics=3, topics=3)


def test_figures_are_those_of_plotly(model):
    import plotly.graph_objects as go

    figures = gplsa.figures
    assert isinstance(figures.topic_map(model), go.Figure)
    assert all(isinstance(one, go.Figure) for one in figures.topic_words(model, 0).values())

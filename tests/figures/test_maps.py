"""The tree of the topics and the map of the documents."""

from dataclasses import replace

import numpy as np
import pytest

from gplsa import shaping
from gplsa.figures import maps
from gplsa.model.public import Model
from gplsa.training.train import train
from tests.planted import THEMES, plain_settings, planted_corpus
from tests.test_examples import failures


@pytest.fixture(scope="module")
def model() -> Model:
    return train(planted_corpus(100), plain_settings(n_topics=THEMES, check=False))


@pytest.mark.parametrize("name", [name for name in shaping.__all__ if name != "Edit"])
def test_example_of_an_edit(name):
    assert failures(getattr(shaping, name), name) == ""


def test_documents_of_a_theme_stand_together(model):
    radii = np.full(model.n_topics, 30.0)
    places = maps._placed(model.mixtures, maps.Named(model, range(model.n_topics), radii).circles)
    theme = np.arange(100) % THEMES
    far = np.linalg.norm(places[:, None] - places, axis=2)
    np.fill_diagonal(far, np.inf)
    nearest = np.argsort(far, axis=1)[:, :5]
    assert (theme[nearest] == theme[:, None]).mean() > 0.8


def test_every_document_is_one_point_in_its_colour(model):
    rows = np.arange(10, 60)
    for field in ("", "theme"):
        figure = maps.document_map(model, rows, field=field)
        points = [trace for trace in figure.data if trace.mode == "markers"]
        shown = np.concatenate([np.ravel(trace.customdata) for trace in points])
        assert sorted(shown) == rows.tolist()
        assert figure.layout.title.text
        assert all(trace.type == "scatter" for trace in points)
    largest = model.mixtures.argmax(axis=1)
    by_topic = maps.document_map(model)
    for trace in by_topic.data:
        if trace.mode == "markers":
            assert len(set(largest[np.ravel(trace.customdata)])) == 1


def test_many_documents_are_drawn_by_webgl(model, monkeypatch):
    monkeypatch.setattr(maps, "MOST_WITHOUT_GL", 99)
    points = [t for t in maps.document_map(model).data if t.mode == "markers"]
    assert points and all(trace.type == "scattergl" for trace in points)


def test_numbers_and_times_are_coloured_in_their_order_and_gaps_are_gray(model):
    years = [str(1800 + row) if row % 10 else "" for row in range(100)]
    dated = replace(model, corpus=replace(model.corpus, fields={"year": years}))
    figure = maps.document_map(dated, field="year")
    points = {trace.name: trace for trace in figure.data if trace.mode == "markers"}
    assert points["none"].marker.color == maps.OTHERS
    assert len(points["none"].customdata) == 10


def test_words_of_strangers_are_escaped(model):
    evil = replace(model, topic_names={z: f"<b>{z}</b>" for z in range(THEMES)})
    for figure in (maps.topic_tree_figure(evil), maps.document_map(evil)):
        assert "<b>" not in figure.to_json()


def test_one_topic_has_a_tree_without_junctions():
    single = train(planted_corpus(40), plain_settings(n_topics=1, check=False))
    figure = maps.topic_tree_figure(single)
    assert len(figure.layout.yaxis.ticktext) == 1

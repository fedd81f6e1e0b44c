"""The tree of the topics and the map of the documents."""

from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from gplsa import figures, shaping
from gplsa.figures import maps, placing
from gplsa.model.public import Model
from gplsa.model.topics.hierarchy import together, topic_tree
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


def test_points_are_brighter_on_dark_ground(model):
    light, dark = (
        {point.marker.color for point in figures.document_map(model, dark=at_night).data[:THEMES]}
        for at_night in (False, True)
    )
    assert dark == {*map(maps.brighter, light)} and not light & dark
    assert maps.brighter("#0072b2") == "#55a1cb"


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
    for figure in (figures.topic_tree_figure(evil), maps.document_map(evil)):
        assert "<b>" not in figure.to_json()


def test_a_point_says_how_its_document_begins(model):
    titles = ["a <i>b</i>\n" + "word " * 30, *model.corpus.ids[1:]]
    told = replace(model, corpus=replace(model.corpus, titles=titles))
    said = {}
    for trace in maps.document_map(told).data:
        if trace.mode == "markers":
            said |= zip(trace.customdata, trace.hovertext, strict=True)
    name, title = said[0].split("<br>")
    assert name == model.corpus.ids[0] and title.startswith("a &lt;i&gt;b&lt;/i&gt; word")
    assert len(unescape(title)) <= 60
    assert said[1] == model.corpus.ids[1]  # said once


def test_one_topic_has_a_tree_without_junctions():
    single = train(planted_corpus(40), plain_settings(n_topics=1, check=False))
    figure = figures.topic_tree_figure(single)
    assert len(figure.layout.yaxis.ticktext) == 1


def test_a_click_on_a_name_in_the_tree_is_one_on_its_topic(model):
    """Plotly finds points, and no names: some that nobody sees stand all along each."""
    _, topics, _, along = figures.topic_tree_figure(model).data
    left, _ = figures.topic_tree_figure(model).layout.xaxis.range
    assert topics.mode == "markers+text" and len(topics.text) == len(topics.x)
    of = {tuple(z) for z in topics.customdata}
    for z in of:
        own = [x for x, one in zip(along.x, along.customdata, strict=True) if tuple(one) == z]
        assert min(own) == left and max(own) < topics.x[0]
    assert not along.marker.opacity


def test_a_finger_meets_one_junction_alone(model):
    """On a telephone each stands by how many lie below it, and a row at least from the others."""
    wide, narrow = (figures.topic_tree_figure(model, narrow=narrow) for narrow in (False, True))
    joints = {
        name: np.column_stack([figure.data[2].x, figure.data[2].y])
        for name, figure in (("wide", wide), ("narrow", narrow))
    }
    np.testing.assert_array_equal(joints["wide"][:, 1], joints["narrow"][:, 1])
    levels = joints["narrow"][:, 0]
    assert sorted({*levels.tolist()}) == [*range(1, int(levels.max()) + 1)]
    for level in {*levels.tolist()}:
        rows = np.sort(joints["narrow"][levels == level, 1])
        assert (np.diff(rows) >= 1).all()
    assert narrow.data[1].customdata == wide.data[1].customdata
    # A name stands within the figure: a tap on it is one on its topic.
    assert narrow.layout.yaxis.ticklabelposition == "inside"
    assert narrow.layout.hoverdistance >= 100


def test_what_belongs_together_lies_on_a_ground_of_its_own(model):
    tree = topic_tree(model.topic_word.values())
    assert together(tree) == []  # they share no words
    tree = [replace(one, apart=one.apart / 2) for one in tree]
    groups = [tree[number] for number in together(tree)]
    figure = figures.topic_tree_figure(model, tree)
    rows = dict(zip(tree[-1].topics, figure.data[1].y, strict=True))
    assert len(figure.layout.shapes) == len(groups) == 1
    for ground, group in zip(figure.layout.shapes, groups, strict=True):
        on_it = {z for z, row in rows.items() if ground.y0 <= row <= ground.y1}
        assert on_it == {*group.topics}
        assert ground.x1 == 100 * group.apart


def test_names_on_a_map_can_be_clicked(model):
    """They bear what their circles do; on the map of documents a number beyond all of these."""
    drawn = maps.document_map(model, narrow=True)
    assert drawn.layout.dragmode != "lasso"  # in which Streamlit takes no click
    names = drawn.data[-1]
    assert names.hoverinfo != "skip"
    topics = [number - model.n_documents for (number,) in names.customdata]
    assert placing.names_read(model, topics)[0] == [*names.text]
    circles, names = figures.topic_map(model).data
    assert {*map(tuple, names.customdata)} <= {*map(tuple, circles.customdata)}


def test_a_pixel_of_a_map_is_one_and_a_map_below_its_tab_begins_at_once(model):
    for drawn in (figures.topic_map, maps.document_map):
        for narrow in (False, True):
            titled, bare = (drawn(model, narrow=narrow, titled=titled) for titled in (True, False))
            assert titled.layout.title.text and not bare.layout.title.text
            buttons = drawn is maps.document_map and not narrow
            top = maps.BUTTONS if buttons else placing.BELOW
            assert bare.layout.margin.t == top < titled.layout.margin.t
            for axis in (bare.layout.xaxis, bare.layout.yaxis):
                assert axis.automargin is False  # labels that nobody sees took 34 pixels


def test_a_legend_has_room_of_its_own_and_names_what_has_a_colour(model):
    """Plotly takes it from the map otherwise, where names and points were pressed together."""
    several = ["; ".join(f"heading {n % k}" for k in (3, 13, 17)) for n in range(100)]
    fields = {"year": [str(1990 + n % 8) for n in range(100)], "headings": several}
    fielded = replace(model, corpus=replace(model.corpus, fields=fields))
    for narrow in (False, True):
        bare = maps.document_map(fielded, narrow=narrow).layout
        for field in fields:
            figure = maps.document_map(fielded, field=field, narrow=narrow)
            room = figure.layout.height - bare.height
            assert room == figure.layout.margin.b - bare.margin.b > 0
            assert figure.layout.legend.yref == "container"
            shown = [one for one in figure.data if one.showlegend]
            assert 0 < len(shown) <= maps.MOST_NAMED
            assert maps.OTHERS not in {one.marker.color for one in shown}
    # The ends of the scale are seen on the ground that they stand on.
    light, dark = (
        maps.document_map(fielded, field="year", dark=dark).data for dark in (False, True)
    )
    assert light[0].marker.color != dark[0].marker.color


def test_circles_of_a_telephone_are_as_large_as_a_finger_needs(model):
    few = np.r_[1.0, np.full(model.n_topics - 1, 1e-6)]
    narrow = figures.topic_map(model, narrow=True, share=few).data[0]
    assert min(narrow.marker.size) >= 2 * placing.FINGER


def test_names_on_a_map_are_large_where_they_find_their_places(model):
    named = placing.Named(model, [*range(model.n_topics)], np.full(model.n_topics, 9.0))
    assert named.size == figures.topic_map(model).data[1].textfont.size == 13
    many = placing.Named(model, [0] * 150, np.full(150, 9.0))
    assert many.size < 13

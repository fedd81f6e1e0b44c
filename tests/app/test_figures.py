"""Figures: what is drawn, and that words in labels are text."""

from dataclasses import replace

import numpy as np
import pytest

from gplsa.figures import placing
from gplsa.figures import topics as figures
from gplsa.html.topics import topic_color


def test_the_map_holds_every_topic_with_its_name_its_colour_and_its_size(trained):
    figure = figures.topic_map(trained, [2, 0, 1])
    points, *names = figure.data
    assert [row[0] for row in points.customdata] == [2, 0, 1]
    assert [*points.marker.color] == [topic_color(topic) for topic in (2, 0, 1)]
    share = trained.topic_share()[[2, 0, 1]]
    # Areas are as the shares.
    np.testing.assert_allclose(
        np.square(points.marker.size), share / share.max() * figures.LARGEST_CIRCLE**2, rtol=1e-9
    )
    assert sorted(text for trace in names for text in trace.text) == sorted(
        trained.short_label(topic) for topic in (2, 0, 1)
    )


def test_topics_of_the_same_documents_lie_together(trained):
    near = replace(trained, doc_topic={"de": np.array([[0.5, 0.5, 0], [0, 0, 1.0]] * 4)})
    near.topic_word = {"de": np.full((3, 5), 0.2)}
    places = placing.topic_places(near)
    # The second coordinate is the root of an eigenvalue of 0: rounding, which differs by machine.
    assert np.abs(places[0] - places[1]).max() < 1e-7
    assert np.abs(places[0] - places[2]).max() > 0.1


def overlap(middles, labels):
    """The area that labels have in common."""
    size = np.array([[placing.WIDE[0] * len(label), placing.WIDE[1]] for label in labels])
    both = (size[:, None] + size) / 2 - np.abs(middles[:, None] - middles)
    return float(np.triu(np.prod(np.maximum(both, 0), axis=2), 1).sum())


def test_labels_take_the_side_where_they_cover_nothing():
    points = np.array([[0.5, 0.5], [0.52, 0.5], [0.5, 0.52], [0.9, 0.9]])
    labels = ["x" * 15] * 4
    middles = placing.label_places(points, np.array([1, 3, 2, 0.5]), labels, *placing.WIDE)
    assert overlap(middles, labels) == 0
    # The heaviest has its name below, as another one's circle is above it.
    assert middles[1, 1] < 0.5
    alone = placing.label_places(points[1:2], np.ones(1), labels[:1], *placing.WIDE)
    assert alone[0] == pytest.approx([0.52, 0.5 + placing.LARGEST_RADIUS + placing.WIDE[1] / 2])


def test_a_label_without_room_is_placed_all_the_same():
    points = np.full((8, 2), 0.5)
    labels = ["x" * 30] * 8
    middles = placing.label_places(points, np.ones(8), labels, *placing.NARROW)
    assert np.isfinite(middles).all()
    assert 0 < placing.legible(middles, np.ones(8), labels, *placing.NARROW).sum() < 8


def test_on_a_telephone_no_name_lies_on_another_or_beyond_the_edge():
    points = np.array([[0.5, 0.5], [0.5, 0.52], [0.02, 0.1], [0.7, 0.9]] + [[0.5, 0.5]] * 5)
    weights = np.array([2, 1, 3, 1, 1, 1, 1, 1, 1])
    shown = placing.legible(points, weights, ["x" * 15] * 9, *placing.NARROW)
    assert np.flatnonzero(shown).tolist() == [0, 3]
    shown = placing.legible(points[:4], weights[:4], ["x" * 15] * 4, *placing.NARROW)
    assert np.flatnonzero(shown).tolist() == [0, 2, 3]


def test_spreading_keeps_the_order():
    places = np.array([[0.0, 1.0], [0.001, 0.5], [10.0, 0.0]])
    spread = placing.spread(places)
    assert spread[:, 0] == pytest.approx([0, 0.25, 1], abs=1e-3)
    assert spread[:, 1] == pytest.approx([1, 0.5, 0])


def test_words_in_labels_are_escaped(trained):
    forms = ["<b>x</b>"] * len(trained.vocabularies["de"].forms)
    hostile = replace(
        trained,
        vocabularies=trained.vocabularies
        | {"de": replace(trained.vocabularies["de"], forms=forms)},
    )
    bars = figures.topic_words(hostile, 0)
    assert list(bars) == ["de", "en"]
    assert bars["de"].layout.xaxis.range == bars["en"].layout.xaxis.range
    drawn = bars["de"].to_json()
    assert "<b>x" not in drawn
    assert "&lt;b&gt;x" in drawn or "\\u0026lt;b\\u0026gt;x" in drawn

"""Figures: what is drawn, and that words in labels are text."""

from dataclasses import replace

import numpy as np
import pytest

from gplsa.figures import topics as figures


def test_the_map_holds_every_topic_with_its_share(trained):
    figure = figures.topic_map(trained, [2, 0, 1])
    points, *names = figure.data
    assert [row[0] for row in points.customdata] == [2, 0, 1]
    np.testing.assert_allclose(
        points.marker.size, np.round(100 * trained.topic_share()[[2, 0, 1]], 1), rtol=1e-12
    )
    assert sorted(text for trace in names for text in trace.text) == sorted(
        trained.short_label(topic) for topic in (2, 0, 1)
    )


def test_the_colour_of_the_map_tells_whole_documents_from_what_runs_through_many(trained):
    mixed = replace(trained, doc_topic={"de": np.array([[1.0, 0, 0], [0, 0.5, 0.5], [0, 0, 1.0]])})
    mixed.topic_word = {"de": np.full((3, 5), 0.2)}
    np.testing.assert_allclose(figures.topic_focus(mixed), [1, 0.5, 1.25 / 1.5], rtol=1e-12)


def test_names_that_fit_a_telephone_come_first():
    places, weights = np.array([[0.4, 0.5], [0.6, 0.5]]), np.array([1.0, 0.9])
    names = ["x" * 12, "x" * 12]
    narrow = figures.room_for_labels(
        places, weights, names, figures.NARROW_LETTER, figures.NARROW_HEIGHT
    )
    assert narrow == [True, False]
    assert figures.room_for_labels(places, weights, names, before=narrow) == [True, True]


def test_topics_of_the_same_documents_lie_together(trained):
    near = replace(trained, doc_topic={"de": np.array([[0.5, 0.5, 0], [0, 0, 1.0]] * 4)})
    near.topic_word = {"de": np.full((3, 5), 0.2)}
    places = figures.topic_places(near)
    # The second coordinate is the root of an eigenvalue of 0: rounding, which differs by machine.
    assert np.abs(places[0] - places[1]).max() < 1e-7
    assert np.abs(places[0] - places[2]).max() > 0.1


def test_labels_do_not_cover_each_other():
    places = np.array([[0.5, 0.5], [0.51, 0.51], [0.9, 0.9]])
    weights = np.array([1.0, 2.0, 0.5])
    assert figures.room_for_labels(places, weights, ["x" * 20] * 3) == [False, True, True]
    # A long label needs more room than a short one; one above a larger circle stands higher.
    beside = np.array([[0.5, 0.5], [0.6, 0.5]])
    assert figures.room_for_labels(beside, np.ones(2), ["x" * 20, "x" * 20]) == [True, False]
    assert figures.room_for_labels(beside, np.ones(2), ["x" * 10, "x" * 10]) == [True, True]
    assert figures.room_for_labels(beside, np.array([1, 0.01]), ["x" * 20] * 2) == [True, True]


def test_spreading_keeps_the_order():
    places = np.array([[0.0, 1.0], [0.001, 0.5], [10.0, 0.0]])
    spread = figures.spread(places)
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

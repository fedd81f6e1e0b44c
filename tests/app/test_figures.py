"""Figures: what is drawn, and that words in labels are text."""

from dataclasses import replace

import numpy as np

from gplsa.figures import placing
from gplsa.figures import topics as figures
from gplsa.html.topics import topic_color
from gplsa.model.settings import TrainSettings
from gplsa.shaping import Merge
from gplsa.training.train import train
from tests.photos import photo_corpus


def test_the_map_holds_every_topic_with_its_name_its_colour_and_its_size(trained):
    figure = figures.topic_map(trained, [2, 0, 1])
    points, *names = figure.data
    assert [row[0] for row in points.customdata] == [2, 0, 1]
    assert [*points.marker.color] == [topic_color(topic) for topic in (2, 0, 1)]
    merged = trained.edited(Merge((0, 1)))
    assert figures.topic_map(merged, [1]).data[0].marker.color[0] == topic_color(2)
    share = trained.topic_share()[[2, 0, 1]]
    # Areas are as the shares.
    np.testing.assert_allclose(
        np.square(points.marker.size), share / share.max() * figures.LARGEST_CIRCLE**2, rtol=1e-9
    )
    sides = (trained.short_label(topic).split(" · ") for topic in (2, 0, 1))
    assert sorted(text for trace in names for text in trace.text) == sorted(
        f"<b>{english}</b><br>{german}" for english, german in sides
    )


def test_what_both_sides_call_alike_stands_once_and_no_word_is_cut_on_a_telephone(trained):
    named = replace(trained, topic_names={0: "Kosovo · KOSOVO", 1: "Recht · right of asylum"})
    placed = placing.Named(named, [0, 1], np.full(2, 9.0))
    assert placed.lines == [["Kosovo"], ["Recht", "right of asylum"]]
    named.topic_names[1] = "Recht · intergovernmental conference"
    assert placing.Named(named, [1], np.full(1, 9.0), narrow=True).lines == [
        ["intergovernmental", "conference"]
    ]


def test_no_point_lies_on_a_name(trained):
    named = placing.Named(trained, [0, 1, 2], np.full(3, 10.0))
    weights = np.array([3.0, 2, 1])
    points = np.random.default_rng(0).uniform([0, 0], named.room, (3000, 2))
    points = np.vstack([points, named.labels])

    def on_names(places):
        away = np.abs(places[:, None] - named.labels) < named.written / 2
        return away.all(axis=2).any(axis=1)

    moved = named.beside(points, weights)
    assert on_names(points).sum() > 3 and not on_names(moved).any()
    far = ~on_names(points) & (np.abs(moved - points).max(axis=1) > placing.EDGE)
    assert not far.any()


def test_each_topic_of_photos_bears_the_one_it_takes_most_of():
    model = train(photo_corpus(40), TrainSettings(n_topics=4, max_iter=20, check=False))
    figure = figures.topic_map(model)
    pictures = figure.layout.images
    assert len(pictures) == 4
    assert {(p.x, p.y) for p in pictures} == {*zip(figure.data[0].x, figure.data[0].y, strict=True)}
    for picture, across in zip(pictures, figure.data[0].marker.size, strict=True):
        assert picture.source.startswith("data:image/jpeg;base64,") and picture.sizex < across
    assert not figures.topic_map(replace(model, has_texts=False)).layout.images


def test_topics_of_the_same_words_lie_together(trained):
    near = replace(trained, doc_topic={"de": np.full((8, 3), 1 / 3)})
    near.topic_word = {"de": np.array([[0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]])}
    places = placing.topic_places(near)
    # The second coordinate is the root of an eigenvalue of 0: rounding, which differs by machine.
    assert np.abs(places[0] - places[1])[0] < 1e-7
    assert np.abs(places[0] - places[2])[0] > 0.9


def test_a_topic_of_words_of_its_own_leaves_the_others_the_plane(trained):
    words = np.zeros((25, 10))
    words[:24, :9] = 0.5 / 9 + 0.5 * np.random.default_rng(0).dirichlet(np.ones(9), 24)
    words[24, 9] = 1
    far = replace(trained, doc_topic={"de": np.full((8, 25), 1 / 25)})
    far.topic_word = {"de": words}
    low, high = np.quantile(placing.topic_places(far)[:24], [0.1, 0.9], axis=0)
    assert (high - low > 0.5).all()


def overlap(middles, sizes):
    """The area that boxes have in common."""
    both = (sizes[:, None] + sizes) / 2 - np.abs(middles[:, None] - middles)
    return float(np.triu(np.prod(np.maximum(both, 0), axis=2), 1).sum())


def test_boxes_push_each_other_away_and_stay_within_the_room():
    rng = np.random.default_rng(0)
    room = np.array([900.0, 600.0])
    sizes = rng.uniform([40, 30], [120, 80], (40, 2))
    crowd = rng.uniform([0, 0], room, (40, 2))
    for middles, most in ((crowd, 1e-6), (crowd / 3 + 200, 0.05), (np.full((40, 2), 300.0), 0.05)):
        before = overlap(middles, sizes)
        assert before > 0
        places = placing.apart(middles, sizes, room)
        assert overlap(places, sizes) < most * before
        assert (places >= sizes / 2).all() and (places <= room - sizes / 2).all()
    alone = np.array([[100.0, 100], [500, 300]])
    assert placing.apart(alone, sizes[:2], room).tolist() == alone.tolist()


def test_what_is_too_much_for_the_room_is_placed_all_the_same():
    places = placing.apart(np.zeros((300, 2)), np.full((300, 2), 90.0), np.array([900.0, 600]))
    assert np.isfinite(places).all()


def test_every_name_stands_below_its_own_circle(trained):
    named = placing.Named(trained, [2, 0, 1], np.array([9.0, 14, 20]))
    assert named.labels[:, 0].tolist() == named.circles[:, 0].tolist()
    below = (named.circles - named.labels)[:, 1]
    np.testing.assert_allclose(below, named.radii + named.written[:, 1] / 2)
    assert named.shown(np.array([1, 2, 3])).tolist() == [0, 1, 2]


def test_no_name_lies_on_another_or_beyond_the_edge(trained):
    named = placing.Named(trained, [0, 1, 2], np.full(3, 10.0))
    named.written = np.full((3, 2), [60.0, 28])
    named.labels = np.array([[460.0, 100], [500, 110], [20, 200]])
    assert named.shown(np.array([2, 1, 3])).tolist() == [0]
    assert named.shown(np.array([1, 2, 3])).tolist() == [1]
    named.labels[2] = [40, 200]
    assert named.shown(np.array([2, 1, 3])).tolist() == [0, 2]


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

"""Kinds, groups, shares and marks: what is planted is found, and nothing where nothing is."""

import time
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from gplsa.corpus.fields.chance import differences
from gplsa.corpus.fields.grouping import Groups, grouped, selected
from gplsa.corpus.fields.kinds import CATEGORY, NUMBER, TIME, kind_of, kinds_of
from gplsa.corpus.fields.several import enumerated, values_of
from gplsa.corpus.fields.shares import shares_by_group
from gplsa.errors import InputError
from gplsa.figures.columns import places_of
from tests.patience import SLOWNESS


def mixtures(n: int, n_topics: int, rng: np.random.Generator) -> np.ndarray:
    """Sparse ones, as those of documents are."""
    return rng.dirichlet(np.full(n_topics, 0.2), size=n)


def test_kinds():
    fields = {
        "day": ["2000-01-17", "17.2.2000", ""],
        "year": ["1841", "1842", "1841"],
        "place": ["Köln", "Wien", "Köln", "Wien"],
        "note": ["the rain", "the sun", "the corn"],
        "same": ["a", "a", "a"],
        "size": [f"{n},5" for n in range(40)],
        "few": ["1", "2", "3"] * 9,
        "empty": ["", "", ""],
    }
    assert kinds_of(fields) == {
        "day": TIME, "year": TIME, "place": CATEGORY, "size": NUMBER, "few": CATEGORY,
    }  # fmt: skip


def test_times_by_their_units_with_gaps():
    days = ["1999-12-30", "", "2000-02-01", "2000-02-28", "2002"]
    assert grouped(days, TIME, "month").labels == ["1999-12", "2000-01", "2000-02"]
    assert grouped(days, TIME, "month").of.tolist() == [0, -1, 2, 2, -1]
    years = grouped(days, TIME, "year")
    assert years.labels == ["1999", "2000", "2001", "2002"]
    assert years.sizes.tolist() == [1, 2, 0, 1]
    assert grouped(days, TIME, "decade").labels == ["1990s", "2000s"]
    assert grouped(days, TIME).labels == years.labels
    assert grouped(["2000-01-17", "2000-01-19"], TIME).labels == [
        "2000-01-17", "2000-01-18", "2000-01-19",
    ]  # fmt: skip
    assert grouped([str(year) for year in range(1700, 1800)], TIME).labels[0] == "1700s"
    with pytest.raises(InputError, match="choose a longer unit"):
        grouped([f"{1200 + 2 * n}" for n in range(500)], TIME, "year")
    with pytest.raises(InputError, match="no unit of time"):
        grouped(days, TIME, "week")


def test_years_of_few_documents_are_decades():
    letters = [f"{1870 + n // 2}-05-01" for n in range(60)]
    assert grouped(letters, TIME).labels == ["1870s", "1880s", "1890s"]
    assert grouped(letters * 3, TIME).labels[:2] == ["1870", "1871"]


def test_the_largest_share_is_that_of_a_group_too_small_for_a_band_only_where_all_are():
    groups = Groups(["1870", "1871"], np.array([0, *[1] * 9]))
    doc_topic = np.array([[0.9, 0.1], *[[0.2, 0.8]] * 9])
    shares = shares_by_group(doc_topic, groups)
    assert shares.largest([0]) == pytest.approx(0.2)
    assert shares.largest([1]) == pytest.approx(0.8)
    few = Groups(["1870", "1871"], np.array([0, *[1] * 4]))
    assert shares_by_group(doc_topic[:5], few).largest([0]) == pytest.approx(0.9)


def test_one_scale_for_topics_unless_it_flattens_most_of_them():
    groups = Groups(["1870", "1871"], np.repeat([0, 1], 10))
    shares = shares_by_group(np.array([[0.9, 0.02, 0.05, 0.03]])[groups.of * 0], groups)
    assert shares.of_one_scale([1, 2, 3]) and not shares.of_one_scale([0, 1, 2, 3])


def test_categories_by_size_and_numbers_in_equal_parts():
    places = grouped(["Wien", "Köln ", "Köln", ""], CATEGORY)
    assert (places.labels, places.of.tolist()) == (["Köln", "Wien"], [1, 0, 0, -1])
    many = grouped([str(n) for n in range(100)] * 2, CATEGORY)
    assert (len(many.labels), many.left_out) == (40, 120)
    sizes = grouped([*map(str, range(100)), "x"], NUMBER)
    assert sizes.sizes.tolist() == [20] * 5 or max(sizes.sizes) - min(sizes.sizes) <= 1
    assert sizes.of[-1] == -1


@pytest.mark.parametrize(
    ("kind", "wanted", "rows"),
    [
        (TIME, "1841", [0, 1]), (TIME, "1841..1842", [0, 1, 2]), (TIME, "1842..", [2, 3]),
        (TIME, "..1841", [0, 1]), (TIME, "1841-04..1843-02", [1, 2, 3]), (TIME, "May 1841", [1]),
        (CATEGORY, "1842", [2]), (NUMBER, "1841.5..1842", [2]), (NUMBER, "..1842", [2]),
    ],
)  # fmt: skip
def test_selected(kind, wanted, rows):
    values = ["1841-03-01", "1841-05-02", "1842", "1843", "nobody knows"]
    if kind == NUMBER:
        values = ["1900", "x", "1842", "1843", ""]
    assert np.flatnonzero(selected(values, kind, wanted)).tolist() == rows


def test_what_is_no_range_is_said():
    with pytest.raises(InputError, match="no span of time"):
        selected(["1841"], TIME, "early..1850")
    with pytest.raises(InputError, match="no range of numbers"):
        selected(["1"], NUMBER, "a..7")


def test_shares_are_means_and_bands_hold_the_truth():
    rng = np.random.default_rng(0)
    held = 0
    for seed in range(60):
        doc_topic = mixtures(200, 5, rng)
        groups = Groups(["a", "b", "none", "few"], np.repeat([0, 1, 3], [150, 47, 3]))
        found = shares_by_group(doc_topic, groups, seed=seed)
        np.testing.assert_allclose(found.mean[0], doc_topic[:150].mean(axis=0))
        held += int(found.low[0, 0] <= 0.2 <= found.high[0, 0])
    assert found.sizes.tolist() == [150, 47, 0, 3]
    assert np.isnan(found.mean[2]).all() and np.isnan(found.low[3]).all()
    assert np.isfinite(found.mean[3]).all()
    assert 51 <= held <= 60  # 95 % of 60 are 57


def test_bands_of_large_groups_are_drawn_in_pieces_and_as_wide():
    rng = np.random.default_rng(1)
    doc_topic = mixtures(10_000, 3, rng)
    found = shares_by_group(doc_topic, Groups(["all"], np.zeros(10_000, dtype=np.int64)))
    width = (found.high - found.low)[0]
    expected = 2 * 1.96 * doc_topic.std(axis=0) / 100
    np.testing.assert_allclose(width, expected, rtol=0.2)


def test_one_of_twenty_without_an_effect_has_a_mark():
    """By year and by a category of unequal sizes: of 40 some 2."""
    alarms = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        doc_topic = mixtures(400, 30, rng)
        years = grouped([str(1841 + year) for year in rng.integers(10, size=400)], TIME)
        kinds = grouped([*rng.choice([*"aaaaaabbbc"], size=400)], CATEGORY)
        alarms += sum(bool(differences(doc_topic, of).marked.any()) for of in (years, kinds))
    assert alarms <= 5


def test_what_is_planted_is_marked_and_nothing_else():
    rng = np.random.default_rng(3)
    year = rng.integers(10, size=600)
    kind = rng.choice([*"abcd"], size=600)
    doc_topic = mixtures(600, 20, rng)
    for topic, where in ((4, (year == 6) | (year == 7)), (9, kind == "c")):
        doc_topic[where] *= 0.75
        doc_topic[where, topic] += 0.25
    years = differences(doc_topic, grouped([str(1840 + y) for y in year], TIME)).marked
    assert {*zip(*np.nonzero(years > 0), strict=True)} == {(6, 4), (7, 4)}
    groups = grouped([*kind], CATEGORY)
    kinds = differences(doc_topic, groups).marked
    assert {*zip(*np.nonzero(kinds > 0), strict=True)} == {(groups.labels.index("c"), 9)}


def test_small_groups_do_not_hide_what_large_ones_differ_in():
    """Most documents say nothing of a topic, a few nearly all: of five one such is a deviation."""
    rng = np.random.default_rng(2)
    doc_topic = rng.dirichlet(np.full(40, 0.03), size=600)
    of = np.concatenate([np.repeat([0, 1], 260), np.repeat(np.arange(2, 18), 5)])
    doc_topic[:40] *= 0.2
    doc_topic[:40, 7] += 0.8
    found = differences(doc_topic, Groups([*map(str, range(18))], of))
    assert {*zip(*np.nonzero(found.marked > 0), strict=True)} == {(0, 7)}


def test_a_group_without_a_rare_topic_takes_no_more_of_it():
    """Of one document in 2,000, and of groups of five."""
    doc_topic = np.zeros((2_000, 2))
    doc_topic[:, 0], doc_topic[7] = 1.0, (0.0, 1.0)
    found = differences(doc_topic, Groups([*map(str, range(400))], np.repeat(np.arange(400), 5)))
    assert found.u[1, 1] > 0 and (np.delete(found.u[:, 1], 1) < 1).all() and found.p[1, 1] == 1


@pytest.mark.parametrize("deals", [1_999, 199])
def test_probabilities_are_what_they_say(monkeypatch, deals):
    """Of 60 corpora without an effect the least p is below .2 in 12, give or take 3."""
    monkeypatch.setattr("gplsa.corpus.fields.chance._WORK", deals * 60 * 6)
    rng = np.random.default_rng(7)
    least = []
    for seed in range(60):
        of = rng.integers(4, size=60)
        least.append(differences(mixtures(60, 6, rng), Groups([*"abcd"], of), seed=seed).p.min())
    assert 4 <= np.sum(np.array(least) <= 0.2) <= 21


def test_what_is_planted_is_marked_with_few_deals_too(monkeypatch):
    monkeypatch.setattr("gplsa.corpus.fields.chance._WORK", 0.0)
    rng = np.random.default_rng(5)
    doc_topic, of = mixtures(600, 20, rng), rng.integers(4, size=600)
    doc_topic[of == 2, 3] += 0.25
    doc_topic /= doc_topic.sum(axis=1, keepdims=True)
    found = differences(doc_topic, Groups([*"abcd"], of)).marked
    assert {*zip(*np.nonzero(found > 0), strict=True)} == {(2, 3)}


def test_groups_too_small_to_judge_and_a_single_one():
    doc_topic = mixtures(20, 3, np.random.default_rng(0))
    found = differences(doc_topic, Groups(["a", "b", "c"], np.repeat([0, 1, 2], [4, 10, 6])))
    assert np.isnan(found.u[0]).all() and not found.marked[0].any()
    alone = differences(doc_topic, Groups(["a"], np.zeros(20, dtype=np.int64)))
    assert not alone.marked.any()
    nobody = differences(doc_topic, Groups([], np.full(20, -1)))
    assert nobody.u.shape == (0, 3)


def test_30_000_documents_by_year_in_two_seconds():
    rng = np.random.default_rng(0)
    doc_topic = mixtures(30_000, 50, rng)
    values = [f"{1800 + n % 60}-05-{1 + n % 28:02d}" for n in range(30_000)]
    start = time.thread_time()
    shares_by_group(doc_topic, grouped(values, kind_of(values), "year"))
    assert time.thread_time() - start < 2 * SLOWNESS


def test_categories_with_numbers_are_counted_up_and_others_by_size():
    boxes = ["Box 10", "Box 9", "Box 10", "Box 10", "Box 9b", ""]
    found = grouped(boxes, CATEGORY)
    assert found.labels == ["Box 9", "Box 9b", "Box 10"]
    assert found.of.tolist() == [2, 0, 2, 2, 1, -1]
    assert grouped(["ep-00-02-01", "ep-00-01-18"], CATEGORY).labels[0] == "ep-00-01-18"
    assert grouped([*boxes, "Mappe"], CATEGORY).labels[0] == "Box 10"


def test_few_different_numbers_are_a_group_each():
    groups = grouped(["3", "10", "", "3", "0,5"], NUMBER)
    assert (groups.labels, groups.of.tolist()) == (["0.5", "3", "10"], [1, 2, -1, 1, 0])


def test_no_number_stands_in_the_names_of_two_groups():
    chapters = [
        str(n) for n in [*range(20), 0, 0, 1, 2, 2, 9, 9, 9, 12, 15, 15, 15, 20, 25, 30, 31, 32] * 3
    ]
    groups = grouped(chapters, NUMBER)
    ends = [tuple(map(float, label.split(" to "))) for label in groups.labels]
    ends = [(one[0], one[-1]) for one in ends]
    assert len(ends) == 5 and ends[0][0] == 0 and ends[-1][1] == 32
    assert all(high < low for (_, high), (low, _) in pairwise(ends))
    for value, group in zip(chapters, groups.of, strict=True):
        assert ends[group][0] <= float(value) <= ends[group][1]


def test_one_document_of_long_ago_does_not_put_the_others_into_decades():
    recent = [str(2000 + n % 20) for n in range(200)]
    assert grouped(["1930", *recent], TIME).labels[-1] == "2019"
    assert grouped([*["1930"] * 40, *recent], TIME).labels[-1] == "2010s"
    old = [str(year) for year in range(1300, 1800)]
    assert grouped([*old, *recent * 100], TIME).labels[-1] == "2010s"


def test_a_list_that_python_wrote_holds_several_values():
    assert values_of("['inf', \"d'Or\"]") == ["inf", "d'Or"] == values_of('["inf", "d\'Or"]')
    assert enumerated("['inf', 'vki']") == "inf, vki"
    assert enumerated("[sic] inf") == "[sic] inf" and enumerated("[]") == "[]"


def columns(labels, sizes):
    return places_of(
        SimpleNamespace(kind=TIME, groups=Groups(labels, np.repeat(range(len(sizes)), sizes)))
    )


def test_time_is_to_scale_unless_most_of_it_has_no_documents():
    years = [str(year) for year in range(1990, 2000)]
    assert columns(years, [1, 0, 0, 0, 1, 1, 0, 1, 1, 1]) == {n: float(n) for n in range(10)}
    assert columns(years, [1, 0, 1, 1, 0, 0, 0, 0, 0, 1]) == {0: 0.0, 2: 1.4, 3: 2.4, 9: 3.8}
    # Of very many periods only those with documents are known.
    assert columns(["1480s", "1900s", "1910s"], [1, 2, 3]) == {0: 0.0, 1: 1.4, 2: 2.4}
    assert columns(["1999-12", "2000-01", "2000-03"], [1, 1, 1]) == {0: 0.0, 1: 1.0, 2: 3.0}
    assert columns(["1999-12-31", "2000-01-01", "2000-03-01"], [1, 1, 1])[2] == 2.4

"""From a corpus with a planted rise and a planted category to the topics that have them."""

from dataclasses import replace

import numpy as np
import pytest

from gplsa.errors import InputError
from gplsa.model.by_field import by_field, rows_where, shares_of, telling_field
from gplsa.model.model import TrainedModel
from gplsa.training.train import train
from tests.planted import THEMES, plain_settings, planted_corpus


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    """Theme 0 is of 1846 and 1847 mostly, theme 1 mostly of the place “Hafen”."""
    corpus = planted_corpus(250)
    rng = np.random.default_rng(1)
    theme = np.array([int(value) for value in corpus.fields["theme"]])
    years = rng.integers(1841, 1851, size=250)
    rises = (theme == 0) & (rng.random(250) < 0.8)
    years[rises] = rng.integers(1846, 1848, size=int(rises.sum()))
    places = rng.choice(["Markt", "Dorf", "Hafen"], size=250)
    places[(theme == 1) & (rng.random(250) < 0.8)] = "Hafen"
    fields = {
        "year": [f"{year}-05-01" for year in years],
        "place": [*map(str, places)],
        "chance": [*map(str, rng.integers(4, size=250))],
        "id": corpus.ids,
    }
    return train(replace(corpus, fields=fields), plain_settings(n_topics=THEMES, check=False))


def topic_of(model: TrainedModel, theme: int) -> int:
    return int(np.argmax(model.mixtures[theme::THEMES].mean(axis=0)))


def test_the_rise_and_the_category_are_found_and_nothing_by_chance(model):
    years = by_field(model, "year", "year")
    assert years.kind == "time" and years.groups.labels == [*map(str, range(1841, 1851))]
    more = {*zip(*np.nonzero(years.differences.marked > 0), strict=True)}
    assert more == {(5, topic_of(model, 0)), (6, topic_of(model, 0))}
    places = by_field(model, "place")
    more = {*zip(*np.nonzero(places.differences.marked > 0), strict=True)}
    assert more == {(places.groups.labels.index("Hafen"), topic_of(model, 1))}
    assert not by_field(model, "chance").differences.marked.any()
    with pytest.raises(InputError, match="“place” holds no times"):
        by_field(model, "place", "year")


def test_a_page_begins_with_the_first_field_that_tells_something(model):
    asked = list[str]()

    def of_field(field):
        asked.append(field)
        return by_field(model, field)

    assert telling_field(model, ["year", "place"], of_field) == "year"
    assert telling_field(model, ["chance", "id", "place", "year"], of_field) == "place"
    assert telling_field(model, ["chance"], of_field) == "chance"
    assert asked == ["year", "chance", "id", "place", "chance"]


def test_where_years_tell_nothing_longer_periods_may(model):
    """Six documents a year; a theme of one decade in four."""
    rng = np.random.default_rng(0)
    years = rng.integers(1841, 1881, size=250)
    theme = np.arange(250) % THEMES
    rises = (theme == 2) & (rng.random(250) < 0.5)
    years[rises] = rng.integers(1860, 1870, size=int(rises.sum()))
    column = [str(year) for year in years]
    dated = replace(model, corpus=replace(model.corpus, fields={"year": column}))
    assert not by_field(dated, "year", "year").differences.marked.any()
    found = by_field(dated, "year")
    assert found.groups.labels == ["1840s", "1850s", "1860s", "1870s", "1880s"]
    assert found.differences.marked[2, topic_of(model, 2)] > 0
    # Where nothing differs at all they are years.
    rng.shuffle(column)
    mixed = replace(model, corpus=replace(model.corpus, fields={"year": column}))
    assert len(by_field(mixed, "year").groups.labels) == 40


def test_where_decades_tell_nothing_years_may(model):
    """A theme that is as frequent in every decade, and in one of them all in one year."""
    years = np.random.default_rng(0).integers(1841, 1901, size=250)
    crowded = (np.arange(250) % THEMES == 2) & (years // 10 == 186)
    years[crowded] = 1863
    dated = {"year": [str(year) for year in years]}
    found = by_field(replace(model, corpus=replace(model.corpus, fields=dated)), "year")
    assert found.groups.labels[22] == "1863"
    assert [*zip(*np.nonzero(found.differences.marked > 0), strict=True)] == [
        (22, topic_of(model, 2))
    ]


def test_shares_are_those_of_the_documents_in_the_group(model):
    found = by_field(model, "year", "year")
    rows = found.documents(5)
    assert {model.corpus.fields["year"][row][:4] for row in rows} == {"1846"}
    np.testing.assert_allclose(found.shares.mean[5], shares_of(model, rows))
    np.testing.assert_allclose(shares_of(model, np.arange(250)), model.topic_share())


def test_a_filter_leaves_its_documents(model):
    rows = rows_where(model, [("year", "1846..1847"), ("place", "Hafen")])
    fields = model.corpus.fields
    assert {fields["place"][row] for row in rows} == {"Hafen"}
    assert {fields["year"][row][:4] for row in rows} == {"1846", "1847"}
    found = by_field(model, "place", rows=rows)
    assert found.groups.labels == ["Hafen"] and len(found.documents(0)) == len(rows)


def test_what_cannot_be_is_said(model):
    with pytest.raises(InputError, match="no field “author”: its fields are “year”, “place”"):
        by_field(model, "author")
    with pytest.raises(InputError, match=r"group no documents\. Fields that do: “year”, “place”"):
        by_field(model, "id")
    with pytest.raises(InputError, match="No document has place = Berg"):
        rows_where(model, [("place", "Berg")])

"""Columns of times as people have them: whatever they hold, it is shown, or one sentence says why
not."""

from dataclasses import replace

import numpy as np
import pytest

from gplsa import figures
from gplsa.answers.topics import TopicsByField
from gplsa.cli.facts import by_field_lines
from gplsa.corpus.fields import chance
from gplsa.corpus.fields.grouping import units_of
from gplsa.errors import InputError
from gplsa.figures.told import in_words, shares_table
from gplsa.model.by_field import by_field, folded, topics_by_difference, topics_by_peak
from gplsa.names import TIME_UNITS
from gplsa.report.by_field import by_each, by_fields
from gplsa.training.train import train
from tests.planted import plain_settings, planted_corpus

N = 60
COLUMNS = {
    "years": lambda rng: f"{rng.integers(1990, 2024)}",
    "months": lambda rng: f"{rng.integers(1998, 2001)}-{rng.integers(1, 13):02}",
    "days": lambda rng: f"2000-{rng.integers(1, 13):02}-{rng.integers(1, 29):02}",
    "mixed": lambda rng: rng.choice(["1999", "2001", "2000-05", "2000-05-03", "", "undated"]),
    "mostly empty": lambda rng: rng.choice(["1999", "2000-05", "", "", "", "", ""]),
    "the same": lambda rng: "1999",
    "empty": lambda rng: "",
}


@pytest.fixture(scope="module")
def model():
    return train(planted_corpus(N), plain_settings(n_topics=3, max_iter=5, check=False))


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("seed", range(3))
def test_every_column_is_shown_by_every_unit_or_one_sentence_says_why_not(
    model, name, seed, monkeypatch
):
    monkeypatch.setattr(chance, "_MOST_DEALS", 99)
    rng = np.random.default_rng(seed)
    column = [str(COLUMNS[name](rng)) for _ in range(N)]
    dated = replace(model, corpus=replace(model.corpus, fields={"Jahr": column}))
    section = by_fields(dated, by_each(dated), 1)
    assert section is None or section.content
    few = rng.choice(N, rng.integers(1, 8), replace=False)
    for rows in (np.arange(N), np.sort(few), few[:1]):
        offered = units_of([column[row] for row in rows])
        for unit in ("", *TIME_UNITS):
            try:
                found = by_field(dated, "Jahr", unit, rows)
            except InputError as refused:
                assert str(refused).count(". ") <= 1
                alike = len({*column} - {""}) < 2
                assert unit not in offered or alike or "no times" in str(refused)
                continue
            assert not unit or unit in offered
            order = topics_by_peak(dated, found, 60)
            assert sorted(order) == sorted(topics_by_difference(dated, found)) == [0, 1, 2]
            for narrow in (False, True):
                figures.topics_by_group(dated, found, order, narrow=narrow)
            figures.topics_by_group(dated, folded(found, order, 2), order)
            figures.topics_over_time(dated, found, order)
            assert in_words(dated, found, order) and by_field_lines(dated, found)
            assert len(shares_table(dated, found)) == 3 * len(found.groups.labels)
            assert TopicsByField.of(found).groups


def test_units_finer_than_the_column_are_refused_in_one_sentence(model):
    dated = replace(model, corpus=replace(model.corpus, fields={"Jahr": ["1999", "2001"] * 30}))
    with pytest.raises(InputError, match="No date here says a month: choose a longer unit"):
        by_field(dated, "Jahr", "month")
    assert units_of(["1999", "2001"]) == ["year", "decade"]
    assert units_of(["1999-05", "2001-04"]) == ["month", "year", "decade"]
    assert units_of(["1999-05-03", "2001"]) == [*TIME_UNITS]
    assert units_of(["", "undated"]) == []

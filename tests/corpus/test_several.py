"""Columns whose cells hold several values: found, filtered, grouped value by value."""

import numpy as np
import pytest

from gplsa.corpus.fields.grouping import grouped, selected
from gplsa.corpus.fields.kinds import SEVERAL, kind_of
from gplsa.corpus.fields.several import one_by_one

CELLS = ['["Baum", "Eiche"]', "Baum | Linde", "Eiche; Eiche", "", "Linde\nBaum"]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (CELLS, SEVERAL),
        (["Baum; Eiche", "Linde; Esche", "Ulme; Buche"], ""),  # nothing repeats
        (["Baum", "Baum", "Eiche", "Eiche"], "category"),
        ([f"rain; {'and sun ' * 30}{n}" for n in range(20)], ""),
        (["[sic]", "[sic]", "[no date]", "[no date]"], "category"),
    ],
)
def test_kinds(cells, kind):
    assert kind_of(cells) == kind


def test_selected_by_any_of_the_values():
    assert selected(CELLS, SEVERAL, "Baum").tolist() == [True, True, False, False, True]
    assert not selected(CELLS, SEVERAL, "Bau").any()


def test_every_value_of_a_cell_counts_once():
    places, values = one_by_one(CELLS)
    assert places.tolist() == [0, 0, 1, 1, 2, 4, 4]
    assert values == ["Baum", "Eiche", "Baum", "Linde", "Eiche", "Linde", "Baum"]


def test_groups_are_of_values():
    groups = grouped(CELLS, SEVERAL)
    assert groups.labels == ["Baum", "Eiche", "Linde"]
    assert groups.of.tolist() == [0, 0, 1, -1, 2]
    assert groups.left_out == 0
    assert np.array_equal(groups.sizes, [2, 1, 1])

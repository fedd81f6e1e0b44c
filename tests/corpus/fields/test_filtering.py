"""What a filter offers, and what it leaves."""

from gplsa.corpus.fields.grouping import all_of, different_values, fitting, periods, selected, span
from gplsa.corpus.fields.kinds import CATEGORY, NUMBER, SEVERAL, TIME


def test_rare_values_are_offered_too():
    cells = ["Hafen"] * 9 + [
        f"{'abcdefghij'[n % 10]}{'xyz'[n % 3]}{'uvwst'[n // 30]}" for n in range(60)
    ]
    values = different_values(cells, CATEGORY)
    assert values[0] == "Hafen" and len(values) == len({*cells}) > 40
    lists = different_values([f"{a}; Kai" for a in cells], SEVERAL)
    assert {*lists} == {*cells, "Kai"} and lists[0] == "Kai"
    assert different_values(["Band 10", "Band 9", "Band 9"], CATEGORY) == ["Band 9", "Band 10"]


def test_what_was_chosen_leaves_documents():
    assert fitting(["1841", "1850", ""], TIME, ("1840s", "1840s")).tolist() == [True, False, False]
    assert fitting(["3", "4,5", "x"], NUMBER, (3.5, 5.0)).tolist() == [False, True, False]
    assert fitting(["a", "b", "c"], CATEGORY, ["a", "c"]).tolist() == [True, False, True]
    assert fitting(["a; b", "b", "c"], SEVERAL, ["b"]).tolist() == [True, True, False]


def test_the_whole_of_a_field():
    assert periods(["1841"]) == ["1841", "1841 "]
    assert all_of(["3", "4,5", ""], NUMBER) == (3.0, 4.5)
    assert all_of(["1841", "1843"], TIME) == ("1841", "1843")
    assert all_of(["a", "b"], CATEGORY) == []
    assert span("1841", "1841-03") == "1841..1841-03"


def test_a_span_is_read_as_its_column():
    months = ["2001/02", "2001/07", "2002/03", "2002/11"]
    assert selected(months, TIME, "2001/02..2002/03").tolist() == [True, True, True, False]
    assert selected(months, TIME, "2001/02").tolist() == [True, False, False, False]
    days = ["25/4/1999", "3/4/1999", "6/4/1999"]
    assert selected(days, TIME, "3/4/1999..5/4/1999").tolist() == [False, True, False]

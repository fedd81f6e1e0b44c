import pytest

from gplsa.corpus.fields.dates import dates_of
from tests.growth import assert_linear


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1841", (1841, 0, 0)), (" 1841 ", (1841, 0, 0)), ("1841.0", (1841, 0, 0)),
        ("um 1841", (1841, 0, 0)), ("1840s", (1840, 0, 0)), ("1840er", (1840, 0, 0)),
        ("1841-03", (1841, 3, 0)), ("03/1841", (1841, 3, 0)), ("1841-03-17", (1841, 3, 17)),
        ("18410317", (1841, 3, 17)), ("1841/3/17", (1841, 3, 17)),
        ("2000-01-17T10:30:00Z", (2000, 1, 17)), ("2000-01-17 10:30:00.123+02:00", (2000, 1, 17)),
        ("17.3.1841", (1841, 3, 17)), ("17. 3. 1841", (1841, 3, 17)), ("17/3/1841", (1841, 3, 17)),
        ("3/17/1841 10:30 PM", (1841, 3, 17)),
        ("17. März 1841", (1841, 3, 17)), ("17 March 1841", (1841, 3, 17)),
        ("Monday, March 17th, 2003", (2003, 3, 17)), ("Mar 17, 2003", (2003, 3, 17)),
        ("le 1er août 1914", (1914, 8, 1)), ("1 de mayo de 1810", (1810, 5, 1)),
        ("Dez. 1999", (1999, 12, 0)), ("October 1999", (1999, 10, 0)),
        ("[1841]", (1841, 0, 0)), ("[ca. 1841?]", (1841, 0, 0)), ("c1841", (1841, 0, 0)),
        ("[17]", None),
        ("", None), ("12", None), ("0999", None), ("2300", None), ("1841-13-01", None),
        ("1999-02-29", None), ("30.2.2000", None), ("17. Brumaire 1799", None),
        ("Brief 1841 von Anna", None), ("12345678", None), ("1841-0-4", None),
    ],
)  # fmt: skip
def test_forms(text, date):
    assert dates_of([text]) == [date]


def test_a_column_tells_whether_days_or_months_come_first():
    assert dates_of(["3/4/1999", "25/4/1999"])[0] == (1999, 4, 3)
    assert dates_of(["3/4/1999", "4/25/1999"])[0] == (1999, 3, 4)
    assert dates_of(["3/4/1999"])[0] == (1999, 3, 4)
    assert dates_of(["3.4.1999"])[0] == (1999, 4, 3)


@pytest.mark.parametrize("repeated", ["1", "a ", " ", "1841-", "1.", "März "])
def test_no_cell_takes_long(repeated):
    assert_linear(lambda size: dates_of([repeated * size]), 1_000)

"""The page By time and field, and the filter that other pages obey."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from plotly.colors import sample_colorscale

from gplsa.app.fields import parts
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show import cards, document_list
from gplsa.app.show.reader import NARROW
from gplsa.corpus.fields.grouping import span
from gplsa.figures import cells, listed
from gplsa.figures import fields as figures_of_fields
from gplsa.figures import told as told_of_fields
from gplsa.figures.cells import colours
from gplsa.figures.columns import TURNED, spelled
from gplsa.figures.fields import topics_by_group, topics_over_time
from gplsa.figures.placing import names_read
from gplsa.figures.told import narrow_told, share_of_group, shares_table, why_not
from gplsa.html.topics import topic_color
from gplsa.language import in_language
from gplsa.model.by_field import (
    ByField,
    by_field,
    largest_difference,
    most_different,
    topics_by_difference,
    topics_by_peak,
)
from gplsa.model.documents import most_specific
from tests.app.conftest import entries, html, opened
from tests.app.test_pages import button, markdown
from tests.conftest import REPOSITORY


def test_the_page_by_year(laid_out, open_page):
    app = open_page("fields.py")
    assert [box.value for box in app.selectbox if box.label == "By"] == ["year"]
    assert "60 documents in" in html(app)
    (chosen,) = [box for box in app.multiselect if box.label == "Topics"]
    assert len(chosen.value) == 4


def test_units_are_those_that_the_column_says(laid_out, open_page, desk, trained):
    app = open_page("fields.py")
    offered = lambda: {box.label: box.options for box in app.selectbox}.get("Unit")  # noqa: E731
    assert offered() == ["automatic", "year", "decade"]
    fields = {"day": [f"2000-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(60)]}
    dated = replace(trained.corpus, fields=trained.corpus.fields | fields)
    desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=dated)))
    app.run()
    app.selectbox(key="by-field").set_value("day").run()
    assert offered() == ["automatic", "day", "month", "year", "decade"]
    app.selectbox(key="by-unit").set_value("month").run()
    assert "60 documents in 12 months" in html(app)
    # Of another column the unit may be too fine.
    app.selectbox(key="by-field").set_value("year").run()
    assert not app.exception and offered() == ["automatic", "year", "decade"]
    assert "60 documents in" in html(app)


def specs(app):
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_over_time_begins_with_all_topics_in_one_picture(laid_out, open_page, trained):
    first, *lines = specs(open_page("fields.py"))
    told = set(range(trained.n_topics)) - trained.hidden_topics - set(trained.uninformative)
    assert {topic for topic, _ in first["data"][0]["customdata"]} == told
    assert len(lines) == 4


def test_a_telephone_is_shown_what_differs_and_half_as_much_at_once(
    laid_out, open_page, trained, monkeypatch
):
    monkeypatch.setattr(document_list, "PAGE", 4)
    app = open_page("fields.py")
    n_listed = len(entries(app))
    app.session_state[NARROW] = "narrow"
    monkeypatch.setattr(ByField, "differing", lambda found: np.arange(trained.n_topics) == 1)
    app.run()
    first, *lines = specs(app)
    assert {topic for topic, _ in first["data"][0]["customdata"]} == {1}
    assert (len(entries(app)), len(lines)) == (n_listed // 2, 1)
    monkeypatch.setattr(ByField, "differing", lambda found: np.zeros(trained.n_topics, dtype=bool))
    app.run()
    assert len({topic for topic, _ in specs(app)[0]["data"][0]["customdata"]}) == 4


def test_lines_have_the_same_scale_unless_each_is_asked_for_by_itself(laid_out, open_page):
    app = open_page("fields.py")
    [same] = {tuple(spec["layout"]["yaxis"]["range"]) for spec in specs(app)[1:]}
    assert same[0] == 0 < same[1] <= 105
    app.toggle("same-scale").set_value(False).run()
    ranges = [tuple(spec["layout"]["yaxis"].get("range", ())) for spec in specs(app)[1:]]
    assert set(ranges) == {()}


def test_curves_are_at_first_of_what_differs_and_documents_of_all_that_is_drawn(
    laid_out, open_page, trained, monkeypatch
):
    monkeypatch.setattr(ByField, "differing", lambda found: np.arange(trained.n_topics) == 2)
    app = open_page("fields.py")
    cells, curve = specs(app)
    assert len({topic for topic, _ in cells["data"][0]["customdata"]}) == trained.n_topics
    assert curve["layout"]["title"]["text"].endswith(trained.short_label(2))
    (topic,) = [box for box in app.selectbox if box.label == "Topic"]
    assert topic.value == 2 and len(topic.options) == trained.n_topics
    assert not [box for box in app.toggle if box.key == "same-scale"]  # of one


def test_a_topic_has_one_colour(trained):
    found = by_field(trained, "year", "decade")
    (line,) = [t for t in topics_over_time(trained, found, [2]).data if t.mode == "lines+markers"]
    assert line.line.color == topic_color(2)
    assert f"--c:{topic_color(2)}" in cards.topic(trained, 2, 0.5)


def test_the_map_can_be_read_on_a_telephone_and_after_a_click(trained):
    every_year = by_field(trained, "year", "year")
    figure = topics_by_group(trained, every_year, [0, 1])
    assert len(every_year.groups.labels) == 60 and len(figure.layout.xaxis.tickvals) == 3
    cells = figure.data[0]
    assert cells.unselected.marker.opacity == 1  # plotly by itself fades all but what is clicked
    assert cells.selected.textfont.color
    # In the units of the axes, so that on no width one lies over the next.
    assert max(cells.width) < 1 and set(np.add(cells.base, np.divide(cells.y, 2)).round(9)) == {
        0,
        1,
    }


def test_a_model_without_fields_says_what_to_do(desk, open_page, corpus, trained):
    from dataclasses import replace

    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=replace(corpus, fields={}))))
    app = open_page("fields.py")
    assert "no column of dates" in markdown(app) and not app.info
    # It was opened, so that nothing is known of its file: columns cannot be chosen there.
    button(app, "Read the file again").click().run()
    assert app.title[0].value.startswith("Corpus: ")
    said = "To read it otherwise, read its file again: at the end of this page."
    assert said in [one.value for one in app.caption]
    assert said not in [one.value for one in open_page("corpus.py").caption]
    assert app.session_state[f"another-{desk.corpus_state.id}"]  # unfolded
    desk.corpus_state.intake = SimpleNamespace()
    assert button(open_page("fields.py"), "To the columns of the corpus")


def test_the_documents_begin_where_the_topic_is_strongest(laid_out, open_page, trained):
    app = open_page("fields.py")
    found = by_field(trained, "year")
    (topic,) = [box for box in app.selectbox if box.label == "Topic"]
    for wanted in topic.options[:2]:
        (topic,) = [box for box in app.selectbox if box.label == "Topic"]
        topic.select(wanted).run()
        (group,) = [box for box in app.selectbox if box.label == "year"]
        number = [trained.read_label(z) for z in range(4)].index(wanted)
        strongest = found.groups.labels[int(np.nanargmax(found.shares.mean[:, number]))]
        assert group.options[group.index].startswith(f"{strongest} (")


def test_labels_of_periods_stand_level_and_leave_room(trained):
    figure = topics_over_time(trained, by_field(trained, "year", "year"), [0, 1, 2])
    for axis in figure.select_xaxes():
        assert axis.tickangle == 0
        assert 2 <= len(axis.tickvals) <= 6
    # One small figure below the other: none beside another.
    assert {(axis.domain[0], axis.domain[1]) for axis in figure.select_xaxes()} == {(0.0, 1.0)}


def test_few_periods_are_all_labelled_where_they_stand_in_the_map(trained):
    days = ["2000-01-17", "2000-01-18", "2000-02-02", "2000-02-03", "2000-02-14", "2000-02-16"]
    dated = replace(trained.corpus, fields={"day": [days[row % 6] for row in range(60)]})
    model = replace(trained, corpus=dated)
    found = by_field(model, "day")
    cells, line = topics_by_group(model, found, [0, 1]), topics_over_time(model, found, [0])
    named = ("17 Jan", "18 Jan", "2 Feb", "3 Feb", "14 Feb", "16 Feb")
    assert cells.layout.xaxis.ticktext == line.layout.xaxis.ticktext == named
    assert cells.layout.xaxis.tickvals == line.layout.xaxis.tickvals
    assert cells.layout.xaxis.range == line.layout.xaxis.range
    assert cells.layout.xaxis.autotickangles == line.layout.xaxis.autotickangles == (0, -90)
    assert line.layout.xaxis.tickangle is None
    # Labels name no year, as the headline does.
    assert cells.layout.title.text == "Topics by day, 2000"
    (drawn,) = [trace for trace in line.data if trace.mode == "lines+markers"]
    assert [x for x in drawn.x if x is not None] == [*cells.layout.xaxis.tickvals]
    with in_language("de"):
        assert topics_by_group(model, found, [0]).layout.xaxis.ticktext[0] == "17. Jan"
    later = replace(dated, fields={"day": [*dated.fields["day"][:-1], "2001-02-16"]})
    of_two_years = by_field(replace(trained, corpus=later), "day", "day")
    assert topics_by_group(model, of_two_years, [0]).layout.xaxis.ticktext[0] == "17 Jan 2000"


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ([str(1990 + row % 35) for row in range(60)], ("1990", "2000", "2010", "2020")),
        ([str(2011 + row % 13) for row in range(60)], ("2015", "2020")),
        (
            [f"{1990 + row // 12}-{1 + row % 12:02}" for row in range(60)],
            ("1990-01", "1992-01", "1994-01"),
        ),
        ([str(1700 + 10 * (row % 30)) for row in range(60)], ("1700s", "1800s", "1900s")),
    ],
)
def test_of_many_periods_those_are_named_that_a_reader_counts_by(trained, values, named):
    model = replace(trained, corpus=replace(trained.corpus, fields={"when": values}))
    unit = "decade" if named[0].endswith("s") else "month" if "-" in named[0] else "year"
    found = by_field(model, "when", unit)
    for figure in (topics_by_group(model, found, [0]), topics_over_time(model, found, [0])):
        assert figure.layout.xaxis.ticktext == named


def test_every_group_is_named_where_there_is_room(trained):
    headings = [f"heading {row % 30:02}" for row in range(60)]
    many = replace(trained, corpus=replace(trained.corpus, fields={"headings": headings}))
    found = by_field(many, "headings")
    n_groups = len(found.groups.labels)
    assert n_groups > 24
    axis = topics_by_group(many, found, [0, 1]).layout.xaxis
    assert len(axis.ticktext) == n_groups
    # On a telephone groups are the rows, and cells are of the same topics and groups.
    wide, narrow = (topics_by_group(many, found, [0, 1], narrow=narrow) for narrow in (False, True))
    assert narrow.layout.yaxis.ticktext == axis.ticktext
    assert (
        len(narrow.layout.xaxis.ticktext) == 3 and narrow.layout.xaxis.ticktext[-1] == "documents"
    )
    assert [*narrow.data[0].y] == [*wide.data[0].x]
    assert [*narrow.data[0].base] == [*wide.data[0].base]
    assert narrow.data[0].orientation == "h"
    np.testing.assert_array_equal(narrow.data[0].customdata, wide.data[0].customdata)
    few = by_field(trained, "place" if "place" in trained.corpus.fields else "year")
    assert topics_by_group(trained, few, [0, 1], narrow=True).data[0].orientation != "h"


def test_names_of_some_of_many_periods_stand_beside_each_other(trained):
    decades = [str(1800 + 10 * (row % 24)) for row in range(60)]
    many = replace(trained, corpus=replace(trained.corpus, fields={"printed": decades}))
    axis = topics_by_group(many, by_field(many, "printed"), [0, 1]).layout.xaxis
    assert len(axis.ticktext) < 12 and axis.tickangle is None


def test_columns_of_many_topics_are_named_below_them_too(trained):
    found = by_field(trained, "year", "decade")
    few, many = (topics_by_group(trained, found, topics) for topics in ([0, 1], [0, 1] * 8))
    assert len(few.data) == 2 and "xaxis2" not in few.layout
    assert many.layout.xaxis2.ticktext == many.layout.xaxis.ticktext == few.layout.xaxis.ticktext
    assert (many.layout.xaxis.side, many.layout.xaxis2.side) == ("top", "bottom")
    # Those of few topics above, in sight from the start, where they fit beside each other.
    assert few.layout.xaxis.side == "top"
    assert topics_by_group(trained, found, [0, 1], narrow=True).layout.xaxis.side is None
    assert many.data[2].hoverinfo == "skip"


def test_names_of_columns_are_in_sight_among_forty_rows(trained, monkeypatch):
    monkeypatch.setattr(cells, "BLOCK", 2)
    monkeypatch.setattr(figures_of_fields, "MANY_TOPICS", 3)
    found = with_marks(trained, [1, 3])
    order = topics_by_peak(trained, found, 60)
    for narrow in (False, True):
        figure = topics_by_group(trained, found, order, narrow=narrow)
        layout = figure.layout
        (_, last, first, _, _) = layout.yaxis.tickvals
        foot, top = layout.yaxis.range
        height = layout.height - layout.margin.t - layout.margin.b
        room = height * (first - last - 1) / (foot - top)
        # Below the first block they have as much room as above it, and what is said of the second.
        assert layout.xaxis2.position == pytest.approx((foot - last - 0.5) / (foot - top))
        assert layout.xaxis3.position == 0 and room > 30
        assert layout.xaxis2.ticktext == layout.xaxis3.ticktext == layout.xaxis.ticktext
        assert last + 1 < layout.annotations[0].y < first
        assert [*dict.fromkeys(figure.data[0].base)] == [
            y - 0.45 for y in layout.yaxis.tickvals[:-1]
        ]
    # Few rows are not torn apart.
    monkeypatch.undo()
    assert "xaxis2" not in topics_by_group(trained, found, order).layout


def test_turned_dates_have_their_room_on_a_telephone(trained, monkeypatch):
    monkeypatch.setattr(figures_of_fields, "MANY_TOPICS", 3)
    days = [f"2000-02-{1 + row % 7:02}" for row in range(60)]
    model = replace(trained, corpus=replace(trained.corpus, fields={"date": days}))
    found = by_field(model, "date")
    wide, narrow = (
        topics_by_group(model, found, [*range(4)], narrow=narrow).layout for narrow in (False, True)
    )
    upright = 7 * max(map(len, narrow.xaxis.ticktext))
    assert narrow.xaxis.tickangle == -90 and wide.xaxis.tickangle is None
    assert narrow.margin.t >= 92 + upright and narrow.margin.b >= 10 + upright


def test_of_many_topics_a_few_are_shown_those_that_differ_first_until_all_are_wanted(
    laid_out, open_page, trained, monkeypatch
):
    monkeypatch.setattr(ByField, "differing", lambda found: np.arange(trained.n_topics) == 1)
    monkeypatch.setattr(parts, "MANY_TOPICS", 2)
    app = open_page("fields.py")
    shown = lambda: {topic for topic, _ in specs(app)[0]["data"][0]["customdata"]}  # noqa: E731
    assert {1} < shown() and len(shown()) == 2  # the largest of the others fills the figure
    assert "To see more, switch on “All … topics” above." in app.caption[0].value
    every = app.toggle(key="by-every")
    assert every.label == f"All {trained.n_topics} topics"
    every.set_value(True).run()
    assert len(shown()) > 2 and not app.exception
    assert "To see more" not in app.caption[0].value
    # Few are seen at once.
    monkeypatch.undo()
    assert not [box for box in open_page("fields.py").toggle if box.key == "by-every"]


def test_what_differs_by_chance_alone_has_strips_of_its_own(trained, monkeypatch):
    monkeypatch.setattr(cells, "BLOCK", 2)
    order = [1, 0, 2, 3]
    rows, (said,), ends = cells.rows_of_topics(with_marks(trained, [1]), order, 2.0)
    assert rows[1] + 0.5 == ends[0] < said["y"] < rows[0] - 0.5
    assert rows[0] - rows[1] == 1 + 2 + cells.APART


def with_marks(model, marked):
    """By decade, as if these topics alone differed by more than chance."""
    found = by_field(model, "year", "decade")
    u, p = np.ones_like(found.differences.u), np.ones_like(found.differences.p)
    p[0, marked] = 0.0
    return replace(found, differences=replace(found.differences, u=u, p=p))


def test_what_differs_by_chance_alone_stands_apart_below(trained):
    found = with_marks(trained, [1, 3])
    order = topics_by_peak(trained, found, 60)
    assert {*order[:2]} == {1, 3} and len(order) == trained.n_topics
    figure = topics_by_group(trained, found, order)
    assert figure.layout.yaxis.tickvals[:-1] == (0, 1, 3, 4)
    (said,) = figure.layout.annotations
    assert said.y == 2 and said.text == "no difference beyond chance:"
    for marked in ([], [*range(trained.n_topics)]):
        assert not topics_by_group(trained, with_marks(trained, marked), order).layout.annotations


def test_topics_stand_where_they_stand_out_and_the_largest_first_of_those_that_do_not(trained):
    found, share = with_marks(trained, [1, 3]), trained.topic_share()
    u = np.full_like(found.differences.u, -1.0)
    u[-1, 1] = u[0, 3] = u[0, 0] = 9.0
    u[1] = np.nan  # of a few documents
    found = replace(found, differences=replace(found.differences, u=u))
    assert [*found.standing_out()] == [0, len(u) - 1, 0, 0]
    assert topics_by_peak(trained, found, 60) == [3, 1, *sorted([0, 2], key=lambda z: -share[z])]
    # Where no group is judged, the largest share decides.
    found = replace(found, differences=replace(found.differences, u=u * np.nan))
    assert [*found.standing_out()] == [*found.shares.mean.argmax(axis=0)]


def test_the_page_begins_with_what_many_documents_differ_by(
    laid_out, open_page, trained, monkeypatch
):
    """Six documents may take a larger share than two dozen."""
    places = [*["few"] * 6, *["many"] * 24, *["rest"] * 30]
    theta = np.repeat([[0, 0, 0, 1], [1, 0, 0, 0], [0.5, 0.5, 0, 0]], [6, 24, 30], axis=0)
    model = replace(
        trained,
        corpus=replace(trained.corpus, fields={"place": places}),
        doc_topic={m: theta.astype(float) for m in trained.doc_topic},
    )
    found = by_field(model, "place")
    assert found.excess()[found.groups.labels.index("many"), 0] == pytest.approx(24 * 0.35)
    laid_out.lay_out(MODEL, laid_out.library.keep(model))
    app = open_page("fields.py")
    name, space = model.short_label(0), "\N{NO-BREAK SPACE}"
    told = f"“{name}” makes up <b>100.0{space}%</b> of place “many” (24 documents), against 65.0"
    assert f"The largest difference beyond chance, counted in documents: {told}" in html(app)
    # And its documents are those below.
    assert html(app).count(told) == 2
    # What is called the largest is the largest.
    few = found.groups.labels.index("few")
    assert largest_difference(model, found) == (3, few)
    largest = share_of_group(model, found, 3, few)
    assert f"Counted by its share: {largest}" in html(app)
    monkeypatch.setattr(told_of_fields, "largest_difference", most_different)
    assert f"The largest difference beyond chance: {told}" in html(app.run())
    # Nor is it about one that differs by chance, where what differs tells nothing.
    telling_nothing = {z: "" for z in np.flatnonzero(found.differing()).tolist()}
    monkeypatch.setattr(type(model), "uninformative", telling_nothing)
    monkeypatch.setattr(ByField, "differing", lambda found: np.arange(trained.n_topics) == 3)
    assert f"“{model.short_label(3)}” makes up" in html(app.run())


def test_a_group_that_lacks_a_topic_is_told_of_where_no_other_stands_out():
    """All others together make up for it, none by more than chance."""
    excess = np.array([[-9.0], [5.0], [4.0]])
    for marks, group in (([0, 0, 0], 1), ([-1, 0, 0], 0), ([-1, 0, 1], 2)):
        differences = SimpleNamespace(marked=np.array(marks)[:, None])
        found = SimpleNamespace(differences=differences, excess=lambda: excess)
        assert ByField.group_of_most(found, 0) == group


def strengths(figure_cells):
    """How strong cells are, grey ones and blue ones."""
    colors = np.array(figure_cells.marker.color)
    return np.where(colors < 0, -colors / cells.ARM, colors)


def test_what_chance_may_make_is_grey_however_large_the_share(trained):
    found = with_marks(trained, [1])
    grid = topics_by_group(trained, found, [0, 1]).data[0]
    for (topic, group), color, mark in zip(
        grid.customdata, grid.marker.color, grid.text, strict=True
    ):
        stands_out = topic == 1 and group == 0
        assert ("+" in mark) == stands_out and (color > 0) == stands_out
    places, colors = zip(*grid.marker.colorscale, strict=True)
    ground = -grid.marker.cmin / (grid.marker.cmax - grid.marker.cmin)
    assert places[1] == pytest.approx(ground) and colors[1:] == (*cells.GROUP_SCALE[1:],)


def test_one_large_share_does_not_leave_the_others_pale(trained):
    cells = topics_by_group(trained, by_field(trained, "year", "decade"), [0, 1, 2]).data[0]
    share = [float(re.search(r": ([\d.]+)\s%", told)[1]) for told in cells.hovertext]
    np.testing.assert_allclose(np.square(strengths(cells)), share, atol=0.06)
    bar = cells.marker.colorbar
    assert bar.ticktext[0] == "chance" and bar.tickvals[0] == cells.marker.cmin / 2
    named = [float(told.removesuffix("\N{NO-BREAK SPACE}%")) for told in bar.ticktext[1:]]
    np.testing.assert_allclose(np.square(bar.tickvals[1:]), named, rtol=0.05)
    # To its end.
    assert named[0] == 0 and bar.tickvals[-1] == cells.marker.cmax
    # With room for each.
    assert all(one <= 0.42 * other for one, other in pairwise(named))


def test_years_of_a_few_documents_set_no_scale_and_are_narrow(trained):
    years = ["1999", *["2000"] * 29, *["2001"] * 30]
    model = replace(trained, corpus=replace(trained.corpus, fields={"year": years}))
    found = by_field(model, "year", "year")
    cells, documents = topics_by_group(model, found, [0, 1, 2, 3]).data
    assert [*found.thin()] == [True, False, False]
    widths = {group: width for (_, group), width in zip(cells.customdata, cells.width, strict=True)}
    assert widths[0] < widths[1] == widths[2]
    share = 100 * found.shares.mean
    assert share[0].max() > share[1:].max() == pytest.approx(cells.marker.cmax**2)
    # Nor is any of them strong.
    strong = {g: c for (_, g), c in zip(cells.customdata, strengths(cells), strict=True)}
    assert strong[0] <= cells.marker.cmax / 20 < max(strong.values()) / 10
    np.testing.assert_allclose(np.divide(documents.y, documents.y[2]), np.array([1, 29, 30]) / 30)
    assert documents.text == ("1", "29", "30")
    assert documents.hovertext[1] == "2000: 29 documents" and documents.customdata is None
    # Lines neither.
    line = topics_over_time(model, found, [0]).data[-1].y
    assert [*np.isnan(line)] == [True, False, False]
    assert 100 * found.shares.largest([0, 1, 2, 3]) < share[0].max()
    # Where all years are of a few documents they are all as wide, and the scale holds them all.
    every_year = by_field(trained, "year", "year")
    cells = topics_by_group(trained, every_year, [0, 1, 2, 3]).data[0]
    assert not every_year.thin().any() and len({*cells.width}) == 1
    assert cells.marker.cmax**2 == pytest.approx(100 * every_year.shares.mean.max())
    assert {"Narrow cells", "Narrowest"} & {*narrow_told(every_year).split(":")} == set()


def test_all_cells_of_few_documents_are_narrow_in_the_colour_of_their_share(trained):
    places = [*["many"] * 40, *["some"] * 10, *["few"] * 10]
    theta = np.repeat([[0.5, 0.5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], [40, 10, 10], axis=0)
    model = replace(
        trained,
        corpus=replace(trained.corpus, fields={"place": places}),
        doc_topic={m: theta.astype(float) for m in trained.doc_topic},
    )
    found = by_field(model, "place")
    marked = np.zeros_like(found.differences.u)
    some, few = map(found.groups.labels.index, ("some", "few"))
    marked[some, 2] = 1
    differences = SimpleNamespace(marked=marked, u=found.differences.u)
    cells, documents = topics_by_group(
        model, replace(found, differences=differences), [0, 1, 2, 3]
    ).data
    drawn = zip(map(tuple, cells.customdata), strengths(cells), cells.width, strict=True)
    look = {cell: (color / cells.marker.cmax, width) for cell, color, width in drawn}
    assert look[2, some] == look[3, few] == (1, pytest.approx(0.9 * 10 / 20))
    assert "Narrow cells: fewer than 20 documents" in narrow_told(found)
    # And how many there are is written over them, of all fields.
    assert documents.text == ("40", "10", "10")


def test_time_is_to_scale_or_a_line_says_where_it_jumps(trained):
    years = [*["1841"] * 20, *["1846"] * 20, *["1847", "1848", "1849", "1850"] * 5]
    model = replace(trained, corpus=replace(trained.corpus, fields={"year": years}))
    found = by_field(model, "year", "year")
    for figure in (topics_by_group(model, found, [0]), topics_over_time(model, found, [0])):
        assert figure.layout.xaxis.range == (-0.6, 9.6) and not figure.layout.shapes
    assert "Gaps:" in narrow_told(found) and "Dotted" not in narrow_told(found)
    years[:20] = ["1541"] * 20
    model = replace(trained, corpus=replace(trained.corpus, fields={"year": years}))
    found = by_field(model, "year", "year")
    curves = topics_over_time(model, found, [0, 1])
    for figure in (topics_by_group(model, found, [0]), curves):
        assert {round(line.x0, 9) for line in figure.layout.shapes} == {0.7}
    days = [f"{2000 + row % 15}-01-17" for row in range(60)]
    model = replace(trained, corpus=replace(trained.corpus, fields={"day": days}))
    of_days = by_field(model, "day", "day")
    assert not topics_by_group(model, of_days, [0]).layout.shapes
    assert "Not to scale:" in narrow_told(of_days)
    assert [line.yref for line in curves.layout.shapes] == ["y domain", "y2 domain"]
    assert "Gaps:" not in narrow_told(found) and "Dotted lines:" in narrow_told(found)


def test_topics_are_told_that_are_not_shown(trained, monkeypatch):
    places = {"place": [f"place {row % 3}" for row in range(60)]} | trained.corpus.fields
    model = replace(trained, corpus=replace(trained.corpus, fields=places))
    place, year = (by_field(model, field) for field in ("place", "year"))
    for differs in (True, False):
        monkeypatch.setattr(ByField, "differing", lambda found, of=differs: np.full(4, of))
        first, *_, last = topics_by_difference(model, place)
        less = "3 that differ less" if differs else "3 smaller"
        assert why_not(model, place, [first]) == less
        assert why_not(model, year, [first]) == "3 smaller"
    monkeypatch.setattr(ByField, "differing", lambda found: np.full(4, True))
    assert why_not(model, place, [last]) == "3 not chosen"


def test_what_tells_nothing_is_left_out_of_the_map_of_any_field(
    laid_out, open_page, trained, monkeypatch
):
    fields = {"place": [f"place {row % 3}" for row in range(60)]} | trained.corpus.fields
    model = replace(trained, corpus=replace(trained.corpus, fields=fields))
    laid_out.lay_out(MODEL, laid_out.library.keep(model))
    monkeypatch.setattr(ByField, "differing", lambda found: np.full(4, True))
    monkeypatch.setattr(type(model), "uninformative", {2: ""})
    app = open_page("fields.py")
    for field in ("year", "place"):
        app.selectbox(key="by-field").set_value(field).run()
        assert {topic for topic, _ in specs(app)[0]["data"][0]["customdata"]} == {0, 1, 3}
        assert "Topics not shown: 1 uninformative." in " ".join(one.value for one in app.caption)
        [choice] = [one for one in app.multiselect if one.label == "Topics"]
        assert sorted(choice.value) == [0, 1, 3] and len(choice.options) == 4


def test_the_page_says_why_topics_are_not_shown(laid_out, open_page, trained, monkeypatch):
    monkeypatch.setattr(ByField, "differing", lambda found: np.arange(trained.n_topics) == 1)
    monkeypatch.setattr(parts, "MANY_TOPICS", 2)
    app = open_page("fields.py")
    said = " ".join(one.value for one in app.caption)
    assert "Topics not shown: 2 without a clear difference. To see more, switch on" in said


def test_of_categories_those_topics_are_shown_that_are_said_to_differ(
    laid_out, open_page, trained, monkeypatch
):
    headings = [f"heading {row % 30:02}" for row in range(60)]
    many = replace(trained, corpus=replace(trained.corpus, fields={"headings": headings}))
    laid_out.lay_out(MODEL, laid_out.library.keep(many))
    monkeypatch.setattr(ByField, "differing", lambda found: np.arange(trained.n_topics) == 1)
    monkeypatch.setattr(parts, "FOLDED", 10)
    app = open_page("fields.py")
    assert "1 topic differs between them by more than chance." in html(app)
    (figure,) = specs(app)
    assert {topic for topic, _ in figure["data"][0]["customdata"]} == {1}
    said = " ".join(one.value for one in app.caption)
    assert "Topics not shown: 3 without a clear difference. To see more, switch on" in said
    # Headings that are folded away leave no gaps, which are of time.
    assert len({group for _, group in figure["data"][0]["customdata"]}) == 10
    assert sorted({*figure["data"][0]["x"], *figure["data"][0]["y"]} & {*range(10)}) == [*range(10)]
    assert "Gaps" not in said


def test_a_finger_meets_the_cells_of_many_topics(trained):
    found = by_field(trained, "year", "decade")
    of_one = lambda **look: topics_by_group(trained, found, [0, 1] * 8, **look).layout.height  # noqa: E731
    assert of_one(narrow=True) > of_one()
    names = topics_by_group(trained, found, [0, 1], narrow=True).layout.yaxis.ticktext
    assert [*names[:-1]] == names_read(trained, [0, 1])[0]


def test_topics_are_chosen_above_the_figures_that_they_rule(laid_out, open_page):
    app = open_page("fields.py")
    kinds = [element.type for element in app.main]
    assert kinds.count("plotly_chart") == 5
    at = kinds.index("multiselect")
    assert kinds[:at].count("plotly_chart") == 1


def test_figures_say_in_one_place_what_is_drawn(trained):
    """The headline says that these are topics by year: axes that repeat it take room from them. Of
    several lines in one figure the axis says what they show; one alone stands below a figure."""
    found = by_field(trained, "year", "decade")
    for draw in (topics_over_time, topics_by_group):
        figure = draw(trained, found, [0, 1, 2])
        assert figure.layout.title.text == "Topics by year"
        assert {axis.title.text for axis in figure.select_xaxes()} == {None}
    over_time = topics_over_time(trained, found, [0, 1])
    assert {axis.title.text for axis in over_time.select_yaxes()} == {"share"}
    over_time = topics_over_time(trained, found, [3])
    assert over_time.layout.yaxis.title.text is None
    assert over_time.layout.title.text == trained.short_label(3)
    (line,) = [trace for trace in over_time.data if trace.mode == "lines+markers"]
    np.testing.assert_allclose(line.y, 100 * found.shares.mean[:, 3])
    assert line.customdata[2][0] == 3


def test_tables_have_the_fields_and_the_shares(trained):
    documents = listed.documents_table(trained, [(3, 0.5), (1, 0.2)])
    assert documents["year"].tolist() == ["1803", "1801"]
    assert [*documents] == ["id", "share %", "German", "English", "year"]
    assert documents["share %"].tolist() == [50, 20]
    assert documents["German"][0] == trained.corpus.texts["de"][3]
    found = by_field(trained, "year", "decade")
    table = shares_table(trained, found)
    assert len(table) == 4 * 6
    of_a_decade = table[table["year"] == "1800s"]["share %"].sum()
    np.testing.assert_allclose(of_a_decade, 100, atol=0.05)
    twice = listed.with_fields(pd.DataFrame({"year": [1]}), trained.corpus, [0])
    assert [*twice] == ["year", "year (yours)"]


def test_the_table_of_topics_has_the_notes(trained):
    share = trained.topic_share()
    noted = replace(trained, topic_notes={2: "Mine:\nsee box 4"})
    table = listed.topics_table(noted, [2, 0], 0.6, share)
    assert table["note"].tolist() == ["Mine:\nsee box 4", ""]
    assert "note" not in listed.topics_table(trained, [2, 0], 0.6, share)


def unmarked(shown):
    """Without the marks on words of a topic."""
    return re.sub(r'<mark class="w">(.*?)</mark>', r"\1", shown)


def test_words_of_the_topic_are_marked_in_the_documents_behind_a_group(
    laid_out, open_page, trained
):
    app = open_page("fields.py")
    (topic,) = [box for box in app.selectbox if box.label == "Topic"]
    told = {m: {word for word, _ in trained.top_words(m, topic.value, 20)} for m in ("de", "en")}
    for one in entries(app)[:1]:
        marked = set(re.findall(r'<mark class="w">(.*?)</mark>', one))
        assert marked and marked <= told["de"] | told["en"]
        assert marked & told["de"] and marked & told["en"]


def test_a_period_in_which_nothing_speaks_of_a_topic_says_so(laid_out, open_page, trained):
    theta = {m: of.copy() for m, of in trained.doc_topic.items()}
    for of in theta.values():
        of[:10] = np.eye(trained.n_topics)[0]
    laid_out.lay_out(MODEL, laid_out.library.keep(replace(trained, doc_topic=theta)))
    app = open_page("fields.py")
    (topic,) = [box for box in app.selectbox if box.label == "Topic"]
    topic.set_value(1).run()
    (group,) = [box for box in app.selectbox if box.label == "year" and box.value is not None]
    group.set_value(0).run()
    assert not entries(app)
    assert [one.value for one in app.info] == ["No document is about it."]
    overall = 100 * theta["de"][:, 1].mean()
    name = trained.short_label(1)
    said = f"“{name}” makes up <b>0.0 %</b> of the 1800s (10 documents), "
    said += f"against {overall:.1f} % of all: "
    assert said.replace(" %", "\N{NO-BREAK SPACE}%") in html(app) and 'href="#by-map"' in html(
        app
    )  # and a way back to the figure


def test_the_page_says_why_it_begins_with_a_field_and_counts_each_once(
    laid_out, open_page, trained, monkeypatch
):
    corpus = trained.corpus
    places = {"place": ["here" if row % 4 else "there" for row in range(60)], "lot": [*"ab"] * 30}
    model = replace(trained, corpus=replace(corpus, fields=places))
    laid_out.lay_out(MODEL, laid_out.library.keep(model))
    counted = list[str]()

    def counting(model, field, *others):
        counted.append(field)
        return by_field(model, field, *others)

    monkeypatch.setattr(parts, "by_field", counting)
    app = open_page("fields.py")
    (by,) = [box for box in app.selectbox if box.label == "By"]
    why = f"The page begins with “{by.value}” as topics clearly differ by it."
    assert why in " ".join(one.value for one in app.caption)
    (other,) = {*by.options} - {by.value}
    app = by.select(other).run()
    assert "The page begins with" not in " ".join(one.value for one in app.caption)
    assert len(counted) == len({*counted})


def test_documents_behind_a_group_open_in_their_place(laid_out, open_page, trained):
    app = open_page("fields.py")
    closed = entries(app)
    assert all("share" in one and 'class="text"' not in one for one in closed)
    ids = [re.search(r"L\d\d", one)[0] for one in closed]
    row = trained.corpus.ids.index(ids[1])
    opened(app, 1)
    shown = [unmarked(one) for one in entries(app)]
    closed = [unmarked(one) for one in closed]
    assert 'class="text"' in shown[1] and trained.corpus.texts["de"][row] in shown[1]
    assert trained.corpus.texts["en"][row] in shown[1]
    assert [one for place, one in enumerate(shown) if place != 1] == [closed[0], *closed[2:]]
    opened(app, 1)
    assert [unmarked(one) for one in entries(app)] == closed
    opened(app, 0)
    (group,) = [box for box in app.selectbox if box.label == "year" and box.value is not None]
    other = next(value for value in range(len(group.options)) if value != group.value)
    group.set_value(other).run()  # other documents, of which none was opened
    assert entries(app) and not any('class="text"' in one for one in entries(app))


def test_the_file_of_documents_has_all_of_them(laid_out, open_page, trained, monkeypatch):
    """Those that hold nearly nothing of the topic, too, of which a page of the list is enough."""
    handed_out = {}
    kept = lambda table, name, *more: handed_out.update({name: table()})  # noqa: E731
    monkeypatch.setattr(document_list, "download_table", kept)
    pages = []
    monkeypatch.setattr(document_list, "entries", lambda rows, *more: pages.append(rows))
    best = [(row, max(0.5 - row / 40, 0.001)) for row in range(60)]
    document_list.documents_with_download(trained, best, "found")
    assert pages == [list(range(20))]
    document_list.documents_with_download(trained, [(row, 0.001) for row in range(60)], "few")
    assert pages[1] == list(range(12))
    table = handed_out["found"]
    assert table.equals(listed.documents_table(trained, best)) and len(table) == 60


@pytest.fixture
def told(monkeypatch):
    """What a list of documents shows of each, and its captions."""
    shown, captions = [], []
    monkeypatch.setattr(
        document_list,
        "entries",
        lambda rows, name, draw: shown.extend(draw(r, False) for r in rows),
    )
    monkeypatch.setattr(document_list, "download_table", lambda *more: None)
    monkeypatch.setattr(document_list.st, "caption", captions.append)
    return shown, captions


def test_shares_of_a_hundred_percent_are_said_once(trained, told):
    shown, captions = told
    document_list.documents_with_download(trained, [(3, 1.0), (1, 0.996), (2, 0.9)], "found")
    assert captions == ["The first 2 documents hold no other topic."]
    assert ["%" in one for one in shown] == [False, False, True]


def test_of_documents_of_several_topics_each_has_the_name_and_colour_of_its_own(trained, told):
    shown, captions = told
    best, topics = [(3, 1.0), (1, 0.9)], {3: 0, 1: 2}
    document_list.documents_with_download(trained, best, "found", topics)
    assert not captions  # of the first no other topic need be denied
    for one, topic in zip(shown, (0, 2), strict=True):
        dot = f'style="--c:{topic_color(topic)}"></span>{trained.short_label(topic)} <span'
        assert dot in one and '<mark class="w">' in one
    document_list.documents_with_download(trained, best, "found", dict.fromkeys(topics, 0))
    assert captions and trained.short_label(0) not in "".join(shown[2:])


def test_a_list_without_texts_has_titles_and_words(trained):
    bare = replace(trained, has_texts=False)
    shown = document_list.entry(bare, 3)
    title = trained.corpus.titles[3]
    assert f"L03 · {title[:20]}" in shown
    for side in ("de", "en"):
        assert ", ".join(most_specific(bare, side, 3)) in shown


def test_the_filter_holds_on_other_pages(laid_out, open_page):
    app = open_page("fields.py")
    (years,) = [slider for slider in app.select_slider if slider.label == "year"]
    first, second = years.options[0], years.options[1]
    years.set_value((first, second)).run()
    told = [box.label for box in app.expander if "of 60 documents" in box.label]
    assert len(told) == 1
    for page in ("topics.py", "documents.py"):
        app.switch_page(page).run()
        assert not app.exception
        assert [box.label for box in app.expander if "of 60 documents" in box.label] == told
    n_found = int(told[0].split()[0])
    assert any(f"{n_found} pairs" in said.value for said in app.markdown)
    assert "year 180" in html(app)


def test_years_and_decades_as_the_filter_reads_them():
    assert span("1840s", "1840s") == "1840..1849"
    assert span("1841", "1841-03") == "1841..1841-03"


def test_a_topic_that_is_dropped_from_the_figure_is_dropped_from_the_documents(
    laid_out, open_page, trained
):
    fields = {"place": [f"place {row % 3}" for row in range(60)]} | trained.corpus.fields
    model = replace(trained, corpus=replace(trained.corpus, fields=fields))
    laid_out.lay_out(MODEL, laid_out.library.keep(model))
    app = open_page("fields.py")
    app.selectbox(key="by-field").set_value("place").run()
    (chosen,) = [box for box in app.multiselect if box.label == "Topics"]
    (topic,) = [box for box in app.selectbox if box.label == "Topic"]
    last = chosen.value[-1]
    topic.set_value(last).run()
    (chosen,) = [box for box in app.multiselect if box.label == "Topics"]
    chosen.set_value(chosen.value[:1]).run()
    assert not app.exception
    (topic,) = [box for box in app.selectbox if box.label == "Topic"]
    assert topic.value == chosen.value[0]
    (years,) = [slider for slider in app.select_slider if slider.label == "year"]
    years.set_value((years.options[-1], years.options[-1])).run()
    assert not app.exception


def test_days_are_spelled_and_other_periods_stay():
    assert [spelled(one) for one in ("2000-02-03", "2000-02", "1840s", "Zürich-1-10")] == [
        *("3 Feb 2000", "2000-02", "1840s", "Zürich-1-10")
    ]
    with in_language("de"):
        assert spelled("2000-02-03") == "3. Feb 2000"


def test_the_page_is_called_as_in_the_menu(laid_out, open_page):
    title = open_page("fields.py").title[0].value
    menu = (REPOSITORY / "pages" / "_shell.py").read_text()
    assert f'st.Page("fields.py", title=tr("{title.split(":")[0]}"))' in menu


def test_columns_have_their_name_over_them_and_topics_are_counted(desk, open_page, trained):
    places = [f"place {row % 3}" for row in range(60)]
    model = replace(trained, corpus=replace(trained.corpus, fields={"place": places}))
    found = by_field(model, "place")
    for narrow in (False, True):
        (name,) = topics_by_group(model, found, [0, 1], narrow=narrow).layout.annotations
        assert (name.text, name.y, name.yanchor) == ("place", 1, "bottom")
    many = replace(trained.corpus, fields={"chapter": [str(row % 14) for row in range(60)]})
    turned = topics_by_group(
        replace(trained, corpus=many),
        by_field(replace(trained, corpus=many), "chapter"),
        [0],
        narrow=True,
    )
    assert turned.layout.margin.l > 6 * len("chapter") == 6 * len(turned.layout.annotations[0].text)
    desk.lay_out(CORPUS, desk.library.keep(model.corpus))
    desk.lay_out(MODEL, desk.library.keep(model))
    app = open_page("fields.py")
    (chosen,) = (box for box in app.multiselect if box.label == "Topics")
    chosen.set_value([0, 1]).run()
    said = "Topics not shown: 2 "
    assert any(said in caption.value for caption in app.caption)
    app.toggle(key="by-every").set_value(True).run()
    assert not app.exception
    assert not any(said in caption.value for caption in app.caption)


def test_long_names_over_a_high_figure_have_their_room(trained, monkeypatch):
    monkeypatch.setattr(figures_of_fields, "MANY_TOPICS", 1)
    long = [f"{row % 12:02} of the committee's sittings" for row in range(60)]
    model = replace(trained, corpus=replace(trained.corpus, fields={"place": long}))
    layout = topics_by_group(model, by_field(model, "place"), [0, 1]).layout
    longest = max(map(len, layout.xaxis.ticktext))
    assert layout.xaxis.tickangle == layout.xaxis2.tickangle == -90
    assert layout.annotations[0].yshift >= 7 * longest
    assert layout.margin.t > 56 + 7 * longest and layout.margin.b > 7 * longest


def test_above_the_upright_names_of_topics_no_room_is_left(trained, monkeypatch):
    fields = {"chapter": [str(row % 14) for row in range(60)]}
    model = replace(trained, corpus=replace(trained.corpus, fields=fields))
    tops = []
    for name in ("Korn", "Korn und Ernte"):
        monkeypatch.setitem(model.topic_names, 0, name)
        found = by_field(model, "chapter")
        tops.append(topics_by_group(model, found, [0], narrow=True).layout.margin.t)
    assert tops[0] < tops[1] <= TURNED + 92


def test_what_all_names_of_groups_begin_with_is_said_once(trained):
    chapters = [f"Chapter {row % 14}" for row in range(60)]
    fields = {"chapter": chapters, "day": [f"ep-00-{1 + row % 3}-1{row % 5}" for row in range(60)]}
    model = replace(trained, corpus=replace(trained.corpus, fields=fields))
    for narrow in (False, True):
        layout = topics_by_group(model, by_field(model, "chapter"), [0], narrow=narrow).layout
        axis = layout.yaxis if narrow else layout.xaxis
        assert [*axis.ticktext] == [*map(str, range(14))]
        assert [one.text for one in layout.annotations] == ["chapter"]
    # The rest of a word says nothing by itself.
    figure = topics_by_group(model, by_field(model, "day"), [0])
    assert figure.layout.yaxis.ticktext[0] == "ep-00-1-10"
    assert [one.text for one in figure.layout.annotations] == ["day"]


def test_many_groups_with_long_names_are_rows_whose_names_can_be_read(trained):
    fields = {"section": [f"Meeting of {1900 + row % 14}, morning" for row in range(60)]}
    model = replace(trained, corpus=replace(trained.corpus, fields=fields))
    found = by_field(model, "section")
    layout = topics_by_group(model, found, [0, 1]).layout
    assert len(layout.yaxis.ticktext) == 14 and layout.yaxis.tickangle is None
    assert [len(name.split("<br>")) for name in layout.xaxis.ticktext] == [2, 2, 1]
    assert [*topics_by_group(model, found, [0]).data[1].text] == [*map(str, found.groups.sizes)]
    assert layout.xaxis.tickangle == 0
    assert layout.margin.t < topics_by_group(model, found, [0, 1], narrow=True).layout.margin.t


def test_a_telephone_folds_many_groups_to_those_that_differ_most(
    desk, trained, open_page, monkeypatch
):
    monkeypatch.setattr(parts, "FOLDED", 5)
    fields = {"section": [f"Section {row % 14}" for row in range(60)]}
    model = replace(trained, corpus=replace(trained.corpus, fields=fields))
    desk.lay_out(MODEL, desk.library.keep(model))
    app = open_page("fields.py")
    app.session_state[NARROW] = "narrow"
    for n in (parts.FOLDED, 14):
        app.run()
        cells = specs(app)[0]["data"][0]["customdata"]
        assert len({group for _, group in cells}) == n
        assert app.toggle(key="by-groups").label == "All 14 groups, not only the 5 that differ most"
        app.toggle(key="by-groups").set_value(True)


def test_few_topics_have_the_names_of_long_columns_above_them(trained):
    names = [f"{n} is a name as long as a sentence" for n in "abcdef"]
    fields = {"place": [names[row % 6] for row in range(len(trained.corpus))]}
    model = replace(trained, corpus=replace(trained.corpus, fields=fields))
    axis = topics_by_group(model, by_field(model, "place"), [0, 1]).layout.xaxis
    assert (axis.side, axis.tickangle) == ("top", -90)


def test_signs_are_read_on_cells_of_any_strength():
    def light(color):
        channels = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [c / 12.92 if c < 0.04 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return float(np.dot([0.2126, 0.7152, 0.0722], linear))

    share = np.linspace(0.0, 1.0, 101) ** 2
    for dark in (False, True):
        look = colours(share, 1.0, dark, ["+"] * len(share))
        # In the letters themselves, for a click on one cell takes all others' from their list.
        inks = [
            own[1] if (own := re.search("color:(#\\w+)", said)) else look["textfont"]["color"]
            for said in look["text"]
        ]
        assert len({*inks}) == 2
        blue = (cells.ARM + np.sqrt(share)) / (cells.ARM + 1)
        painted = sample_colorscale(look["marker"]["colorscale"], blue, colortype="rgb")
        for rgb, ink in zip(painted, inks, strict=True):
            ground = "#" + "".join(f"{round(float(c)):02x}" for c in rgb[4:-1].split(","))
            low, high = sorted([light(ground), light(ink)])
            assert (high + 0.05) / (low + 0.05) > 3.2, (dark, ground)


def test_a_click_on_a_cell_outlines_it_and_takes_no_colour_and_no_number(trained):
    places = {"place": [f"place {row % 3}" for row in range(60)]}
    model = replace(trained, corpus=replace(trained.corpus, fields=places))
    found = by_field(model, "place")
    for dark in (False, True):
        grid, strip = topics_by_group(model, found, [0, 1], dark=dark).data[:2]
        assert grid.selected.marker.color is None
        style = (REPOSITORY / "assets" / "style.css").read_text("utf-8")
        assert f'.point path[style*="opacity: {grid.selected.marker.opacity}"]' in style
        assert any(strip.text) and strip.unselected.textfont.color == strip.textfont.color


def test_the_scale_stands_beside_the_title_where_there_is_room(trained):
    found = by_field(trained, "year", "decade")
    wide, narrow = (topics_by_group(trained, found, [0], narrow=narrow) for narrow in (False, True))
    assert wide.layout.margin.t - figures_of_fields.NAMES < narrow.layout.margin.t - 30
    assert [one.data[0].marker.colorbar.len for one in (wide, narrow)] == [0.5, 1]


def test_names_of_rows_and_on_maps_are_not_cut(trained):
    long = "Regierungskonferenz der Union · Intergovernmental Conference"
    model = replace(trained, topic_names={0: long})
    found = by_field(model, "year", "decade")
    assert long[:47] in topics_by_group(model, found, [0]).layout.yaxis.ticktext[0]
    names = topics_by_group(model, found, [0], narrow=True).layout.yaxis.ticktext
    assert names[0] == "Intergovernmental<br>Conference"


def test_a_group_is_named_with_its_field(desk, trained, open_page):
    fields = {"chapter": [str(row % 3) for row in range(60)]}
    desk.lay_out(
        MODEL, desk.library.keep(replace(trained, corpus=replace(trained.corpus, fields=fields)))
    )
    assert "</b> of chapter “" in html(open_page("fields.py"))
    fields = {"chapter": ["abc"[row % 3] for row in range(60)]}
    lettered = replace(trained, corpus=replace(trained.corpus, fields=fields))
    found = by_field(lettered, "chapter")
    assert "</b> of chapter “a” (20" in share_of_group(lettered, found, 0, 0)
    with in_language("de"):
        assert " bei chapter „a“ (20" in share_of_group(lettered, found, 0, 0)


def test_the_page_counts_years_and_no_topic_that_it_leaves_out(
    laid_out, open_page, trained, monkeypatch
):
    every = np.ones(trained.n_topics, dtype=bool)
    monkeypatch.setattr(ByField, "differing", lambda found: every)
    monkeypatch.setattr(parts, "informative_topics", lambda model: [1, 2])
    said = unmarked(html(open_page("fields.py")))
    assert re.search(r"in \d+ (year|decade)s. <b>2 topics differ", said)

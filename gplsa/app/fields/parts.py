"""The parts of the page By time and field: what is chosen, the figure, the documents behind it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from gplsa import figures
from gplsa.app.desk.desk import current_desk
from gplsa.app.show.cards import block, show
from gplsa.app.show.charts import is_dark, is_narrow, newly_clicked, pick_topic
from gplsa.app.show.controls import choice, download_table, forward, lately, told
from gplsa.app.show.document_list import LEAST_SHARE, documents_with_download
from gplsa.app.show.downloads import file_name
from gplsa.app.show.filters import offered_fields
from gplsa.core.types import IntArray
from gplsa.corpus.fields.grouping import units_of
from gplsa.corpus.fields.kinds import TIME
from gplsa.figures.fields import MANY_TOPICS
from gplsa.figures.told import (
    band_told,
    differing_told,
    groups_told,
    in_words,
    left_out_told,
    most_told,
    narrow_told,
    share_of_group,
    shares_table,
    why_not,
)
from gplsa.html.escaping import label, one_line
from gplsa.language import count, later, number, tr
from gplsa.model.by_field import (
    ByField,
    by_field,
    folded,
    telling_by_difference,
    telling_field,
    topics_by_difference,
    topics_by_peak,
)
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import informative_topics

OPENED = "by-opened"  # the field that the page began with, where there are several
SHOWN_TOPICS = 8
MOST_TOPICS = 24
MOST_AT_ONCE, FOLDED = 60, 15
NO_FIELDS = later(
    "There is nothing to compare by: these documents have no column of dates, years, categories or "
    "numbers. With a column *year*, for instance, this page shows how much of each decade is about "
    "each topic. Keep such columns when you read a table, on the page Corpus, under *kept*. Dates "
    "in file names are read, too: *1871-03-12 Anna*."
)
UNITS = later("automatic"), later("day"), later("month"), later("year"), later("decade")


@told(st.info)
def choose(model: TrainedModel, rows: IntArray) -> ByField | None:
    """The field and, of time, its unit; None where there is none, or no document to look at."""
    fields = offered_fields(model)
    if not fields:
        with st.container(border=True):
            st.markdown(tr(NO_FIELDS))
            columns, at_hand = tr("To the columns of the corpus"), current_desk().corpus_state
            if forward(columns if at_hand.intake else tr("Read the file again")):
                st.session_state[f"another-{at_hand.id}"] = at_hand.intake is None
                st.switch_page("corpus.py")
    if not fields or not len(rows):
        return None

    def of_field(name: str, unit: str = "") -> ByField:
        known = "fields", model.digest, name, unit, rows.tobytes()
        return lately(lambda: by_field(model, name, unit, rows), *known)

    order = sorted(fields, key=lambda name: fields[name] != TIME)
    if st.session_state.get("by-field") not in order:
        with st.spinner(tr("Counting …")):
            st.session_state["by-field"] = first = telling_field(model, order, of_field)
            st.session_state[OPENED] = first if len(order) > 1 else ""
    look: dict[str, Any] = {"format_func": lambda name: one_line(name, 60)}
    field = st.selectbox(tr("By"), order, key="by-field", persist_state="session", **look)
    unit = ""
    if fields[field] == TIME:
        column = model.corpus.fields[field]
        units = {one: one or UNITS[0] for one in ["", *units_of([*{column[row] for row in rows}])]}
        unit = choice(st.selectbox, tr("Unit"), units, "by-unit")
    with st.spinner(tr("Counting …")):
        return of_field(field, unit)


def extent(model: TrainedModel, found: ByField, topics: Sequence[int]) -> None:
    """How many documents, groups and differences there are, the largest of these, how they are
    marked, why this field stands first, and which topics are not shown."""
    told, look = [left_out_told(found)], ""
    if n_differing := int(found.differing()[informative_topics(model)].sum()):
        look = tr("Blue cells show where: + more, − less; grey ones may be chance.")
        if st.session_state.get(OPENED) == found.field:
            named = {"field": label(one_line(found.field, 40))}
            told.insert(
                0, tr("The page begins with “{field}” as topics clearly differ by it.", **named)
            )
    counted = count(len(np.unique(found.rows[found.groups.of >= 0])), "document")
    counted = tr("{documents} in {groups}.", documents=counted, groups=groups_told(found))
    show(f"<p>{counted} <b>{differing_told(n_differing)}</b> {look}</p>")
    if most := most_told(model, found):
        show(most)
    if len(topics) < model.n_topics:
        told.append(tr("Topics not shown: {topics}.", topics=why_not(model, found, topics)))
    if len(topics) < len(informative_topics(model)) and not is_narrow():
        told.append(tr("To see more, switch on “All … topics” above."))
    st.caption(" ".join(filter(None, told)))


def choose_topics(model: TrainedModel, found: ByField) -> list[int]:
    """The topics to draw, at first those that differ between groups, or the largest."""
    order, over_time = topics_by_difference(model, found), found.kind == TIME
    telling = telling_by_difference(model, found, model.n_topics)
    differ = [topic for topic in telling if found.differing()[topic]] or order[:MANY_TOPICS]
    n = SHOWN_TOPICS // (1 + is_narrow()) if over_time else MOST_TOPICS  # a figure each, or a row
    first = differ[:n]
    # Of other documents, or other periods, others; of another room, as many.
    key = f"by-topics-{model.digest}-{found.field}-{len(found.rows), len(found.groups.labels), n}"
    look = {"default": first, "max_selections": MOST_TOPICS}
    chosen: list[int] = pick_topic(st.multiselect, tr("Topics"), model, order, key=key, **look)
    return chosen or first


def of_map(model: TrainedModel, found: ByField) -> list[int]:
    """Those chosen, or on request as many as a map can show. Over time all: of many those that
    differ, where there is room and they are few the largest others, too, and on request all."""
    over_time, narrow = found.kind == TIME, is_narrow()
    order = (topics_by_peak if over_time else telling_by_difference)(model, found, MOST_AT_ONCE)
    n_differ = int(found.differing()[order].sum())
    n = n_differ if n_differ and narrow else max(n_differ, MANY_TOPICS)
    if over_time and n >= len(order):
        return order
    every = tr("All {n} topics", n=len(order))
    if not narrow and st.toggle(every, key="by-every", persist_state="session"):
        return order
    if over_time:
        return order[:n]
    with st.popover(tr("Choose topics")):
        return choose_topics(model, found)


def drawn(model: TrainedModel, found: ByField, topics: list[int]) -> list[int]:
    """These `topics` as a map, over time with those chosen below it once more, a line each. Returns
    those drawn, which have documents below, the chosen first; a click on a square or a point, too.
    """
    over_time, dark = found.kind == TIME, is_dark()
    look = {"dark": dark, "narrow": is_narrow()}
    few = found if over_time else _folded(found, topics)
    with st.container(gap=None):
        st.html('<span id="by-map"></span>')  # the way back from the documents
        _figure(model, few, topics, figures.topics_by_group(model, few, topics, **look), "all")
    colours = tr("The stronger the colour, the larger the topic’s share of the documents.")
    said = [colours, narrow_told(few), tr("Click a cell to see its documents.")]
    st.caption(" ".join(filter(None, said)))
    none = tr("A curve for each topic, though none differs by more than chance")
    if over_time:
        with st.container() if found.differing().any() else st.expander(none):
            curves = choose_topics(model, found)
            _one_by_one(model, found, curves, dark)
        topics = [*dict.fromkeys([*curves, *topics])]
    name = f"topics-by-{file_name(found.field, 'field')}"
    download_table(lambda: shares_table(model, found), name)
    return topics


def _folded(found: ByField, topics: Sequence[int]) -> ByField:
    """Of many groups those that differ most, or on request all."""
    n = int((found.groups.sizes > 0).sum())
    said = tr("All {n} groups, not only the {n_shown} that differ most", n=n, n_shown=FOLDED)
    if n <= 2 * FOLDED or st.toggle(said, key="by-groups"):
        return found
    return folded(found, topics, FOLDED)


def _one_by_one(model: TrainedModel, found: ByField, topics: Sequence[int], dark: bool) -> None:
    text, alike = tr("The same scale for all"), found.shares.of_one_scale(topics)
    same = len(topics) > 1 and st.toggle(
        text, value=alike, key="same-scale", persist_state="session"
    )
    most = 1.05 * found.shares.largest(topics) or None if same else None
    with st.container(key="grid-over-time"):
        for topic in topics:
            drawing = figures.topics_over_time(model, found, [topic], most=most, dark=dark)
            _figure(model, found, [topic], drawing, str(topic))
    st.caption(band_told(found))


def _figure(
    model: TrainedModel, found: ByField, topics: Sequence[int], drawing: go.Figure, name: str
) -> None:
    """One figure; what is clicked in it is remembered until something else is."""
    key = f"by-figure-{found.field}-{name}"
    if clicked := newly_clicked(drawing, key, in_words(model, found, topics), figures.NO_BUTTONS):
        topic, group = clicked
        st.session_state["by-clicked"] = found.field, topic, group
        st.session_state[_key("topic", found)] = topic
        st.session_state[_key("group", found, topic)] = group


def documents(model: TrainedModel, found: ByField, topics: Sequence[int]) -> None:
    """The documents of one group that speak most of one topic: first, where it is strongest."""
    groups = [group for group, size in enumerate(found.groups.sizes) if size]
    if not groups:
        return
    clicked = st.session_state.get("by-clicked", ("", 0, 0))
    key = "behind-{}-{}".format(*clicked[1:])  # page.js leads there from a click
    with st.container(horizontal=True, vertical_alignment="center", key=key):
        st.subheader(tr("The documents behind it"), anchor=False, width="content")
        back = f'<a class="back" href="#by-map">↑ {tr("back to the figure")}</a>'
        st.html(block(back), width="content")
    names = [one_line(name, 60) for name in figures.named_groups(model, found)]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        listed = [*dict.fromkeys([*topics, *[clicked[1]] * (clicked[0] == found.field)])]
        topic = pick_topic(st.selectbox, tr("Topic"), model, listed, key=_key("topic", found))
        group = st.selectbox(
            label(one_line(found.field, 40)),
            groups,
            index=groups.index(found.group_of_most(topic)),
            format_func=lambda place: f"{names[place]} ({number(int(found.groups.sizes[place]))})",
            key=_key("group", found, topic),
        )
    show(f"<p>{share_of_group(model, found, topic, group)}</p>")
    rows = found.documents(group)
    share = model.mixtures[rows, topic]
    if share.max(initial=0.0) < LEAST_SHARE:
        st.info(tr("No document is about it."))
        return
    best = [(int(rows[place]), float(share[place])) for place in np.argsort(-share, kind="stable")]
    of_topic = dict.fromkeys(rows.tolist(), topic)
    documents_with_download(model, best, "documents-of-group", of_topic, least=0)


def _key(what: str, found: ByField, topic: int | None = None) -> str:
    return f"by-{what}-{found.field}-{len(found.groups.labels)}-{topic}"

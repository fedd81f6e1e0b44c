"""Topics and documents as pictures: the map, the tree, the map of the documents."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from gplsa import figures
from gplsa.app.show.cards import show
from gplsa.app.show.charts import clickable, is_dark, is_narrow, newly_clicked
from gplsa.app.show.controls import once
from gplsa.app.show.document_list import documents_with_download
from gplsa.app.show.filters import offered_fields
from gplsa.app.topics.applying import open_dialog
from gplsa.core.types import IntArray
from gplsa.figures.placing import names_read
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import side_name
from gplsa.language import count, percent, tr
from gplsa.model.by_field import shares_of
from gplsa.model.model import TrainedModel
from gplsa.model.topics.hierarchy import joined_by_two, topic_tree

MOST_NAMED = 5  # topics of documents that were drawn around
BUTTONS_TO_SELECT = {
    "modeBarButtons": [["lasso2d", "select2d", "zoom2d", "pan2d", "resetScale2d", "toImage"]]
}


def topic_map(model: TrainedModel, topics: Sequence[int], rows: IntArray) -> None:
    """Topics as circles; a click opens one."""
    looks = {"dark": is_dark(), "narrow": is_narrow()}
    figure = figures.topic_map(model, topics, **looks, share=shares_of(model, rows), titled=False)
    said = tr(
        "Topics that share words lie close together. The larger a circle, the more of the corpus. "
        "Click or tap one to see its words."
    )
    if looks["narrow"]:
        side = label(side_name(model.corpus, names_read(model, topics)[1]))
        said += " " + tr("The names are those of the {side} side.", side=side)
    st.caption(said)
    alt = tr("Topics as circles: the larger, the more of the corpus; the table lists the same.")
    if clicked := newly_clicked(figure, "map", alt):
        open_dialog("details", clicked[0])


def tree(model: TrainedModel) -> None:
    """Topics joined by their words; a click on a junction tries to merge what hangs on it."""
    with st.spinner(tr("Comparing the topics …")):
        found = once(lambda: topic_tree(model.topic_word.values()), "tree", model.digest)
    figure = figures.topic_tree_figure(model, found, dark=is_dark(), narrow=is_narrow())
    said = tr(
        "Read it from the left: topics that are joined early share the most words. Click or tap a "
        "topic to see its words, or a blue junction to try its topics as one: nothing is merged "
        "before you say so."
    )
    st.caption(said)
    pairs = joined_by_two(found)[:12]  # for whoever does not see the tree
    named = (tr(" and ").join(one_line(model.short_label(z), 40) for z in pair) for pair in pairs)
    told = "; ".join(named)
    alt = tr("Tree of the topics by their words. Joined first, two by two: {told}.", told=told)
    clicked = newly_clicked(figure, f"tree-{model.digest}", alt)
    if clicked and clicked[0] < len(found):
        open_dialog("merge", *sorted(found[clicked[0]].topics))
    elif clicked:
        open_dialog("details", clicked[0] - len(found))


def document_map(model: TrainedModel, rows: IntArray) -> None:
    """Documents in the plane; those chosen with the lasso are listed."""
    field = ""
    if fields := offered_fields(model):
        field = st.selectbox(
            tr("Colour by"),
            ["", *fields],
            format_func=lambda name: label(name, 60) if name else tr("largest topic"),
            key="map-field",
            width=340,
            persist_state="session",
        )
    how = tr("Draw a line around some to list them.")
    if is_narrow():
        how = tr("Tap a name or a point to list what lies there.")
    st.caption(f"{tr('Each point is a document, placed near the topics it is about.')} {how}")
    looks = {"dark": is_dark(), "narrow": is_narrow()}
    figure = figures.document_map(model, rows, field=field, **looks, titled=False)
    alt = tr(
        "{documents} as points, near each other where they hold the same topics. The page "
        "Documents lists the same.",
        documents=count(len(rows), "document"),
    )
    points = clickable(figure, "document-map", alt, BUTTONS_TO_SELECT, ("points", "box", "lasso"))
    if chosen := _chosen(model, rows, {point[0] for point in points}):
        with st.container(key=f"behind-{chosen[0]}-{len(chosen)}"):  # page.js leads there
            _listed(model, chosen)


def _chosen(model: TrainedModel, rows: IntArray, numbers: set[int]) -> list[int]:
    """The documents that were drawn around; what a finger meets, and a name, are all of a topic."""
    chosen = sorted(numbers & set(rows.tolist()))
    if chosen and not is_narrow():
        return chosen
    largest = model.mixtures.argmax(axis=1)
    topics = {n - len(largest) if n >= len(largest) else int(largest[n]) for n in numbers}
    return [row for row in rows.tolist() if largest[row] in topics]


def _listed(model: TrainedModel, chosen: Sequence[int]) -> None:
    """Documents of the map by their largest topic, that which takes most of them all first."""
    theta = model.mixtures[list(chosen)]
    mean, largest = theta.mean(axis=0), theta.argmax(axis=1)
    told = " ".join(
        f'<span class="fact"><span class="dot" style="--c:{model.topic_colors[z]}"></span>'
        f"{markup(model.read_label(z))} {percent(mean[z])}</span>"
        for z in np.argsort(-mean, kind="stable")[:MOST_NAMED].tolist()
    )
    said = tr("by their largest topic, with its share; its words are marked")
    show(f"<p><b>{count(len(chosen), 'document')}</b> {said}</p>", f'<p class="small">{told}</p>')
    share = theta.max(axis=1)
    order = np.lexsort((-share, largest, -mean[largest]))
    own = [(chosen[place], float(share[place])) for place in order]
    topics = {chosen[place]: int(largest[place]) for place in order}
    documents_with_download(model, own, "documents-on-the-map", topics)

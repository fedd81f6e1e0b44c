"""The parts of the page Topics: whether it worked, and the topics as cards, table or picture."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import Any

import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.show import cards
from gplsa.app.show.charts import is_dark
from gplsa.app.show.controls import choice, click, download_table, one_page, rows_of
from gplsa.app.show.downloads import report_button
from gplsa.app.show.filters import filtered_rows
from gplsa.app.topics import editing, views
from gplsa.app.topics.applying import NEW, apply, open_dialog, show_open
from gplsa.app.topics.one import one_topic
from gplsa.core.types import FloatArray, IntArray
from gplsa.figures.listed import topics_table, words_column
from gplsa.html.escaping import label, markup
from gplsa.html.sides import side_name
from gplsa.html.verdicts import POOR, verdict_said
from gplsa.language import count, later, plural, tr, translated
from gplsa.model.by_field import shares_of
from gplsa.model.editing.edits import Hide, Show
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import Found, found_words, topics_in_order, with_translations
from gplsa.model.topics.shown import LOW_AGREEMENT, RELEVANCE
from gplsa.training.validation import why_unchecked

PAGE, FEW = 24, 6  # of cards; so many more are no page of their own
# Pixels of the table: its columns, rows for the words of two sides and of more, a line, a letter.
NAME, SHARE, TRANSLATED, OF_WORDS = 190, 96, 132, 540
ROW, TALL_ROW, LINE, LETTER = 66, 84, 20, 6.9  # from 65 on lines are broken
LINK = "#1f5f8b", "#7db9e2"  # as links are, in the light and in the dark
SORT = {
    "largest": later("largest first"),
    "agreement": later("most words translated"),
    "disagreement": later("fewest words translated"),
    "name": later("by name"),
}
AGREEING = ("agreement", "disagreement")
LISTED = ("cards", "table")
SEARCHED = (*LISTED, "map")  # the others show all topics
VIEWS = {
    "cards": later("Cards"),
    "table": later("Table"),
    "map": later("Map"),
    "tree": later("Tree"),
    "documents": later("Document map"),
}
RELEVANCES = {
    0.0: later("distinctive"),
    0.3: later("rather distinctive"),
    RELEVANCE: later("recommended"),
    0.8: later("rather frequent"),
    1.0: later("frequent"),
}
COLORS = {later("good"): "green", later("fair"): "orange", later("poor"): "red"}


def badge(model: TrainedModel) -> None:
    """Did it work? In one word."""
    if model.validation is None:
        st.badge(tr("not validated"), color="gray", help=translated(why_unchecked(model)))
        return
    verdict = model.validation.verdict
    st.badge(
        label(verdict_said(verdict, of_texts=model.is_judged_by_texts)),
        color=COLORS.get(verdict, "red"),  # type: ignore[arg-type]
        help=tr("How well the model did on held-out pairs; the page Train has the figures."),
    )


def not_to_trust(model: TrainedModel) -> None:
    check = model.validation
    if check and not any(one.beats_frequent_words for one in check.directions.values()):
        sentence = tr(
            "The held-out pairs did not find each other: the two sides of a topic may have "
            "nothing in common."
        )
        why = markup(f"{translated(check.cause)} {translated(check.remedy)}")
        verdict = f'<p class="verdict" style="--c:{POOR}">{sentence}</p>'
        cards.show(verdict, f'<p class="small">{why}</p>')


def browse(model: TrainedModel, row: Any) -> None:
    """Search, sort, and the topics in one of five forms.  row  has room for the filter"""
    sought, order, relevance = "", "largest", RELEVANCE
    with st.container(horizontal=True, vertical_alignment="top"):
        look = {"default": "cards", "required": True, "wrap": True}
        form = choice(st.segmented_control, tr("Show as"), VIEWS, "form", **look)
        if form in SEARCHED:
            text, kept = tr("Search a word"), {"key": "sought", "persist_state": "session"}
            sought = st.text_input(text, placeholder=tr("search a word"), **kept)  # type: ignore[call-overload]
        if form in LISTED:
            agreed = model.topic_agreement() is not None
            orders = {one: SORT[one] for one in SORT if agreed or one not in AGREEING}
            order = "found" if sought else choice(st.selectbox, tr("Sort"), orders, "order")
            said = tr(
                "Left: words of this topic rather than of others. Right: its most frequent words, "
                "even where other topics share them."
            )
            text, look = tr("Which words?"), {"value": RELEVANCE, "help": said}
            relevance = choice(st.select_slider, text, RELEVANCES, "relevance", **look)
    with row:
        rows = filtered_rows(model)
    if len(rows):
        _browsed(model, sought, order, form, relevance, rows)
    dialogs: dict[str, tuple[str, Callable[..., None]]] = {
        "details": (later("Topic: {name}"), lambda z: one_topic(model, z, relevance, rows)),
        "merge": (later("Merge topics"), lambda *topics: editing.merge(model, *topics)),
        "split": (later("Split: {name}"), lambda topic: editing.split(model, topic)),
        "seed": (later("New topic"), lambda: editing.new_topic(model)),
    }
    show_open(model, dialogs)


def _browsed(
    model: TrainedModel, sought: str, order: str, form: str, relevance: float, rows: IntArray
) -> None:
    """The topics as they are asked for, and as files."""
    share = shares_of(model, rows)
    found = found_words(model, sought)
    topics = topics_in_order(model, sought, order, share, found)
    if sought and not _hits(len(topics), sought):
        return
    if form in LISTED:
        topics = sorted(topics, key=lambda topic: topic not in st.session_state.get(NEW, []))
        place, shown = one_page(topics, PAGE if len(topics) > PAGE + FEW else PAGE + FEW, "page")
        with place:
            if form == "table":
                _table(model, count(len(topics), "topic"), shown, relevance, share, found)
            else:
                of = tr("the corpus") if len(rows) == model.n_documents else tr("these documents")
                drawn = {}
                for z in shown:
                    held = with_translations(model, z, found.get(z, []))
                    drawn[z] = cards.topic(model, z, float(share[z]), held, relevance, of)
                _cards(model, topics, drawn)
    elif form == "map":
        views.topic_map(model, topics, rows)
    elif form == "tree":
        views.tree(model)
    elif form == "documents":
        views.document_map(model, rows)
    with st.container(horizontal=True):
        table = partial(topics_table, model, topics, relevance=relevance, share=share)
        download_table(table, "topics", tr("Download as a table"))
        desk = current_desk()
        report_button(desk.library, desk.model_state.id, model.name)
    if hidden := sorted(model.hidden_topics):
        with st.expander(plural(len(hidden), "{n} hidden", "{n} hidden")):
            st.markdown(" · ".join(label(model.read_label(topic), 40) for topic in hidden))
            click(tr("Show them again"), apply, Show(tuple(hidden)))


def _hits(n: int, sought: str) -> int:
    """Says how many topics a sought word is in."""
    said = plural(
        n,
        "**{n} topic** has “{sought}”, or a word that begins with it, more than others do.",
        "**{n} topics** have “{sought}”, or words that begin with it, more than others do; the one "
        "that has most comes first.",
        sought=label(sought, 40),
    )
    if n:
        st.markdown(said)
    else:
        st.info(
            tr("No topic has this word or one that begins with it. Rare words are not counted.")
        )
    return n


def _table(
    model: TrainedModel,
    said: str,
    topics: Sequence[int],
    relevance: float,
    share: FloatArray,
    found: Found,
) -> None:
    """The words of every side in sight, without scrolling to the right or in a box; a name opens
    its topic."""

    def opened() -> None:
        for place, column in st.session_state["topics-table"].selection.cells:
            if column == "name":
                open_dialog("details", topics[place])

    shown = topics_table(model, topics, relevance=relevance, share=share)
    shown = shown.drop(columns=["topic", "note", "share %"], errors="ignore")
    shown["name"] = [model.read_label(topic) for topic in topics]
    # First what opens nothing when it is chosen, as the first cell is by a click on a heading.
    shown.insert(0, "share %", (100 * share[topics]).round(1))
    if "uninformative" in shown:
        shown["name"] += [
            f" ({tr('uninformative: {reason}', reason=translated(reason))})" if reason else ""
            for reason in shown.pop("uninformative")
        ]
    said = tr("{n_topics}. Click a name to see its documents.", n_topics=said)
    if found:  # in place of what nobody seeks
        held = (found.get(z, [])[: cards.MOST_HITS] for z in topics)
        shown.insert(2, "found", [", ".join(word for word, *_ in words) for words in held])
        shown = shown.drop(columns="translated", errors="ignore")
    elif "translated" in shown:
        shown["translated"] = (20 * shown["translated"]).round()
        ten = tr(
            "“Translated”: how many of a topic’s 20 most typical words, ten a side, have their "
            "translation among them. Where few do, it may mix several subjects."
        )
        said = f"{said} {ten}"
    st.caption(said)
    row, columns = ROW if len(model.readable) < 3 else TALL_ROW, _columns(model, share)
    for name in {*shown} - {"share %", "translated"}:  # as much as stands in a row
        width, end = int(columns[name]["width"] / LETTER) - 2, " …" if name == "name" else ""
        lines = (wrap(told, width, max_lines=row // LINE, placeholder=end) for told in shown[name])
        shown[name] = [" ".join(one).rstrip(",") for one in lines]
    look: dict[str, Any] = {"alt": tr("Topics with their words"), "column_config": columns}
    look |= {"key": "topics-table", "on_select": opened, "selection_mode": "single-cell"}
    look |= rows_of(row, len(shown), room=row * len(shown))
    link = {"color": LINK[is_dark()], "font-weight": "600"}
    st.dataframe(shown.style.set_properties(["name"], **link), **look)


def _columns(model: TrainedModel, share: FloatArray) -> dict[str, Any]:
    """How each column of the table is shown, by what it is called in files."""
    text, bar = st.column_config.TextColumn, st.column_config.ProgressColumn
    most, of_20 = float(100 * share.max()), tr("%d of 20")
    columns: dict[str, Any] = {
        "name": text(tr("name"), width=NAME),
        "share %": bar(tr("share %"), width=SHARE, format="localized", step=0.1, max_value=most),
        "found": text(tr("found"), width=TRANSLATED),
        "translated": bar(tr("translated"), width=TRANSLATED, format=of_20, max_value=20),
    }
    width = OF_WORDS // len(model.readable)
    for side in model.readable:
        heading = tr("{side} words", side=side_name(model.corpus, side))
        columns[words_column(model.corpus, side)] = text(heading, width=width)
    return columns


def _cards(model: TrainedModel, topics: Sequence[int], drawn: Mapping[int, str]) -> None:
    """What the bars of all say, and the sign that some bear; each with what can be done with it."""
    legend = tr(
        "Each card has the most typical words of a topic; the longer a bar, the more often the "
        "topic uses the word. Names are made of these words until you give your own."
    )
    agreement = model.topic_agreement()
    if agreement is not None and any(agreement[topic] < LOW_AGREEMENT for topic in topics):
        legend += " " + tr("⚠: few words translate each other; it may mix several subjects.")
    st.caption(legend)
    buttons = {
        "details": (tr("Details"), "unfold_more", tr("More words, its documents, name, note")),
        "merge": (tr("Merge"), "merge", tr("Try it as one with others")),
        "split": (tr("Split"), "call_split", tr("Try it in parts")),
    }
    if model.n_topics < 2:
        del buttons["merge"]
    boxes, new = st.container(key="grid-topics"), st.session_state.get(NEW, [])
    for topic, card in drawn.items():
        key = f"new-card-{len(model.history.steps)}-{topic}" if topic in new else None
        with boxes.container(key=key, border=True, horizontal=True, gap="small"):
            if key:  # page.js leads there
                st.badge(tr("new"), color="blue")
            st.html(card)
            for name, (text, icon, tooltip) in buttons.items():
                look = {"type": "tertiary", "icon": f":material/{icon}:", "help": tooltip}
                click(text, open_dialog, name, topic, key=f"{name}-{topic}", **look)
            look = {"type": "tertiary", "icon": ":material/visibility_off:"}
            click(tr("Hide"), apply, Hide((topic,)), key=f"hide-{topic}", **look)

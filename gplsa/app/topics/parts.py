"""The parts of the page Topics: cards, table, map, and one topic opened."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from gplsa import figures
from gplsa.app.show import cards, pictures, tables
from gplsa.app.show.controls import download_csv, table_with_download
from gplsa.app.show.document_list import documents_with_download, grid
from gplsa.app.show.filters import filtered_rows
from gplsa.app.show.reports import report_button
from gplsa.app.show.style import POOR
from gplsa.app.workshop.here import Here, here
from gplsa.core.types import FloatArray, IntArray
from gplsa.look.escaping import label, markup, one_line
from gplsa.trained.by_field import shares_of
from gplsa.trained.model import TrainedModel
from gplsa.trained.shaping.edits import MAX_NAME_LENGTH
from gplsa.trained.topics.shown import RELEVANCE

PAGE = 24
SORT = {
    "largest": "largest first",
    "agreement": "sides agree most",
    "disagreement": "sides agree least",
    "name": "by name",
}
VIEWS = {"cards": "Cards", "table": "Table", "map": "Map"}
DOCUMENTS, MOST_DOCUMENTS = 10, 1000
TYPICAL = 8


def badge(model: TrainedModel) -> None:
    """Did it work? In one line; in two where it did not."""
    if model.check is None:
        st.badge("not checked: fewer than 40 pairs", color="gray")
        return
    color = {"good": "green", "fair": "orange"}.get(model.check.verdict, "red")
    st.badge(
        f"check: {label(model.check.verdict)}",
        color=color,  # type: ignore[arg-type]
        help="How well the model did on pairs that were hidden from it; the page Train has the "
        "figures.",
    )
    if not model.check.beats_frequent_words:
        st.html(
            cards.block(
                f'<p class="verdict" style="--c:{POOR}">The hidden pairs did not find each other: '
                "the two sides of a topic may have nothing in common.</p>"
                f'<p class="small">{markup(model.check.cause)} '
                f"{markup(model.check.remedy)}</p>"
            )
        )


def browse(view: Here, model: TrainedModel) -> None:
    """Search, sort, and the topics in one of three forms."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sought = st.text_input(
            "Search a word", key="sought", persist_state="session", placeholder="Ernte, harvest …"
        )
        order = st.selectbox(
            "Sort", list(SORT), format_func=SORT.__getitem__, key="order", persist_state="session"
        )
        form = st.segmented_control(
            "Show as",
            list(VIEWS),
            default="cards",
            required=True,
            format_func=VIEWS.__getitem__,
            key="form",
            persist_state="session",
        )
        relevance = st.slider(
            "Words: distinctive ↔ frequent",
            0.0,
            1.0,
            RELEVANCE,
            0.1,
            key="relevance",
            persist_state="session",
            help="Left: words that stand in this topic rather than in others. Right: its most "
            "probable words, whatever other topics they stand in.",
        )
    rows = filtered_rows(model)
    if not len(rows):
        return
    share = shares_of(model, rows)
    topics = _chosen(model, sought or "", order, share)
    if sought and not topics:
        st.info("No topic has a word that begins like this; rare words are not kept.")
        return
    if form == "table":
        _table(model, topics, relevance, share)
    elif form == "map":
        _map(model, topics, relevance, rows)
    else:
        _cards(model, topics, sought or "", relevance, rows)
    with st.container(horizontal=True):
        if form != "table":
            download_csv(
                lambda: tables.topics_table(model, topics, relevance=relevance, share=share),
                "topics",
                "Download as a table",
            )
        report_button(view, view.desk.model or "", model.name)
    _hidden(model)


def _chosen(
    model: TrainedModel, sought: str, order: str, share: FloatArray | None = None
) -> list[int]:
    """The topics to show, in the order asked for; those that say nothing last.

    share  (topics,) of the documents that are looked at; of all where None
    """
    share = model.topic_share() if share is None else share
    agreement = model.topic_agreement()
    keys: dict[str, Callable[[int], Any]] = {
        "largest": lambda topic: -share[topic],
        "agreement": lambda topic: -agreement[topic],
        "disagreement": lambda topic: agreement[topic],
        "name": lambda topic: model.topic_label(topic).casefold(),
    }
    shown = set(range(model.n_topics)) - model.hidden_topics
    if sought.strip():
        found = {topic for _, _, topic, _ in model.find_words(sought)}
        named = {t for t in shown if sought.casefold().strip() in model.topic_label(t).casefold()}
        shown &= found | named
    return sorted(shown, key=lambda topic: (topic in model.filler, keys[order](topic)))


def _table(model: TrainedModel, topics: Sequence[int], relevance: float, share: FloatArray) -> None:
    """The words of every side in sight, without scrolling to the right."""
    table = tables.topics_table(model, topics, relevance=relevance, share=share)
    widths = {"name": 150} | dict.fromkeys(table.columns[4:], 460 // len(model.readable))
    columns = {name: st.column_config.TextColumn(width=width) for name, width in widths.items()}
    table_with_download(table, "topics", alt="Topics with their words", column_config=columns)


def _cards(
    model: TrainedModel, topics: Sequence[int], sought: str, relevance: float, rows: IntArray
) -> None:
    share, agreement = shares_of(model, rows), model.topic_agreement()
    of = "the corpus" if len(rows) == model.n_documents else "these documents"
    pages = -(-len(topics) // PAGE)
    page = 1
    if pages > 1:
        page = st.pagination(pages, key=f"page-{pages}", persist_state="session")
    shown = topics[(page - 1) * PAGE : page * PAGE]
    boxes = grid("topics")
    for topic in shown:
        with boxes.container(border=True, gap="small"):
            facts = float(share[topic]), float(agreement[topic])
            st.html(cards.topic(model, topic, *facts, sought, relevance, of))
            with st.container(horizontal=True, gap="small"):
                st.button(
                    "Details",
                    key=f"open-{topic}",
                    type="tertiary",
                    icon=":material/unfold_more:",
                    on_click=_open,
                    args=(topic,),
                    help="More words, its documents, a name for it",
                )
                st.button(
                    "Hide",
                    key=f"hide-{topic}",
                    type="tertiary",
                    icon=":material/visibility_off:",
                    on_click=_hide,
                    args=(topic,),
                )
    opened = st.session_state.pop("opened-topic", None)
    if opened is not None:
        one_topic(model, opened, relevance, rows)


def _open(topic: int) -> None:
    st.session_state["opened-topic"] = topic


def _map(model: TrainedModel, topics: Sequence[int], relevance: float, rows: IntArray) -> None:
    event = st.plotly_chart(
        figures.topic_map(
            model, topics, dark=st.context.theme.type == "dark", share=shares_of(model, rows)
        ),
        key="map",
        config=figures.FEW_BUTTONS,
        on_select="rerun",
        selection_mode="points",
        alt="Topics as circles: the larger, the more of the corpus; the table lists the same.",
    )
    st.caption(
        "The larger a circle, the more of the corpus; the bluer, the more of its documents it "
        "takes, while pale ones run through many. Click one to see its words."
    )
    points = event.selection.points
    if points and st.session_state.get("seen-on-map") != points[0]["customdata"][0]:
        st.session_state["seen-on-map"] = points[0]["customdata"][0]
        one_topic(model, int(points[0]["customdata"][0]), relevance, rows)


def one_topic(model: TrainedModel, topic: int, relevance: float, rows: IntArray) -> None:
    """More words, the documents, a name."""
    title = f"Topic: {label(model.topic_label(topic), 60)}"
    st.dialog(title, width="large")(_one_topic)(model, topic, relevance, rows)


def _one_topic(model: TrainedModel, topic: int, relevance: float, rows: IntArray) -> None:
    with (
        st.form(f"name-{topic}", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            "Give it a name of your own",
            model.topic_names.get(topic, ""),
            max_chars=MAX_NAME_LENGTH,
            key=f"name-of-{topic}",
            placeholder=one_line(model.topic_label(topic), 60),
        )
        if st.form_submit_button("Save the name", on_click=_name, args=(topic,)):
            st.rerun()
    drawn = figures.topic_words(model, topic, relevance=relevance)
    for column, (modality, figure) in zip(st.columns(len(drawn)), drawn.items(), strict=True):
        column.plotly_chart(
            figure,
            key=f"words-{topic}-{modality}",
            config=figures.NO_BUTTONS,
            alt=", ".join(word for word, _ in model.top_words(modality, topic, 10, relevance)),
        )
    _pictures_of(model, topic)
    st.markdown("**Documents that speak of it most**")
    best = model.topic_documents(topic, MOST_DOCUMENTS, rows)
    documents_with_download(
        model, best, DOCUMENTS, f"documents-of-topic-{topic + 1}", alt="Documents of this topic"
    )


def _pictures_of(model: TrainedModel, topic: int) -> None:
    """Its most typical pictures, and the patches that set it apart where some do."""
    if not model.has_texts:
        return
    for modality in model.corpus.pictures:
        rows = pictures.typical_rows(model, modality, topic, TYPICAL)
        if rows:
            st.markdown("**Most typical pictures**")
            st.html(pictures.gallery(model.corpus, rows, limit=70))
        patches = pictures.topic_patches(model, modality, topic)
        if patches:
            st.markdown("**Patches that set it apart**")
            st.caption("Each row is one kind of patch, cut out of different training pictures.")
            st.html(cards.block(patches))


def _name(topic: int) -> None:
    if model := here().model:
        model.name_topic(topic, st.session_state[f"name-of-{topic}"])
        _rewrite(model)


def _hide(topic: int) -> None:
    if model := here().model:
        model.hidden_topics.add(topic)
        _rewrite(model)


def _show_again(topics: Sequence[int]) -> None:
    if model := here().model:
        model.hidden_topics.difference_update(topics)
        _rewrite(model)


def _rewrite(model: TrainedModel) -> None:
    view = here()
    view.shop.library.renamed(view.desk.model or "", model)


def _hidden(model: TrainedModel) -> None:
    if not model.hidden_topics:
        return
    names = " · ".join(label(model.topic_label(topic), 40) for topic in sorted(model.hidden_topics))
    with st.expander(f"{len(model.hidden_topics)} hidden", icon=":material/visibility_off:"):
        st.markdown(names)
        st.button("Show them again", on_click=_show_again, args=(sorted(model.hidden_topics),))

"""The parts of the page Words: what is looked up, its partners, and the lines that show them."""

import streamlit as st

from gplsa.app.show.controls import download_csv
from gplsa.app.words import cards
from gplsa.errors import InputError
from gplsa.language import count, later, spoken, tr
from gplsa.look.escaping import label
from gplsa.look.sides import side_name
from gplsa.trained.model import TrainedModel
from gplsa.trained.terms.concordance import Concordance, concordance
from gplsa.trained.terms.sought import LONGEST_TYPED
from gplsa.trained.verdict import Direction

SORTED = {
    "corpus": later("as in the corpus"),
    "before": later("by what stands before"),
    "after": later("by what stands after"),
    "partner": later("by partner"),
}


def choose_sides(model: TrainedModel) -> Direction | None:
    """The side that is typed in and the one that answers; None where there are no two of texts."""
    texts = [side for side in model.modalities if side in model.corpus.texts]
    ways = [way for way in model.gists if way[0] in texts and way[1] in texts]
    if not ways:
        st.info(tr("Words are looked up between two sides of texts, and this model has only one."))
        return None
    way = st.segmented_control(
        tr("From and to"),
        range(len(ways)),
        default=0,
        required=True,
        format_func=lambda place: " → ".join(
            label(side_name(model.corpus, side), 40) for side in ways[place]
        ),
        key=f"words-way-{ways}",
        persist_state="session",
        # A partner that was chosen, and the word itself, are of the other direction.
        on_change=_forget,
    )
    return ways[way or 0]


def _forget() -> None:
    st.session_state.pop("words-partner", None)


def look_up(model: TrainedModel, source: str, target: str) -> None:
    """The word or phrase typed, and what is found of it."""
    with st.form("words", border=False):
        typed = st.text_input(
            tr("Word or phrase in {side}", side=label(side_name(model.corpus, source))),
            key="words-typed",
            persist_state="session",
            max_chars=LONGEST_TYPED,
            placeholder=tr("one word in any form, or a few as they stand in the texts"),
        )
        st.form_submit_button(
            tr("Look up"), type="primary", icon=":material/translate:", on_click=_forget
        )
    if not typed or not typed.strip():
        return
    try:
        found = concordance(model, typed, source, target)
        chosen = _partner(found)
        shown = concordance(model, typed, source, target, partner=chosen) if chosen else found
    except InputError as error:
        st.warning(label(spoken(error), 300))
        return
    _head(model, found)
    if found.partners:
        st.html(cards.partners(model, found))
    if found.doubtful:
        st.caption(
            tr(
                "None of these fits well. What it is mostly called may stand in so many texts that "
                "it is not counted: the lines below show it."
            )
        )
    _lines(model, shown, chosen)


def _partner(found: Concordance) -> str:
    """The partner whose lines are wanted, where it is one of those found."""
    chosen = st.session_state.get("words-partner")
    words = [partner.word for partner in found.partners]
    if chosen not in words:
        st.session_state.pop("words-partner", None)
        return ""
    return str(chosen)


def _head(model: TrainedModel, found: Concordance) -> None:
    st.html(cards.held(model, found))
    if not found.pairs:
        others = [word for word in found.known if word.casefold() != found.word.casefold()]
        told = [tr("Nothing in this side of the corpus has it.")]
        if others:
            told.append(tr("Parts of it do: {words}.", words=label(", ".join(others), 200)))
        st.info(" ".join(told))
    elif not found.partners:
        st.info(
            tr(
                "What stands for it cannot be told: it is in too few pairs, or in nearly all of "
                "them. The lines below show how it is said."
            )
        )


def _lines(model: TrainedModel, found: Concordance, chosen: str) -> None:
    if not model.has_texts:
        st.caption(tr("This model was saved without its texts, so there are no lines to show."))
        return
    if not found.pairs:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if found.partners:
            st.pills(
                tr("Only lines with"),
                [partner.word for partner in found.partners],
                format_func=lambda word: label(word, 40),
                wrap=True,
                key="words-partner",
            )
        order = st.selectbox(
            tr("Sort the lines"),
            list(SORTED),
            format_func=lambda name: tr(SORTED[name]),
            key="words-order",
            persist_state="session",
        )
    if not found.lines:
        st.caption(tr("No line of these pairs has both."))
        return
    lines = found.sorted_lines(order)
    told = count(len(lines), "line")
    if len({line.row for line in lines}) < found.pairs and not chosen:
        told = tr("{lines}, from some of the {n_pairs:,} pairs", lines=told, n_pairs=found.pairs)
    st.caption(told)
    st.html(cards.lines(model, found, lines))
    text = tr("Download these lines")
    download_csv(lambda: cards.lines_table(model, found, lines), "lines", text)

"""The parts of the page Words: what is looked up, its partners, and the lines that show them."""

from functools import partial
from typing import Any

import streamlit as st

from gplsa.app.show.charts import is_narrow
from gplsa.app.show.controls import choice, click, download_table, once, one_page, told
from gplsa.app.show.waiting import being_read
from gplsa.app.words import cards
from gplsa.core.types import Sides
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.language import count, language, later, plural, tr
from gplsa.model.direction import Direction, direction_name
from gplsa.model.model import TrainedModel
from gplsa.model.terms.concordance import Concordance, concordance, is_read
from gplsa.model.terms.exports import line_table
from gplsa.model.terms.sought import other_side_with, sought_instead, suggested
from gplsa.model.terms.telling import telling_words

MOST_SUGGESTED, TO_BEGIN, LINES, LINES_TO_READ = 2000, 12, 20, 500
CONTEXT = 200  # characters on either side, in the file of lines
TABS, TAB = [later("A word"), later("The whole lexicon")], "words-what"
TURN, TURNED = "words-turn", "words-turned"

SORTED = {
    "partner": later("by translation"),
    "corpus": later("as in the corpus"),
    "before": later("by the words before"),
    "after": later("by the words after"),
}


def choose_sides(model: TrainedModel) -> Sides | None:
    """The side that is typed in and the one that answers; None where there are no two of texts."""
    if turned := st.session_state.pop(TURN, None):
        word, source, target = st.session_state[TURNED] = turned
        ask_for(model, word, source, target)
        st.session_state[f"words-typed-{target}"] = None
    ways = _ways(model)
    if not ways:
        st.info(tr("Words are looked up between two sides of texts, and this model has only one."))
        return None
    names = {place: label(direction_name(model, way), 80) for place, way in enumerate(ways)}
    # A partner that was chosen, and the word itself, are of the other direction.
    look: dict[str, Any] = {"default": 0, "required": True, "wrap": True, "on_change": _forget}
    way = choice(st.segmented_control, tr("From and to"), names, f"words-way-{ways}", **look)
    return ways[way or 0]


def _ways(model: TrainedModel) -> list[Sides]:
    known, texts = model.corpus.languages, model.corpus.texts
    ways = [(a, b) for a, b in model.rankers if a in texts and b in texts]
    return sorted(ways, key=lambda way: known.get(way[1]) != language())


def ask_for(model: TrainedModel, word: str, source: str, target: str) -> None:
    """Show what a word of `source` is on the side `target`."""
    ways = _ways(model)
    st.session_state[f"words-way-{ways}"] = ways.index((source, target))
    st.session_state[f"words-typed-{source}"] = word
    st.session_state[TAB] = tr(TABS[0])
    _forget()


def _forget() -> None:
    st.session_state.pop("words-partner", None)


@told(st.warning)
def look_up(model: TrainedModel, source: str, target: str) -> None:
    """The word or phrase typed, and what is found of it."""
    typed = st.selectbox(
        tr("Word or phrase in {side}", side=label(side_name(model.corpus, source))),
        suggested(model, source, MOST_SUGGESTED),
        index=None,
        key=f"words-typed-{source}",
        persist_state="session",
        accept_new_options=True,
        filter_mode="prefix",
        placeholder=tr("a word in any form"),
        on_change=_forget,
    )
    if st.session_state.get(TURNED) == (typed, source, target):
        alone = label(side_name(model.corpus, source))
        st.caption(tr("Only {side} has it, so the direction has been switched.", side=alone))
    direction = Direction(model, source, target)
    if not typed or not typed.strip():
        return _to_begin_with(direction)
    with st.spinner(tr("Reading all lines of your corpus, this first time only …")):
        found = concordance(direction, typed, limit=LINES_TO_READ)
    chosen = _partner(found)
    shown = concordance(direction, typed, partner=chosen, limit=LINES_TO_READ) if chosen else found
    _head(model, found)
    sure = [partner for partner in found.partners if not partner.doubtful]
    doubtful = [partner for partner in found.partners if partner.doubtful]
    if sure:
        st.html(cards.partners(model, found, sure))
    if doubtful:
        title = plural(len(doubtful), "{n} doubtful translation", "{n} doubtful translations")
        # Where none is sure they are all there is to see.
        with st.expander(title, not sure, icon=":material/help:"):
            st.caption(tr("These may stand in the same lines by chance: compare the lines below."))
            st.html(cards.partners(model, found, doubtful))
    if found.pairs:
        _lines(model, shown, chosen)
    else:
        _to_begin_with(direction)


def _to_begin_with(direction: Direction) -> None:
    if being_read(direction):
        st.caption(tr("Examples appear here once all lines are read. You can look up words now."))
        return
    of = "begin", direction.model.digest, *direction.sides, is_read(direction)
    if words := once(lambda: telling_words(direction, TO_BEGIN), *of):
        st.caption(tr("Or try a word that is typical of your corpus:"))
    with st.container(horizontal=True, gap="small"):
        for word, said in words.items():
            asked = direction.model, word, *direction.sides
            shown = label(" → ".join(filter(None, (word, said))), 40)
            click(shown, ask_for, *asked, key=f"begin-{word}")


def _partner(found: Concordance) -> str:
    """The partner whose lines are wanted, where it is one of those found."""
    chosen = str(st.session_state.get("words-partner", ""))
    if chosen in (partner.word for partner in found.partners):
        return chosen
    _forget()
    return ""


def _head(model: TrainedModel, found: Concordance) -> None:
    here, turned = (found.word, found.source), st.session_state.get(TURNED, ())
    if not found.pairs and here != turned[:2] and (side := other_side_with(model, *here)):
        st.session_state[TURN] = found.word, side, found.source
        st.rerun()
    st.html(cards.held(model, found))
    if not found.pairs:
        st.info(tr("Your corpus does not have it, so there is no translation to show."))
        for word in sought_instead(model, found.source, found.word):
            asked = model, word, found.source, found.target
            click(tr("Look up “{word}”", word=label(word, 40)), ask_for, *asked)
    elif all(partner.doubtful for partner in found.partners):
        st.info(tr("No word stands out as its translation: only its lines show how it is said."))


def _lines(model: TrainedModel, found: Concordance, chosen: str) -> None:
    if not model.has_texts:
        st.caption(tr("This model was saved without its texts, so there are no lines to show."))
        return
    with st.container(horizontal=True, vertical_alignment="top"):
        offered = [
            p.word for p in found.partners if p.word == chosen or (p.lines and not p.doubtful)
        ]
        if offered and (chosen or found.n_lines > 1):
            st.pills(
                tr("Only lines with"),
                offered,
                format_func=lambda word: label(word, 40),
                wrap=True,
                key="words-partner",
            )
        order = "corpus"
        if found.n_lines > 1:
            order = choice(st.selectbox, tr("Sort the lines"), SORTED, "words-order")
    if not found.lines:
        st.caption(tr("No line of these pairs has both."))
        return
    lines = found.sorted_lines(order)
    n_lines = count(found.n_lines, "line") if chosen else cards.counted(found)
    cut = len(lines) < found.n_lines
    st.caption(tr("{n:,} of {lines}", n=len(lines), lines=n_lines) if cut else n_lines)
    key = f"page-lines-{found.word}-{chosen}-{order}"
    place, shown = one_page(lines, LINES // (1 + is_narrow()), key)
    place.html(cards.lines(model, found, shown))
    table = partial(line_table, lines, found.target, model.corpus.ids, CONTEXT)
    download_table(table, "lines", tr("Download these lines"))

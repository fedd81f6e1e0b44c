"""Pages that wait for a corpus or a model, and how to come by one."""

from typing import Any, NoReturn

import streamlit as st

from gplsa.app.desk import trainings
from gplsa.app.desk.desk import current_desk
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show.cards import show
from gplsa.app.show.columns import column_of_headings
from gplsa.app.show.controls import act, begin
from gplsa.app.show.settings import recommended_topics
from gplsa.html.examples import answered
from gplsa.language import plural, tr
from gplsa.message import Message
from gplsa.model.direction import Direction
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.model.terms.concordance import is_read, linking


def needs_corpus(what: str) -> NoReturn:
    """A step that waits for a corpus says so, and ends the page."""
    with st.container(border=True):
        st.markdown(what)
        _leads("corpus.py", tr("Choose a corpus"), CORPUS)
    st.stop()


def needs_model(what: str) -> Model:
    """The model at hand. A step that waits for one says which step comes first or takes it, and
    ends the page."""
    if (model := current_desk().model) is not None:
        return model
    if current_desk().corpus is None:
        needs_corpus(f"{what} {tr('First choose a corpus, then train on it.')}")
    with st.container(border=True):
        st.markdown(what)
        act(tr("Train as recommended"), _train, type="primary", icon=":material/play_arrow:")
        _leads("train.py", tr("Choose the settings"), MODEL)
    st.stop()


def needs_words() -> None:
    """Words wait for a corpus alone: they are learned from it where no model has been trained."""
    corpus = current_desk().corpus
    if corpus is None:
        needs_corpus(tr("Looking words up waits for a corpus."))
    elif len(corpus.texts) < 2:
        st.info(tr("Words are looked up between two sides of texts, and this corpus has only one."))
    else:
        with st.container(border=True):
            st.markdown(tr("Words are learned from the pairs alone: they need no trained model."))
            look: dict[str, Any] = {"type": "primary", "icon": ":material/play_arrow:"}
            with st.container(horizontal=True, vertical_alignment="center"):
                act(tr("Learn the words"), begin, Message("Words"), trainings.read_words, **look)
                _leads("train.py", tr("Or train a model"), MODEL)
        show(answered())


def _train() -> None:
    desk = current_desk()
    state, corpus = desk.corpus_at_hand()
    settings = TrainSettings(
        n_topics=recommended_topics(corpus, state.most_topics),
        words=dict(state.words),
        headings=column_of_headings(desk, corpus),
    )
    begin(Message("Training"), trainings.fit, settings)


def _leads(page: str, text: str, kind: str) -> None:
    """To the page of a step, and to what is saved of its kind."""
    st.page_link(page, label=text, icon=":material/arrow_forward:")
    if n_saved := len(current_desk().library.listed(kind)):
        saved = plural(n_saved, "Open the saved one", "Open one of the {n} saved")
        st.page_link("saved.py", label=saved, icon=":material/inventory_2:")


def being_read(direction: Direction) -> bool:
    """Whether the lines of its pairs are; once they have been the page is drawn anew."""
    if found := linking(direction):
        st.fragment(lambda: is_read(direction) and st.rerun(), run_every=2.0)()
    return found

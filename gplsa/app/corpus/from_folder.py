"""A corpus folder that `gplsa corpus build` wrote: what is in it, and training on all of it."""

from pathlib import Path

import streamlit as st

from gplsa.app.show.controls import begin, duration
from gplsa.app.workshop import work
from gplsa.app.workshop.here import Here, here
from gplsa.corpus.languages import language_name
from gplsa.corpus.parts.folder import PartsCorpus
from gplsa.errors import InputError
from gplsa.look.escaping import label
from gplsa.trained.settings import MAX_TOPICS, TrainSettings, default_topics
from gplsa.training.estimate import estimate_parts
from gplsa.training.parts import SAMPLE
from gplsa.wording import count

_KEY, _TOPICS = "corpus-folder", "corpus-folder-topics"


def lay_out_folder(path: Path) -> None:
    """Show it on the next run; InputError where it is not whole."""
    PartsCorpus.open(path)
    st.session_state[_KEY] = str(path)


def corpus_folder(view: Here) -> None:
    """The folder that was named: how much there is, what training will take, and the button."""
    path = st.session_state.get(_KEY)
    if path is None:
        return
    try:
        corpus = PartsCorpus.open(Path(path))
        with st.container(border=True):
            _described(view, corpus)
    except InputError as error:
        del st.session_state[_KEY]
        st.warning(label(str(error), 500))


def _described(view: Here, corpus: PartsCorpus) -> None:
    sides = " + ".join(
        f"{n_words:,} words {language_name(code) if code else label(side, 40)}"
        for (side, code), n_words in zip(corpus.languages.items(), corpus.n_words, strict=True)
    )
    st.markdown(
        f"**Corpus folder “{label(corpus.name, 60)}”**: {len(corpus):,} documents in "
        f"{count(corpus.n_parts, 'part')}, {sides}"
    )
    most = min(MAX_TOPICS, len(corpus), *corpus.n_words)
    n_topics = int(
        st.number_input(
            "Topics",
            1,
            most,
            min(default_topics(len(corpus)), most),
            key=_TOPICS,
            persist_state="session",
            width=180,
        )
    )
    expected = estimate_parts(corpus, n_topics, SAMPLE)
    shown = ""
    if len(corpus) > SAMPLE:
        shown = f" The model will show {SAMPLE:,} of the documents; Search finds all."
    st.caption(
        f"It is learned from part by part where it lies: about {duration(expected.seconds)} at "
        f"most, with about {expected.megabytes:,.0f} MB of memory. Cancelled, it goes on there the "
        f"next time.{shown}"
    )
    with st.container(horizontal=True):
        st.button(
            "Train on the whole folder",
            type="primary",
            on_click=_train,
            args=(corpus.folder, n_topics),
            disabled=view.busy,
        )
        st.button("Leave it", on_click=_leave)
    model = view.model
    if model is not None and model.whole is not None and model.whole.digest == corpus.digest:
        st.page_link(
            "topics.py",
            label="A model of it is in use: its topics",
            icon=":material/arrow_forward:",
        )


def _train(folder: Path, n_topics: int) -> None:
    view, settings = here(), TrainSettings(n_topics=n_topics)
    begin(
        "train",
        "Training on the folder",
        lambda progress: work.fit_folder(view.shop, view.desk, folder, settings, progress),
    )


def _leave() -> None:
    st.session_state.pop(_KEY, None)

"""A corpus folder that `gplsa corpus build` wrote: what is in it, and training on all of it."""

from pathlib import Path
from typing import Any

import streamlit as st

from gplsa.app.desk import trainings
from gplsa.app.desk.desk import Desk
from gplsa.app.show.controls import act, begin, click, duration
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.errors import InputError
from gplsa.html.escaping import label
from gplsa.language import count, tr, translated
from gplsa.message import Message
from gplsa.model.choices import MAX_TOPICS
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.text.languages import language_name
from gplsa.training.estimate import estimate_parts
from gplsa.training.out_of_core import SAMPLE

_KEY, _TOPICS = "corpus-folder", "corpus-folder-topics"


def lay_out_folder(path: Path) -> None:
    """Show it on the next run; InputError where it is not whole."""
    ChunkedCorpus.open(path)
    st.session_state[_KEY] = str(path)


def corpus_folder(desk: Desk) -> None:
    """The folder that was named: how much there is, what training will take, and the button."""
    path = st.session_state.get(_KEY)
    if path is None:
        return
    try:
        corpus = ChunkedCorpus.open(Path(path))
        with st.container(border=True):
            _described(desk, corpus)
    except InputError as error:
        del st.session_state[_KEY]
        st.warning(label(translated(error), 500))


def _described(desk: Desk, corpus: ChunkedCorpus) -> None:
    names = [
        translated(language_name(code)) if code else label(side, 40)
        for side, code in corpus.languages.items()
    ]
    counted = zip(names, corpus.n_words, strict=True)
    sides = " + ".join(tr("{n:,} words {side}", n=n, side=side) for side, n in counted)
    said = tr(
        "**Corpus folder “{name}”**: {n:,} documents in {parts}, {sides}",
        name=label(corpus.name, 60),
        n=len(corpus),
        parts=count(corpus.n_chunks, "part"),
        sides=sides,
    )
    st.markdown(said)
    most = min(MAX_TOPICS, len(corpus), *corpus.n_words)
    usual = min(default_topics(len(corpus)), most)
    look: dict[str, Any] = {"key": _TOPICS, "persist_state": "session", "width": 180}
    n_topics = int(st.number_input(tr("Topics"), 1, most, usual, **look))
    expected = estimate_parts(corpus, n_topics, SAMPLE)
    said = tr(
        "It is learned from chunk by chunk where it lies: about {duration} at most, with about "
        "{megabytes:,.0f} MB of memory.",
        duration=duration(expected.seconds),
        megabytes=expected.megabytes,
    )
    sentences = [said, tr("Cancelled, it goes on there the next time.")]
    if len(corpus) > SAMPLE:
        more = tr("The model will show {n:,} of the documents; Search finds all.", n=SAMPLE)
        sentences.append(more)
    st.caption(" ".join(sentences))
    with st.container(horizontal=True):
        text, settings = tr("Train on the whole folder"), TrainSettings(n_topics=n_topics)
        job = Message("Training on the folder"), trainings.fit_folder, corpus.folder, settings
        act(text, begin, *job, type="primary")
        click(tr("Leave it"), st.session_state.pop, _KEY, None)
    model = desk.model
    if model is not None and model.whole is not None and model.whole.digest == corpus.digest:
        text = tr("A model of it is open: its topics")
        st.page_link("topics.py", label=text, icon=":material/arrow_forward:")

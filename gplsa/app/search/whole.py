"""Searching in the whole corpus folder of a model that holds only a sample of it."""

from pathlib import Path

import streamlit as st

from gplsa.app.access.place import corpora
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.show.controls import folder_form, lately
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.errors import InputError
from gplsa.html.escaping import label
from gplsa.language import tr, translated
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.whole import WholeCorpus
from gplsa.model.whole_search import WholeFinder


def whole_corpus(desk: Desk, model: TrainedModel) -> ChunkedCorpus | None:
    """The corpus folder of a model, and a line that says what is searched; None: what the model
    holds is searched."""
    whole = model.whole
    if whole is None or not model.is_sample:
        return None
    try:
        corpus = _known(desk, whole)
    except InputError as error:
        meanwhile = tr("Meanwhile what the model holds is searched.")
        st.warning(f"{label(translated(error), 500)} {meanwhile}")
        _ask_for_it(whole)
        return None
    if corpus is not None:
        sentence = tr(
            "All {n:,} documents of the corpus folder “{name}” are searched.",
            n=whole.documents,
            name=label(corpus.name, 60),
        )
        st.caption(sentence)
        return corpus
    said = tr(
        "This model learned from {n:,} documents and holds {n_held:,} of them: these are searched.",
        n=whole.documents,
        n_held=model.n_documents,
    )
    st.info(said)
    if whole.is_kept:
        _ask_for_it(whole)
    return None


def _known(desk: Desk, whole: WholeCorpus) -> ChunkedCorpus | None:
    """Where it was found before or where the app is told to look; InputError where it has gone."""
    if (path := desk.folders.get(whole.digest)) is not None:
        return whole.opened(Path(path))
    if (found := whole.found(corpora())) is not None:
        desk.folders[whole.digest] = str(found.folder)
    return found


def _ask_for_it(whole: WholeCorpus) -> None:
    text = tr("Corpus folder “{name}” on this computer", name=label(whole.name, 60))
    said = tr("The folder that `gplsa corpus build` wrote. Nothing in it is changed.")
    look = {"placeholder": tr("/home/me/corpus"), "help": said}
    folder_form("whole-folder", text, tr("Search all of it"), _name, whole, **look)


def _name(path: Path, whole: WholeCorpus) -> None:
    desk, corpus = current_desk(), whole.opened(path)
    desk.folders[whole.digest] = str(corpus.folder)
    desk.remember()


def whole_finder(direction: Direction, corpus: ChunkedCorpus) -> WholeFinder:
    """Kept from query to query."""
    with st.spinner(tr("Opening the corpus …")):
        known = direction.model.digest, direction.sides, str(corpus.folder)
        return lately(lambda: WholeFinder(direction, corpus), "whole", *known)

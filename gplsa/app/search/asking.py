"""What a search begins with: a text, a picture, or a document of the corpus; and in what it is
sought: where a model holds only a sample, in the whole corpus folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from gplsa.app.access.place import corpora
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.show.cards import show
from gplsa.app.show.controls import click, folder_form, lately
from gplsa.app.show.pictures import picture
from gplsa.app.show.piles import ask_for_picture, forget_picture
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.corpus import IMAGE, TEXT
from gplsa.errors import InputError
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.language import tr, translated
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.topics.words import subjects_of
from gplsa.model.whole import WholeCorpus
from gplsa.model.whole_search import WholeFinder

MOST_CHARACTERS = 100_000
SUBJECTS, WORDS = 8, 6


@dataclass(frozen=True)
class Query:
    """A text, or a picture's bytes; row of the corpus that it was taken from, or None."""

    item: Any
    row: int | None


def ask(model: TrainedModel, source: str) -> Query | None:
    """The text or picture to search with; None while there is none. Another corpus has its own."""
    kind = model.vocabularies[source].kind
    if kind == TEXT:
        return _ask_text(model, source, f"search-text-{model.corpus.name}")
    if kind == IMAGE:
        return _ask_photo(model, source, f"search-photo-{source}-{model.corpus.name}")
    st.info(tr("A row of features is taken from the corpus: new ones cannot be typed in."))
    st.button(tr("Take a row of the corpus"), on_click=_take, args=(model, source, ""))
    row = _taken(model, source)
    return None if row is None else Query(None, row)


def _ask_text(model: TrainedModel, source: str, key: str) -> Query | None:
    with st.form("search", border=False):
        asked_for = tr("Text in {side}", side=label(side_name(model.corpus, source)))
        look: dict[str, Any] = {"key": key, "persist_state": "session", "height": 115}
        look["placeholder"] = tr("A few words, a sentence or a whole document.")
        text = st.text_area(asked_for, max_chars=MOST_CHARACTERS, **look)
        with st.container(horizontal=True):
            asked = st.form_submit_button(tr("Find"), type="primary", icon=":material/search:")
            if model.has_texts:
                own, args = tr("Take a text of the corpus"), (model, source, key)
                st.form_submit_button(own, on_click=_take, args=args)
    if not text or not text.strip():
        if asked:
            st.info(tr("There is no text yet: type or paste one into the field."))
        st.caption(tr("Or begin with a subject of the corpus:"))
        with st.container(horizontal=True, gap="small"):
            for topic, (name, words) in subjects_of(model, source, SUBJECTS, WORDS).items():
                typed = {key: ", ".join(words)}
                click(label(name, 40), st.session_state.update, typed, key=f"subject-{topic}")
        return None
    row = _taken(model, source)
    same = row is not None and model.has_texts and model.corpus.texts[source][row] == text
    return Query(text, row if same else None)


def _ask_photo(model: TrainedModel, source: str, key: str) -> Query | None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="asked-photo"):
        brought = ask_for_picture(tr("A picture to search with"), key)
        beside = st.container(width="content")
    st.button(tr("Take a picture of the corpus"), on_click=_take, args=(model, source, key))
    row = None if brought or st.session_state[key] else _taken(model, source)
    if row is not None and model.has_texts:
        brought = model.corpus.pictures[source][row], model.corpus.titles[row]
    if brought is None:
        return None if row is None else Query(None, row)
    with beside:
        show(f'<div class="asked">{picture(*brought)}</div>')
    return Query(brought[0], row)


def _take(model: TrainedModel, source: str, key: str) -> None:
    """Another document of the corpus that has this side; the first one is the same for all."""
    held = np.flatnonzero(np.diff(model.counts[source].indptr))
    turn = st.session_state.get("search-turn", 0)
    row = int(np.random.default_rng(0).permutation(held)[turn % len(held)])
    st.session_state["search-turn"] = turn + 1
    st.session_state["search-row"] = (source, model.corpus.ids[row], row)
    forget_picture(key)
    if source in model.corpus.texts:
        st.session_state[key] = model.corpus.texts[source][row][:MOST_CHARACTERS]


def _taken(model: TrainedModel, source: str) -> int | None:
    side, name, row = st.session_state.get("search-row", ("", "", 0))
    known = side == source and row < len(model.corpus) and model.corpus.ids[row] == name
    return row if known else None


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

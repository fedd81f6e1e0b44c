"""The parts of the page Keywords: which way, one document to be explained, one picture."""

from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pandas as pd
import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.front import sample
from gplsa.app.keywords.explained import ALONE, explained
from gplsa.app.show.controls import way_key
from gplsa.app.show.pictures import guessed
from gplsa.app.show.piles import ask_for_picture
from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.html.verdicts import NO_BETTER
from gplsa.language import tr, translated
from gplsa.model.direction import direction_name, directions
from gplsa.model.model import TrainedModel

UNSEEN = dict.fromkeys([("chronicle", "de"), ("chronicle", "en")], sample("unseen.csv"))
UNSEEN["pictures", IMAGE] = sample("unseen.zip")
"""Documents that come along, by name of the sample corpus they belong to and code of their side."""
MOST_CHARACTERS = 1_000_000


def choose_direction(model: TrainedModel) -> tuple[str, str]:
    """From which side to which."""
    ways, batch = directions(model), current_desk().model_state.batch
    way = st.selectbox(
        tr("From → to"),
        ways,
        index=ways.index((batch.source, batch.target)) if batch else 0,
        format_func=partial(direction_name, model),
        key=way_key(model),
        persist_state="session",
        width=420,
    )
    return way if way in ways else ways[0]


def how_far_to_trust(model: TrainedModel, direction: tuple[str, str]) -> None:
    """Where keywords of this direction are useless, that they are."""
    check = model.validation
    found = None if check is None else check.directions.get(direction)
    if check is not None and found is not None and not found.beats_frequent_words:
        cause, remedy = translated(check.cause), translated(check.remedy)
        st.error(f"{tr(NO_BETTER)} {label(cause, 300)} {label(remedy, 300)}")


def say_guessed(model: TrainedModel, direction: tuple[str, str]) -> None:
    """That pictures are guessed at, before there is one: its keywords say how sure each is."""
    if [*map(model.corpus.kind, direction)] == [IMAGE, TEXT]:
        st.caption(guessed(model, *direction))


def one_document(model: TrainedModel, direction: tuple[str, str], *, shown: bool) -> None:
    """Paste a text or drop a picture, see its keywords, click one to see why.

    shown  whether the tab is open: what a picture says is not told beside many documents as well
    """
    kind = model.corpus.kind(source := direction[0])
    if kind == IMAGE:
        brought = ask_for_picture(tr("A picture the model has not seen"), "photo")
        if pictures := unseen_of(model, source):
            st.button(tr("Take a sample picture"), on_click=_next_sample, args=[pictures])
            if brought is None and pictures.name in st.session_state:
                with ZipFile(pictures) as archive:
                    names = archive.namelist()
                    name = names[st.session_state[pictures.name] % len(names)]
                    brought = archive.read(name), name
        if brought is None:
            say_guessed(model, direction)
        elif shown:
            explained(model, brought[0], direction, ALONE)
        return
    if kind == FEATURES:
        st.info(tr("Rows of features come as .npz, .mat or CSV: see Many documents."))
        return
    with st.form("paste", border=False):
        text = st.text_area(
            tr("Text in {side}", side=label(side_name(model.corpus, source))),
            key="pasted",
            persist_state="session",
            height=136,  # four lines: keywords come first
            max_chars=MOST_CHARACTERS,
            placeholder=tr("Paste a text the model has not seen. Files go under Many documents."),
        )
        with st.container(horizontal=True):
            asked = st.form_submit_button(
                tr("Find keywords"), type="primary", icon=":material/key:"
            )
            if texts := unseen_of(model, source):
                st.form_submit_button(
                    tr("Take a sample text"), on_click=_sample_text, args=[texts, source]
                )
    if text and text.strip():
        explained(model, text[:MOST_CHARACTERS], direction, ALONE)
    elif asked:
        st.info(tr("There is no text yet: paste one into the field."))


def unseen_of(model: TrainedModel, source: str) -> Path | None:
    """The documents that come along where they are of the collection the model was trained on; of
    any other they would only show how a model fails.
    """
    code = IMAGE if model.corpus.kind(source) == IMAGE else model.corpus.languages.get(source, "")
    file = UNSEEN.get((model.corpus.name, code))
    return file if file is not None and file.exists() else None


def _next_sample(file: Path) -> None:
    st.session_state[file.name] = st.session_state.get(file.name, -1) + 1


def _sample_text(file: Path, side: str) -> None:
    _next_sample(file)
    texts = pd.read_csv(file, dtype=str, keep_default_na=False)[side]
    st.session_state.pasted = texts[st.session_state[file.name] % len(texts)]

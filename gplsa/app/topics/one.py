"""One topic opened: its words and which to leave out, its name and note, its documents."""

from typing import Any

import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.show import cards, pictures
from gplsa.app.show.controls import attempt, line_form
from gplsa.app.show.document_list import documents_with_download
from gplsa.app.topics import editing
from gplsa.core.types import IntArray
from gplsa.html.escaping import label, one_line
from gplsa.html.sides import side_name
from gplsa.language import language, plural, tr
from gplsa.model.editing.edits import MAX_NAME_LENGTH, MAX_NOTE_LENGTH, Drop, Edit, Note, Rename
from gplsa.model.headings import marking_names
from gplsa.model.model import TrainedModel
from gplsa.model.topics.pictures import typical_rows

MOST_DOCUMENTS = 1000
TYPICAL = 8
WORDS, WORDS_TO_LEAVE_OUT = 24, 20
WORDS_AFTER = 8


def one_topic(model: TrainedModel, topic: int, relevance: float, rows: IntArray) -> None:
    """More words, the documents, a name."""
    marked_by(model, topic)
    share = cards.facts(model, topic, float(model.topic_share()[topic]))
    told = tr("Its words, the most frequent first; bold: the most typical, as on its card.")
    dot = f'<span class="dot" style="--c:{model.topic_colors[topic]}"></span>'
    cards.show(
        f'<p class="small num">{dot}{share}</p><p class="small soft">{told}</p>'
        f'<div class="topic opened">{cards.words_of(model, topic, WORDS, relevance)}</div>'
    )
    with st.container(horizontal=True, key="shaped"):  # side by side while they are closed
        own = st.expander(tr("Name and note of your own"), bool(model.topic_notes.get(topic)))
        with own, line_form(f"name-{topic}"):
            text, now = tr("Give it a name of your own"), model.topic_names.get(topic, "")
            look: dict[str, Any] = {"max_chars": MAX_NAME_LENGTH, "key": f"name-of-{topic}"}
            st.text_input(text, now, placeholder=one_line(model.read_label(topic), 60), **look)
            hint, now = tr("What you want to remember of it"), model.topic_notes.get(topic, "")
            look = {"max_chars": MAX_NOTE_LENGTH, "key": f"note-of-{topic}", "height": 68}
            st.text_area(tr("Note"), now, placeholder=hint, **look)
            look = {"on_click": attempt, "args": (_save_marks, topic)}
            if st.form_submit_button(tr("Save name and note"), **look):
                st.rerun()
        if model.corpus.texts:
            with st.expander(tr("Leave words out")):
                _leave_out(model, topic, relevance)
            with st.expander(tr("Words it must hold (with the next training)")):
                editing.seeds(model, topic)
    _pictures_of(model, topic)
    st.markdown(tr("**The documents that are most about it**"))
    best = model.topic_documents(topic, MOST_DOCUMENTS, rows)
    topics = dict.fromkeys(dict(best), topic)
    documents_with_download(model, best, f"documents-of-topic-{topic + 1}", topics, least=3)


def _save_marks(topic: int) -> None:
    _, model = current_desk().model_at_hand()
    name, note = st.session_state[f"name-of-{topic}"], st.session_state[f"note-of-{topic}"]
    edits: list[Edit] = []
    if (name or "") != model.topic_names.get(topic, ""):
        edits.append(Rename(topic, name or ""))
    if (note or "") != model.topic_notes.get(topic, ""):
        edits.append(Note(topic, note or ""))
    editing.done(*edits)  # at once: a refusal is of both


def _leave_out(model: TrainedModel, topic: int, relevance: float) -> None:
    """× on words that say nothing; what then stands in their place."""
    edits: list[Drop] = []
    for side in model.corpus.texts:
        named = label(side_name(model.corpus, side))
        chosen = st.pills(
            tr("Click × on {side} words that no topic should show", side=named),
            [word for word, _ in model.top_words(side, topic, WORDS_TO_LEAVE_OUT, relevance)],
            selection_mode="multi",
            format_func=lambda word: f"{label(word, 40)} ×",
            key=f"out-{topic}-{side}",
        )
        if chosen:
            edits.append(Drop(side, tuple(chosen)))
    if not edits or (after := editing.tried(model, *edits)) is None:
        return
    for edit in edits:
        words = [word for word, _ in after.top_words(edit.side, topic, WORDS_AFTER, relevance)]
        said = tr(
            "Preview, {side}: {words}",
            side=label(side_name(model.corpus, edit.side)),
            words=label(", ".join(words), 300),
        )
        st.caption(said)
    st.caption(tr("They leave all topics at once, and the training if you “Retrain with this”."))
    n = sum(len(edit.terms) for edit in edits)
    editing.do(plural(n, "Leave out {n} word", "Leave out {n} words"), "drop", *edits)


def _pictures_of(model: TrainedModel, topic: int) -> None:
    """Its most typical pictures, and the patches that set it apart where some do."""
    if not model.has_texts:
        return
    for modality in model.corpus.pictures:
        if rows := typical_rows(model, modality, topic, TYPICAL):
            st.markdown(tr("**Most typical pictures**"))
            cards.show(pictures.gallery(model.corpus, rows, limit=70))
        if patches := pictures.topic_patches(model, modality, topic):
            st.markdown(tr("**Patches that set it apart**"))
            st.caption(tr("Each row is one kind of patch, cut out of different training pictures."))
            cards.show(patches)


def marked_by(model: TrainedModel, topic: int) -> None:
    """The headings, to click on for a name."""
    found = marking_names(model, topic, language())
    if not found:
        return
    st.markdown(tr("**Headings that mark it**"))
    with st.container(horizontal=True, gap="small"):
        for place, name in enumerate(found):
            edit, key = Rename(topic, name[:MAX_NAME_LENGTH]), f"named-by-{topic}-{place}"
            said = tr("Give the topic this name")
            if st.button(label(name, 60), key=key, help=said, on_click=editing.done, args=(edit,)):
                st.rerun()

"""What a click on the page Topics does: an edit, undo, redo, a dialog that is open until it is
closed, whatever reruns."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.noted import CHANGED
from gplsa.app.show.controls import attempt
from gplsa.html.escaping import label
from gplsa.language import tr, translated
from gplsa.model.editing.edits import STRUCTURAL, Edit, Merge, Split
from gplsa.model.keywords import main_topics
from gplsa.model.model import TrainedModel

_PREVIEW, _SHOWN = "shape-preview", "shape-shown"
NEW = "new-topics"
_OF_TOPICS = ("topic-dialog", "seen-map", "by-clicked", NEW)
"""What is remembered of topics by their numbers, which an edit may change."""
_OPEN = "topic-dialog"


def previewed(model: TrainedModel, edit: Edit) -> TrainedModel:
    """The model as an edit would leave it; kept, so that applying it need not work it out again.

    Raises InputError where it cannot be done.
    """
    kept = st.session_state.get(_PREVIEW)
    if kept is not None and kept[0] is model and kept[1] == edit:
        found: TrainedModel = kept[2]
        return found
    after = model.edited(edit)
    st.session_state[_PREVIEW] = (model, edit, after)
    return after


def apply(*edits: Edit) -> None:
    desk = current_desk()
    before = desk.model
    if before is None or not edits or not _is_as_shown(desk, before):
        return
    after: TrainedModel = before
    for edit in edits:
        after = previewed(after, edit)
    changed = any(isinstance(edit, STRUCTURAL) for edit in edits)
    _put(desk, after, topics_changed=changed)
    if changed and desk.model is after:
        match edits[-1]:  # what it has made stands first on the page
            case Split(topic):
                st.session_state[NEW] = [topic, *range(before.n_topics, after.n_topics)]
            case Merge(topics):
                st.session_state[NEW] = [min(topics)]


def showing(desk: Desk, model: TrainedModel) -> None:
    """A page shows this model now: what is clicked on it means the topics that it has."""
    st.session_state[_SHOWN] = desk.model_state.id, [step.edit for step in model.history.steps]


def _is_as_shown(desk: Desk, model: TrainedModel) -> bool:
    """Whether nobody has changed the model since the page was drawn; else that is said."""
    name, shown = st.session_state.get(_SHOWN, (None, []))
    if name != desk.model_state.id or shown == [step.edit for step in model.history.steps]:
        return True
    st.session_state.refusal = label(translated(CHANGED), 500)
    showing(desk, model)
    return False


def step_by(back: bool) -> None:
    """Undo the last edit, or redo the one that was undone last."""
    desk = current_desk()
    model = desk.model
    if model is None or not _is_as_shown(desk, model):
        return
    edits = [one.edit for one in model.history.steps] if back else model.history.undone
    if edits:
        after = model.undone() if back else model.redone()
        _put(desk, after, topics_changed=isinstance(edits[-1], STRUCTURAL))


def _put(desk: Desk, model: TrainedModel, *, topics_changed: bool) -> None:
    """The edited model takes the place of the one on the desk; what names its topics follows."""
    st.session_state.pop(_PREVIEW, None)
    if not attempt(desk.library.edited, desk.model_state.id, model):
        return
    showing(desk, model)
    if topics_changed:
        _renumber_batch(desk, model)
        for name in [*map(str, st.session_state)]:
            if name in _OF_TOPICS or name.startswith("by-topic-"):
                del st.session_state[name]


def _renumber_batch(desk: Desk, model: TrainedModel) -> None:
    """Keywords of many documents stay as they are; the topics named beside them are found anew."""
    batch = desk.model_state.batch
    if batch is None or not batch.texts:
        return
    counts = model.vocabularies[batch.source].count(batch.texts)
    mixtures = model.fold_in(counts, batch.source)
    filled = counts.getnnz(axis=1) > 0
    summaries = [
        replace(summary, topics=main_topics(mixtures[row]) if filled[row] else [])
        for row, summary in enumerate(batch.summaries)
    ]
    desk.model_state.batch = replace(batch, summaries=summaries)


def open_dialog(name: str, *topics: int) -> None:
    """For an on_click."""
    st.session_state[_OPEN] = (name, topics)


def close_dialog() -> None:
    st.session_state.pop(_OPEN, None)


def show_open(model: TrainedModel, known: dict[str, tuple[str, Callable[..., None]]]) -> None:
    """The open dialog, if there is one.

    known  by name its title in English, with a place {name} for that of its first topic, and what
           draws it from the topics it was opened with
    """
    name, topics = st.session_state.get(_OPEN, ("", ()))
    if name not in known or any(topic >= model.n_topics for topic in topics):
        close_dialog()
        return
    title, draw = known[name]
    called = label(model.read_label(topics[0]), 60) if topics else ""
    dialog = st.dialog(tr(title, name=called), width="large", on_dismiss=close_dialog)
    dialog(draw)(*topics)

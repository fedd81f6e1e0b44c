"""Shaping topics: the line with undo, redo and a new training; merge, split and new topics, each
with a preview before anything is done."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from gplsa.app.desk import trainings
from gplsa.app.desk.desk import Desk
from gplsa.app.show import cards
from gplsa.app.show.controls import act, attempt, begin, click, once, told
from gplsa.app.show.document_list import EXCERPT, entry
from gplsa.app.topics.applying import apply, close_dialog, open_dialog, previewed, showing, step_by
from gplsa.html.escaping import label
from gplsa.html.marks import marked
from gplsa.html.sides import side_color, side_name
from gplsa.html.topics import rows_style
from gplsa.language import count, plural, tr, translated
from gplsa.message import Message
from gplsa.model.editing.edits import MOST_PARTS, Drop, Edit, Merge, Seed, Split
from gplsa.model.editing.seeding import rows_holding, seed_terms, topic_with, typed_words
from gplsa.model.model import TrainedModel
from gplsa.model.topics.hierarchy import distances
from gplsa.model.topics.order import nearest_first
from gplsa.model.topics.passages import passages_with
from gplsa.model.topics.words import words_shown

OFFERED_PARTS, FEW = 6, 5
SHOWN = 3  # documents
COMPARED, LISTED = 20, 6  # words of a side, of two topics that may be one


def line(desk: Desk, model: TrainedModel, begins: Callable[[TrainedModel], object]) -> Any:
    """What was done to the topics, a step back and forward, and what more can be done; at its
    beginning what `begins` shows. Returns the row, which has room at its end."""
    showing(desk, model)
    history = model.history
    last = translated(history.steps[-1].message) if history.steps else ""
    row = st.container(horizontal=True, vertical_alignment="center", key="shape-line")
    with row:
        begins(model)
        none = not history.steps
        click(tr("Undo"), step_by, True, icon=":material/undo:", disabled=none, key="undo")
        none = not history.undone
        click(tr("Redo"), step_by, False, icon=":material/redo:", disabled=none, key="redo")
        text, icon, few = tr("Merge topics"), ":material/merge:", model.n_topics < 2
        click(text, open_dialog, "merge", icon=icon, disabled=few, key="merge")
        said, icon = tr("From words of your own, with the next training"), ":material/add:"
        click(tr("New topic"), open_dialog, "seed", icon=icon, help=said, key="new-topic")
        if any(isinstance(step.edit, Merge | Split | Drop | Seed) for step in history.steps):
            said = tr(
                "Train again from these topics: words that you left out are not counted, those "
                "that you gave weigh in, and names stay with topics that keep their words. The "
                "present model stays on the page Saved."
            )
            look = {"disabled": not model.has_texts or model.is_sample, "key": "retrain"}
            text, job = tr("Retrain with this"), (Message("Training again"), trainings.fit_again)
            act(text, begin, *job, icon=":material/replay:", help=said, **look)
        if history.steps or history.taken:
            done = count(len(history.steps), "edit") if history.steps else tr("Edits taken over")
            with st.popover(done, icon=":material/history:"):
                for number, step in enumerate(history.steps, 1):
                    st.markdown(f"{number}. {label(translated(step.message), 200)}")
                if history.taken:
                    st.caption(tr("The training took over:"))
                    for edit in history.taken:
                        st.markdown(f"- {label(translated(edit), 200)}")
    if last:
        st.caption(tr("Last: {step}.", step=label(last, 400)))
    return row


def merge(model: TrainedModel, *topics: int) -> None:
    """Choose topics, see them as one, merge them."""
    far = once(lambda: distances(model.topic_word.values()), "far", model.digest)
    near = nearest_first(model, topics, far)
    listed, beside = st.columns([3, 2])
    with listed.container(key="all-topics"):
        sides = [side_color(model.modalities, side) for side in model.readable]
        filled = [(model.topic_colors[z], 1 - apart) for z, (apart, _) in near.items()]
        st.html(rows_style("all-topics", filled, sides))
        chosen = st.pills(
            tr("Which topics belong together? The most alike come first; shared words are bold"),
            [*near],
            selection_mode="multi",
            default=list(topics),
            format_func=lambda z: _candidate(model, z, *near[z]),
            width="stretch",
            key=f"merged-{topics}",
        )
    if chosen and not topics:  # now the others by how like it they are
        open_dialog("merge", *chosen)
        st.rerun()
    edits = [Merge(tuple(chosen))] if len(chosen) > 1 else []
    with beside:
        if edits and (after := tried(model, *edits)) is not None:
            one, told = min(chosen), {"before": model.n_topics, "n": after.n_topics}
            st.caption(tr("Preview: {before} topics become {n}, the chosen ones this:", **told))
            with st.container(border=True):
                st.html(cards.topic(after, one, float(after.topic_share()[one])))
        do(tr("Merge"), "merge", *edits)
        said = tr(
            "Their shares of every document add up, and their words are averaged by size. Keywords "
            "stay the same, and you can undo it."
        )
        st.caption(said)
        st.caption(tr("100 % like: the same words, equally often; 0 %: not a word in common."))


def _candidate(model: TrainedModel, topic: int, apart: float, near: int) -> str:
    """A topic in a list of those that may be one, in Markdown: its name, how like its nearest it
    is, and words of every side, those of both first."""
    name, alone = label(model.short_label(near), 40), near == topic
    said = "" if alone else tr("{n:.0f} % like {name}", n=100 * (1 - apart), name=name)
    parts = [f"**{label(model.read_label(topic))}**", f":gray[{said}]"]
    for side in model.readable:
        own, its = ([w for w, _ in words_shown(model, side, z, COMPARED)] for z in (topic, near))
        both = [] if alone else [word for word in own if word in its]
        words = [f"**{label(word)}**" for word in both] + [label(w) for w in own if w not in both]
        parts.append(f":gray[{', '.join(words[:LISTED])}]")
    return " ".join(parts)


def split(model: TrainedModel, topic: int) -> None:
    """Choose how many parts, see them, split."""
    parts = st.segmented_control(
        tr("Parts"),
        list(range(2, min(OFFERED_PARTS, MOST_PARTS) + 1)),
        default=2,
        required=True,
        key=f"parts-of-{topic}",
        help=tr("Its documents are looked through for what they hold of it."),
    )
    edit = Split(topic, int(parts or 2))
    if (after := tried(model, edit)) is None:
        return
    keeps = tr("The largest keeps the name.") if topic in model.topic_names else ""
    n = max(round(float(after.topic_share()[-1]) * after.n_documents), 1)  # the largest is first
    few = plural(n, "The smallest: about {n} document.", "The smallest: about {n} documents.")
    told = f"{keeps} {few * (n < FEW)}"
    st.caption(f"{tr('Preview: the parts and how much of the corpus each takes.')} {told}")
    columns = st.columns(2)
    for place, part in enumerate([topic, *range(model.n_topics, after.n_topics)]):
        with columns[place % 2].container(border=True):
            st.html(cards.topic(after, part, float(after.topic_share()[part])))
    do(tr("Split into {parts}", parts=edit.parts), "split", edit)


def new_topic(model: TrainedModel) -> None:
    """Words that a new topic must hold."""
    said = tr(
        "Give words that the topic must have, on one side or on both; the pairs carry them over to "
        "the other. It appears with the next training."
    )
    st.markdown(said)
    seeds(model, None)


def seeds(model: TrainedModel, topic: int | None) -> None:
    """Words that a topic must hold after the next training, with how many documents hold them."""
    edits, sides = list[Seed](), model.corpus.texts
    for column, side in zip(st.columns(max(len(sides), 1)), sides, strict=False):
        text = tr("{side} words", side=label(side_name(model.corpus, side)))
        hint = tr("words, with commas between them")
        typed = column.text_input(text, key=f"seeds-{topic}-{side}", placeholder=hint)
        for holding, words in typed_words(model, side, typed or "").items():
            listing = label(", ".join(words), 100)
            if holding == side:
                edits.append(Seed(topic, side, words))
            elif holding:
                asked = {"side": label(side_name(model.corpus, holding)), "words": listing}
                column.warning(
                    tr("Only {side} texts have this, so type it there: {words}", **asked)
                )
            else:
                column.caption(tr("In no document, and so left out: {words}", words=listing))
    if not edits:
        do(tr("Keep for the next training"), "seed")
        return
    if (after := tried(model, *edits)) is None:
        return
    steps = [label(translated(step.message), 200) for step in after.history.steps[-len(edits) :]]
    st.caption(tr("For the next training: {steps}.", steps="; ".join(steps)))
    terms = seed_terms(model, edits)
    same = topic_with(model, terms)
    if same is not None and same != topic:
        name = label(model.read_label(same))
        st.warning(tr("There is a topic of these words already: {name}", name=name))
    do(tr("Keep for the next training"), "seed", *edits)
    rows = rows_holding(model, terms)
    told = plural(len(rows), "{n:,} document has such a word", "{n:,} documents have such words")
    more = tr("; the first {n} of them:", n=SHOWN) if len(rows) > SHOWN else ""
    st.caption(told + more)
    for row in rows[:SHOWN]:
        found = passages_with(model, terms, row, EXCERPT) if model.has_texts else {}
        st.html(entry(model, row, texts=marked(found)))


def do(text: str, kind: str, *edits: Edit) -> None:
    """A button that does edits of a kind chosen in a dialog, and closes it; greyed without any."""
    look: dict[str, Any] = {"type": "primary", "disabled": not edits, "key": f"do-{kind}"}
    if st.button(text, on_click=done, args=edits, **look):
        st.rerun()


def done(*edits: Edit) -> None:
    """What was decided in a dialog, which is closed."""
    close_dialog()
    attempt(apply, *edits)


@told(st.info)
def tried(model: TrainedModel, *edits: Edit) -> TrainedModel | None:
    """The model as it would be; None, and why, where it cannot be."""
    with st.spinner(tr("Trying it …")):
        for edit in edits:
            model = previewed(model, edit)
        return model

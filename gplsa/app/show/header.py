"""What lies on the desk, at the top of every page: corpus, model, and another model at a click."""

import streamlit as st

from gplsa.app.access import place
from gplsa.app.desk.corpora import told_of
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.library import MODEL, Facts, Listed
from gplsa.app.show.cards import block
from gplsa.app.show.controls import moment
from gplsa.app.show.settings import REGULARIZER_IN_SHORT
from gplsa.app.show.style import VERDICT_COLORS
from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import side_name
from gplsa.language import count, later, number, spoken, tr
from gplsa.message import Message
from gplsa.model.model import TrainedModel

LONG_NAME, SHORT_NAME = 60, 24
MOST_MODELS = 8


def header(desk: Desk) -> None:
    """A chip in the header that names what is in use; it opens to the facts and other models."""
    corpus, model = desk.corpus, desk.model
    with st.container(key="desk"), st.popover(_chip(corpus, model), icon=":material/inventory_2:"):
        none = f'<span class="soft">{tr("none yet")}</span>'
        facts = [
            (tr("Corpus"), describe_corpus(corpus) if corpus else none),
            (tr("Model"), describe_model(model) if model else none),
        ]
        rows = "".join(f'<div><div class="k">{k}</div>{text}</div>' for k, text in facts)
        promise = markup(spoken(desk.library.promise))
        st.html(
            block(f'<div class="side-facts">{rows}<div class="soft small">{promise}</div></div>')
        )
        _other_models(desk)
        if panel := place.control_panel():
            st.link_button(tr("Stop my server"), panel, width="stretch")


def belongs(model: TrainedModel, corpus: Corpus) -> bool:
    """Whether a model was trained on this corpus, or on a sample of it."""
    return model.corpus.name == corpus.name and set(model.corpus.ids) <= set(corpus.ids)


def doubt_model(desk: Desk) -> None:
    """On every page: the model in use is of another corpus than the one that is open."""
    corpus, model = desk.corpus, desk.model
    if corpus is None or model is None or belongs(model, corpus):
        return
    with st.container(key="other-corpus"):
        st.warning(
            tr(
                "The model in use, “{model}”, is of another corpus than “{corpus}”: Topics, "
                "Keywords and all pages after them show that model until one of this corpus is "
                "trained or opened.",
                model=label(model.name, SHORT_NAME),
                corpus=label(corpus.name, SHORT_NAME),
            ),
            icon=":material/link_off:",
        )


def describe_corpus(corpus: Corpus) -> str:
    sides = " + ".join(markup(side_name(corpus, m)) for m in corpus.modalities)
    return f"<b>{_name(corpus.name)}</b><br>{spoken(told_of(corpus))} · {sides}"


def describe_model(model: TrainedModel) -> str:
    verdict = model.check.verdict if model.check else later("not checked")
    color = VERDICT_COLORS.get(verdict, "gray")
    set_by = f"λ {number(model.settings.lam, 'g')}, "
    set_by += REGULARIZER_IN_SHORT[model.settings.regularizer]
    return (
        f"<b>{_name(model.name)}</b><br>{count(model.n_topics, 'topic')} · {set_by}<br>"
        f'<span class="dot" style="--c:{color}"></span>'
        f"{tr('check: {verdict}', verdict=markup(tr(verdict)))}"
    )


def told_apart(entry: Listed) -> str:
    """What tells a saved model from others, in one line."""
    facts = entry.facts
    told = [one_line(entry.name, SHORT_NAME), count(facts.topics or 0, "topic"), *set_by(facts)]
    return ", ".join([*told, moment(entry.kept)])


def set_by(facts: Facts) -> list[str]:
    """How a saved model was trained, as far as its note says."""
    if facts.lam is None:
        return []
    name = REGULARIZER_IN_SHORT.get(facts.regularizer, one_line(facts.regularizer, SHORT_NAME))
    return [f"λ {number(facts.lam, 'g')}", name]


def _chip(corpus: Corpus | None, model: TrainedModel | None) -> str:
    if model is not None:
        return label(f"{one_line(model.name, SHORT_NAME)} · {count(model.n_topics, 'topic')}")
    return label(one_line(corpus.name, SHORT_NAME)) if corpus else tr("nothing open yet")


def _name(name: str) -> str:
    return f'<span title="{markup(name)}">{markup(one_line(name, LONG_NAME))}</span>'


def _other_models(desk: Desk) -> None:
    kept = desk.library.listed(MODEL)
    others = [entry for entry in kept if entry.id != desk.model_state.id][:MOST_MODELS]
    if not others:
        return
    st.markdown(tr("**Use another model**"))
    for entry in others:
        st.button(
            label(told_apart(entry), 120),
            key=f"use-{entry.id}",
            on_click=_use,
            args=(entry.id,),
            disabled=desk.busy,
            width="stretch",
        )


def _use(name: str) -> None:
    desk = current_desk()
    if desk.library.open(MODEL, name) is None:
        st.session_state.refusal = Message(
            "This model cannot be opened any more; it may be damaged."
        )
        return
    desk.lay_out(MODEL, name)

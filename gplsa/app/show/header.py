"""What lies on the desk, at the top of every page: corpus, model, and another model at a click."""

import streamlit as st

from gplsa.app.access import place
from gplsa.app.desk.corpora import in_short
from gplsa.app.desk.desk import Desk, belongs, current_desk
from gplsa.app.library.library import CORPUS, MODEL, Facts, Listed
from gplsa.app.show.cards import show
from gplsa.app.show.charts import is_narrow
from gplsa.app.show.controls import act, moment, resting
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import side_name
from gplsa.html.verdicts import VERDICT_COLORS, verdict_said
from gplsa.language import count, later, number, tr, translated
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.names import REGULARIZERS

LONG_NAME, SHORT_NAME = 60, 24
MOST_MODELS = 8


def header(desk: Desk) -> None:
    """A chip in the header that names what is in use; it opens to the facts and other models."""
    corpus, model = desk.corpus, desk.model
    with st.container(key="desk"), st.popover(_chip(desk), icon=":material/inventory_2:"):
        none = f'<span class="soft">{tr("none yet")}</span>'
        of_corpus = none
        if corpus is not None:
            sides = " + ".join(markup(side_name(corpus, m)) for m in corpus.modalities)
            extent = translated(in_short(corpus, desk.corpus_state.read_as))
            of_corpus = f"<b>{_name(desk.library.called(corpus.name))}</b><br>{extent} · {sides}"
        of_model = none
        if model is not None:
            verdict = model.validation.verdict if model.validation else later("not validated")
            said = markup(verdict_said(verdict, of_texts=model.is_judged_by_texts))
            dot = f'<span class="dot" style="--c:{VERDICT_COLORS.get(verdict, "gray")}"></span>'
            how = f"{count(model.n_topics, 'topic')} · {', '.join(set_by(model.settings))}"
            of_model = f"<b>{_name(_model_name(desk, model))}</b><br>{how}<br>{dot}{said}"
        facts = (tr("Corpus"), of_corpus), (tr("Model"), of_model)
        rows = "".join(f'<div><div class="k">{k}</div>{text}</div>' for k, text in facts)
        promise = markup(translated(desk.library.promise))
        show(f'<div class="side-facts">{rows}<div class="soft small">{promise}</div></div>')
        others = [one for one in desk.library.listed(MODEL) if one.id != desk.model_state.id]
        if others:
            st.markdown(tr("**Use another model**"))
        for entry in others[:MOST_MODELS]:
            text = label(in_a_line(entry), 120)
            act(text, desk.open_kept, MODEL, entry.id, key=f"use-{entry.id}", width="stretch")
        if place.hub() == place.SERVER:
            st.link_button(tr("Stop my server"), f"{place.hub_pages()}home", width="stretch")


def warn_of_other_corpus(desk: Desk, *, training: bool) -> None:
    """Where a model is shown: that it is of another corpus than the one that is open; not where the
    first of this one is about to be trained."""
    corpus, model = desk.corpus, desk.model
    if corpus is None or model is None or belongs(model, corpus):
        return
    own = [entry for entry in desk.library.listed(MODEL) if entry.of == desk.corpus_state.id]
    if training and not own:
        return
    called = desk.library.called
    with st.container(key="other-corpus", horizontal=True, vertical_alignment="center"):
        said = tr(
            "The open model, “{model}”, is not of the corpus that is open, “{corpus}”. This page "
            "shows the model.",
            model=label(called(model.name), SHORT_NAME),
            corpus=label(called(corpus.name), SHORT_NAME),
        )
        st.warning(said, icon=":material/link_off:")
        if own:
            topics = count(own[0].facts.topics or 0, "topic")
            text = tr("Use its own model ({topics})", topics=topics)
            act(text, desk.open_kept, MODEL, own[0].id, key="cure-model")
        elif st.button(tr("Train a model of this corpus"), key="cure-train", **resting()):
            st.switch_page("train.py")
        if of := desk.library.corpus_of(desk.model_state.id):
            back = tr("Back to the corpus of the model")
            act(back, desk.open_kept, CORPUS, of, key="cure-corpus")


def in_a_line(entry: Listed) -> str:
    """What tells a saved model from others, in one line."""
    facts = entry.facts
    name = current_desk().library.called(entry.name)
    pieces = [one_line(name, SHORT_NAME), count(facts.topics or 0, "topic"), *set_by(facts)]
    return ", ".join([*pieces, moment(entry.kept)])


def set_by(facts: Facts | TrainSettings) -> list[str]:
    """How a model was trained; of a saved one, as far as its note says."""
    if facts.lam is None:
        return []
    known = REGULARIZERS.get(facts.regularizer)
    name = known.short if known else one_line(facts.regularizer, SHORT_NAME)
    return [f"λ {number(facts.lam, 'g')}", name]


def _chip(desk: Desk) -> str:
    """The corpus, and how many topics its model has where there is room; both where the model is
    of another."""
    corpus, model = desk.corpus, desk.model
    at_hand = corpus or model
    if at_hand is None:
        return tr("nothing open yet")
    name = one_line(desk.library.called(at_hand.name), SHORT_NAME)
    other = "" if model is None else one_line(_model_name(desk, model), SHORT_NAME)
    if model is not None and (corpus is None or belongs(model, corpus)):
        name = other if is_narrow() else f"{other} · {count(model.n_topics, 'topic')}"
    elif model is not None:
        name = tr("{corpus} · model: {model}", corpus=name, model=other)
    return label(name)


def _model_name(desk: Desk, model: TrainedModel) -> str:
    """Its own, where it was given one, else what its corpus is called."""
    kept = (one.name for one in desk.library.listed(MODEL) if one.id == desk.model_state.id)
    name = next(kept, model.name)
    return desk.library.called(name) if name == model.name else name


def _name(name: str) -> str:
    return f'<span title="{markup(name)}">{markup(one_line(name, LONG_NAME))}</span>'

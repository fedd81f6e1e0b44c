"""Other kinds of topic model on the same corpus, on the page Compare."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from gplsa.app.compare.parts import ARROWS, DRAWN, column_names
from gplsa.app.desk import experiments, pace
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.desk.state import Contest
from gplsa.app.show.cards import show
from gplsa.app.show.controls import act, begin, choice, duration, table_with_download
from gplsa.app.show.settings import topic_choices
from gplsa.compare import BASELINES, Result, ahead
from gplsa.corpus.corpus import Corpus
from gplsa.figures import compared
from gplsa.html.escaping import label, markup, one_line
from gplsa.language import later, tr, translated
from gplsa.message import Message

USUAL_MODELS = ("gplsa", "link-plsa", "plsa", "lda")
DECIDING = {
    "coherence": later("Words of a topic that belong together (coherence)"),
    "accuracy": later("Topics that find your classes (accuracy)"),
}
EXPLAINED = later(
    "**Coherence**: whether the ten best words of a topic stand in the same texts (NPMI, −1 to 1)."
    "  \n**Repeated words**: what share of these words repeats one of another topic."
)
CLASSES_EXPLAINED = later(
    "**Accuracy** and **NMI**: how well as many clusters as there are classes match them (0 to 1)."
)
NOT_MEASURED = later("How good keywords would be is not measured here.")


def models(desk: Desk, corpus: Corpus) -> None:
    found = desk.corpus_state.contest
    known = found if found is not None and found.results else None
    # The answer is to stand in sight.
    with st.expander(tr("Kinds to compare"), key="compare-kinds") if known else st.container():
        names = _choose(corpus, desk.corpus_state.id)
        text, icon = tr("Compare these kinds"), ":material/play_arrow:"
        act(text, _try_models, type="primary", icon=icon, disabled=not names)
        _expectation(desk, corpus, names)
        kinds = (f"**{one.name}**: {translated(one.explanation)}" for one in BASELINES.values())
        st.caption("  \n".join(kinds))
    if known:
        _results(known)


def _expectation(desk: Desk, corpus: Corpus, names: list[str]) -> None:
    said, n_topics = [], st.session_state[f"models-topics-{desk.corpus_state.id}"]
    if seconds := experiments.seconds_expected(desk, names, n_topics):
        here = duration(pace.here(desk.library, pace.KINDS, seconds))
        said.append(tr("This takes about {duration}.", duration=here))
    if len(corpus) > experiments.MOST_PAIRS:
        said.append(tr(DRAWN, n_drawn=experiments.MOST_PAIRS, n_all=len(corpus)))
    st.caption(" ".join(said))


def _choose(corpus: Corpus, name: str) -> list[str]:
    """Kinds, how many topics each has, and the classes; name  the id of the corpus."""
    kinds = {kind: translated(one.name) for kind, one in BASELINES.items()}
    look = {"selection_mode": "multi", "default": USUAL_MODELS, "wrap": True}
    names: list[str] = choice(st.pills, tr("Kinds of model"), kinds, "compare-models", **look)
    choices = topic_choices(corpus, current_desk().corpus_state.most_topics)
    left, right = st.columns(2, gap="large")
    sizes = {n: f"{n} ({tr(size)})" for n, size in choices.items()}
    first = [*choices.values()].index("recommended")
    choice(left.selectbox, tr("How many topics?"), sizes, f"models-topics-{name}", index=first)
    right.selectbox(
        tr("Column that names the class of each document"),
        ["", *corpus.fields],
        format_func=lambda name: one_line(name, 80) or tr("none"),
        key=f"models-classes-{name}",
        persist_state="session",
        help=tr("With classes, the table says how well clusters of the documents match them."),
    )
    return names


def _results(found: Contest) -> None:
    caption = tr("{n_topics} topics each", n_topics=found.n_topics)
    if found.label_field:
        caption = tr(
            "{n_topics} topics each, classes from the column {column}",
            n_topics=found.n_topics,
            column=label(found.label_field),
        )
    for doubt in [doubt for one in found.results for doubt in (one.refusal, one.warning) if doubt]:
        st.warning(label(translated(doubt), 300))
    if done := [result for result in found.results if not result.refusal]:
        table = compared.results_table(done)
        shown = table.assign(model=[translated(name) for name in table["model"]])
        look: dict[str, Any] = {"names": column_names(table)}
        look["units"] = {"repeated words": "%"}
        if said := verdict(done):
            best, near = ahead(done, "coherence")
            look["marked"] = None if near else [one.baseline for one in done].index(best)
            with st.container(border=True):
                show(*(f'<p class="big"><b>{markup(one)}</b></p>' for one in said))
        alt = tr(ARROWS, what=caption)
        table_with_download(shown, "models", full=table, alt=alt, **look)
        st.caption(explained(done))


def verdict(found: Sequence[Result]) -> list[str]:
    """Which kind is ahead, and whether by more than chance; nothing of one alone."""
    classes = all(result.accuracy is not None for result in found)
    return [_ahead(found, one) for one in [*DECIDING][: 1 + classes] if len(found) > 1]


def _ahead(found: Sequence[Result], measure: str) -> str:
    best, near = ahead(found, measure)
    names = [translated(BASELINES[name].name) for name in near]
    about = {"measure": tr(DECIDING[measure]), "best": translated(BASELINES[best].name)}
    if len(near) == len(found) - 1:
        return tr("{measure}: these kinds do not differ by more than chance.", **about)
    if not near:
        return tr("{measure}: {best} is best, by more than chance.", **about)
    about["others"] = tr(" and ").join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return tr("{measure}: {best} is best; {others} may be behind by chance only.", **about)


def explained(found: Sequence[Result]) -> str:
    """What the columns of `results_table` mean."""
    classes = any(result.accuracy is not None for result in found)
    return "  \n".join(map(tr, [EXPLAINED, *[CLASSES_EXPLAINED] * classes, NOT_MEASURED]))


def _try_models() -> None:
    chosen, corpus = st.session_state, current_desk().corpus_state.id
    n_topics = chosen[f"models-topics-{corpus}"]
    field = chosen[f"models-classes-{corpus}"] or None
    if names := list(chosen["compare-models"]):
        begin(Message("Comparing models"), experiments.try_models, names, n_topics, field)

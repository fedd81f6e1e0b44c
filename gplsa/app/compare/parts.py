"""The parts of the page Compare: settings, kinds of model, and the topics of two models."""

import pandas as pd
import streamlit as st

from gplsa import figures
from gplsa.app.compare import cards as compare_cards
from gplsa.app.desk import counting, experiments
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.library import MODEL
from gplsa.app.show.cards import block
from gplsa.app.show.controls import (
    act,
    begin,
    choice,
    download_table,
    duration,
    one_page,
    table_with_download,
)
from gplsa.app.show.header import in_a_line
from gplsa.app.show.settings import take_over, topic_choices
from gplsa.compare import (
    BASELINES,
    DECIDES,
    LAMS,
    MEASURES,
    Outcome,
    Plan,
    match_topics,
    recommend,
    shared_sides,
)
from gplsa.compare.bench import FEWEST_PAIRS, HELD_OUT_SHARE, MOST_HELD_OUT
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import side_name
from gplsa.language import count, number, tr, translated
from gplsa.message import Message
from gplsa.model.model import TrainedModel
from gplsa.names import REGULARIZERS

ALL_LAMS = (0.0, 0.1, 1.0, 10.0, 100.0, 1000.0)
MORE_TOPICS = (5, 10, 25, 50, 100, 200)
USUAL_MODELS = ("gplsa", "link-plsa", "plsa", "lda")
PAGE = 20
NO_CLASSES = ""


def settings(desk: Desk, corpus: Corpus) -> None:
    """What to try, the run, and what came of it."""
    pairs = int(corpus.complete().sum())
    if pairs < FEWEST_PAIRS:
        st.info(
            tr(
                "Comparing settings needs at least {least} pairs with both sides, because some "
                "are held out to measure on; there are {n}.",
                least=FEWEST_PAIRS,
                n=pairs,
            )
        )
        return
    st.markdown(
        tr(
            "Some pairs are held out, a model is trained on the others with each of the "
            "settings, and then it is measured how much the model knows about the held-out "
            "pairs."
        )
    )
    plan = _plan(desk, corpus)
    known = {outcome.trial: outcome for outcome in experiments.tried(desk)}
    if plan is not None:
        trials = plan.trials(0)
        left = [trial for trial in trials if trial not in known]
        _expectation(desk, corpus, plan, len(trials), len(left))
        if left:
            none_yet = len(left) == len(trials)
            text = tr("Compare these settings") if none_yet else tr("Compare those left")
            act(text, _try_settings, type="primary", icon=":material/play_arrow:")
        found = [known[trial] for trial in trials if trial in known]
        if found:
            _outcomes(corpus, found)


def _plan(desk: Desk, corpus: Corpus) -> Plan | None:
    choices = topic_choices(corpus, desk.corpus_state.most_topics)
    most = min(len(corpus), experiments.MOST_PAIRS) // 4
    numbers = sorted({*choices, *(n for n in MORE_TOPICS if n <= most)})
    recommended = [n for n, name in choices.items() if name == "recommended"]
    left, right = st.columns(2, gap="large")
    left.pills(
        tr("How closely must the sides agree? (agreement λ)"),
        ALL_LAMS,
        selection_mode="multi",
        default=LAMS,
        format_func=lambda lam: number(lam, "g"),
        wrap=True,
        key="compare-lams",
        persist_state="session",
        help=tr(
            "How far the two sides of a pair must speak of the same topics: 0 leaves each side its "
            "own view, large values force one shared view."
        ),
    )
    right.pills(
        tr("How many topics?"),
        numbers,
        selection_mode="multi",
        default=recommended,
        format_func=lambda n: f"{n} ({tr(choices[n])})" if n in choices else str(n),
        wrap=True,
        key=f"compare-topics-{desk.corpus_state.id}",
        persist_state="session",
    )
    with st.expander(tr("Advanced"), icon=":material/tune:"):
        text = tr("How disagreement is measured (regulariser)")
        labels = {name: known.label for name, known in REGULARIZERS.items()}
        choice(st.multiselect, text, labels, "compare-regularizers", default=["skl"])
    try:
        return _chosen_plan(desk)
    except InputError as error:
        st.warning(label(translated(error), 300))
        return None


def _chosen_plan(desk: Desk) -> Plan:
    chosen = st.session_state
    return Plan(
        tuple(chosen["compare-regularizers"]),
        tuple(chosen["compare-lams"]),
        tuple(chosen[f"compare-topics-{desk.corpus_state.id}"]),
        experiments.base_settings(desk),
    )


def _expectation(desk: Desk, corpus: Corpus, plan: Plan, n_trials: int, n_left: int) -> None:
    n_pairs = min(len(corpus), experiments.MOST_PAIRS)
    n_held_out = min(round(HELD_OUT_SHARE * n_pairs), MOST_HELD_OUT)
    pairs = {"n_trained": n_pairs - n_held_out, "n_held_out": n_held_out}
    if n_pairs < len(corpus):
        what = tr(
            "{settings}, trained on {n_trained:,} pairs and measured on {n_held_out:,} held-out "
            "ones ({n_drawn:,} of the {n_all:,} are drawn)",
            settings=count(n_trials, "setting"),
            n_drawn=n_pairs,
            n_all=len(corpus),
            **pairs,
        )
    else:
        what = tr(
            "{settings}, trained on {n_trained:,} pairs and measured on {n_held_out:,} held-out "
            "ones",
            settings=count(n_trials, "setting"),
            **pairs,
        )
    text = what
    if n_left == 0:
        text = tr("{what}: all are done.", what=what)
    elif n_left < n_trials:
        text = tr(
            "{what}: {n_done} are done, {n_left} are left.",
            what=what,
            n_done=n_trials - n_left,
            n_left=n_left,
        )
    if desk.corpus_state.counted is not None and n_left == n_trials:
        counted = desk.corpus_state.counted
        seconds = sum(
            counting.expected(counted, n_pairs, plan.settings_of(trial)).seconds
            for trial in plan.trials(0)
        )
        text = tr("{what}: about {duration}.", what=what, duration=duration(seconds))
    st.caption(text)


def _try_settings() -> None:
    # What is chosen now: arguments of a button are those of the last run, before a quick change.
    desk = current_desk()
    try:
        plan = _chosen_plan(desk)
    except InputError:
        return  # the page says what is missing
    begin(Message("Comparing settings"), experiments.try_settings, plan)


def _outcomes(corpus: Corpus, found: list[Outcome]) -> None:
    decides = [name for name in MEASURES if name != "seconds" and name in found[0].figures]
    measure = st.selectbox(
        tr("What matters most to you?"),
        decides,
        index=decides.index(DECIDES),
        format_func=lambda name: translated(MEASURES[name].title),
        key="compare-measure",
        persist_state="session",
    )
    st.caption(label(translated(MEASURES[measure].explanation), 300))
    advice = recommend(found, measure)
    trial = advice.trial
    with st.container(border=True):
        reasons = "".join(
            f'<p class="small">{markup(translated(reason))}</p>' for reason in advice.reasons
        )
        head = tr("Take λ = {lam:g} and {n_topics} topics", lam=trial.lam, n_topics=trial.n_topics)
        st.html(block(f'<p class="big"><b>{head}</b></p>{reasons}'))
        if st.button(
            tr("Train with this"),
            icon=":material/arrow_forward:",
            icon_position="right",
            on_click=take_over,
            args=(corpus, trial.regularizer, trial.lam, trial.n_topics),
        ):
            st.switch_page("train.py")
    st.plotly_chart(
        figures.comparison_curves(found, measure),
        key=f"curves-{measure}",
        config=figures.localized_buttons(),
        alt=tr(
            "{measure} for every setting; the table below has the figures.",
            measure=translated(MEASURES[measure].title),
        ),
    )
    table = compare_cards.outcomes_table(found)
    alike = table["regulariser"].nunique() == 1
    table_with_download(
        table.drop(columns="regulariser") if alike else table,
        "settings",
        full=lambda: table,
        alt=tr("Every measure of every setting"),
        column_config=compare_cards.column_names(table),
    )


def models(desk: Desk, corpus: Corpus) -> None:
    """Other models on the same corpus."""
    st.markdown(
        tr(
            "The same corpus, seen by other kinds of topic model: how long each takes, whether the "
            "words of its topics belong together, and whether its topics find classes that you "
            "know."
        )
    )
    names = st.pills(
        tr("Kinds of model"),
        list(BASELINES),
        selection_mode="multi",
        default=USUAL_MODELS,
        format_func=lambda name: translated(BASELINES[name].name),
        wrap=True,
        key="compare-models",
        persist_state="session",
    )
    choices = topic_choices(corpus)
    left, right = st.columns(2, gap="large")
    left.selectbox(
        tr("How many topics?"),
        list(choices),
        index=1,
        format_func=lambda n: f"{n} ({tr(choices[n])})",
        key=f"models-topics-{desk.corpus_state.id}",
        persist_state="session",
    )
    right.selectbox(
        tr("Column that names the class of each document"),
        [NO_CLASSES, *corpus.fields],
        format_func=lambda name: one_line(name, 80) or tr("none"),
        key=f"models-classes-{desk.corpus_state.id}",
        persist_state="session",
        help=tr("With classes, the table says how well clusters of the documents match them."),
    )
    text, icon = tr("Compare these kinds"), ":material/play_arrow:"
    act(text, _try_models, type="primary", icon=icon, disabled=not names)
    with st.expander(tr("What are these?"), icon=":material/help:"):
        for baseline in BASELINES.values():
            st.markdown(f"**{translated(baseline.name)}**: {translated(baseline.explanation)}")
    if len(corpus) > experiments.MOST_PAIRS:
        st.caption(
            tr(
                "{n_drawn:,} of the {n_all:,} documents are drawn, so that every model ends within "
                "minutes.",
                n_drawn=experiments.MOST_PAIRS,
                n_all=len(corpus),
            )
        )
    found = desk.corpus_state.contest
    if found is not None and found.results:
        caption = tr("{n_topics} topics each", n_topics=found.n_topics)
        if found.label_field:
            caption = tr(
                "{n_topics} topics each, classes from the column {column}",
                n_topics=found.n_topics,
                column=label(found.label_field),
            )
        st.caption(caption)
        for result in found.results:
            if result.refusal:
                st.warning(label(translated(result.refusal), 300))
            if result.warning:
                st.warning(label(translated(result.warning), 300))
        done = [result for result in found.results if not result.refusal]
        if done:
            table = compare_cards.results_table(done)
            table_with_download(
                table.assign(model=[translated(name) for name in table["model"]]),
                "models",
                full=lambda: table,
                alt=tr("Every measure of every model"),
                column_config=compare_cards.column_names(table),
            )
            st.caption(compare_cards.explained(done))


def _try_models() -> None:
    desk = current_desk()
    chosen, corpus = st.session_state, desk.corpus_state.id
    names = list(chosen["compare-models"])
    n_topics = chosen[f"models-topics-{corpus}"]
    field = chosen[f"models-classes-{corpus}"] or None
    if not names:
        return
    begin(Message("Comparing models"), experiments.try_models, names, n_topics, field)


def two_models(desk: Desk) -> None:
    """The topics of two saved models beside each other."""
    kept = {entry.id: entry for entry in desk.library.listed(MODEL)}
    if len(kept) < 2:
        st.info(
            tr("Train two models, with other settings or of another corpus, to compare them here.")
        )
        return
    ids = list(kept)

    def named(name: str) -> str:
        return in_a_line(kept[name])

    def corpus_of(name: str) -> str | None:
        return kept[name].facts.corpus

    left, right = st.columns(2, gap="large")
    current = ids.index(desk.model_state.id) if desk.model_state.id in ids else 0
    one = left.selectbox(tr("One model"), ids, index=current, format_func=named, key="run-one")
    others = [name for name in ids if name != one]
    others.sort(key=lambda name: corpus_of(name) != corpus_of(one))  # of the same corpus first
    other = right.selectbox(tr("Another model"), others, format_func=named, key=f"run-other-{one}")
    library = desk.library
    first, second = library.open(MODEL, one), library.open(MODEL, other)
    if first is None or second is None:
        st.warning(tr("One of these models cannot be opened any more."))
        return
    _matched(first, second)


def _matched(first: TrainedModel, second: TrainedModel) -> None:
    try:
        found = match_topics(first, second)
    except ValueError:
        st.info(tr("These two models have no side in common, so their topics cannot be compared."))
        return
    sides = (side_name(first.corpus, side) for side, _ in shared_sides(first, second))
    alike = sum(match.likeness >= compare_cards.ALIKE for match in found)
    st.markdown(
        tr(
            "**{alike} of {n_topics} topics** are much the same in both. Topics are matched one to "
            "one by their {sides} words. The figure at the left says how alike two topics are, "
            "from 0 to 1.",
            alike=alike,
            n_topics=len(found),
            sides=label(tr(" and ").join(sides)),
        )
    )
    shown = one_page(found, PAGE, "page-matches")
    st.html(compare_cards.matches(first, second, shown))
    table: pd.DataFrame = compare_cards.matches_table(first, second, found)
    download_table(lambda: table, "matched-topics", tr("Download as a table"))

"""Settings tried on held-out pairs, on the page Compare."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import pandas as pd
import streamlit as st

from gplsa import figures
from gplsa.app.desk import counting, experiments, pace
from gplsa.app.desk.desk import Desk, belongs, current_desk
from gplsa.app.show.cards import show
from gplsa.app.show.charts import is_narrow
from gplsa.app.show.controls import act, begin, choice, duration, forward, table_with_download, told
from gplsa.app.show.settings import AGREEMENT, question, take_over, topic_choices
from gplsa.compare import DECIDES, LAMS, MEASURES, Outcome, Plan, Trial, recommend
from gplsa.compare.advice import said_beside_best, worse_by
from gplsa.compare.bench import FEWEST_PAIRS, HELD_OUT_SHARE, MOST_HELD_OUT
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.figures import compared
from gplsa.html.escaping import label, markup
from gplsa.language import count, later, number, tr, translated
from gplsa.message import Message
from gplsa.names import REGULARIZERS

ALL_LAMS = (0.0, 0.1, 1.0, 10.0, 100.0, 1000.0)
DRAWN = later("{n_drawn:,} of the {n_all:,} pairs are drawn.")
ARROWS = later("{what} (↑ more is better · ↓ less is better)")
COLUMNS = (
    later("topics"),
    later("regulariser"),
    later("model"),
    later("coherence"),
    later("repeated words"),
    later("accuracy"),
    later("NMI"),
    later("seconds"),
    BESIDE := later("compared with the best"),
)
"""Of the tables; those of measures are called as the measures are."""
BETTER = {one.title: "↓↑"[one.higher_is_better] for one in MEASURES.values()}
BETTER |= {"seconds": "↓", "coherence": "↑", "repeated words": "↓", "accuracy": "↑", "NMI": "↑"}


def settings(desk: Desk, corpus: Corpus) -> None:
    """What to try, the run, and what came of it."""
    pairs = int(corpus.complete().sum())
    if pairs < FEWEST_PAIRS:
        said = tr(
            "Comparing settings needs at least {least} pairs with both sides, because some are "
            "held out to measure on; there are {n}.",
            least=FEWEST_PAIRS,
            n=pairs,
        )
        st.info(said)
        return
    known = {outcome.trial: outcome for outcome in experiments.tried(desk)}
    tried = st.expander(tr("Settings to try"), key="compare-plan") if known else st.container()
    with tried:
        plan = _plan(desk, corpus)
    if plan is not None:
        trials = plan.trials(0)
        left = [trial for trial in trials if trial not in known]
        with st.container() if left else tried:
            _expectation(desk, corpus, plan, len(trials), left)
        if left:
            none_yet = len(left) == len(trials)
            text = tr("Compare these settings") if none_yet else tr("Compare those left")
            kind = "primary" if none_yet else "secondary"
            act(text, _try_settings, type=kind, icon=":material/play_arrow:")
            if none_yet:
                show(compared.advised())
        if found := [known[trial] for trial in trials if trial in known]:
            _outcomes(corpus, found)


@told(st.warning)
def _plan(desk: Desk, corpus: Corpus) -> Plan | None:
    choices = topic_choices(corpus, desk.corpus_state.most_topics)
    left, right = st.columns(2, gap="large")
    several: dict[str, Any] = {"selection_mode": "multi", "wrap": True}
    lams = {lam: _named(f"λ = {number(lam, 'g')}", AGREEMENT.get(lam)) for lam in ALL_LAMS}
    choice(left.pills, question(corpus), lams, "compare-lams", default=LAMS, **several)
    sizes = {n: _named(number(n), name) for n, name in choices.items()}
    several["default"] = [n for n, name in choices.items() if name == "recommended"]
    key = f"compare-topics-{desk.corpus_state.id}"
    choice(right.pills, tr("How many topics?"), sizes, key, **several)
    with st.expander(tr("Advanced")):
        text = tr("How disagreement is measured (regulariser)")
        labels = {name: known.label for name, known in REGULARIZERS.items()}
        choice(st.multiselect, text, labels, "compare-regularizers", default=["skl"])
    return _chosen_plan(desk)


def _named(figure: str, name: str | None) -> str:
    return f"{tr(name)} ({figure})" if name else figure


def _chosen_plan(desk: Desk) -> Plan:
    chosen = st.session_state
    return Plan(
        tuple(chosen["compare-regularizers"]),
        tuple(chosen["compare-lams"]),
        tuple(chosen[f"compare-topics-{desk.corpus_state.id}"]),
        experiments.base_settings(desk),
    )


def _expectation(desk: Desk, corpus: Corpus, plan: Plan, n_trials: int, left: list[Trial]) -> None:
    n_pairs = min(len(corpus), experiments.MOST_PAIRS)
    n_held_out = min(round(HELD_OUT_SHARE * n_pairs), MOST_HELD_OUT)
    what = tr(
        "{settings}, trained on {n_trained:,} pairs and measured on {n_held_out:,} held-out ones",
        settings=count(n_trials, "setting"),
        n_trained=n_pairs - n_held_out,
        n_held_out=n_held_out,
    )
    text, counted = f"{what}.", desk.corpus_state.counted
    if not left:
        text = tr("{what}: all are done.", what=what)
    elif counted is not None:
        settings = map(plan.settings_of, left)
        seconds = sum(counting.expected(counted, n_pairs, one).seconds for one in settings)
        seconds *= pace.slower_now()
        text = tr("{what}: about {duration}.", what=what, duration=duration(seconds))
    if len(left) == n_trials:
        text = f"{text} {tr('You get the one to take, and how far the others are behind.')}"
    if n_pairs < len(corpus):
        text = f"{text} {tr(DRAWN, n_drawn=n_pairs, n_all=len(corpus))}"
    st.caption(text)


def _try_settings() -> None:
    # What is chosen now: arguments of a button are those of the last run, before a quick change.
    with suppress(InputError):  # the page says what is missing
        begin(Message("Comparing settings"), experiments.try_settings, _chosen_plan(current_desk()))


def _outcomes(corpus: Corpus, found: list[Outcome]) -> None:
    decides = [name for name in MEASURES if name != "seconds" and name in found[0].figures]
    verdict = st.container(border=True)
    titles = {name: translated(MEASURES[name].title) for name in decides}
    text, look = tr("What matters most to you?"), {"index": decides.index(DECIDES), "width": 420}
    measure: str = choice(st.selectbox, text, titles, "compare-measure", **look)
    st.caption(label(translated(MEASURES[measure].explanation), 300))
    advice = recommend(found, measure)
    trial = advice.trial
    head = tr("Take agreement λ = {lam:g} and {n_topics} topics", **asdict(trial))
    said = [translated(reason) for reason in advice.reasons]
    values = [one.figures[measure] for one in found if measure in one.figures]
    if len(values) > 1 and not worse_by(min(values), max(values)):
        said = [
            tr("All settings tried are as good: they come within half a percent of each other.")
        ]
    with verdict:
        reasons = (f'<p class="small">{markup(one)}</p>' for one in said)
        show(f'<p class="big"><b>{markup(head)}</b></p>', *reasons)
        _take(corpus, trial)
    figure = figures.comparison_curves(found, measure, narrow=is_narrow(), advised=trial)
    title, buttons = translated(MEASURES[measure].title), figures.localized_buttons()
    alt = tr("{measure} for every setting; the table below has the figures.", measure=title)
    st.plotly_chart(figure, key=f"curves-{measure}", config=buttons, alt=alt)
    _table(found, measure, trial)


def _take(corpus: Corpus, trial: Trial) -> None:
    """On to a training with what is recommended, unless the model at hand is of it."""
    model, most = current_desk().model, current_desk().corpus_state.most_topics
    own = model.settings if model is not None and belongs(model, corpus) else None
    asked = trial.regularizer, trial.lam, trial.n_topics
    if own is not None and asked == (own.regularizer, own.lam, own.n_topics):
        st.caption(tr("Your model has these settings: there is nothing to change."))
    elif forward(tr("Train with this")):
        take_over(topic_choices(corpus, most), *asked)
        st.switch_page("train.py")


def _table(found: list[Outcome], measure: str, advised: Trial) -> None:
    """Every setting by the measure that matters; the files have all measures."""
    table, alone = compared.outcomes_table(found), MEASURES[measure]
    shown = beside_best(table, found, measure)
    place = [outcome.trial for outcome in found].index(advised)
    said, mark = shown[BESIDE], f" · {tr('recommended')}"
    shown[BESIDE] = [one + mark * (row == place) for row, one in enumerate(said)]
    by = tr("The settings tried by “{measure}”", measure=translated(alone.title))
    alt = tr(ARROWS, what=by)
    look: dict[str, Any] = {"marked": place, "units": {alone.title: alone.unit}}
    look["names"] = column_names(shown, alone.title)
    table_with_download(shown, "settings", full=table, alt=alt, **look)


def beside_best(table: pd.DataFrame, found: Sequence[Outcome], measure: str) -> pd.DataFrame:
    """Of an `outcomes_table` the measure that matters, and how much worse than the best each
    setting is by it; the regulariser where there are several."""
    several = table["regulariser"].nunique() > 1
    shown = ["λ", "topics", *["regulariser"] * several, BESIDE, MEASURES[measure].title]
    said = [translated(text) for text in said_beside_best(found, measure)]
    return table.assign(**{BESIDE: said})[shown]


def column_names(table: pd.DataFrame, alone: str = "") -> dict[str, str]:
    """What the columns of `outcomes_table` and `results_table` are called on the page.

    alone  a measure that has been named above as the only one
    """
    names = {}
    for name in table.columns:
        said = tr(name) if name in COLUMNS else tr("value") if name == alone else translated(name)
        names[name] = f"{said}\N{NO-BREAK SPACE}{BETTER[name]}" if name in BETTER else said
    return names

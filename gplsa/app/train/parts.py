"""The parts of the page Train: settings and the start."""

from typing import Any

import streamlit as st

from gplsa.app.desk import counting, pace, trainings, warmup
from gplsa.app.desk.desk import Desk, belongs, current_desk
from gplsa.app.show.controls import act, begin, choice, duration, told
from gplsa.app.show.settings import AGREEMENT, does, question, recommended_topics, topic_choices
from gplsa.app.show.words_form import words
from gplsa.app.train.headings import choose_headings
from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.language import count, later, number, tr
from gplsa.message import Message
from gplsa.model.choices import MAX_ITERATIONS, MAX_TOPICS
from gplsa.model.settings import TrainSettings
from gplsa.names import MAX_LAM, REGULARIZERS
from gplsa.training.out_of_core import SAMPLE

WEIGHING = {
    "auto": later("count less, where there are many (recommended)"),
    "always": later("count less"),
    "never": later("count like the others"),
}
OUT_OF_CORE = later(
    "The whole corpus would take more memory than one training may use ({budget:,} MB): it is "
    "trained out of core, cut into chunks on the disk. Topics and keywords are of all "
    "{n_documents:,} documents; the model shows {sample:,} of them, drawn by the seed."
)
DRAWN = later(
    "The whole corpus would take more memory than one training may use ({budget:,} MB): the model "
    "is trained on {most:,} of the {n_documents:,} documents, drawn by the seed."
)
TOO_MANY = later(
    "{n_topics:,} topics are too many for {n_pairs:,} pairs: most would hold one pair or two. Take "
    "fewer."
)
FIRST_TIME = later(
    "Some of it goes into compiling what it computes with, this first time on this computer."
)


@told(st.error)
def settings_and_start(desk: Desk, corpus: Corpus) -> None:
    """What people come to choose in sight, then the button, and below it the rest."""
    if not _has_words(desk, corpus):
        return
    most = desk.corpus_state.most_topics
    names = {n: f"{tr(size)} {n}" for n, size in topic_choices(corpus, most).items()}
    said = tr(
        "Many give finer topics, few give broader ones. The more pairs there are, the more "
        "topics they carry."
    )
    look = {"default": recommended_topics(corpus, most), "required": True, "help": said}
    choice(st.segmented_control, tr("How many topics?"), names, "topics", **look)
    if len(corpus.modalities) > 1:
        _agreement(corpus)
    start = st.container()  # in sight before what few people change
    words(desk, corpus)
    column = choose_headings(desk, corpus)
    _advanced()
    settings = _chosen_settings(desk, corpus, column)
    with start:
        _expectation(desk, corpus, settings)
        n_pairs = int(corpus.paired().sum())
        if settings.n_topics is not None and settings.n_topics > n_pairs / 2:
            st.warning(tr(TOO_MANY, n_topics=settings.n_topics, n_pairs=n_pairs))
        kind = "secondary" if desk.model and belongs(desk.model, corpus) else "primary"
        act(tr("Train"), _train, column, type=kind, icon=":material/play_arrow:")


def _has_words(desk: Desk, corpus: Corpus) -> bool:
    """Whether every side has words to count; says what to do where one has none."""
    counted = desk.corpus_state.counted
    empty = [m for m, found in counted.sides.items() if not found.kept] if counted else []
    if empty:
        sides = tr(" and ").join(label(side_name(corpus, modality)) for modality in empty)
        said = tr(
            "There is nothing to train on: no word of the {sides} texts is left. Open “Words” on "
            "the page Corpus and leave fewer of them out.",
            sides=sides,
        )
        st.error(said)
        st.page_link("corpus.py", label=tr("Back to the corpus"), icon=":material/arrow_back:")
    return not empty


def _advanced() -> None:
    exact, title = st.session_state.get("exact-topics"), tr("Advanced")
    if exact is not None:
        title = tr("Advanced: {settings}, set here", settings=count(exact, "topic"))
    kept: dict[str, Any] = {"persist_state": "session"}
    with st.expander(title, key="advanced"):
        left, right = st.columns(2, gap="large")
        exactly = tr("Exact number of topics")
        look = kept | {"placeholder": tr("as chosen above")}
        left.number_input(exactly, 1, MAX_TOPICS, None, key="exact-topics", **look)
        said = tr("Passes over the corpus; fewer where nothing changes any more.")
        most = tr("Iterations at most")
        left.number_input(most, 1, MAX_ITERATIONS, 200, key="sweeps", help=said, **kept)
        said = tr("The same corpus, settings and seed give the same model.")
        seed = tr("Seed of the random numbers")
        right.number_input(seed, 0, 2**32 - 1, 0, key="seed", help=said, **kept)
        said = tr(
            "Every pair is weighed by what other pairs teach. One that does not seem to be a pair "
            "counts less for the topics, and keywords do not learn from it. The page Documents "
            "shows what each pair counted."
        )
        text = tr("Pairs that may not belong together")
        choice(right.selectbox, text, WEIGHING, "weigh-pairs", help=said)
        said = tr("Without them, documents are listed by id and title only.")
        text = tr("Keep the texts in the model file")
        st.checkbox(text, True, key="keep-texts", help=said, **kept)


def _agreement(corpus: Corpus) -> None:
    """How closely sides must agree, in words, and in λ and the regulariser for who knows these."""
    state, usual = st.session_state, {"agreement": 1.0, "regularizer": "skl", "exact-lam": None}
    agreement, regularizer, exact = (state.get(key, value) for key, value in usual.items())
    if exact is not None:
        state["agreement"] = agreement = exact
    stops = {agreement: f"λ = {number(agreement, 'g')}", **AGREEMENT}

    def moved() -> None:
        # Set anew, as the slider of other stops is another one.
        state["agreement"], state["exact-lam"] = state["agreement"], None

    def emptied() -> None:
        if state["exact-lam"] is None:
            state["agreement"] = usual["agreement"]

    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="agreeing"):
        said = tr("λ weighs the demand that both sides of a pair have topics in the same shares.")
        asked, names = question(corpus), dict(sorted(stops.items()))
        look: dict[str, Any] = {"value": agreement, "on_change": moved, "width": 520}
        choice(st.select_slider, asked, names, "agreement", help=said, **look)
        known = f"λ = {number(agreement, 'g')}, {REGULARIZERS[regularizer].short}"
        with st.popover(known, type="tertiary", icon=":material/tune:", key="measure"):
            said = tr(
                "λ multiplies the symmetric Kullback–Leibler divergence (sKL) of the shares of "
                "both sides, the sum of their squared differences (ℓ2) or the absolute ones (ℓ1)."
            )
            text = tr("How disagreement is measured (regulariser)")
            labels = {name: one.label for name, one in REGULARIZERS.items()}
            captions = [tr(one.does) for one in REGULARIZERS.values()]
            choice(st.radio, text, labels, "regularizer", captions=captions, help=said)
            look = {"placeholder": number(agreement, "g"), "persist_state": "session"}
            look |= {"format": "%g", "on_change": emptied}
            st.number_input(tr("Exact λ"), 0.0, MAX_LAM, None, key="exact-lam", **look)
    st.caption(does(corpus, agreement))


def _chosen_settings(desk: Desk, corpus: Corpus, headings: str) -> TrainSettings:
    """What the widgets say now; InputError where it cannot be."""
    chosen = st.session_state
    exact, most = chosen.get("exact-lam"), desk.corpus_state.most_topics
    return TrainSettings(
        n_topics=chosen["exact-topics"]
        or int(chosen["topics"] or recommended_topics(corpus, most)),
        regularizer=chosen.get("regularizer", "skl"),
        lam=float(chosen.get("agreement", 1.0) if exact is None else exact),
        seed=int(chosen["seed"]),
        max_iter=int(chosen["sweeps"]),
        words=dict(desk.corpus_state.words),
        keep_texts=chosen["keep-texts"],
        weigh_pairs=chosen["weigh-pairs"],
        headings=headings,
    )


def _expectation(desk: Desk, corpus: Corpus, settings: TrainSettings) -> None:
    counted = desk.corpus_state.counted
    if counted is None:
        return
    most = counting.affordable(counted, len(corpus), settings)
    with_vocabulary = desk.corpus_state.vocabulary is not None
    told = trainings.forecast(counted, corpus, most, settings, with_vocabulary)
    pairs = int(corpus.paired().sum())
    if most < len(corpus):
        asked = {"budget": counting.MEMORY_BUDGET, "most": most, "n_documents": len(corpus)}
        st.info(tr(OUT_OF_CORE if told.in_parts else DRAWN, **asked, sample=min(most, SAMPLE)))
        pairs = pairs if told.in_parts else most
    seconds = pace.here(desk.library, told.kind, told.expected.seconds)
    values = {
        "pairs": count(pairs, "pair"),
        "topics": count(settings.n_topics or 0, "topic"),
        "duration": duration(seconds),
        "megabytes": max(told.expected.megabytes, 1),
    }
    sentences = [tr("{pairs}, {topics}: about {duration}, {megabytes:,.0f} MB.", **values)]
    if warmup.under_way():
        sentences.append(tr(FIRST_TIME))
    elif (slower := pace.slower_now()) >= 2:
        alone = duration(seconds / slower)
        sentences.append(
            tr("The computer was busy in the last minute; when it is not, {alone}.", alone=alone)
        )
    st.caption(" ".join(sentences))


def _train(headings: str) -> None:
    """With the choices as they are at the click: arguments would be those of the run before it."""
    desk = current_desk()
    _, corpus = desk.corpus_at_hand()
    begin(Message("Training"), trainings.fit, _chosen_settings(desk, corpus, headings))

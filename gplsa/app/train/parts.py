"""The parts of the page Train: settings and the start."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from gplsa.app.desk import counting, pace, trainings, warmup
from gplsa.app.desk.desk import Desk, belongs, current_desk
from gplsa.app.show.controls import act, begin, choice, duration, told
from gplsa.app.show.settings import AGREEMENT, does, recommended_topics, topic_choices
from gplsa.app.show.words_form import words
from gplsa.app.train.headings import choose_headings
from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.language import count, later, number, tr
from gplsa.message import Message
from gplsa.model.choices import MAX_ITERATIONS, MAX_TOPICS
from gplsa.model.settings import TrainSettings
from gplsa.names import REGULARIZERS
from gplsa.training.out_of_core import SAMPLE

START = {
    "nmf": later("at the subjects of the texts (recommended)"),
    "nndsvd": later("at the singular vectors of the counts"),
    "random": later("at random"),
}
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
FIRST_TIME = later(
    "Some of it goes into compiling what it computes with, this first time on this computer."
)


@told(st.error)
def settings_and_start(desk: Desk, corpus: Corpus) -> None:
    """What people come to choose in sight, then the button, and below it the rest."""
    if not _has_words(desk, corpus):
        return
    choices = topic_choices(corpus, desk.corpus_state.most_topics)
    st.segmented_control(
        tr("How many topics?"),
        list(choices),
        default=recommended_topics(corpus, desk.corpus_state.most_topics),
        required=True,
        format_func=lambda n: f"{tr(choices[n])} {n}",
        key="topics",
        persist_state="session",
        help=tr(
            "Many give finer topics, few give broader ones. The more pairs there are, the more "
            "topics they carry."
        ),
    )
    explained = _agreement() if len(corpus.modalities) > 1 else ()
    start = st.container()  # in sight before what few people change
    words(desk, corpus)
    column = choose_headings(desk, corpus)
    _advanced()
    settings = _chosen_settings(desk, corpus, column)
    for place, said in zip(explained, does(corpus, settings), strict=False):
        place.caption(said)
    with start:
        _expectation(desk, corpus, settings)
        n_pairs = int(corpus.paired().sum())
        if settings.n_topics is not None and settings.n_topics > n_pairs / 2:
            said = tr(
                "{n_topics:,} topics are too many for {n_pairs:,} pairs: most would hold one pair "
                "or two. Take fewer.",
                n_topics=settings.n_topics,
                n_pairs=n_pairs,
            )
            st.warning(said)
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
    exact, lam = (st.session_state.get(key) for key in ("exact-topics", "exact-lam"))
    here = [] if exact is None else [count(exact, "topic")]
    here += [] if lam is None else [f"λ = {number(lam, 'g')}"]
    title = tr("Advanced")
    if here:
        title = tr("Advanced: {settings}, set here", settings=", ".join(here))
    kept: dict[str, Any] = {"persist_state": "session"}
    above = kept | {"placeholder": tr("as chosen above")}
    with st.expander(title, key="advanced"):
        left, right = st.columns(2, gap="large")
        exactly = tr("Exact number of topics")
        left.number_input(exactly, 1, MAX_TOPICS, None, key="exact-topics", **above)
        right.number_input(tr("Exact λ"), 0.0, 1e6, None, key="exact-lam", **above)
        said = tr(
            "How often the fit goes over the whole corpus. It ends earlier where nothing changes "
            "any more."
        )
        most = tr("Iterations at most")
        left.number_input(most, 1, MAX_ITERATIONS, 200, key="sweeps", help=said, **kept)
        said = tr("The same corpus, settings and seed give the same model.")
        seed = tr("Seed of the random numbers")
        right.number_input(seed, 0, 2**32 - 1, 0, key="seed", help=said, **kept)
        choice(left.selectbox, tr("Where the fit starts"), START, "init")
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


def _agreement() -> Sequence[Any]:
    """λ and what it weighs; below each the place of a line on what is chosen."""
    left, right = st.columns(2, gap="large")
    said = tr(
        "λ is the weight of the demand that both sides of a pair speak of the same topics, in the "
        "same shares."
    )
    text = tr("How closely must the sides agree?")
    choice(left.select_slider, text, AGREEMENT, "agreement", value=1.0, help=said)
    text = tr("How disagreement is measured (regulariser)")
    labels = {name: known.label for name, known in REGULARIZERS.items()}
    said = tr(
        "The regulariser, which λ multiplies: the symmetric Kullback–Leibler divergence (sKL) of "
        "the topic shares of both sides, the sum of their squared differences (ℓ2), or that of the "
        "absolute ones (ℓ1)."
    )
    choice(right.selectbox, text, labels, "regularizer", help=said)
    return left.empty(), right.empty()


def _chosen_settings(desk: Desk, corpus: Corpus, headings: str) -> TrainSettings:
    """What the widgets say now; InputError where it cannot be."""
    chosen = st.session_state
    recommended = recommended_topics(corpus, desk.corpus_state.most_topics)
    exact_topics, exact_lam = chosen["exact-topics"], chosen["exact-lam"]
    return TrainSettings(
        n_topics=int(chosen["topics"] or recommended) if exact_topics is None else exact_topics,
        regularizer=chosen.get("regularizer", "skl"),
        lam=float(chosen.get("agreement", 1.0) if exact_lam is None else exact_lam),
        seed=int(chosen["seed"]),
        max_iter=int(chosen["sweeps"]),
        init=chosen["init"],
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
        "duration": duration(seconds + warmup.seconds_left()),
        "megabytes": max(told.expected.megabytes, 1),
    }
    sentences = [tr("{pairs}, {topics}: about {duration}, {megabytes:,.0f} MB.", **values)]
    if warmup.under_way():
        sentences.append(tr(FIRST_TIME))
    elif (slower := pace.slower_now()) >= 1.5:
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

"""What came of a training, on the page Train."""

import streamlit as st

from gplsa import figures
from gplsa.app.show import validation
from gplsa.language import count, later, tr
from gplsa.model.model import TrainedModel

CONVERGED, STOPPED = later("reached its tolerance"), later("stopped at the limit of iterations")


def result(model: TrainedModel) -> None:
    """Did it work? Then one held-out document to see it with one's own eyes."""
    st.subheader(tr("Did it work?"), anchor=False)
    if model.validation is None:
        st.info(
            tr(
                "{n_pairs:,} pairs are too few to hold some out and validate: from 40 pairs on "
                "the app says how well the model works. Look at the topics yourself.",
                n_pairs=len(model.corpus),
            )
        )
    else:
        st.html(validation.check(model, model.validation))
        with st.container(border=True):
            st.html(validation.example(model, model.validation))
    with st.expander(tr("How the fit went"), icon=":material/show_chart:"):
        _how_it_went(model)


def _how_it_went(model: TrainedModel) -> None:
    history = model.objective_history
    st.plotly_chart(
        figures.objective_curve(history),
        key="objective",
        config=figures.localized_buttons(figures.NO_BUTTONS),
        alt=tr(
            "The objective rises from {first:.4g} to {last:.4g} in {n_iterations} iterations.",
            first=history[0],
            last=history[-1],
            n_iterations=len(history),
        ),
    )
    settings = model.settings
    ended = tr(
        "{iterations}, {how}; {topics}, regulariser {regularizer}, λ = {lam:g}, seed {seed}.",
        iterations=count(len(history), "iteration"),
        how=tr(CONVERGED if model.converged else STOPPED),
        topics=count(model.n_topics, "topic"),
        regularizer=settings.regularizer,
        lam=settings.lam,
        seed=settings.seed,
    )
    curve = tr(
        "The higher the curve, the better the topics explain the corpus. It should rise and "
        "then level off."
    )
    st.caption(f"{curve} {ended}")

"""The settings of a training in words, for every page that offers them."""

from collections.abc import Collection

import streamlit as st

from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import label
from gplsa.language import later, plural, tr
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.names import REGULARIZERS

AGREEMENT = {
    0.0: later("each side its own"),
    0.1: later("loose"),
    1.0: later("recommended"),
    10.0: later("close"),
    100.0: later("one shared view"),
}
LAM_DOES = {
    0.0: later("Nothing holds the two sides together (λ = 0); the regulariser has no effect."),
    0.99: later(
        "The two sides of a pair may speak of different topics (λ = {lam:g}). On translations that "
        "changes little; where they are none, one side then tells less of the other."
    ),
    10.0: later(
        "The two sides of a pair are drawn to the same topics, and differ where their words "
        "clearly do (λ = {lam:g})."
    ),
    float("inf"): later("The two sides of a pair speak of nearly the same topics (λ = {lam:g})."),
}
"""Up to a λ."""


def recommended_topics(corpus: Corpus, most: int) -> int:
    """most  as many as the words of the corpus carry"""
    return min(default_topics(int(corpus.paired().sum())), most)


def topic_choices(corpus: Corpus, most: int) -> dict[int, str]:
    """Numbers of topics to choose from, in English words; most  as in `recommended_topics`."""
    recommended = recommended_topics(corpus, most)
    choices = {
        min(2 * recommended, most): later("many"),
        min(max(recommended // 2, 2), recommended): later("few"),
        recommended: later("recommended"),
    }
    return dict(sorted(choices.items()))


def does(corpus: Corpus, settings: TrainSettings) -> tuple[str, str]:
    """What λ and the regulariser do for this corpus, each in a few sentences."""
    lam = settings.lam
    sentences = [tr(next(text for most, text in LAM_DOES.items() if lam <= most), lam=lam)]
    if alone := len(corpus) - int(corpus.paired().sum()):
        said = plural(
            alone,
            "{n:,} document has one side only: it counts less, and λ leaves it alone.",
            "{n:,} documents have one side only: they count less, and λ leaves them alone.",
        )
        sentences.append(said)
    sentences.append(tr("Topics depend on it, keywords hardly."))
    return label(" ".join(sentences), 800), tr(REGULARIZERS[settings.regularizer].does)


def take_over(offered: Collection[int], regularizer: str, lam: float, n_topics: int) -> None:
    """Set the page's choices to settings that were found elsewhere; only before it is shown.

    offered  numbers of topics, as `topic_choices`
    """
    plain_topics, plain_lam = n_topics in offered, lam in AGREEMENT
    chosen = {
        "regularizer": regularizer,
        "topics": n_topics if plain_topics else None,
        "exact-topics": None if plain_topics else n_topics,
        "agreement": lam if plain_lam else 1.0,
        "exact-lam": None if plain_lam else lam,
    }
    st.session_state.update(chosen)

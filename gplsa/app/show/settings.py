"""The settings of a training in words, for every page that offers them."""

from collections.abc import Collection

import streamlit as st

from gplsa.corpus.corpus import IMAGE, TEXT, Corpus
from gplsa.html.escaping import label
from gplsa.language import later, plural, tr
from gplsa.model.settings import default_topics

AGREEMENT = {
    0.0: later("not at all"),
    0.1: later("loosely"),
    1.0: later("recommended"),
    10.0: later("closely"),
    100.0: later("completely"),
}
LAM_DOES = {
    0.0: later("Nothing holds the two sides together, however disagreement is measured."),
    0.99: later(
        "The two sides of a pair may speak of different topics. On translations that changes "
        "little; where they are none, one side then tells less of the other."
    ),
    9.99: later(
        "The two sides of a pair are drawn to the same topics, and differ where their words "
        "clearly do."
    ),
    float("inf"): later("The two sides of a pair speak of nearly the same topics."),
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


def question(corpus: Corpus) -> str:
    """What λ is the answer to, in the words for these sides."""
    if {*map(corpus.kind, corpus.modalities)} == {IMAGE, TEXT}:
        return tr("How closely must pictures and texts agree?")
    if len({*corpus.languages.values()} - {""}) == len(corpus.modalities) == 2:
        return tr("How closely must the two languages agree?")
    return tr("How closely must the sides agree?")


def does(corpus: Corpus, lam: float) -> str:
    """What λ does for this corpus, in a few sentences."""
    sentences = [tr(next(text for most, text in LAM_DOES.items() if lam <= most))]
    if alone := len(corpus) - int(corpus.paired().sum()):
        said = plural(
            alone,
            "{n:,} document has one side only and counts less.",
            "{n:,} documents have one side only and count less.",
        )
        sentences.append(said)
    sentences.append(tr("Topics depend on it, keywords hardly."))
    return label(" ".join(sentences), 800)


def take_over(offered: Collection[int], regularizer: str, lam: float, n_topics: int) -> None:
    """Set the page's choices to settings that were found elsewhere; only before it is shown.

    offered  numbers of topics, as `topic_choices`
    """
    plain, exact = (n_topics, None) if n_topics in offered else (None, n_topics)
    st.session_state.update({"topics": plain, "exact-topics": exact, "regularizer": regularizer})
    st.session_state.update({"agreement": lam, "exact-lam": None})

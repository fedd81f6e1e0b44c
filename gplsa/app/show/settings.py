"""The settings of a training in words, for every page that offers them."""

import streamlit as st

from gplsa.corpus.corpus import Corpus
from gplsa.trained.settings import MAX_TOPICS, default_topics

AGREEMENT = {
    0.0: "each side its own",
    0.1: "loose",
    1.0: "recommended",
    10.0: "close",
    100.0: "one shared view",
}
REGULARIZER = {
    "skl": "symmetric Kullback–Leibler (recommended)",
    "l2": "squared differences, ℓ2",
    "l1": "absolute differences, ℓ1",
}
START = {"nndsvd": "from the corpus itself (recommended)", "random": "at random"}


def recommended_topics(corpus: Corpus, most: int = MAX_TOPICS) -> int:
    """most  as many as the words of the corpus carry"""
    return min(default_topics(int(corpus.complete().sum())), most)


def topic_choices(corpus: Corpus, most: int = MAX_TOPICS) -> dict[int, str]:
    """Numbers of topics to choose from, in words; most  as in `recommended_topics`."""
    recommended = recommended_topics(corpus, most)
    choices = {
        min(2 * recommended, most): "many",
        min(max(recommended // 2, 2), recommended): "few",
        recommended: "recommended",
    }
    return dict(sorted(choices.items()))


def take_over(corpus: Corpus, regularizer: str, lam: float, n_topics: int) -> None:
    """Set the page's choices to settings that were found elsewhere; only before it is shown."""
    chosen: dict[str, object] = {"regularizer": regularizer, "exact-topics": None}
    chosen |= {"exact-lam": None, "topics": n_topics, "agreement": lam}
    if n_topics not in topic_choices(corpus):
        chosen |= {"exact-topics": n_topics, "topics": None}
    if lam not in AGREEMENT:
        chosen |= {"exact-lam": lam, "agreement": 1.0}
    for key, value in chosen.items():
        if value is None:
            st.session_state.pop(key, None)
        else:
            st.session_state[key] = value

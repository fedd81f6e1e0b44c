"""The settings of a training in words, for every page that offers them."""

import streamlit as st

from gplsa.app.workshop.work import Counted
from gplsa.corpus.corpus import Corpus
from gplsa.look.escaping import label
from gplsa.look.sides import side_name
from gplsa.trained.settings import MAX_TOPICS, TrainSettings, default_topics
from gplsa.wording import count

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
REGULARIZER_IN_SHORT = {"skl": "sKL", "l2": "ℓ2", "l1": "ℓ1"}
SHORT_TEXT = 15  # different words
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


def effect(corpus: Corpus, counted: Counted | None, settings: TrainSettings) -> str:
    """What λ and the regulariser do for this corpus, in a few sentences."""
    lam, n_topics = settings.lam, settings.n_topics or 1
    if lam == 0:
        told = "λ = 0: nothing holds the two sides of a pair together, and the regulariser is idle."
    elif lam < 1:
        told = f"λ = {lam:g}: the two sides of a pair may speak of different topics."
    elif lam <= 10:
        told = (
            f"λ = {lam:g}: the two sides of a pair are drawn to the same topics, and differ where "
            "their words clearly do."
        )
    else:
        told = f"λ = {lam:g}: the two sides of a pair speak of nearly the same topics."
    if lam and settings.regularizer == "skl":
        told += " sKL goes by ratios, so that a small topic that one side lacks counts, too."
    elif lam and settings.regularizer == "l2":
        told += (
            f" ℓ2 sees large differences only: among {count(n_topics, 'topic')} a usual share is "
            f"{100 / n_topics:.1g} %, so take a larger λ than with sKL to hold them as closely."
        )
    elif lam:
        told += " ℓ1 makes most shares of a pair exactly equal and leaves a few that differ."
    sides = counted.sides if counted is not None else {}
    words = {m: found.nonzeros / max(int(corpus.has(m).sum()), 1) for m, found in sides.items()}
    if words:
        each = " and ".join(f"{n:,.0f} {side_name(corpus, m)}" for m, n in words.items())
        told += f" Here a document has about {each} words to go by"
        few = min(words.values()) < SHORT_TEXT
        told += ": few, so that each side leans on the other." if few else "."
    if alone := len(corpus) - int(corpus.complete().sum()):
        have = "document has" if alone == 1 else "documents have"
        told += f" {alone:,} {have} one side only, which λ leaves alone."
    return label(told, 800)


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

"""What the largest topics say, where somebody has nothing to look for yet."""

from collections.abc import Callable

import streamlit as st

from gplsa.app.show.controls import click
from gplsa.html.escaping import label
from gplsa.language import tr
from gplsa.model.model import TrainedModel

TOPICS = 8


def subjects(model: TrainedModel, side: str, n_words: int, do: Callable[[str], None]) -> None:
    """Buttons of the largest topics of a side: `do` with so many words where one is clicked."""
    share, passed = model.topic_share(), {*model.uninformative, *model.hidden_topics}
    largest = sorted(set(range(model.n_topics)) - passed, key=lambda topic: -float(share[topic]))
    st.caption(tr("Or begin with a subject of the corpus:"))
    with st.container(horizontal=True, gap="small"):
        for topic in largest[:TOPICS]:
            words = [word for word, _ in model.top_words(side, topic, n_words)]
            click(label(", ".join(words[:2])), do, ", ".join(words), key=f"subject-{topic}")

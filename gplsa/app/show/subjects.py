"""What the largest topics say, where somebody has nothing to look for yet."""

from collections.abc import Callable

import streamlit as st

from gplsa.app.show.controls import click
from gplsa.html.escaping import label
from gplsa.language import tr
from gplsa.model.model import TrainedModel

TOPICS = 8


def subjects(model: TrainedModel, side: str, n_words: int, do: Callable[[str], None]) -> None:
    """Buttons of the largest topics, by what their names say of a side: `do` with so many words of
    it, those of the name first, where one is clicked."""
    share, passed = model.topic_share(), {*model.uninformative, *model.hidden_topics}
    largest = sorted(set(range(model.n_topics)) - passed, key=lambda topic: -float(share[topic]))
    st.caption(tr("Or begin with a subject of the corpus:"))
    with st.container(horizontal=True, gap="small"):
        for topic in largest[:TOPICS]:
            name, words = model.topic_label(topic), [w for w, _ in model.top_words(side, topic, 40)]
            parts = [name] if topic in model.topic_names else name.split(" · ")
            own = dict(zip(model.readable, parts, strict=False)).get(side, name)
            named = [word for word in own.split(", ") if word in words]
            begun = [*dict.fromkeys([*named, *words])][:n_words]
            click(label(own, 40), do, ", ".join(begun), key=f"subject-{topic}")

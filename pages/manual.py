"""The page of the manual that says how to read what the app shows, in the reader's language, with
the figures of the model at hand where it speaks of such."""

import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.front import manual
from gplsa.app.show.cards import show, topic
from gplsa.app.show.controls import head, onward
from gplsa.app.train.result import check
from gplsa.html.escaping import label
from gplsa.html.examples import answered
from gplsa.language import tr

WORDS = 6  # the place of the part about them
(title, lead), *sections = manual()
head(title, lead.strip())
model = current_desk().model
with st.container(key="manual"):
    st.markdown("\n".join(f"- [{name}](#part-{n})" for n, (name, _) in enumerate(sections)))
    for n, (name, said) in enumerate(sections):
        st.header(name, anchor=f"part-{n}")
        st.markdown(said)
        if n == 0 and model is not None and model.validation is not None:
            st.caption(tr("Of your model “{name}”:", name=label(model.corpus.name)))
            st.html(check(model, model.validation))
        if n == WORDS:
            show(answered())
        if n == 1 and model is not None:
            share = 100 * model.topic_share()
            sentence = tr(
                "Of your model “{name}”: the largest of {n} topics takes {most:.1f} % of the "
                "corpus, the smallest {least:.1f} %.",
                name=label(model.corpus.name),
                n=model.n_topics,
                most=share.max(),
                least=share.min(),
            )
            st.caption(sentence)
            largest = int(share.argmax())
            st.html(topic(model, largest, share[largest] / 100))
onward("corpus.py", tr("Go to the corpus"), primary=False)

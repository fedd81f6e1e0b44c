"""Find the topics."""

import streamlit as st

from gplsa.app.desk.desk import belongs, current_desk
from gplsa.app.show.controls import head, onward
from gplsa.app.show.waiting import needs_corpus
from gplsa.app.train import parts
from gplsa.app.train.result import evidence, result
from gplsa.language import tr

desk = current_desk()
lead = tr(
    "A topic is a group of words that often stand in the same documents. The app looks for topics "
    "that both sides of the pairs speak of."
)
head(tr("Training: find the topics"), lead)
corpus, model = desk.corpus, desk.model
if corpus is None and model is None:
    needs_corpus(tr("Training waits for a corpus."))
if model is not None and not desk.busy and (corpus is None or belongs(model, corpus)):
    result(model)
    keywords = ("keywords.py", tr("Keywords for new documents"))
    onward("topics.py", tr("See topics"), also=keywords)
    evidence(model)
    if corpus is not None:
        st.subheader(tr("Train again"), anchor=False)
if corpus is not None:
    parts.settings_and_start(desk, corpus)

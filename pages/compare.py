"""Which settings, and which model, serve this corpus best?"""

import streamlit as st

from gplsa.app.compare import parts
from gplsa.app.show.controls import head, needs_corpus, onward
from gplsa.app.workshop.here import here

TABS = ["Settings", "Other kinds of model", "Two of your models"]
view = here()
head(
    "What serves this corpus best?",
    "Settings and other kinds of model tried on your own texts, and the topics of two of your "
    "models side by side.",
)
corpus = view.corpus
if corpus is None:
    needs_corpus("Comparing waits for a corpus.")
else:
    settings, methods, two = st.tabs(TABS, key="compare-what")
    with settings:
        parts.settings(view, corpus)
    with methods:
        parts.models(view, corpus)
    with two:
        parts.two_models(view)
    onward("saved.py", "Next: what is saved", primary=False)

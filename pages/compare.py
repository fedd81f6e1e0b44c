"""Which settings, and which model, serve this corpus best?"""

import streamlit as st

from gplsa.app import compare_parts as parts
from gplsa.app.controls import head, needs_corpus, onward
from gplsa.app.state import here

view = here()
head(
    "What serves this corpus best?",
    "Settings and models tried on your own texts, and the topics of two runs side by side.",
)
corpus = view.corpus
if corpus is None:
    needs_corpus("Comparing waits for a corpus.")
else:
    settings, models, runs = st.tabs(["Settings", "Models", "Two runs"], key="compare-what")
    with settings:
        parts.settings(view, corpus)
    with models:
        parts.models(view, corpus)
    with runs:
        parts.two_runs(view)
    onward("saved.py", "Next: what is kept", primary=False)

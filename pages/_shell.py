"""What every page shares: navigation, the look, the line of a running job, the sidebar."""

from pathlib import Path

import streamlit as st

from gplsa.app.show.controls import job_line, sidebar
from gplsa.app.show.style import CSS
from gplsa.app.workshop.here import here

st.set_page_config(
    page_title="gplsa",
    page_icon=Path(__file__).parents[1] / "assets" / "favicon.png",
    layout="wide",
    initial_sidebar_state="auto",
)
page = st.navigation(
    [
        st.Page("corpus.py", title="1 Corpus", default=True),
        st.Page("train.py", title="2 Train"),
        st.Page("topics.py", title="3 Topics"),
        st.Page("keywords.py", title="4 Keywords"),
        st.Page("search.py", title="Search"),
        st.Page("words.py", title="Words"),
        st.Page("fields.py", title="Over time"),
        st.Page("documents.py", title="Documents"),
        st.Page("compare.py", title="Compare"),
        st.Page("saved.py", title="Saved"),
    ],
    position="top",
)
st.html(CSS)
sidebar(here())
job_line(large=page.url_path == "train")
page.run()

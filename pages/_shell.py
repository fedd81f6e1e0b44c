"""What every page shares: navigation, the look, what lies on the desk, what runs."""

from pathlib import Path

import streamlit as st

from gplsa.app.show.controls import job_line
from gplsa.app.show.desk import desk, doubt_model
from gplsa.app.show.style import CSS
from gplsa.app.workshop.here import here

ASSETS = Path(__file__).parents[1] / "assets"
st.set_page_config(page_title="gplsa", page_icon=ASSETS / "favicon.png", layout="wide")
st.logo(ASSETS / "logo.svg", size="large")
page = st.navigation(
    {
        "": [
            st.Page("corpus.py", title="1 Corpus", default=True),
            st.Page("train.py", title="2 Train"),
            st.Page("topics.py", title="3 Topics"),
            st.Page("keywords.py", title="4 Keywords"),
            st.Page("saved.py", title="Saved"),
        ],
        "Look closer": [
            st.Page("search.py", title="Search"),
            st.Page("words.py", title="Words"),
            st.Page("fields.py", title="Over time"),
            st.Page("documents.py", title="Documents"),
            st.Page("compare.py", title="Compare"),
        ],
    },
    position="top",
)
st.html(CSS)
view = here()
desk(view)
job_line(large=page.url_path == "train")
doubt_model(view)
page.run()

"""What every page shares: navigation, the look, what lies on the desk, what runs."""

import gc
import sys
from pathlib import Path

import streamlit as st
from streamlit import runtime

from gplsa.app.desk.desk import current_desk
from gplsa.app.show import reader
from gplsa.app.show.header import header, warn_of_other_corpus
from gplsa.app.show.job_line import job_line
from gplsa.language import in_language, language, tr


@st.cache_resource(max_entries=1, show_spinner=False)
def settled(n_modules: int) -> None:
    """What pages and jobs have imported meanwhile stays, too (see `app.lifespan`): to look through
    it after every run took longer than most pages do."""
    gc.collect()
    gc.freeze()


ASSETS = Path(__file__).parents[1] / "assets"
st.set_page_config(page_title="gplsa", page_icon=ASSETS / "favicon.png", layout="wide")
st.logo(ASSETS / "logo.svg", size="large")
reader.begin()
desk = current_desk()
with in_language(language()):  # asked for once, as a page has hundreds of texts
    page = st.navigation(
        {
            "": [
                st.Page("corpus.py", title=tr("1 Corpus"), default=True),
                st.Page("train.py", title=tr("2 Train")),
                st.Page("topics.py", title=tr("3 Topics")),
                st.Page("keywords.py", title=tr("4 Keywords")),
                st.Page("saved.py", title=tr("Saved")),
            ],
            tr("Look closer"): [
                st.Page("search.py", title=tr("Search")),
                st.Page("words.py", title=tr("Words")),
                st.Page("fields.py", title=tr("By time and field")),
                st.Page("documents.py", title=tr("Documents")),
                st.Page("compare.py", title=tr("Compare")),
                st.Page("manual.py", title=tr("Read the output")),
            ],
        },
        position="top",
    )
    st.html(ASSETS / "style.css")
    # A corpus just read begins a page anew, a model just trained, and a pair that is opened.
    shown = {"": desk.corpus_state.id, "corpus": desk.corpus_state.id, "train": desk.model_state.id}
    shown["documents"] = str(st.session_state.get("opened-pair", ""))
    told = shown.get(page.url_path, "")
    # And a list whose page is turned.
    if page.url_path in ("topics", "documents", "words", "compare"):
        turned = (key for key in st.session_state if str(key).startswith("page"))
        told += str([st.session_state[key] for key in turned])
    reader.tell_the_browser(f"{page.url_path} {told}")
    header(desk)
    reader.switch()
    job_line(large=page.url_path == "train")
    # Which show no model, several, or what is true of any.
    if page.url_path not in ("", "saved", "compare", "words", "manual"):
        warn_of_other_corpus(desk, training=page.url_path == "train")
    page.run()
    if runtime.exists():  # only then Streamlit collects
        settled(len(sys.modules))

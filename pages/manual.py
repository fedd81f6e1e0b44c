"""The page of the manual that says how to read what the app shows, in the reader's language."""

import re

import streamlit as st

from gplsa.app.front import front
from gplsa.app.show.controls import head, onward
from gplsa.language import language, tr

manual = front() / "docs"
translated = manual / language() / "reading.md"
source = translated if translated.is_file() else manual / "reading.md"
title, lead, text = source.read_text("utf-8").split("\n\n", 2)
head(title.removeprefix("# "), lead)
# Other pages of the manual stand beside the app, not in it.
with st.container(key="manual"):
    st.markdown(re.sub(r"\[([^][]{1,99})\]\([^()]{1,99}\)", r"*\1*", text))
onward("corpus.py", tr("Go to the corpus"), primary=False)

"""How do topics change, and where do they differ?"""

import streamlit as st

from gplsa.app.fields import parts
from gplsa.app.show.controls import head, onward
from gplsa.app.show.filters import filtered_rows
from gplsa.app.show.waiting import needs_model
from gplsa.language import tr

lead = tr("Compare topics by date, place or whatever else your documents come with.")
head(tr("By time and field: where topics differ"), lead)
model = needs_model(tr("Topics by time and field are shown once a model is trained."))
rows = filtered_rows(model)
with st.container(horizontal=True, vertical_alignment="bottom", key="by-line"):
    found = parts.choose(model, rows)
    topics = [] if found is None else parts.of_map(model, found)
if found is not None:
    parts.extent(model, found, topics)
    topics = parts.drawn(model, found, topics)
    parts.documents(model, found, topics)
onward("documents.py", tr("Next: do the pairs belong together?"), primary=False)

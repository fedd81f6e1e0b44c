"""Do the pairs belong together, and what do they speak of?"""

import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.documents import parts
from gplsa.app.show.controls import head, of_a_sample, onward
from gplsa.app.show.waiting import needs_model
from gplsa.language import tr

desk = current_desk()
lead = tr(
    "Every pair of the corpus, what the model reads in each side, and whether the two sides fit."
)
head(tr("Documents: do the pairs belong together?"), lead)
model = needs_model(tr("Documents are shown once a model is trained on them."))
of_a_sample(model)
fits = parts.compared(desk, model)
opened = parts.opened(desk, model)
above = st.container()
rows, sought = parts.choose(model, fits)
if fits is not None and opened is None and not sought:
    with above:
        parts.what_stands_out(model, fits)
if opened is None:
    parts.listed(model, rows, fits, sought)
else:
    parts.one_pair(model, opened, [*rows], fits, sought)
onward("compare.py", tr("Next: compare settings"), primary=False)

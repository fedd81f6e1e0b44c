"""What is this new document about?"""

import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.keywords import parts
from gplsa.app.keywords.many import many_documents
from gplsa.app.show.controls import head, lasting_tabs, onward
from gplsa.app.show.waiting import needs_model
from gplsa.corpus.corpus import TEXT
from gplsa.html.sides import nouns
from gplsa.language import later, tr

TABS = [later("One {document}"), later("Many {documents}")]
desk, above, kind = current_desk(), st.container(), TEXT
if (model := desk.model) is not None:
    direction = parts.choose_direction(model)
    kind = model.corpus.kind(direction[0])
with above:
    head(
        tr("Keywords: what a new {document} is about", **nouns(kind)),
        tr("What the model has never seen, told in keywords of the other side, with the reasons."),
    )
if model is None:
    needs_model(tr("Keywords need a trained model."))
else:
    parts.how_far_to_trust(model, direction)
    one, many = lasting_tabs(TABS, "how-many", **nouns(kind))
    with one:
        # A picture that was brought goes with its field.
        if one.open or kind != TEXT:
            parts.one_document(model, direction, shown=bool(one.open))
    with many:
        if many.open:
            many_documents(desk, model, direction)
    onward("search.py", tr("Next: search the corpus"), primary=False)

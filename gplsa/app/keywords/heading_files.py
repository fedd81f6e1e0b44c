"""Headings of many documents, as a file: a row for each heading, or for each document."""

import pandas as pd
import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.desk.state import Batch
from gplsa.app.keywords.headings import Said, heading_rows, named
from gplsa.app.show.controls import choice, download_table
from gplsa.app.show.tables import with_own
from gplsa.language import language, later, plural, tr
from gplsa.model.ratings import document_key

FORMS = {"headings": later("a row a heading"), "documents": later("a row a document")}


def offer_headings(batch: Batch) -> None:
    """Beside the table of keywords, where the model has learned headings."""
    if not batch.headings:
        return
    n = sum(map(len, batch.headings))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.markdown(plural(n, "**{n:,} heading** suggested", "**{n:,} headings** suggested"))
        look = {"default": "headings", "required": True}
        form = choice(st.segmented_control, tr("In the file"), FORMS, "headings-form", **look)
        table = headings_table if form == "headings" else documents_table
        said = current_desk().model_state.headings_said
        text = tr("Download headings")
        download_table(lambda: table(batch, said), "headings", text, language())


def headings_table(batch: Batch, said: Said) -> pd.DataFrame:
    """One row for every heading, the likeliest of a document first."""
    rows = [
        row
        for name, text, own in zip(batch.ids, batch.texts, batch.headings, strict=True)
        for row in heading_rows(name, text, own, said)
    ]
    return pd.DataFrame(rows)


def documents_table(batch: Batch, said: Said) -> pd.DataFrame:
    """One row for every document, with its own columns and text; without rejected headings."""
    held = [
        [one for one in own if said.get((document_key(text), one.concept.uri), True)]
        for text, own in zip(batch.texts, batch.headings, strict=True)
    ]
    table = pd.DataFrame(
        {
            "id": batch.ids,
            "headings": ["; ".join(map(named, own)) for own in held],
            "uris": ["; ".join(one.concept.uri for one in own) for own in held],
        }
    )
    return with_own(table, batch)

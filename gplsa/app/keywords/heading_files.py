"""Headings of many documents, as a file: a row for each heading, or for each document."""

import pandas as pd
import streamlit as st

from gplsa.app.desk.state import Batch
from gplsa.app.keywords.headings import named
from gplsa.app.show.controls import download_csv
from gplsa.language import later, plural, tr

FORMS = {"headings": later("a row a heading"), "documents": later("a row a document")}


def offer_headings(batch: Batch) -> None:
    """Beside the table of keywords, where the model has learned headings."""
    if not batch.headings:
        return
    n = sum(map(len, batch.headings))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.markdown(plural(n, "**{n:,} heading** suggested", "**{n:,} headings** suggested"))
        form = st.segmented_control(
            tr("In the file"),
            list(FORMS),
            default="headings",
            required=True,
            format_func=lambda name: tr(FORMS[name]),
            key="headings-form",
        )
        table = headings_table if form == "headings" else documents_table
        download_csv(lambda: table(batch), "headings", tr("Download headings"))


def headings_table(batch: Batch) -> pd.DataFrame:
    """One row for every heading, the likeliest of a document first."""
    rows = [
        {
            "id": name,
            "uri": one.concept.uri,
            "heading": named(one),
            "notation": one.concept.notation,
            "probability": round(one.probability, 3),
            "because of": ", ".join(dict.fromkeys(_words(text, one.reason.words))),
            "records": ", ".join(record for record, _ in one.reason.records),
        }
        for name, text, own in zip(batch.ids, batch.texts, batch.headings, strict=True)
        for one in own
    ]
    return pd.DataFrame(rows)


def documents_table(batch: Batch) -> pd.DataFrame:
    """One row for every document, with its own columns."""
    return pd.DataFrame(
        {
            "id": batch.ids,
            **{name: column for name, column in batch.fields.items() if name != "id"},
            "headings": ["; ".join(map(named, own)) for own in batch.headings],
            "uris": ["; ".join(one.concept.uri for one in own) for own in batch.headings],
        }
    )


def _words(text: object, places: tuple[tuple[int, int], ...]) -> list[str]:
    return [text[start:end] for start, end in places] if isinstance(text, str) else []

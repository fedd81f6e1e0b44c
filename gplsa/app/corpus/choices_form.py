"""The form about reading: encoding, how much makes a document, as recognised and to be changed."""

from dataclasses import replace
from typing import Any

import streamlit as st

from gplsa.language import later, tr
from gplsa.reading import Choices, Reading

PIECES = (
    (("tmx", "sentence files"), "units_per_document", later("Units that make one document")),
    (("line pair",), "lines_per_document", later("Lines that make one document")),
)
ENCODINGS = {
    None: later("recognise"),
    "utf-8": "UTF-8",
    "cp1252": "Windows (cp1252)",
    "iso-8859-15": "ISO-8859-15",
    "utf-16": "UTF-16",
}


def choices_form(reading: Reading, corpus: str, *, disabled: bool) -> Choices | None:
    """A field for each thing recognised; the new choices once the form is sent, else None.

    corpus  its id: while a job reads the next one this form is still drawn, and what it shows must
            not come back in that one's
    """
    with st.form(f"choices-{corpus}", border=False):
        chosen = _fields(reading, corpus)
        sent = st.form_submit_button(tr("Read again"), disabled=disabled)
    return chosen if sent else None


def _fields(reading: Reading, key: str) -> Choices:
    known = reading.recognised
    changed = known
    for kinds, name, text in PIECES:
        if reading.kind in kinds:
            now = getattr(known, name)
            made: dict[str, Any] = {
                name: int(st.number_input(tr(text), 1, 1000, now, key=f"{name}-{key}"))
            }
            changed = replace(changed, **made)
    encodings = list(dict.fromkeys([*ENCODINGS, known.encoding]))
    encoding = st.selectbox(
        tr("Encoding"),
        encodings,
        index=encodings.index(known.encoding),
        format_func=lambda name: tr(ENCODINGS.get(name, str(name))),
        key=f"encoding-{key}",
    )
    return replace(changed, encoding=encoding)

"""The form about reading: columns, languages, encoding, as recognised and to be changed."""

from dataclasses import replace

import streamlit as st

from gplsa.html.escaping import one_line
from gplsa.language import later, spoken, tr
from gplsa.reading import Choices, Reading
from gplsa.text.languages import language_name

ENCODINGS = {
    None: later("recognise"),
    "utf-8": "UTF-8",
    "cp1252": "Windows (cp1252)",
    "iso-8859-15": "ISO-8859-15",
    "utf-16": "UTF-16",
}
LANGUAGES = "bg cs da de el en es et fi fr hr hu it la lt lv nl pl pt ro ru sk sl sv tr uk".split()


def choices_form(reading: Reading, *, disabled: bool) -> Choices | None:
    """A field for each thing recognised; the new choices once the form is sent, else None."""
    with st.form("choices", border=False):
        chosen = _fields(reading)
        sent = st.form_submit_button(tr("Read again"), disabled=disabled)
    return chosen if sent else None


def _named(code: str) -> str:
    return spoken(language_name(code))


def _fields(reading: Reading) -> Choices:
    known, corpus = reading.recognised, reading.corpus
    columns, languages = {}, {}
    codes = ["", *sorted({*corpus.languages.values(), *LANGUAGES} - {""}, key=_named)]
    for place, modality in enumerate(corpus.texts):
        left, right = st.columns([2, 1])
        default = [c for c in (known.columns or {}).get(modality, ()) if c in reading.columns]
        columns[modality] = tuple(
            left.multiselect(
                tr("Text of side {n}", n=place + 1),
                reading.columns,
                default=default,
                format_func=one_line,
                key=f"columns-{modality}",
            )
        )
        languages[modality] = right.selectbox(
            tr("Language of side {n}", n=place + 1),
            codes,
            index=codes.index(corpus.languages[modality]),
            format_func=lambda code: _named(code) or tr("unknown"),
            key=f"language-{modality}",
        )
    changed = replace(known, columns=columns, languages=languages)
    if reading.kind == "table":
        options = ["", *reading.columns]
        id_column = st.selectbox(
            tr("Id"),
            options,
            index=options.index(known.id_column) if known.id_column in options else 0,
            format_func=lambda name: one_line(name) or tr("none: row numbers"),
        )
        carried = st.multiselect(
            tr("Columns to keep beside the texts"),
            reading.columns,
            default=[c for c in known.carried or () if c in reading.columns],
            format_func=one_line,
        )
        changed = replace(changed, id_column=id_column, carried=tuple(carried))
    if reading.kind in ("tmx", "sentence files"):
        units = st.number_input(
            tr("Units that make one document"), 1, 1000, known.units_per_document
        )
        changed = replace(changed, units_per_document=int(units))
    if reading.kind == "line pair":
        lines = st.number_input(
            tr("Lines that make one document"), 1, 1000, known.lines_per_document
        )
        changed = replace(changed, lines_per_document=int(lines))
    encodings = list(dict.fromkeys([*ENCODINGS, known.encoding]))
    encoding = st.selectbox(
        tr("Encoding"),
        encodings,
        index=encodings.index(known.encoding),
        format_func=lambda name: tr(ENCODINGS.get(name, str(name))),
    )
    return replace(changed, encoding=encoding)

"""The filter that Topics, Documents, Search and Fields obey: documents by what their fields say."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.show.controls import click
from gplsa.core.types import IntArray
from gplsa.corpus.fields.grouping import grouped, selected
from gplsa.corpus.fields.kinds import NUMBER, TIME, kinds_of, number_of
from gplsa.errors import InputError
from gplsa.figures.fields import group_names
from gplsa.html.escaping import label, one_line
from gplsa.language import count, number, tr
from gplsa.model.model import TrainedModel

MOST_VALUES = 200
MOST_FIELDS = 8


def offered_fields(model: TrainedModel) -> dict[str, str]:
    """The fields that group documents, with their kinds."""
    return _kinds(current_desk().model_state.id or "", model)


@st.cache_resource(max_entries=8, show_spinner=False)
def _kinds(name: str, _model: TrainedModel) -> dict[str, str]:
    return dict([*kinds_of(_model.corpus.fields).items()][:MOST_FIELDS])


def filtered_rows(model: TrainedModel) -> IntArray:
    """A field for every field of the documents; the rows that fit, all where nothing is chosen."""
    fields = offered_fields(model)
    every = np.arange(model.n_documents)
    if not fields:
        return every
    chosen = {name: st.session_state.get(_key(name)) for name in fields}
    # What was chosen before names the line under which it can be changed.
    fits, conditions = np.ones(model.n_documents, dtype=bool), []
    for name, wanted in chosen.items():
        if wanted and wanted != _every(model.corpus.fields[name], fields[name]):
            fits &= _fits(model.corpus.fields[name], fields[name], wanted)
            conditions.append(f"{name}: {_condition(wanted, fields[name])}")
    rows = np.flatnonzero(fits)
    shown = tr("All {documents}", documents=count(model.n_documents, "document"))
    if conditions:
        shown = tr(
            "{n_found:,} of {n_documents:,} documents · {told}",
            n_found=len(rows),
            n_documents=model.n_documents,
            told="; ".join(conditions),
        )
    with st.expander(label(shown, 200), icon=":material/filter_alt:", key="document-filter"):
        for name, kind in fields.items():
            _choice(model, name, kind)
        if conditions:
            # Not dropped from the session: the browser would keep what it shows, and send it again.
            whole = {_key(name): _every(model.corpus.fields[name], fields[name]) for name in fields}
            click(tr("All documents"), st.session_state.update, whole, icon=":material/close:")
    if not len(rows):
        st.info(tr("No document has all of this: choose more values in the filter above."))
        return every[:0]
    return rows


def _choice(model: TrainedModel, name: str, kind: str) -> None:
    column = model.corpus.fields[name]
    shown = label(name, 60)
    if kind == TIME:
        st.select_slider(
            shown,
            _periods(column),
            value=_every(column, kind),
            format_func=_period,
            key=_key(name),
            persist_state="session",
        )
    elif kind == NUMBER:
        low, high = _every(column, kind)
        st.slider(shown, low, high, (low, high), key=_key(name), persist_state="session")
    else:
        values = grouped(column, kind).labels[:MOST_VALUES]
        st.multiselect(
            shown,
            values,
            key=_key(name),
            persist_state="session",
            format_func=lambda value: one_line(value, 60),
            placeholder=tr("all"),
        )


def _periods(column: Sequence[str]) -> list[str]:
    """The years or other periods from the first to the last, as a filter can be given them."""
    try:
        labels = grouped(column, TIME).labels
    except InputError:
        labels = grouped(column, TIME, "decade").labels
    return labels if len(labels) > 1 else [labels[0], f"{labels[0]} "]


def _period(option: str) -> str:
    """One of `_periods` in the reader's language."""
    plain = option.strip()
    return option.replace(plain, group_names([plain], TIME)[0])


def _every(column: Sequence[str], kind: str) -> Any:
    """What a field's control holds where it leaves no document out."""
    if kind == TIME:
        ends = _periods(column)
        return ends[0], ends[-1]
    if kind == NUMBER:
        numbers = [size for value in column if (size := number_of(value)) is not None]
        return min(numbers), max(numbers)
    return []


def _fits(column: Sequence[str], kind: str, wanted: Any) -> np.ndarray:
    if kind in (TIME, NUMBER):
        return selected(column, kind, _range(*wanted))
    fits = np.zeros(len(column), dtype=bool)
    for value in wanted:
        fits |= selected(column, kind, value)
    return fits


def _range(first: object, last: object) -> str:
    low, high = str(first).strip(), str(last).strip()
    end = f"{high[:-2]}9" if high.endswith("s") else high  # the last year of a decade
    return f"{low.removesuffix('s')}..{end}"


def _condition(wanted: Any, kind: str) -> str:
    if kind in (TIME, NUMBER):
        first, last = (
            number(end, "") if isinstance(end, float) else _period(end) for end in wanted
        )
        return first if wanted[0] == wanted[1] else tr("{first} to {last}", first=first, last=last)
    return ", ".join(wanted)


def _key(name: str) -> str:
    return f"filter-{current_desk().model_state.id}-{name}"

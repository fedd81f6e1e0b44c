"""The filter that Topics, Documents, Search and Fields obey: documents by what their fields say."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.show.controls import click, once
from gplsa.core.types import IntArray
from gplsa.corpus.fields.grouping import all_of, different_values, fitting, periods
from gplsa.corpus.fields.kinds import NUMBER, SEVERAL, TIME, kinds_of
from gplsa.figures.columns import group_names
from gplsa.headings.shown import ShownColumn
from gplsa.html.escaping import label, one_line
from gplsa.language import count, language, number, tr
from gplsa.model.headings import shown_headings
from gplsa.model.model import TrainedModel

MOST_FIELDS = 8


def offered_fields(model: TrainedModel) -> dict[str, str]:
    """The fields that group documents, with their kinds."""
    kinds = once(lambda: kinds_of(model.corpus.fields), "kinds", current_desk().model_state.id)
    return dict([*kinds.items()][:MOST_FIELDS])


def filtered_rows(model: TrainedModel) -> IntArray:
    """A field for every field of the documents; the rows that fit, all where nothing is chosen."""
    fields = _fields(model)
    every = np.arange(model.n_documents)
    if not fields:
        return every
    # What was chosen before names the line under which it can be changed.
    chosen = [field for field in fields if field.wanted and field.wanted != field.whole]
    fits = np.ones(model.n_documents, dtype=bool)
    for field in chosen:
        fits &= field.fits()
    rows = np.flatnonzero(fits)
    shown = tr("Filter: all {documents}", documents=count(model.n_documents, "document"))
    if chosen:
        shown = tr(
            "{n_found:,} of {n_documents:,} documents · {told}",
            n_found=len(rows),
            n_documents=model.n_documents,
            told="; ".join(f"{field.name}: {field.condition()}" for field in chosen),
        )
    with st.expander(label(shown, 200), key="document-filter"):
        for field in fields:
            _choice(field)
        if chosen:
            # Not dropped from the session: the browser would keep what it shows, and send it again.
            whole = {field.key: field.whole for field in fields}
            click(tr("All documents"), st.session_state.update, whole, icon=":material/close:")
    if not len(rows):
        st.info(tr("No document has all of this: choose more values in the filter above."))
        return every[:0]
    return rows


@dataclass(frozen=True)
class _Field:
    """headings  what the field holds, where the model has learned subject headings of it"""

    name: str
    kind: str
    column: Sequence[str]
    headings: ShownColumn | None

    @property
    def key(self) -> str:
        return f"filter-{current_desk().model_state.id}-{self.name}"

    @property
    def wanted(self) -> Any:
        return st.session_state.get(self.key)

    @cached_property
    def whole(self) -> Any:
        return all_of(self.column, self.kind)

    def called(self, value: str) -> str:
        # In full: options with one name would be one to the browser.
        name = value if self.headings is None else self.headings.names.get(value, value)
        return one_line(name, 1_000)

    def fits(self) -> np.ndarray:
        if self.headings is not None:
            return self.headings.rows_with(self.wanted)
        return fitting(self.column, self.kind, self.wanted)

    def condition(self) -> str:
        ends = self.wanted
        if self.kind not in (TIME, NUMBER):
            return ", ".join(map(self.called, ends))
        first, last = (number(end, "") if isinstance(end, float) else _period(end) for end in ends)
        return first if ends[0] == ends[1] else tr("{first} to {last}", first=first, last=last)


def _fields(model: TrainedModel) -> list[_Field]:
    """Those that group documents, and the headings, which a filter may ask for one by one."""
    kinds, column = {**offered_fields(model)}, ""
    headings = shown_headings(model, language())
    if headings is not None and model.suggester is not None:
        column = model.suggester.column
        if headings.vocabulary.is_of_values and kinds.get(column) in (TIME, NUMBER):
            column = ""
        else:
            kinds[column] = SEVERAL
    return [
        _Field(name, kind, model.corpus.fields[name], headings if name == column else None)
        for name, kind in kinds.items()
    ]


def _choice(field: _Field) -> None:
    shown, kind = label(field.name, 60), field.kind
    kept: dict[str, Any] = {"key": field.key, "persist_state": "session"}
    if kind == TIME:
        options = periods(field.column)
        st.select_slider(shown, options, value=field.whole, format_func=_period, **kept)
    elif kind == NUMBER:
        low, high = field.whole
        if not any("." in value or "," in value for value in field.column):
            kept |= {"step": 1.0, "format": "%.0f"}
        st.slider(shown, low, high, (low, high), **kept)
    else:
        known = field.headings
        values = known.most_used_first if known else different_values(field.column, kind)
        kept |= {"placeholder": tr("all"), "filter_mode": "contains"}
        st.multiselect(shown, values, format_func=known.sought if known else field.called, **kept)


def _period(option: str) -> str:
    """One of `periods` in the reader's language."""
    plain = option.strip()
    return option.replace(plain, group_names([plain], TIME)[0])

"""What the columns of a table of new documents are taken for, before it is read and after."""

from collections.abc import Sequence

import streamlit as st

from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import Batch, Columns
from gplsa.app.show.columns import Table, column_strip
from gplsa.corpus.corpus import TEXT
from gplsa.errors import InputError
from gplsa.html.sides import side_name
from gplsa.language import tr
from gplsa.model.model import TrainedModel
from gplsa.reading import Choices, Upload
from gplsa.reading.documents import TableSeen
from gplsa.reading.sandboxed import look_at_table
from gplsa.wording import MEBIBYTE

MOST_BYTES = 50 * MEBIBYTE
"""Of files that are looked at while the page waits; columns of larger ones are recognised later."""
_SEEN = "documents-seen"


def columns_of_pile(desk: Desk, model: TrainedModel, source: str) -> Columns | None:
    """The strip of the table that waits, and what is chosen; None where no table does."""
    pile = desk.piles.get("documents", ())
    seen = _seen(pile, model.corpus.languages.get(source, ""))
    if seen is None or model.corpus.kind(source) != TEXT:
        return None
    return seen, _strip(seen, seen.recognised, model, source, f"pile-{id(pile)}")


def columns_of_batch(model: TrainedModel, batch: Batch) -> Columns | None:
    """The strip of the table that was read; what is chosen where that is something else now."""
    if batch.columns is None:
        return None
    seen, read = batch.columns
    chosen = _strip(seen, read, model, batch.source, batch.id)
    return (seen, chosen) if chosen != read and has_text((seen, chosen)) else None


def has_text(columns: Columns) -> bool:
    """Whether any column is chosen for the text."""
    return any((columns[1].columns or {}).values())


def _strip(
    seen: TableSeen, choices: Choices, model: TrainedModel, source: str, key: str
) -> Choices:
    sides = {"": side_name(model.corpus, source)}
    return column_strip(Table(seen.columns, seen.examples, choices, sides), f"documents-{key}")


def _seen(pile: Sequence[Upload], language: str) -> TableSeen | None:
    """Looked at once; a file that cannot be read is left to the job, which says why."""
    if not pile or sum(upload.size for upload in pile) > MOST_BYTES:
        return None
    known = st.session_state.get(_SEEN)
    if known is not None and known[0] is pile and known[1] == language:
        found: TableSeen | None = known[2]
        return found
    try:
        with st.spinner(tr("Looking at the columns …")):
            seen = look_at_table(pile, language)
    except InputError:
        seen = None
    st.session_state[_SEEN] = (pile, language, seen)
    return seen

"""Documents as a table whose rows open on a click, and boxes that stand side by side."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from gplsa.app.show import cards, pictures, tables
from gplsa.app.show.controls import table_with_download
from gplsa.html.sides import side_name
from gplsa.language import tr
from gplsa.model.model import TrainedModel

OPENED_TEXT = 4000
LINES_OF_TEXT = 84  # pixels: as many lines as the beginning of a text takes
# Of a table as wide as the page is at the least, and of its columns.
WIDTH, SHARE, PICTURE = 916, 80, 100
CLICKED = {"on_select": "rerun", "selection_mode": ["single-row", "single-cell"]}
"""For a table whose rows open on a click, whatever cell it meets."""


def grid(name: str) -> Any:
    """A container whose parts stand beside each other as far as there is room, in their order."""
    return st.container(key=f"grid-{name}")


def clicked_row(event: Any) -> int | None:
    """The row of a table with `CLICKED` that a person chose."""
    chosen = event.selection
    rows = [*chosen.rows, *(row for row, _ in chosen.cells)]
    return int(rows[0]) if rows else None


def documents_with_download(
    model: TrainedModel, best: Sequence[tuple[int, float]], n_shown: int, name: str, *, alt: str
) -> None:
    """The first documents with the beginning of every side; a click shows both sides in full."""
    shown = best[:n_shown]
    table = tables.documents_table(model, shown, for_reading=True)
    sides = tables.side_columns(model) if model.has_texts else ["title"]
    seen = model.corpus.pictures if model.has_texts else {}
    of_ids = min(max(6 * max(map(len, model.corpus.ids)), 90), 150)  # long ones are broken
    room = (WIDTH - of_ids - SHARE - PICTURE * len(seen)) // len(sides)
    widths = {"id": of_ids, "share %": SHARE} | dict.fromkeys(sides, room)
    columns = {
        one: st.column_config.Column(heading, width=widths.get(one))
        for one, heading in tables.document_headings(model).items()
    }
    for side, jpegs in seen.items():
        of_pictures = f"picture ({side})"
        table.insert(0, of_pictures, [pictures.source(jpegs[place]) for place, _ in shown])
        heading = side_name(model.corpus, side)
        columns[of_pictures] = st.column_config.ImageColumn(heading, width=PICTURE)
    event = table_with_download(
        table,
        name,
        full=lambda: tables.documents_table(model, best),
        alt=alt,
        column_config=columns,
        row_height=LINES_OF_TEXT if model.has_texts else None,
        # Other documents are another table: a row chosen in the one says nothing about the other.
        key=f"table-{name}-{hash(tuple(shown))}",
        **CLICKED,
    )
    row = clicked_row(event)
    if row is None:
        st.caption(tr("Click a row to read the document."))
    else:
        st.html(cards.pairs(model.corpus, [shown[row][0]], limit=OPENED_TEXT, model=model))

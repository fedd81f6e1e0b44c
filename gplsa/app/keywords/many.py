"""Many documents at once: a job, a table, and each of its rows as one document."""

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app.desk import batches
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.desk.state import Batch, Columns
from gplsa.app.keywords.explained import explained
from gplsa.app.keywords.headings import documents_table, offer_headings
from gplsa.app.keywords.keyword_list import rated_words
from gplsa.app.keywords.parts import unseen_of
from gplsa.app.show import tables
from gplsa.app.show.columns import Table, column_strip, read_again_button
from gplsa.app.show.controls import act, begin, table_with_download
from gplsa.app.show.document_list import CLICKED, clicked_row
from gplsa.app.show.piles import file_pile, once_read
from gplsa.corpus.corpus import IMAGE, TEXT
from gplsa.errors import InputError
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.language import count, later, plural, tr, translated
from gplsa.message import Message
from gplsa.model.asked import other_language
from gplsa.model.model import TrainedModel
from gplsa.model.ways import direction_name
from gplsa.reading import Choices, Upload
from gplsa.reading.documents import TableSeen
from gplsa.reading.sandboxed import look_at_table
from gplsa.wording import MEBIBYTE

LINES_OF_KEYWORDS = 84  # pixels: below 70 a cell shows one line, and cuts it
LIMITS = later(
    "Text, HTML, Markdown, Word, OpenDocument, PDF, a table with one document a row, or a ZIP of "
    "these; up to 200 MB a file. Your own columns and texts come back in the file."
)
PHOTO_LIMITS = later(
    "Pictures as JPEG, PNG, WebP or GIF, or a ZIP of them; up to 50 MB a picture, 200 MB a file. "
    "More than 100 pictures: put them into one ZIP."
)
MOST_BYTES = 50 * MEBIBYTE
"""Of files that are looked at while the page waits; columns of larger ones are recognised later."""
_SEEN = "documents-seen"


def many_documents(desk: Desk, model: TrainedModel, direction: tuple[str, str]) -> None:
    """Drop files, wait for the job, read the table, open a row."""
    limits_text = PHOTO_LIMITS if model.corpus.kind(direction[0]) == IMAGE else LIMITS
    asked = tr("Drop your documents here, or choose them")
    uploads = file_pile(desk, "documents", asked, tr(limits_text))
    columns = columns_of_pile(desk, model, direction[0])
    with st.container(horizontal=True):
        if uploads:
            text = plural(len(uploads), "Find keywords for {n} file", "Find keywords for {n} files")
            lacks_text = columns is not None and not has_text(columns)
            act(text, _read_pile, direction, columns, type="primary", disabled=lacks_text)
        if file := unseen_of(model, direction[0]):
            act(tr("Take the sample documents"), _submit, direction, [Upload.from_path(file)])
    batch = desk.model_state.batch
    if batch is not None:
        _batch(model, batch)


def _read_pile(direction: tuple[str, str], columns: Columns | None) -> None:
    uploads = [*current_desk().piles.get("documents", ())]
    _submit(direction, uploads, columns, once_read("documents"))


def _submit(
    direction: tuple[str, str],
    uploads: Sequence[Upload],
    columns: Columns | None = None,
    afterwards: Callable[[], None] = lambda: None,
) -> None:
    asked = uploads, direction, st.session_state.telling, columns
    begin(Message("Finding keywords"), batches.summarize_many, *asked, afterwards=afterwards)


@st.cache_data(max_entries=8, show_spinner=False)
def _other_languages(digest: str, batch: str, _model: TrainedModel, _batch: Batch) -> list[str]:
    """Of each document of a batch the language of another side that it seems to be in, or ""."""
    return [
        other_language(_model, _batch.source, text, summary.unknown_share)
        for text, summary in zip(_batch.texts, _batch.summaries, strict=True)
    ]


def _batch(model: TrainedModel, batch: Batch) -> None:
    way = direction_name(model, (batch.source, batch.target))
    st.markdown(
        tr(
            "**{documents}**, {way}. Click a row to open it; download what you want to keep.",
            documents=count(len(batch.ids), "document"),
            way=label(way),
        )
    )
    if (way_read := columns_of_batch(model, batch)) is not None:
        direction = batch.source, batch.target
        read_again_button(_submit, direction, batch.uploads, way_read)
    others = _other_languages(model.digest, batch.id, model, batch)
    _doubts(model, batch, sum(map(bool, others)))
    telling = st.session_state.telling
    if batch.ranked_by != (telling, model.ratings.state):
        text = tr("Rank these anew: the slider or ratings have changed since")
        job = Message("Ranking anew"), batches.summarize_again, telling
        act(text, begin, *job, icon=":material/rule:")
    shown = batch_shown(model, batch, [translated(other) for other in others], for_reading=True)
    event: Any = table_with_download(
        shown,
        "keywords",
        full=lambda: batch_shown(model, batch, others),
        alt=tr("Keywords of every document"),
        **CLICKED,
        key=f"batch-{batch.id}",
        row_height=LINES_OF_KEYWORDS,
        column_config={name: tr(name) for name in map(str, shown)}
        | {
            "headings": st.column_config.TextColumn(tr("headings"), width="medium"),
            "confidence": st.column_config.ProgressColumn(
                tr("confidence"), min_value=0, max_value=100, format="%d %%"
            ),
            "keywords": st.column_config.TextColumn(tr("keywords"), width="large"),
        },
    )
    offer_headings(batch)
    row = clicked_row(event)
    if row is not None:
        st.subheader(label(batch.ids[row]), anchor=False)
        explained(model, batch.texts[row], (batch.source, batch.target), f"row-{row}")


def _doubts(model: TrainedModel, batch: Batch, n_other: int) -> None:
    """Files that were left out, and how many documents are in another language."""
    if batch.refused:
        title = plural(len(batch.refused), "{n:,} file left out", "{n:,} files left out")
        with st.expander(title, icon=":material/block:"):
            st.text("\n".join(translated(why) for why in batch.refused[:200]))
    if n_other:
        st.warning(
            plural(
                n_other,
                "{n:,} of them looks as if it were in another language than {side}: their keywords "
                "would be chance, so they get none.",
                "{n:,} of them look as if they were in another language than {side}: their "
                "keywords would be chance, so they get none.",
                side=label(side_name(model.corpus, batch.source)),
            )
        )


def batch_shown(
    model: TrainedModel, batch: Batch, others: Sequence[str], *, for_reading: bool = False
) -> pd.DataFrame:
    """The table of a batch as a person has judged it: what is wrong for a document is no keyword of
    it, and a document in another language (`others`, "" where not) has none.
    """
    table = tables.batch_table(model, batch, for_reading=for_reading)
    right, wrong = rated_words(model, batch.texts, (batch.source, batch.target))
    table["keywords"] = [
        "" if other else "; ".join(w for w in words.split("; ") if w not in out.split("; "))
        for words, out, other in zip(table["keywords"], wrong, others, strict=True)
    ]
    if any(others):
        table[later("looks like")] = list(others)
    if any(right) or any(wrong):
        table[later("rated right")], table[later("rated wrong")] = right, wrong
    if for_reading and batch.headings:
        said = current_desk().model_state.headings_said
        table.insert(1, "headings", documents_table(batch, said)["headings"])
    return table


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

"""Many documents at once: a job, and a list in which each opens as one document."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePath
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app.desk import batches
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.desk.state import Batch, Columns
from gplsa.app.keywords import files
from gplsa.app.keywords.explained import explained
from gplsa.app.keywords.headings import headings_of_entry, headings_table, labels_in, say_headings
from gplsa.app.keywords.parts import say_guessed, unseen_of
from gplsa.app.library.beside import Asked, asked_before, files_of, forget
from gplsa.app.show import tables
from gplsa.app.show.cards import block, chips
from gplsa.app.show.columns import Table, column_strip, read_again_button
from gplsa.app.show.controls import act, begin, choice, click, download_table, moment, way_key
from gplsa.app.show.document_list import entries
from gplsa.app.show.downloads import file_name
from gplsa.app.show.pictures import picture
from gplsa.app.show.piles import file_pile, once_read, say_left_out
from gplsa.corpus.corpus import IMAGE, TEXT, headline
from gplsa.errors import InputError
from gplsa.figures.sure import MEANT, by_sureness, sure_in_short
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import counted, nouns, side_color, side_name
from gplsa.language import count, later, plural, tr, translated
from gplsa.message import MEBIBYTE, Message
from gplsa.model.direction import Direction, direction_from, direction_name
from gplsa.model.model import TrainedModel
from gplsa.model.own_words import new_in_opening
from gplsa.model.reasons import summarize_with_reasons
from gplsa.reading import Choices, Upload
from gplsa.reading.documents import TableSeen
from gplsa.reading.sandboxed import look_at_table

BEGINNING, MANY_LINES = 100, 5
NONE, UNKNOWN = later("none that is sure enough"), later("The model knows no word of it.")
LIMITS = later(
    "Text, HTML, Markdown, Word, OpenDocument, PDF, a table with one document a row, or a ZIP of "
    "these. Your own columns and texts come back in the file."
)
PHOTO_LIMITS = later(
    "Pictures as JPEG, PNG, WebP, GIF or TIFF; more than 100, or 200 MB, as a ZIP of them."
)
GONE = later("The keywords found before are another model's: open that one for them.")
ORDERS = {False: later("in the given order"), True: later("least sure first")}
MOST_BYTES = 50 * MEBIBYTE
"""Of files that are looked at while the page waits; columns of larger ones are recognised later."""
_SEEN = "documents-seen"


def many_documents(desk: Desk, model: TrainedModel, direction: tuple[str, str]) -> None:
    """Drop files, wait for the job, read the list, open an entry."""
    batch = desk.model_state.batch
    if batch is None:
        if desk.left_keywords:
            st.info(tr(GONE))
        _bring_documents(desk, model, direction)
        return
    # Where there are results, these come first; of others it is another expander, folded away.
    others = tr("Keywords for other {documents}", **nouns(model.corpus.kind(direction[0])))
    with st.expander(others, key=f"other-documents-{batch.id}"):
        _bring_documents(desk, model, direction)
    _batch(model, batch, direction)


def _bring_documents(desk: Desk, model: TrainedModel, direction: tuple[str, str]) -> None:
    say_guessed(model, direction)
    kind = model.corpus.kind(direction[0])
    asked = tr("Drop your {documents} here, or choose them", **nouns(kind))
    uploads = file_pile(desk, "documents", asked, tr(PHOTO_LIMITS if kind == IMAGE else LIMITS))
    columns = columns_of_pile(desk, model, direction[0])
    with st.container(horizontal=True):
        if uploads:
            several = count(len(uploads), "file")
            if columns is not None and len(uploads) == 1:
                several = count(columns[0].n_rows, "document")
            text = tr("Find keywords for {several}", several=several)
            lacks_text = columns is not None and not has_text(columns[1])
            act(text, _read_pile, direction, columns, type="primary", disabled=lacks_text)
        if file := unseen_of(model, direction[0]):
            act(tr("Take the samples"), _submit, direction, [Upload.from_path(file)])
    batch = desk.model_state.batch
    for path, when, one in asked_before(desk.library, desk.model_state.id):
        if batch is not None and path.name == batch.kept:
            continue  # it is shown below
        names = one_line(", ".join(one.names), 60)
        text = label(f"{names}, {counted(model.corpus.kind(one.source), one.n)}, {moment(when)}")
        with st.container(horizontal=True, gap="small"):
            act(text, _ask_again, path, one, icon=":material/history:", key=path.name)
            click(tr("Forget"), forget, path, type="tertiary", key=f"forget-{path.name}")


def _ask_again(path: Path, asked: Asked) -> None:
    """Read them as they were read then: the model may have been edited or rated since."""
    uploads, columns = files_of(path, asked), None
    if asked.choices is not None:
        model = current_desk().model_at_hand()[1]
        seen = look_at_table(uploads, model.corpus.languages.get(asked.source, ""))
        columns = (seen, asked.choices) if seen is not None else None
    _submit((asked.source, asked.target), uploads, columns)


def _read_pile(direction: tuple[str, str], columns: Columns | None) -> None:
    uploads = [*current_desk().piles.get("documents", ())]
    _submit(direction, uploads, columns, once_read("documents"))


def _submit(
    direction: tuple[str, str],
    uploads: Sequence[Upload],
    columns: Columns | None = None,
    afterwards: Callable[[], None] = lambda: None,
) -> None:
    st.session_state[way_key(current_desk().model_at_hand()[1])] = direction
    asked = uploads, direction, columns
    begin(Message("Finding keywords"), batches.summarize_many, *asked, afterwards=afterwards)


def _batch(model: TrainedModel, batch: Batch, chosen_way: tuple[str, str]) -> None:
    direction = batch.source, batch.target
    if batch.columns is not None:
        seen, read = batch.columns
        with st.expander(tr("What the columns are taken for"), key=f"columns-of-{batch.id}"):
            chosen = _strip(seen, read, model, batch.source, batch.id)
            if chosen != read and has_text(chosen):
                read_again_button(_submit, direction, batch.uploads, (seen, chosen))
    kind, way = model.corpus.kind(batch.source), label(direction_name(model, direction))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.markdown(f"**{counted(kind, len(batch.ids))}**, {way}", width="stretch")
        _files(model, batch, labels_in())
    if batch.headings:
        say_headings(batch)
    if direction != chosen_way:
        st.caption(tr("The direction chosen above is that of other {documents}.", **nouns(kind)))
    _doubts(model, batch)
    _each_line(batch, direction)
    if batch.ratings != model.ratings.state:
        text = tr("Rank these anew: ratings have changed since")
        act(text, begin, Message("Ranking anew"), batches.summarize_again, icon=":material/rule:")
    entries(
        _arranged(model, batch),
        f"batch-{batch.id}",
        lambda row, is_open: entry(model, batch, row, is_open),
        lambda row, is_open: (_opened if is_open else headings_of_entry)(model, batch, row),
    )


def _opened(model: TrainedModel, batch: Batch, row: int) -> None:
    """In full; where it was rated since, as it is now in the list and in files, too."""
    text, direction = batch.texts[row], Direction(model, batch.source, batch.target)
    found = explained(model, text, direction.sides, f"row-{row}")
    if found is not None and found.words != batch.summaries[row].words:
        now, why = summarize_with_reasons(direction, [text], None)
        batch.summaries[row], batch.reasons[row] = now[0], why[0]


def _arranged(model: TrainedModel, batch: Batch) -> list[int]:
    """The rows of the topic that is chosen, in the order that is; what a percentage says."""
    leading = [tables.leading_topic(model, one) for one in batch.summaries]
    names: dict[int | None, str] = {-1: tr("all")}
    for z, n in Counter(leading).most_common():
        names[z] = f"{tr('no clear topic') if z is None else model.read_label(z)} ({n:,})"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        look = {"required": True, "default": False}
        order = choice(st.segmented_control, tr("Order"), ORDERS, "order-of-many", **look)
        key, called = f"topic-{batch.id}", names.__getitem__
        chosen = st.selectbox(tr("Topic"), [*names], format_func=called, key=key, width=420)
    st.caption(tr(MEANT))
    rows = [row for row, topic in enumerate(leading) if chosen in (-1, topic)]
    return sorted(rows, key=lambda row: by_sureness(batch.summaries[row])) if order else rows


def _files(model: TrainedModel, batch: Batch, labels: str) -> None:
    by_document = partial(files.by_document, model, batch, labels)
    made: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
        "keywords-by-document": (later("one row per {document}"), by_document),
        "keywords": (later("one row per keyword"), partial(files.by_keyword, model, batch)),
    }
    if batch.headings:
        made["headings"] = later("one row per heading"), partial(headings_table, batch, labels)
    called = nouns(model.corpus.kind(batch.source))
    names = {name: tr(text, **called) for name, (text, _) in made.items()}
    look = {"required": True, "wrap": True, "default": next(iter(made))}
    chosen = choice(st.segmented_control, tr("In the file"), names, f"files-{len(made)}", **look)
    read_from = PurePath(batch.uploads[0].name).stem if len(batch.uploads) == 1 else ""
    download_table(made[chosen][1], f"{file_name(read_from, '')}-{chosen}".strip("-"))


def entry(model: TrainedModel, batch: Batch, row: int, is_open: bool) -> str:
    """A document of many: what it is; where it is not opened, which shows all of it, its keywords,
    how sure they are, its topic.
    """
    other, summary, text = batch.others[row], batch.summaries[row], batch.texts[row]
    name, said = batch.ids[row], text if isinstance(text, str) else ""
    first = said.partition("\n")[0]
    is_own = first != said and any(first == column[row] for column in batch.fields.values())
    if title := first if is_own else headline(said):
        name, said = title, name  # it begins with its title
    named = f"<b>{markup(one_line(name, BEGINNING))}</b>"
    parts = [
        f'<p class="small">{named} &nbsp; '
        f'<span class="soft">{markup(one_line(said, BEGINNING))}</span></p>'
    ]
    if is_open:
        return block(f'<div class="entry">{parts[0]}</div>')
    if isinstance(text, bytes):
        parts.append(f'<div class="strip">{picture(text, batch.ids[row], "thumb")}</div>')
    found = [one for one, _ in files.kept(model, batch, row)]
    if other:
        parts.append(f"<p>{tr('looks like')} {translated(other)}</p>")
    if found:
        color = side_color(model.modalities, batch.target)
        look = "chip plain" if summary.sureness == "low" else "chip"
        looks = (look if one.term != files.BY_HAND else "chip own" for one in found)
        shown = " ".join(chips([one.word], its) for one, its in zip(found, looks, strict=True))
        parts.append(f'<div class="chips" style="--c:{color}">{shown}</div>')
    elif not other:
        parts.append(f'<p class="soft">{tr(NONE if summary.keywords else UNKNOWN)}</p>')
    if found and found[0].term != files.BY_HAND:
        new = new_in_opening(Direction(model, batch.source, batch.target), text, summary)
        said = sure_in_short(model, summary, tables.leading_topic(model, summary), new)
        parts.append(f'<p class="small">{said}</p>')
    return block(f'<div class="entry">{"".join(parts)}</div>')


def _doubts(model: TrainedModel, batch: Batch) -> None:
    """Files that were left out, and how many documents are in another language; where most are, all
    can be read as it."""
    say_left_out(batch.refused)
    if seen := Counter(filter(None, batch.others)):
        told = plural(
            seen.total(),
            "{n:,} of them looks as if it were in another language than {side}: no keywords.",
            "{n:,} of them look as if they were in another language than {side}: no keywords.",
            side=label(side_name(model.corpus, batch.source)),
        )
        named = [label(one) for one, other in zip(batch.ids, batch.others, strict=True) if other]
        st.warning(f"{told} ({', '.join(named[:3])}{', …' * (len(named) > 3)})")
    for other, n in seen.most_common(1):
        if 2 * n > len(batch.ids) and batch.uploads and (way := direction_from(model, other)):
            act(tr("Read them as {other}", other=translated(other)), _submit, way, batch.uploads)


def _each_line(batch: Batch, direction: tuple[str, str]) -> None:
    """A plain text of many lines may hold a document in each: they can be read so."""
    if [one.suffix for one in batch.uploads] != [".txt"] or len(batch.ids) > 1:
        return
    lines = [line for line in batch.texts[0].splitlines() if line.strip()]
    if len(lines) >= MANY_LINES:
        # Not as CSV: what separates words in the lines would be taken for what separates columns.
        table = "\n".join(json.dumps({"text": line}) for line in lines).encode()
        name = batch.uploads[0].name.removesuffix(".txt") + ".jsonl"
        text = tr("Read each of its {n:,} lines as a document", n=len(lines))
        uploads = [Upload.from_bytes(name, table)]
        act(text, _submit, direction, uploads, icon=":material/format_list_numbered:")


def columns_of_pile(desk: Desk, model: TrainedModel, source: str) -> Columns | None:
    """The strip of the table that waits, and what is chosen; None where no table does."""
    pile = desk.piles.get("documents", ())
    seen = _seen(pile, model.corpus.languages.get(source, ""))
    if seen is None or model.corpus.kind(source) != TEXT:
        return None
    return seen, _strip(seen, seen.recognised, model, source, f"pile-{id(pile)}")


def has_text(choices: Choices) -> bool:
    return any((choices.columns or {}).values())


def _strip(
    seen: TableSeen, choices: Choices, model: TrainedModel, source: str, key: str
) -> Choices:
    sides = {"": side_name(model.corpus, source)}
    return column_strip(Table(seen.columns, seen.examples, choices, sides), f"documents-{key}")


def _seen(pile: Sequence[Upload], language: str) -> TableSeen | None:
    """Looked at once; a file that cannot be read is left to the job, which says why."""
    if not pile or sum(upload.size for upload in pile) > MOST_BYTES:
        return None
    known: tuple[Any, str, TableSeen | None] = st.session_state.get(_SEEN, (None, "", None))
    if known[0] is not pile or known[1] != language:
        known = pile, language, None
        with suppress(InputError), st.spinner(tr("Looking at the columns …")):
            known = pile, language, look_at_table(pile, language)
        st.session_state[_SEEN] = known
    return known[2]

"""The parts of the page Saved: models and corpora, out and in."""

import io
import re
from collections.abc import Callable
from pathlib import PurePath

import streamlit as st

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.library import (
    CORPUS,
    MODEL,
    SUFFIX,
    Damaged,
    Listed,
    read_piece,
    write_piece,
)
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.saved.shared import publish_button
from gplsa.app.show import cards
from gplsa.app.show.controls import keep_change, moment
from gplsa.app.show.downloads import download_button
from gplsa.app.show.header import set_by
from gplsa.app.show.reports import report_button
from gplsa.app.show.style import VERDICT_COLORS
from gplsa.corpus.corpus import IMAGE
from gplsa.errors import InputError
from gplsa.html.escaping import label, markup, one_line
from gplsa.language import count, spoken, tr
from gplsa.model.editing.edits import MAX_NAME_LENGTH
from gplsa.reading.files.limits import FILE_BYTES
from gplsa.text.languages import language_name
from gplsa.wording import MEBIBYTE


def lead(desk: Desk) -> str:
    return spoken(desk.library.lead)


def models(desk: Desk) -> None:
    st.subheader(tr("Models"), anchor=False)
    _list(desk, MODEL, desk.model_state.id, tr("No model yet: it appears here once it is trained."))


def corpora(desk: Desk) -> None:
    st.subheader(tr("Corpora"), anchor=False)
    _list(desk, CORPUS, desk.corpus_state.id, tr("No corpus yet."))


def _list(desk: Desk, kind: str, current: str | None, none: str) -> None:
    listed, damaged = desk.library.listed(kind), desk.library.damaged(kind)
    if not listed and not damaged:
        st.caption(none)
    for entry in listed:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.html(_described(entry, entry.id == current))
            if entry.id != current:
                st.button(
                    tr("Open"),
                    key=f"open-{kind}-{entry.id}",
                    on_click=_open,
                    args=(kind, entry.id),
                    disabled=desk.busy,
                )
            download_button(
                tr("Download"),
                _file_of(desk.library, kind, entry.id),
                _file_name(entry.name) + SUFFIX[kind],
                key=f"download-{kind}-{entry.id}",
            )
            if kind == MODEL:
                report_button(desk.library, entry.id, entry.name)
                st.button(
                    tr("Rename"), key=f"rename-{entry.id}", on_click=_ask_name, args=(entry.id,)
                )
            publish_button(desk, kind, entry)
            st.button(
                tr("Delete"),
                key=f"delete-{kind}-{entry.id}",
                type="tertiary",
                on_click=_ask,
                args=(kind, entry.id),
                disabled=desk.busy,
            )
        if kind == MODEL and st.session_state.get("to-rename") == entry.id:
            _rename_form(desk, entry)
        _confirm(desk, kind, entry.id, entry.name)
    for one in damaged:
        _damaged(desk, kind, one)


def _damaged(desk: Desk, kind: str, one: Damaged) -> None:
    """What is there and cannot be listed."""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        what = tr("A model whose note is damaged") if kind == MODEL else ""
        what = what or tr("A corpus whose note is damaged")
        hint = tr("Its file is gone: remove the note.")
        if one.there:
            hint = tr("Open it: the note is written anew from its file. Or remove it.")
        st.html(
            cards.block(
                f"<p><b>{markup(what)}</b></p>"
                f'<p class="small soft">{markup(one_line(spoken(one.why), 300))} {markup(hint)}</p>'
            )
        )
        if one.there:
            st.button(
                tr("Open"),
                key=f"open-{kind}-{one.id}",
                on_click=_open,
                args=(kind, one.id),
                disabled=desk.busy,
            )
        st.button(
            tr("Remove"),
            key=f"delete-{kind}-{one.id}",
            type="tertiary",
            on_click=_ask,
            args=(kind, one.id),
            disabled=desk.busy,
        )
    _confirm(desk, kind, one.id, what)


def _confirm(desk: Desk, kind: str, name: str, called: str) -> None:
    if st.session_state.get("to-delete") != (kind, name):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(tr("Delete “{name}” for good?", name=label(called)))
        st.button(
            tr("Yes, delete"),
            on_click=_delete,
            args=(kind, name),
            type="primary",
            disabled=desk.busy,
        )
        st.button(tr("No"), on_click=_ask)


def _described(entry: Listed, current: bool) -> str:
    facts = entry.facts
    codes = (one_line(code, 40) for code in facts.languages)
    names = (tr("pictures") if code == IMAGE else spoken(language_name(code)) for code in codes)
    parts = [count(facts.documents, "document"), " + ".join(names)]
    if facts.topics is not None:
        parts = [count(facts.topics, "topic"), ", ".join(set_by(facts)), *parts]
    if facts.corpus not in (None, entry.name):
        parts.append(tr("of {corpus}", corpus=one_line(facts.corpus, 40)))
    verdict = facts.verdict
    dot = ""
    if verdict in VERDICT_COLORS:
        checked = tr("check: {verdict}", verdict=tr(verdict))
        dot = f'<span class="dot" style="--c:{VERDICT_COLORS[verdict]}"></span>{checked} · '
    here_now = f' <span class="soft small">{tr("(in use)")}</span>' if current else ""
    if entry.unsaved:
        parts.append(tr("not saved, in memory only"))
    told = markup(" · ".join(part for part in [*parts, moment(entry.kept)] if part))
    return cards.block(
        f"<p><b>{markup(one_line(entry.name, 60))}</b>{here_now}</p>"
        f'<p class="small soft">{dot}{told}</p>'
    )


def _open(kind: str, name: str) -> None:
    desk = current_desk()
    if desk.library.open(kind, name) is None:
        st.session_state.refusal = tr("This file cannot be opened any more; it may be damaged.")
        return
    desk.lay_out(kind, name)


def _rename_form(desk: Desk, entry: Listed) -> None:
    with (
        st.form(f"rename-form-{entry.id}", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        key = f"name-{entry.id}"
        st.text_input(tr("Its name"), entry.name, max_chars=MAX_NAME_LENGTH, key=key)
        st.form_submit_button(tr("Save the name"), on_click=_rename, args=(entry.id,))


def _ask_name(name: str | None) -> None:
    st.session_state["to-rename"] = name


def _rename(name: str) -> None:
    desk = current_desk()
    st.session_state["to-rename"] = None
    model = desk.library.open(MODEL, name)
    typed = " ".join(st.session_state[f"name-{name}"].split())
    if model is None or not typed:
        return
    model.name = typed
    keep_change(desk.library.renamed, name, model)


def _ask(*piece: str) -> None:
    st.session_state["to-delete"] = piece


def _delete(kind: str, name: str) -> None:
    desk = current_desk()
    st.session_state["to-delete"] = None
    try:
        desk.library.remove(kind, name)
    except InputError as error:
        st.session_state.refusal = label(spoken(error), 500)
        return
    if name == (desk.model_state.id if kind == MODEL else desk.corpus_state.id):
        desk.lay_out(kind, None)


def _file_of(library: OnDisk, kind: str, name: str) -> Callable[[], bytes]:
    """What makes the file when it is asked for."""

    def file() -> bytes:
        piece = library.open(kind, name)
        if piece is None:
            raise InputError("It is not kept any more, or damaged.")
        stream = io.BytesIO()
        write_piece(piece, stream)
        return stream.getvalue()

    return file


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", PurePath(name).stem).strip("-.")[:60] or "gplsa"


def bring_in(desk: Desk) -> None:
    """A model or corpus file from elsewhere."""
    st.subheader(tr("Bring in a file"), anchor=False)
    round_ = st.session_state.setdefault("round-saved", 0)
    st.file_uploader(
        tr("A model (.gplsa) or corpus (.gplsa-corpus) that was downloaded before"),
        key=f"saved-{round_}",
        on_change=_take,
        args=(f"saved-{round_}",),
        disabled=desk.busy,
    )


def _take(key: str) -> None:
    desk, file = current_desk(), st.session_state.get(key)
    st.session_state["round-saved"] += 1
    if file is None:
        return
    kind = CORPUS if file.name.endswith(SUFFIX[CORPUS]) else MODEL
    try:
        if file.size > FILE_BYTES:
            raise InputError("The file is larger than {value} MB.", value=FILE_BYTES // MEBIBYTE)
        piece = read_piece(kind, io.BytesIO(file.getvalue()))
        desk.lay_out(kind, desk.library.keep(piece))
    except InputError as error:
        st.session_state.refusal = tr(
            "“{name}”: {reason}", name=label(file.name), reason=label(spoken(error), 500)
        )

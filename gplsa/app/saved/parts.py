"""The parts of the page Saved: models and corpora, out and in."""

import io
import re
from collections.abc import Callable
from pathlib import PurePath

import streamlit as st

from gplsa.app.desk.here import Here, here
from gplsa.app.library.library import (
    CORPUS,
    MODEL,
    SUFFIX,
    Damaged,
    Listed,
    read_piece,
    write_piece,
)
from gplsa.app.saved.shared import publish_button
from gplsa.app.show import cards
from gplsa.app.show.controls import keep_change, moment
from gplsa.app.show.desk import set_by
from gplsa.app.show.downloads import download_button
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


def lead(view: Here) -> str:
    return spoken(view.shop.library.lead)


def models(view: Here) -> None:
    st.subheader(tr("Models"), anchor=False)
    _list(view, MODEL, view.desk.model, tr("No model yet: it appears here once it is trained."))


def corpora(view: Here) -> None:
    st.subheader(tr("Corpora"), anchor=False)
    _list(view, CORPUS, view.desk.corpus, tr("No corpus yet."))


def _list(view: Here, kind: str, current: str | None, none: str) -> None:
    listed, damaged = view.shop.library.listed(kind), view.shop.library.damaged(kind)
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
                    disabled=view.busy,
                )
            download_button(
                tr("Download"),
                _file_of(view, kind, entry.id),
                _file_name(entry.name) + SUFFIX[kind],
                key=f"download-{kind}-{entry.id}",
            )
            if kind == MODEL:
                report_button(view, entry.id, entry.name)
                st.button(
                    tr("Rename"), key=f"rename-{entry.id}", on_click=_ask_name, args=(entry.id,)
                )
            publish_button(view, kind, entry)
            st.button(
                tr("Delete"),
                key=f"delete-{kind}-{entry.id}",
                type="tertiary",
                on_click=_ask,
                args=(kind, entry.id),
                disabled=view.busy,
            )
        if kind == MODEL and st.session_state.get("to-rename") == entry.id:
            _rename_form(view, entry)
        _confirm(view, kind, entry.id, entry.name)
    for one in damaged:
        _damaged(view, kind, one)


def _damaged(view: Here, kind: str, one: Damaged) -> None:
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
                disabled=view.busy,
            )
        st.button(
            tr("Remove"),
            key=f"delete-{kind}-{one.id}",
            type="tertiary",
            on_click=_ask,
            args=(kind, one.id),
            disabled=view.busy,
        )
    _confirm(view, kind, one.id, what)


def _confirm(view: Here, kind: str, name: str, called: str) -> None:
    if st.session_state.get("to-delete") != (kind, name):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(tr("Delete “{name}” for good?", name=label(called)))
        st.button(
            tr("Yes, delete"),
            on_click=_delete,
            args=(kind, name),
            type="primary",
            disabled=view.busy,
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
    view = here()
    if view.shop.library.open(kind, name) is None:
        st.session_state.refusal = tr("This file cannot be opened any more; it may be damaged.")
        return
    view.lay_out(kind, name)


def _rename_form(view: Here, entry: Listed) -> None:
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
    view = here()
    st.session_state["to-rename"] = None
    model = view.shop.library.open(MODEL, name)
    typed = " ".join(st.session_state[f"name-{name}"].split())
    if model is None or not typed:
        return
    model.name = typed
    keep_change(view.shop.library.renamed, name, model)


def _ask(*piece: str) -> None:
    st.session_state["to-delete"] = piece


def _delete(kind: str, name: str) -> None:
    view = here()
    st.session_state["to-delete"] = None
    try:
        view.shop.library.remove(kind, name)
    except InputError as error:
        st.session_state.refusal = label(spoken(error), 500)
        return
    if name == (view.desk.model if kind == MODEL else view.desk.corpus):
        view.lay_out(kind, None)


def _file_of(view: Here, kind: str, name: str) -> Callable[[], bytes]:
    """What makes the file when it is asked for; by then nobody can be seen in front of the page, so
    that it must know whose it is."""
    library = view.shop.library

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


def bring_in(view: Here) -> None:
    """A model or corpus file from elsewhere."""
    st.subheader(tr("Bring in a file"), anchor=False)
    round_ = st.session_state.setdefault("round-saved", 0)
    st.file_uploader(
        tr("A model (.gplsa) or corpus (.gplsa-corpus) that was downloaded before"),
        key=f"saved-{round_}",
        on_change=_take,
        args=(f"saved-{round_}",),
        disabled=view.busy,
    )


def _take(key: str) -> None:
    view, file = here(), st.session_state.get(key)
    st.session_state["round-saved"] += 1
    if file is None:
        return
    kind = CORPUS if file.name.endswith(SUFFIX[CORPUS]) else MODEL
    try:
        if file.size > FILE_BYTES:
            raise InputError("The file is larger than {value} MB.", value=FILE_BYTES // MEBIBYTE)
        piece = read_piece(kind, io.BytesIO(file.getvalue()))
        view.lay_out(kind, view.shop.library.keep(piece))
    except InputError as error:
        st.session_state.refusal = tr(
            "“{name}”: {reason}", name=label(file.name), reason=label(spoken(error), 500)
        )
